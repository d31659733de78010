"""Checks of the sources in C: compiled with warnings as errors, tested under sanitizers, and the operators without them.

    python -m tools.check_native                    all three
    python -m tools.check_native warnings sanitized one or two of them

- `warnings` compiles every source with `-Wall -Wextra -Wconversion -Werror`, by each of gcc and clang that is found.
- `sanitized` runs the tests of the handlers (tests/native) with libraries that are built with `-fsanitize=address,undefined`: a
  read past the end of an array ends them. First it makes sure that such a read is noticed. Leaks are not looked for, as Python's
  own memory hides them, and tests of the compiler or of memory do not run, as sanitizers change both.
- `without` runs the conformance tables with `JMX_ONEDNN=0 JMX_NATIVE=0`: results may not depend on the handlers.

The exit status is 1 if one of them fails.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
WARNINGS = ["-std=gnu11", "-O3", "-fsyntax-only", "-fopenmp-simd", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g"]
NOT_SANITIZED = "not compiler and not memory and not info_says and not ends_while"
#: a read past the end of a block of memory
FAULT = "#include <stdlib.h>\nint past(int n) { int *p = calloc((size_t)n, sizeof(int)); int v = p[n]; free(p); return v; }\n"


def warnings() -> int:
    """Compile every source with warnings as errors. Returns how many have one."""
    found = 0
    for compiler in filter(shutil.which, ("gcc", "clang")):
        for source in sorted((ROOT / "jmx" / "native").glob("*.c")):
            done = subprocess.run([compiler, *WARNINGS, source], cwd=ROOT)
            print(f"{compiler} {source.name}: {'warnings' if done.returncode else 'none'}", flush=True)
            found += bool(done.returncode)
    return found


def sanitized() -> int:
    """Run the tests of the handlers with sanitizers in them. Returns pytest's exit status."""
    libraries = [
        subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "CC": " ".join(["gcc", *SANITIZERS]), "LD_PRELOAD": ":".join(libraries), "JMX_CACHE_DIR": folder,
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1",
        }  # fmt: skip
        if not _notices_a_fault(folder, environment):
            print("a read past the end of an array was not noticed: the sanitizers do not work here")
            return 1
        return _pytest(environment, "tests/native", "--ignore", "tests/native/test_compiler.py", "-k", NOT_SANITIZED)


def _notices_a_fault(folder, environment):
    source = pathlib.Path(folder, "fault.c")
    source.write_text(FAULT)
    subprocess.run(["gcc", *SANITIZERS, "-shared", "-fPIC", source, "-o", source.with_suffix(".so")], check=True)
    code = f"import ctypes; ctypes.CDLL({str(source.with_suffix('.so'))!r}).past(3)"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    return done.returncode != 0 and "heap-buffer-overflow" in done.stderr


def without() -> int:
    """Run the conformance tables without handlers. Returns pytest's exit status."""
    environment = {"JMX_ONEDNN": "0", "JMX_NATIVE": "0"}
    return _pytest(environment, "tests/conformance/test_conformance.py", "-k", "test_pure")


def _pytest(environment, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode


CHECKS = {"warnings": warnings, "sanitized": sanitized, "without": without}


def main() -> int:
    """Run the checks that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", choices=[[], *CHECKS], metavar="{" + ",".join(CHECKS) + "}")
    chosen = parser.parse_args().checks or list(CHECKS)
    failed = [name for name in chosen if CHECKS[name]()]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
