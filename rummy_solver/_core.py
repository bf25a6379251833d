"""Read only where the compiled core is missing, as it goes before a file of Python: says so."""

raise ImportError(
    f"the compiled core of rummy_solver: expected it beside {__file__}, got this file alone; "
    "build it with `pip install .` in the sources, and do not import the sources themselves"
)
