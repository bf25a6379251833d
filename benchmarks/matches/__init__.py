"""Whole rounds between policies: do the hints win?"""
