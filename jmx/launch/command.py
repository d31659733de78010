"""The command `jmx launch`."""

from __future__ import annotations

import os
import sys

from .options import LaunchError, parse, parser

__all__ = ["main", "parser"]


def main(argv=None) -> int:
    """Run the command line `argv` (default: that of the process) and return its exit status.

    That is 0 where all workers ended with 0, or where none was asked to start (`--dry-run`), otherwise the status of the first
    that failed (128 + number for a signal), of the last start where it was begun again; 2 where the job could not be started, and
    127 where a program was not found.
    """
    from ..config.system import machine
    from . import restarts
    from .dry_run import described
    from .plans import plan

    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        if machine.SYSTEM == "windows":
            raise LaunchError("needs Linux or macOS; elsewhere start each process with JMX_COORDINATOR, JMX_NUM_PROCESSES and "
                              "JMX_PROCESS_ID")  # fmt: skip
        if options.dry_run:
            sys.stdout.write("".join(f"{line}\n" for line in described(plan(options, dict(os.environ)))))
            return 0
        return restarts.run(options, dict(os.environ))
    except LaunchError as error:
        print(f"jmx launch: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"jmx launch: {error.filename or 'starting the workers'}: {error.strerror}", file=sys.stderr)
        return 126
