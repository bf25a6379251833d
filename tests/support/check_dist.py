"""Check what the built wheel and sdist carry: ``python check_dist.py dist``."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

SOURCES = (".c", ".h", ".pyx", ".pxd", ".pxi")
NEEDED_IN_SDIST = (
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "setup.py",
    "rummy_solver/_core.pyx",
    "src_c/rummy.h",
    "tests/conftest.py",
)


def check(dist: Path) -> list[str]:
    [wheel], [sdist] = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = archive.namelist()
    with tarfile.open(sdist) as archive:
        in_sdist = [name.partition("/")[2] for name in archive.getnames()]
    faults = [f"{wheel.name}: carries {name}" for name in in_wheel if name.endswith(SOURCES)]
    modules = [path.as_posix() for path in Path("rummy_solver").rglob("*.py")]
    data = ["rummy_solver/py.typed", "rummy_solver/_core.pyi"]
    faults += [f"{wheel.name}: lacks {name}" for name in modules + data if name not in in_wheel]
    faults += [f"{sdist.name}: lacks {name}" for name in NEEDED_IN_SDIST if name not in in_sdist]
    if "rummy_solver/_core.c" in in_sdist:
        faults.append(f"{sdist.name}: carries rummy_solver/_core.c, which Cython writes")
    return faults


if __name__ == "__main__":
    found = check(Path(sys.argv[1]))
    print("\n".join(found) or "the wheel and the sdist carry what they should")
    sys.exit(bool(found))
