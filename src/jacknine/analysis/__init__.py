"""What can be said about games and rules: cases of the rules against the engine, exact values of endings."""
