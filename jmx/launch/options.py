"""The command line of the launcher."""

from __future__ import annotations

import argparse
import re
import shlex
from typing import Any

from ..cli.arguments import Parser

LAUNCHERS = ("local", "ssh", "mpi", "slurm")
_REPLACED = {
    "sge": "inside of the job, write the hosts of $PE_HOSTFILE into a file, one `host slots=n` a line "
    "(awk '{print $1\" slots=\"$2}' $PE_HOSTFILE > hosts), and use --launcher ssh -H hosts",
    "yarn": "use --launcher ssh with a host file that names the machines",
}
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)(?:[:=](.*))?", re.DOTALL)
_PREFIX = re.compile(r"[A-Za-z_][A-Za-z_0-9]*=")
_EPILOG = """\
examples:
  jmx launch -n 4 python train.py --kv-store dist_sync
  jmx launch -n 4 jmx run train.py --kv-store dist_sync     where `mxnet` is not installed
  jmx launch -n 8 -H hosts python train.py --kv-store dist_sync
  jmx launch -n 8 -H hosts --dry-run python train.py         what would run where

exit status:
  0 when all workers ended with 0, otherwise that of the first that failed (128 + number for a signal); 2 where the job
  cannot be started as described, 127 where a program was not found. docs/cluster.md has the details.
"""


class LaunchError(Exception):
    """A job that cannot be started: the message says why and what to do; `status` is the launcher's exit status."""

    def __init__(self, message, status=2) -> None:
        super().__init__(message)
        self.status = status


def _number(convert, name, accepts):
    """A converter for argparse: `name` is what its message says was expected."""

    def read(text):
        number = convert(text)
        if not accepts(number):
            raise ValueError
        return number

    read.__name__ = name
    return read


_workers = _number(int, "number of processes", lambda number: number >= 1)
_whole = _number(int, "number", lambda number: number >= 0)
_port = _number(int, "port", lambda number: 0 < number < 65536)
_seconds = _number(float, "number of seconds", lambda number: 0 <= number < float("inf"))


