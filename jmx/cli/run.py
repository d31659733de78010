"""`jmx run`: become Python itself, with a folder in front of its path where `import mxnet` finds jmx.

The interpreter is replaced rather than imitated, so `sys.argv`, `__main__`, `sys.path[0]`, `-m`, `-c`, tracebacks,
signals and exit statuses are Python's own, and every process that the program starts inherits the same `mxnet`.
"""

import os
import subprocess
import sys
import sysconfig

from .._alias import describe_real, find_real

_SHIM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shim")
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_VALUED = "cmWXQ"  # options of Python that end in a value


def _isolating_option(args):
    """Return the option among Python's own that would make it ignore PYTHONPATH, or None."""
    for arg in args:
        if not arg.startswith("-") or arg in ("-", "--") or arg.startswith("--"):
            return None
        for letter in arg[1:]:
            if letter in "EI":
                return arg
            if letter in _VALUED:
                break
        if arg[1] in "cm":
            return None
    return None


def run(args):
    """Run Python on `args` (options, a script or `-m`/`-c`, arguments) with `mxnet` answered by jmx."""
    if not args or args[0] in ("-h", "--help"):
        from . import USAGE

        print(USAGE, end="", file=sys.stdout if args else sys.stderr)
        return 0 if args else 2
    isolating = _isolating_option(args)
    if isolating is not None:
        print(f"jmx run: Python's option {isolating} hides `mxnet` from the program; leave it out", file=sys.stderr)
        return 2
    real = find_real()
    if real is not None:
        print(f"jmx run: {describe_real(real)} is left aside; this program gets jmx", file=sys.stderr)
    folders = [_SHIM]
    if _ROOT not in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        folders.append(_ROOT)  # a checkout: the program's own sys.path would not find jmx
    inherited = os.environ.get("PYTHONPATH")
    if inherited:
        folders += [p for p in inherited.split(os.pathsep) if p not in folders]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, *args]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":  # exec there returns to the shell before the program ends
        return subprocess.call(command, env=environment)
    os.execve(sys.executable, command, environment)
