"""Figures by class of hand: ``python -m benchmarks`` (ours), ``python -m benchmarks.peers``."""
