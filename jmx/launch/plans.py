"""What each launcher starts: one process for each worker, or one `mpirun` or `srun` for all of them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from dataclasses import dataclass, field

from ..cluster.wire import is_here
from . import hosts, variables
from .options import LaunchError, assignments, is_shell_line, split_command

#: variables in which queueing systems say that mpirun will use their machines, of which this is the first
_SCHEDULERS = ("SLURM_JOB_ID", "PBS_NODEFILE", "LSB_JOBID", "PE_HOSTFILE", "COBALT_JOBID")


@dataclass
class Process:
    """A process to start and watch.

    `command` and `environment` are what it is started with, `name` what messages call it, `tag` what begins its lines
    of output where they are tagged. `said`: what it reads first from its standard input. `by_input`: it is ended by closing its
    standard input (ssh), not by a signal; `ended_by`: the signal that ends it and its workers, whichever the launcher got (srun
    takes SIGINT for a question). `preparation`: commands that come first.

    For `--dry-run`: `runs` is what each of its workers is, as words, `told` the variables that it gets besides what it inherits,
    and `folder` where it runs, where that is another machine's.
    """

    command: list
    environment: dict
    name: str
    tag: bytes = b""
    said: bytes = b""
    by_input: bool = False
    ended_by: int | None = None
    preparation: list = field(default_factory=list)
    runs: list = field(default_factory=list)
    told: dict = field(default_factory=dict)
    folder: str = ""


def plan(options, environment) -> list[Process]:
    """Return the processes that start the job that `options` (of `options.parse`) describe, from this `environment`."""
    own, words = split_command(options.command)
    p3 = {"DMLC_PS_VAN_TYPE": "p3", "DMLC_PS_WATER_MARK": "10"} if options.p3 else {}
    own = {**p3, **assignments([*options.env, *options.env_worker], environment), **own}
    return {"local": _local, "ssh": _ssh, "mpi": _mpi, "slurm": _slurm}[options.launcher](options, environment, own, words)


def _executable(program, environment):
    """The path of `program`, or LaunchError with a shell's exit status for it."""
    path = shutil.which(program, path=environment.get("PATH", os.defpath))
    if path is not None:
        return path
    if os.path.isdir(program) or not os.path.exists(program):
        raise LaunchError(f"{program}: command not found", 127)
    if os.path.dirname(program):
        remedy = f"python {program}" if program.endswith(".py") else f"chmod +x {program}"
        raise LaunchError(f"{program} is not executable; write: {remedy}", 126)
    remedy = f"python {program}" if program.endswith(".py") else f"./{program}"
    raise LaunchError(f"{program}: command not found, but there is such a file here; write: {remedy}", 127)


def _bash(words):
    """The command's words, with a line for the shell given to bash."""
    return ["bash", "-c", words[0]] if is_shell_line(words) else words


def _local(options, environment, own, words):
    host = options.host_ip or "127.0.0.1"
    secret = variables.secret_of_job(environment, own)
    shared = variables.here(environment, own)
    if is_shell_line(words):  # bash where there is one, as MXNet's launcher has it
        command = [shutil.which("bash", path=shared["PATH"]) or "/bin/sh", "-c", words[0]]
    else:
        command = [_executable(words[0], shared), *words[1:]]
    shared |= variables.of_job(options, host, hosts.free_port(host, options.port)) | secret
    count = options.num_workers
    started = []
    for rank in range(count):
        given = {**shared, **variables.of_worker(rank, rank, count)}
        told = variables.beyond(given, environment)
        started.append(Process(command, given, f"worker {rank}", b"[%d] " % rank, runs=words, told=told))
    return started


def _address_of_worker_0(options, first, several):
    """Address and port of worker 0, whose machine is `first`."""
    name = options.host_ip or first.name
    if several and options.host_ip is None and first.is_loopback:
        raise LaunchError(f"worker 0 runs on {first.name!r}, which the other machines cannot reach by that name: "
                          "write its real name into the host file, or give --host-ip")  # fmt: skip
    return name, hosts.free_port("", options.port) if is_here(first.name) else hosts.far_port(options.port)


