"""What users write, read by mypy: a changed type of a public name is an error here."""

from __future__ import annotations

from typing_extensions import assert_type

import rummy_solver as rs

assert_type(rs.__version__, str)
