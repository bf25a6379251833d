"""The one extension module and its environment switches."""

import os
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup


def flag(name: str) -> bool:
    return os.environ.get(f"RUMMY_SOLVER_{name}", "0") not in ("", "0")


compile_args = ["-std=c11", "-O3", "-g0"]
link_args: list[str] = []
if flag("WERROR"):
    compile_args += ["-Wall", "-Wextra"]
if flag("DEBUG"):
    compile_args += ["-O0", "-g", "-UNDEBUG"]
if flag("SANITIZE"):
    compile_args += ["-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    link_args += ["-fsanitize=address,undefined"]
if flag("COVERAGE"):
    compile_args += ["-O0", "--coverage"]
    link_args += ["--coverage"]

core = Extension(
    "rummy_solver._core",
    sources=["rummy_solver/_core.pyx", *sorted(glob("src_c/*.c"))],
    depends=[*glob("src_c/*.h"), *glob("rummy_solver/*.pxi")],
    include_dirs=["src_c"],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
)
setup(ext_modules=cythonize([core]))