# What runs on the other machine, in any POSIX shell. Its standard input is a pipe, through which the secret of the job comes,
# since every user of that machine can read command lines. Nothing else is written to it. When it ends, because the launcher
# closed it, died or was cut off, the program and all it started are told to end, and after the grace are killed. `setsid`
# gives the program a process group of its own.
_REMOTE = """\
cd {folder} || {{ echo "jmx launch: no folder {shown} on $(hostname); --sync-dst-dir copies this one" >&2; exit 2; }}
{exports}
{read_secret}
exec 3<&0
if command -v setsid >/dev/null 2>&1; then setsid {command} </dev/null 3<&- & group=-
else {command} </dev/null 3<&- & group=
fi
job=$!
{{
  while read -r _; do :; done <&3
  kill -TERM $group$job; left={grace}
  while [ $left -gt 0 ] && kill -0 $group$job; do sleep 1; left=$((left - 1)); done
  kill -KILL $group$job
}} >/dev/null 2>&1 &
guard=$!
wait $job; status=$?
kill $guard 2>/dev/null; wait $guard 2>/dev/null
exit $status"""


_READ_SECRET = "IFS= read -r JMX_JOB_SECRET; export JMX_JOB_SECRET"


def _ssh(options, environment, own, words):
    ssh = _executable("ssh", environment)
    usable = [machine for machine in hosts.read(options.hostfile) if machine.name not in options.without]
    places = hosts.place(usable, options.num_workers)
    machines = list(dict.fromkeys(places))
    host, port = _address_of_worker_0(options, places[0], len({place.name for place in places}) > 1)
    secret = variables.secret_of_job(environment, own).get("JMX_JOB_SECRET")
    here = os.getcwd()
    folder = options.sync_dst_dir or here
    # Older releases of rsync give it to a shell.
    if options.sync_dst_dir and re.search(r"""[$`"'\\;&|<>()\x00-\x1f]""", folder):
        raise LaunchError(f"--sync-dst-dir {folder!r}: use a folder without characters that mean something to a shell")
    shared = variables.elsewhere(environment, own, variables.of_job(options, host, port))
    if is_shell_line(words):
        command = f'"$(command -v bash || command -v sh)" -c {shlex.quote(words[0])}'
    else:
        command = shlex.join(words)
    started = []
    for rank, (place, local) in enumerate(zip(places, hosts.local_ranks(places))):
        exported = {**shared, **variables.of_worker(rank, *local), "DMLC_NODE_HOST": place.name}
        exports = [f"export {name}={shlex.quote(value)}" for name, value in exported.items()]
        scripts = variables.scripts_of_environment()
        if scripts and "PATH" not in own:
            exports.append(f'export PATH={shlex.quote(scripts)}:"$PATH"')
        script = _REMOTE.format(folder=shlex.quote(folder), shown=re.sub(r'[$`"\\]', "?", folder), exports="\n".join(exports),
                                read_secret=_READ_SECRET if secret else "", command=command,
                                grace=max(1, round(options.grace)))  # fmt: skip
        line = [*ssh_command(place, options, ssh), "--", place.login, f"exec sh -c {shlex.quote(script)}"]
        started.append(Process(line, dict(environment), f"worker {rank} on {place.name}", b"[%d] " % rank,
                               f"{secret}\n".encode() if secret else b"", by_input=True, runs=words,
                               told=exported | ({"JMX_JOB_SECRET": secret} if secret else {}), folder=folder))  # fmt: skip
    if options.sync_dst_dir:
        rsync = _executable("rsync", environment)
        for machine in machines:
            transport = shlex.join(ssh_command(machine, options))
            name = f"[{machine.name}]" if ":" in machine.name else machine.name
            target = f"{machine.user}@{name}" if machine.user else name
            started[0].preparation.append([rsync, "-az", f"--rsh={transport}", here + "/", f"{target}:{folder}/"])
    return started


def ssh_command(host, options, ssh="ssh") -> list[str]:
    """The words of ssh to a machine, without the machine and what runs there."""
    port = ["-p", str(host.port)] if host.port else []
    # Nobody can answer questions of several ssh at a time; a key that has changed is refused, a new one is taken.
    return [ssh, "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=accept-new", *port, *options.launcher_args]


