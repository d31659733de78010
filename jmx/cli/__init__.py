"""The command `jmx`.

Kept free of imports from the rest of the package: `jmx run` only prepares an environment and becomes the program.
"""

import sys

USAGE = """\
usage: jmx run [PYTHON-OPTIONS] SCRIPT [ARGS...]    run an MXNet program on jmx
       jmx run [PYTHON-OPTIONS] -m MODULE [ARGS...]
       jmx run [PYTHON-OPTIONS] -c CODE [ARGS...]
       jmx info [--json]                            versions, devices, caches, settings
       jmx bench --model ID [OPTIONS]               how fast a network runs here; --list shows them, --help the options
       jmx launch -n N [OPTIONS] COMMAND...         start the N workers of one job; --help shows the options
       jmx --version
"""


def main(argv=None):
    """Run the command line `argv` (default: that of the process) and return its exit status."""
    argv = sys.argv[1:] if argv is None else list(argv)
    command = argv[0] if argv else None
    if command == "run":
        from .run import run

        return run(argv[1:])
    if command == "info":
        from .info import info

        return info(argv[1:])
    if command == "bench":
        from ..bench.command import main as bench

        return bench(argv[1:])
    if command == "launch":
        from ..launch import main as launch

        return launch(argv[1:])
    if command == "--version" and len(argv) == 1:
        from .._version import MXNET_VERSION, __version__

        print(f"jmx {__version__} (MXNet {MXNET_VERSION})")
        return 0
    if command in ("-h", "--help", "help"):
        print(USAGE, end="")
        return 0
    if command is not None:
        print(f"jmx: {' '.join(argv)!r} is not a command", file=sys.stderr)
    print(USAGE, end="", file=sys.stderr)
    return 2
