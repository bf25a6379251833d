"""``python -m rummy_solver.cli`` is the same as ``rummy-solver``."""

from rummy_solver.cli import main

main()