# mpirun tells every process its rank in variables of its own; the launcher's are made of them.
_UNDER_MPI = (
    "JMX_PROCESS_ID=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-$PMIX_RANK}} "
    "JMX_LOCAL_PROCESS_ID=${OMPI_COMM_WORLD_LOCAL_RANK:-${MPI_LOCALRANKID:-0}} "
    "JMX_LOCAL_PROCESSES=${OMPI_COMM_WORLD_LOCAL_SIZE:-${MPI_LOCALNRANKS:-1}}; "
    "export JMX_PROCESS_ID JMX_LOCAL_PROCESS_ID JMX_LOCAL_PROCESSES; "
    'export DMLC_WORKER_ID="$JMX_PROCESS_ID" DMLC_TASK_ID="$JMX_PROCESS_ID"; exec "$@"'
)


def _mpi(options, environment, own, words):
    mpirun = _executable("mpirun", environment)
    try:
        done = subprocess.run([mpirun, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        raise LaunchError(f"{mpirun} --version gave no answer within 60 s") from None
    version = done.stdout + done.stderr
    open_mpi = re.search(r"open.?mpi|open-rte|prrte", version, re.IGNORECASE) is not None
    if not open_mpi and not re.search(r"hydra|mpich|intel\(r\) mpi|mvapich", version, re.IGNORECASE):
        first = (version.strip().splitlines() or ["nothing"])[0]
        raise LaunchError(f"{mpirun} is neither of Open MPI nor of MPICH (it says: {first}): use --launcher ssh or slurm")
    if options.hostfile:
        machines = hosts.read(options.hostfile)
        if open_mpi:
            hosts.place(machines, options.num_workers)  # for its message: mpirun's own is a page long
        host, port = _address_of_worker_0(options, machines[0], len({machine.name for machine in machines}) > 1)
        mpi_options = ["--hostfile" if open_mpi else "-f", options.hostfile]
    else:
        away = any(name in environment for name in _SCHEDULERS)
        host = options.host_ip or (socket.gethostname() if away else "127.0.0.1")
        port, mpi_options = hosts.free_port("" if away else "127.0.0.1", options.port), []
    secret = variables.secret_of_job(environment, own)
    exported = variables.elsewhere(environment, own, variables.of_job(options, host, port))
    # By its name alone: Open MPI then takes the value from mpirun's environment. MPICH passes all of that on.
    by_name = [word for name in secret for word in ("-x", name)]
    if open_mpi:  # which would bind each of two processes to one core, leaving XLA a single thread
        mpi_options += ["--bind-to", "none", *(word for name, value in exported.items() for word in ("-x", f"{name}={value}"))]
        mpi_options += by_name
    else:
        mpi_options += [word for name, value in exported.items() for word in ("-genv", name, value)]
    program = ["sh", "-c", _UNDER_MPI, "sh", *_bash(words)]
    line = [mpirun, "-n", str(options.num_workers), *mpi_options, *options.launcher_args, *program]
    given = variables.here(environment, exported | secret)
    return [Process(line, given, "mpirun", ended_by=signal.SIGTERM, runs=words, told=exported | secret)]


def _slurm(options, environment, own, words):
    srun = _executable("srun", environment)
    line = [srun, "-n", str(options.num_workers)]
    if options.num_nodes is not None:
        line += ["-N", str(options.num_nodes)]
    if "SLURM_CPUS_PER_TASK" in environment:  # srun does not take it over from the job since Slurm 22.05
        line.append(f"--cpus-per-task={environment['SLURM_CPUS_PER_TASK']}")
    secret = variables.secret_of_job(environment, own)
    exported = variables.here(environment, own) | secret
    if options.host_ip:
        exported["JMX_COORDINATOR"] = f"{options.host_ip}:{hosts.far_port(options.port)}"
    elif options.port:
        raise LaunchError("--launcher slurm: give --host-ip with -p, the address of the first node of the step; "
                          "without both, the workers work out address and port from Slurm's variables")  # fmt: skip
    line += ["--export=ALL", *(["--label"] if options.tag_output else []), *options.launcher_args, *_bash(words)]
    told = variables.beyond(exported, environment)
    return [Process(line, exported, "srun", ended_by=signal.SIGTERM, runs=words, told=told)]
