"""What is collected here."""

from __future__ import annotations

from importlib.util import find_spec

# The integer programs come with the extra `bench`.
collect_ignore = [] if find_spec("ortools") else ["test_rearrange_large.py"]