def parser() -> Parser:
    """The parser of the options; everything from the first word that is no option on is the command."""
    command_line = Parser(
        prog="jmx launch",
        usage="jmx launch -n N [OPTIONS] COMMAND...",
        description="Start the workers of one job. Options of the launcher come first; the rest is the command.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command_line.add_argument
    add("-n", "--num-workers", type=_workers, required=True, metavar="N", help="how many workers (processes) to start")
    add("-s", "--num-servers", type=int, metavar="N", help="accepted and passed on; there are no servers to start")
    add("-H", "--hostfile", metavar="FILE", help="the machines, one a line: `host`, `host:sshport` or `host slots=4` "
        "(# begins a comment)")  # fmt: skip
    add("--launcher", choices=(*LAUNCHERS, *_REPLACED), metavar="|".join(LAUNCHERS),
        help="how they are started; default: ssh with -H, otherwise local")  # fmt: skip
    add("--sync-dst-dir", metavar="DIR", help="ssh: copy the current folder to DIR on every machine (rsync) and run there")
    add("-p", "--port", type=_port, help="port on which worker 0 waits for the others; default: a free one")
    add("--host-ip", metavar="ADDRESS", help="address of the machine of worker 0 for the others; default: its name in FILE")
    add("--env", action="append", default=[], metavar="NAME[=VALUE]",
        help="a variable for all workers, with the value that it has here or VALUE (NAME:VALUE is the same)")  # fmt: skip
    add("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="the same")
    add("--env-server", action="append", default=[], metavar="NAME:VALUE", help="accepted; there are no servers")
    add("--p3", action="store_true", help="set DMLC_PS_VAN_TYPE=p3, as MXNet's launcher does")
    add("--tag-output", action="store_true", help="begin every line of output with the number of its worker: [0] ...")
    add("--grace", type=_seconds, default=30.0, metavar="SECONDS",
        help="after a worker failed, how long the others have to end by themselves; default: 30")  # fmt: skip
    add("--max-restarts", type=_whole, default=0, metavar="N",
        help="how often to begin the job again after a worker failed; the program goes on from its last checkpoint")  # fmt: skip
    add("--min-ranks", type=_workers, metavar="N",
        help="ssh: begin it again without the machines that do not answer any more, with at least N workers")  # fmt: skip
    add("--dry-run", action="store_true", help="print what would run on which machine, with its variables, and start no worker")
    add("-N", "--num-nodes", type=_workers, metavar="N", help="slurm: on how many nodes")
    add("--launcher-args", default="", metavar="'OPTIONS'", help="further options for ssh, mpirun or srun")
    add("command", nargs=argparse.REMAINDER, metavar="COMMAND",
        help="the program and its arguments, or one quoted line for the shell")  # fmt: skip
    return command_line


def parse(argv):
    """Return the options for `argv`. SystemExit on a wrong line, LaunchError where a value makes no sense."""
    command_line = parser()
    options = command_line.parse_args(argv)
    if options.command[:1] == ["--"]:
        del options.command[0]
    if not options.command or not any(word.strip() for word in options.command):
        command_line.error("the command is missing, such as: python train.py")
    if options.launcher in _REPLACED:
        raise LaunchError(f"--launcher {options.launcher} is not supported: {_REPLACED[options.launcher]}")
    if options.launcher is None:
        options.launcher = "ssh" if options.hostfile else "local"
    if options.num_servers is None:
        options.num_servers = options.num_workers
    if options.num_servers < 0:
        command_line.error(f"argument -s/--num-servers: {options.num_servers} is less than 0")
    if options.hostfile and options.launcher in ("local", "slurm"):
        whose = "starts all workers on this machine" if options.launcher == "local" else "gets its machines from Slurm"
        raise LaunchError(f"--launcher {options.launcher} {whose}: leave -H out, or use --launcher ssh")
    if options.launcher == "ssh" and not options.hostfile:
        raise LaunchError("--launcher ssh needs the machines: -H FILE with one host a line (or use --launcher local)")
    for name, only in (("sync_dst_dir", "ssh"), ("num_nodes", "slurm"), ("min_ranks", "ssh")):
        if getattr(options, name) is not None and options.launcher != only:
            raise LaunchError(f"--{name.replace('_', '-')} is for --launcher {only}, not {options.launcher}")
    try:
        options.launcher_args = shlex.split(options.launcher_args)
    except ValueError as error:
        raise LaunchError(f"--launcher-args {options.launcher_args!r}: {error}") from None
    if options.launcher_args and options.launcher == "local":
        raise LaunchError("--launcher-args: the local launcher has no program to give options to; use --env for variables")
    if options.min_ranks is not None and not options.max_restarts:
        raise LaunchError("--min-ranks is for jobs that are begun again: give --max-restarts")
    if options.min_ranks is not None and options.min_ranks > options.num_workers:
        raise LaunchError(f"--min-ranks {options.min_ranks} is more than -n {options.num_workers}")
    #: names of machines that take no workers any more
    options.without = frozenset()
    return options


def assignments(texts, environment) -> dict[Any, Any]:
    """Variables from options: `NAME` takes its value from `environment` and is skipped where it has none there."""
    values = {}
    for text in texts:
        match = _ASSIGNMENT.fullmatch(text)
        if match is None:
            raise LaunchError(f"--env {text!r}: expected NAME, NAME=VALUE or NAME:VALUE")
        name, value = match.groups()
        value = environment.get(name) if value is None else value
        if value is not None:
            values[name] = value
    return values


def split_command(words) -> tuple[dict[Any, Any], list[str]]:
    """Return the variables that stand in front of the command, as in a shell (`NAME=value python ...`), and the rest."""
    count = next((i for i, word in enumerate(words[:-1]) if not _PREFIX.match(word)), len(words) - 1)
    return dict(word.split("=", 1) for word in words[:count]), list(words[count:])


def is_shell_line(words) -> bool:
    """Whether the command is one string for a shell, rather than a program with its arguments."""
    return len(words) == 1 and re.search(r"[\s;&|<>$`()*?]", words[0]) is not None
