"""`jmx run`: become Python itself, with a folder in front of its path where `import mxnet` finds jmx.

The interpreter is replaced rather than imitated, so `sys.argv`, `__main__`, `sys.path[0]`, `-m`, `-c`, tracebacks,
signals and exit statuses are Python's own, and every process that the program starts inherits the same `mxnet`.
"""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig

from ..config import numpy_release
from ..config.system import processes
from ..legacy.alias import SHIM, describe_real, find_real
from ..legacy.mixed import explain, find_mixed
from .arguments import Parser
from .interface import needs_2_0, program_file

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: the folder of what Python runs at its start, before the program
_STARTUP = os.path.join(os.path.dirname(SHIM), "startup")
_VALUED = "cmWXQ"  # options of Python that end in a value

_EPILOG = """\
examples:
  jmx run train.py --epochs 3             a script, with its arguments
  jmx run -m package.train                a module
  jmx run -W error -c 'import mxnet'      options of Python, and code
  jmx run --trace-usage used.json x.py    write down which names of MXNet the program uses

Everything after the script, the module or the code is the program's.

environment:
  The program, and every process that it starts, gets jmx under the names `mxnet` and `mxnet_predict`: a folder
  is put in front of PYTHONPATH, and what programs put before it does not matter for these names. A real MXNet in this
  environment is left aside, and a line on standard error says so.
  docs/environment.md lists the variables that jmx and MXNet's programs read.

exit status:
  That of the program, which replaces this process; 1 where the environment's NumPy is older than jmx needs; 2 where the
  command line has no program, or an option of Python (-E, -I) that would hide `mxnet` from it, or where the file of
  --trace-usage cannot be written.
"""


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


def parser() -> Parser:
    """Return a parser that knows the options for help and completion; Python itself reads the command line."""
    command_line = Parser(
        prog="jmx run",
        usage="jmx run [--api {1,2}] [--trace-usage FILE] [PYTHON-OPTIONS] SCRIPT [ARGS...]\n"
        "       jmx run [PYTHON-OPTIONS] -m MODULE [ARGS...]\n"
        "       jmx run [PYTHON-OPTIONS] -c CODE [ARGS...]",
        description="Run Python on a program in which `import mxnet` gives jmx. Nothing is installed.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command_line.add_argument
    add("program", nargs=argparse.REMAINDER, metavar="SCRIPT", help="a Python file, or - for standard input, and its arguments")
    add("-m", metavar="MODULE", help="run a module as a script")
    add("-c", metavar="CODE", help="run code")
    add("--api", choices=["1", "2"], help="2: MXNet 2.0's interface, which uses of what only 2.0 has turn on, too; comes first")
    add(
        "--trace-usage",
        metavar="FILE",
        help="write the names of MXNet that the program uses, for `jmx scan --compare`; comes first",
    )
    python = command_line.add_argument_group("options of Python", "All but -E and -I; `python --help` lists them. Often used:")
    add = python.add_argument
    add("-u", action="store_true", help="write output at once")
    add("-O", action="store_true", help="leave out assertions")
    add("-B", action="store_true", help="write no .pyc files")
    add("-i", action="store_true", help="stay in the interpreter afterwards")
    add("-W", metavar="FILTER", help="which warnings are shown, such as error")
    add("-X", metavar="OPTION", help="such as faulthandler, importtime")
    return command_line


def _trace_file(args):
    """(file of `--trace-usage` or None, the other arguments): the option is jmx's own, and stands before Python's."""
    for spelling in ("--trace-usage", "--trace_usage"):
        if args and args[0] == spelling:
            return (args[1] if len(args) > 1 else ""), args[2:]
        if args and args[0].startswith(f"{spelling}="):
            return args[0].partition("=")[2], args[1:]
    return None, args


def _interface(args):
    """(value of `--api` or None, the other arguments): jmx's own option, which stands before Python's."""
    if args and args[0] == "--api":
        return (args[1] if len(args) > 1 else ""), args[2:]
    if args and args[0].startswith("--api="):
        return args[0].partition("=")[2], args[1:]
    return None, args


def _begin_trace(path):
    """Write a file without names, so that a program that ends early, or a folder that does not exist, is noticed."""
    from ..core.serial import atomic_file
    from ..scan.trace import document

    if not path:
        print("jmx run: --trace-usage needs a FILE\nSee `jmx run --help`.", file=sys.stderr)
        return False
    try:
        with atomic_file(path, "w") as file:
            file.write(document({}, False))
    except OSError as error:
        print(f"jmx run: {path} cannot be written: {error.strerror}", file=sys.stderr)
        return False
    return True


def run(args) -> int:
    """Run Python on `args` (options, a script or `-m`/`-c`, arguments) with `mxnet` answered by jmx."""
    if args[:1] in (["-h"], ["--help"]):
        parser().print_help()
        return 0
    api, args = _interface(args)
    trace, args = _trace_file(args)
    if api is None:
        api, args = _interface(args)
    if api not in (None, "1", "2"):
        print("jmx run: --api takes 1 (MXNet 1.9.1) or 2 (MXNet 2.0)\nSee `jmx run --help`.", file=sys.stderr)
        return 2
    if trace is not None and not _begin_trace(trace):
        return 2
    if not args:
        print("jmx run: which program? Such as: jmx run train.py\nSee `jmx run --help`.", file=sys.stderr)
        return 2
    isolating = _isolating_option(args)
    if isolating is not None:
        print(f"jmx run: Python's option {isolating} hides `mxnet` from the program; leave it out", file=sys.stderr)
        return 2
    old = numpy_release.installed_problem()
    mixed = find_mixed()
    if mixed is not None:
        print(f"jmx run: {explain(mixed)}" + ("" if old else "; this program gets jmx"), file=sys.stderr)
        if old:
            return 1
    if old:
        print(f"jmx run: {old}", file=sys.stderr)
        return 1
    real = None if mixed else find_real()
    if real is not None:
        print(f"jmx run: {describe_real(real)} is left aside; this program gets jmx", file=sys.stderr)
    folders = [_STARTUP, SHIM]
    if _ROOT not in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        folders.append(_ROOT)  # a checkout: the program's own sys.path would not find jmx
    inherited = os.environ.get("PYTHONPATH")
    if inherited:
        folders += [p for p in inherited.split(os.pathsep) if p not in folders]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    if api is None and "JMX_API" not in environment:
        script = program_file(args)
        found = script and needs_2_0(script)
        if found:
            name, line = found
            print(
                f"jmx run: {script} uses {name} (line {line}), which only MXNet 2.0 has: its interface is on, as with --api 2. "
                "--api 1 leaves that of MXNet 1.9.1 on",
                file=sys.stderr,
            )
            api = "2"
    if api:
        environment["JMX_API"] = api
    if trace:
        environment["JMX_TRACE_USAGE"] = os.path.abspath(trace)
    command = [sys.executable, *args]
    return processes.become(command, environment)
