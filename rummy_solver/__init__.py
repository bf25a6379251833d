"""An exact, fast meld solver for the rummy family."""

__version__ = "0.1.0"
