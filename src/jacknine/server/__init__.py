"""The table in the browser: log, seats, timers, identity, and the faces of one seat's view."""
