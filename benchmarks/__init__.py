"""Figures by class of hand: ``python -m benchmarks``; how they grow: ``benchmarks.scaling``."""
