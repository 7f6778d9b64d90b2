"""Open deals solved exactly, and random deals played by the million.

This floor is the only home of Numba. Importing this package loads neither it nor numpy; :mod:`jacknine.solver.api`
does, and :mod:`jacknine.solver.pool` keeps processes that have.
"""
