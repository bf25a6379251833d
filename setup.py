"""The one extension module and its environment switches; the core of the web page.

Each switch is an environment variable that is on unless empty or 0:
RUMMY_SOLVER_DEBUG (asserts, no optimisation), RUMMY_SOLVER_SANITIZE (address and undefined
behaviour), RUMMY_SOLVER_COVERAGE (gcov) and RUMMY_SOLVER_WERROR (warnings are errors).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py


def switch(name: str) -> bool:
    return os.environ.get(f"RUMMY_SOLVER_{name}", "0") not in ("", "0")


def files(pattern: str) -> list[str]:
    return sorted(path.as_posix() for path in Path().glob(pattern))


class BuildPackage(build_py):
    """Builds the core for the web page too, where clang and lld can; else the page stays away."""

    def run(self) -> None:
        """Build; a compiler that knows no WebAssembly is no reason to fail."""
        make, *others = map(shutil.which, ("make", "clang", "wasm-ld"))
        if make and all(others) and not self.editable_mode:
            subprocess.run([make, "-s", "-C", "wasm", "core"], check=False)
        super().run()


# The processor of the user is not that of the builder: SIMD is chosen at run time.
if sys.platform == "win32":
    compile_args = ["/std:c11", "/O2"]
    strict = ["/W4", "/WX"]
else:
    compile_args = ["-std=c11", "-O3", "-g0"]
    strict = ["-Wall", "-Wextra", "-Werror"]
link_args: list[str] = []
if switch("DEBUG"):
    compile_args += ["-O0", "-g", "-UNDEBUG"]
if switch("SANITIZE"):
    checks = "-fsanitize=address,undefined"
    compile_args += ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", checks]
    compile_args += ["-fno-sanitize-recover=undefined"]
    link_args += [checks]
if switch("COVERAGE"):
    compile_args += ["-O0", "-g", "--coverage"]
    link_args += ["--coverage"]
if switch("WERROR"):
    compile_args += strict

core = Extension(
    "rummy_solver._core",
    sources=["rummy_solver/_core.pyx", *files("src_c/*.c")],
    depends=[*files("src_c/*.h"), *files("rummy_solver/*.px[di]")],
    include_dirs=["src_c"],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
)
setup(ext_modules=cythonize([core]), cmdclass={"build_py": BuildPackage})
