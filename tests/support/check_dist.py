"""Check what the built wheel and sdist carry and ask for: ``python check_dist.py dist``."""

from __future__ import annotations

import re
import shutil
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


STATIC = Path("rummy_solver/server/static")


def version() -> str:
    """Return the version from the one place where it stands."""
    text = Path("rummy_solver/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found is not None
    return found[1]


def metadata_faults(text: str) -> list[str]:
    """Say what the metadata should not say: another version, a dependency beside numpy."""
    lines = text.partition("\n\n")[0].splitlines()
    needed = [
        line for line in lines if line.startswith("Requires-Dist:") and "extra ==" not in line
    ]
    faults = [f"expected numpy alone, got {needed}"] if len(needed) != 1 else []
    faults += [f"asks for {line}" for line in needed if "numpy" not in line]
    if f"Version: {version()}" not in lines:
        faults.append(f"expected version {version()}")
    return faults


def check(dist: Path) -> list[str]:
    [wheel], [sdist] = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = archive.namelist()
        [info] = [name for name in in_wheel if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(info).decode()
    with tarfile.open(sdist) as archive:
        in_sdist = [name.partition("/")[2] for name in archive.getnames()]
    faults = [f"{wheel.name}: carries {name}" for name in in_wheel if name.endswith(SOURCES)]
    modules = [path.as_posix() for path in Path("rummy_solver").rglob("*.py")]
    data = ["rummy_solver/py.typed", "rummy_solver/_core.pyi"]
    page = Path("rummy_solver/server/static")
    data += [path.as_posix() for path in page.iterdir() if path.is_file()]
    if shutil.which("clang") and shutil.which("wasm-ld"):  # else the page stays away
        core = [path.name for path in Path("wasm/src").glob("*.js")]
        data += [f"{page.as_posix()}/wasm/{name}" for name in [*core, "rummy_solver.wasm"]]
    page = [path.as_posix() for path in STATIC.rglob("*") if path.is_file()]
    faults += [f"{wheel.name}: {fault}" for fault in metadata_faults(metadata)]
    faults += [f"{wheel.name}: lacks {name}" for name in page if name not in in_wheel]
    faults += [f"{sdist.name}: lacks {name}" for name in page if name not in in_sdist]
    faults += [f"{wheel.name}: lacks {name}" for name in modules + data if name not in in_wheel]
    faults += [f"{sdist.name}: lacks {name}" for name in NEEDED_IN_SDIST if name not in in_sdist]
    if "rummy_solver/_core.c" in in_sdist:
        faults.append(f"{sdist.name}: carries rummy_solver/_core.c, which Cython writes")
    return faults


if __name__ == "__main__":
    found = check(Path(sys.argv[1]))
    print("\n".join(found) or "the wheel and the sdist carry what they should")
    sys.exit(bool(found))
