"""How a process joins its job: the coordinator first, then `jax.distributed`, before JAX has any device."""

from __future__ import annotations

import atexit
import functools
import os
import pathlib
import subprocess
import sys
import threading
import time

from .. import config
from ..base import MXNetError
from ..config import jax_internals
from ..config.system import machine, processes
from . import coordinator, secret, wire
from .environment import place, role
from .rank import Rank, connect, connect_to_service, set_current
from .relay import Relay

__all__ = ["join", "run_server_role"]

_failure = None


def join(jax) -> None:
    """Make this process a rank of the job that its environment names, if there is one.

    Raises
    ------
    MXNetError
        The job did not come together; the same again at every later call.
    """
    global _failure
    if _failure is not None:
        raise MXNetError(_failure)
    try:
        where = place()
        if where is not None:
            _join(jax, where)
    except MXNetError as error:
        _failure = str(error)
        raise


def _join(jax, where):
    state = jax_internals.distributed_state()
    if jax_internals.backends_started() and state is not None and state.client is None:
        raise MXNetError(
            f"This process is one of {where.size}, and JAX was started before jmx could join it to the others. Use jmx before "
            "the first array of JAX, or set JMX_CLUSTER=0."
        )
    start_timeout = config.get("JMX_START_TIMEOUT")
    began = time.monotonic()
    key = secret.key(where.host)
    if where.rank == 0 and not (where.scheduled and not wire.is_here(where.host)):
        # Where something listens on the port already (a scheduler, another rank 0), connecting tells what it is.
        _start_coordinator(where, key)
    silence, hello = config.get("JMX_HEARTBEAT_TIMEOUT"), secret.own_hello(where)
    connection, messages = connect(where, key, start_timeout, silence, hello)
    rank = Rank(connection, where, config.get("JMX_TIMEOUT"), *messages)
    if rank.overlaps:
        config.compute_beside_sums(jax)
    atexit.register(_leave, rank)
    to_service = functools.partial(connect_to_service, where, key, silence, {**hello, "rank": rank.number})
    _start_jax(jax, rank, to_service, max(10, round(start_timeout - (time.monotonic() - began))))
    set_current(rank)
    config.export_member_pid()


def _start_coordinator(where, key):
    """Start the coordinator in a process that outlives this one, and wait until it listens or finds that it cannot."""
    folder = str(pathlib.Path(__file__).resolve().parent.parent.parent)
    code = f"import sys; sys.path.insert(0, {folder!r}); from jmx.cluster.coordinator import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, where.host, str(where.port), str(where.size)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **processes.of_its_own_group(),
        env=config.environment_of_lone_process(),
    )  # fmt: skip
    assert process.stdout is not None and process.stdin is not None
    try:
        process.stdin.write(key.hex().encode() + b"\n")
        process.stdin.close()
    except OSError:
        pass  # it has ended, and says nothing
    line = processes.first_line(process.stdout, 60)
    if not line:
        process.kill()
        process.wait()
    process.stdout.close()
    if not line:
        raise MXNetError("The coordinator of the job did not start: its Python said nothing.")
    # nobody waits for it: it ends after this process
    threading.Thread(target=process.wait, daemon=True, name="jmx-coordinator-end").start()


def _start_jax(jax, rank, to_service, timeout):
    """What `jax.distributed.initialize` does, with a client that lets a process end when it likes.

    The coordinator notices failures. Where this JAX lacks what that takes, `jax.distributed.initialize` itself is called.
    """
    state = jax_internals.distributed_state()
    if state is not None and state.client is not None:
        if (state.process_id, state.num_processes) != (rank.number, rank.size):
            raise rank.error(
                f"jax.distributed was initialized before, as process {state.process_id} of {state.num_processes}. Leave that to "
                "jmx, or set JMX_CLUSTER=0"
            )
        return  # the program has done it
    library = jax_internals.runtime_library()
    gpus = _own_gpus(rank.place)
    if state is None and rank.service.startswith("unix:"):
        # the coordinator has started a service without JAX, and only this process sees that JAX cannot be told of it
        raise rank.error(
            f"JAX {jax.__version__} has no place that jmx knows for its part in a job. Use a release from {jax_internals.OLDEST} "
            f"up to but not including {jax_internals.UNTESTED}"
        )
    if library is None or state is None or not rank.service.startswith("unix:"):
        _initialize_jax(jax, rank, gpus, timeout)
        return
    relay = Relay(to_service)
    try:
        _connect_jax(jax, rank, library, state, relay.address, gpus, timeout)
    finally:
        relay.close()  # JAX's client keeps its one connection


def _connect_jax(jax, rank, library, state, address, gpus, timeout):
    """Make JAX one process of the job whose service is at `address`."""
    client = library.get_distributed_runtime_client(
        address, rank.number, init_timeout=timeout, heartbeat_timeout=10**7, shutdown_timeout=5, shutdown_on_destruction=False,
        use_compression=True,
    )  # fmt: skip
    _unless_failed(rank, client.connect)
    state.client, state.process_id, state.num_processes = client, rank.number, rank.size
    state.coordinator_address = address
    if gpus is not None:
        for name in ("jax_cuda_visible_devices", "jax_rocm_visible_devices"):
            jax.config.update(name, ",".join(map(str, gpus)))
    make_cpu_backend = jax_internals.cpu_client_with_gloo(client, rank.own_host)
    if make_cpu_backend is not None:
        # By itself gloo listens at the address that the machine's name stands for, which is 127.0.1.1 on some.
        jax_internals.set_cpu_client(make_cpu_backend)
    _unless_failed(rank, jax.devices)  # here the processes tell each other of their devices


def _initialize_jax(jax, rank, gpus, timeout):
    """Have JAX itself start its service, which asks nobody who they are: on rank 0, in a job on one machine for it alone."""
    host = rank.place.host
    address = wire.address(host, int(rank.service.removeprefix("tcp:")))
    config.bypass_proxy(host)
    options = {"local_device_ids": gpus, "initialization_timeout": timeout}
    if wire.is_loopback(host):
        options["coordinator_bind_address"] = address
    _unless_failed(rank, functools.partial(jax.distributed.initialize, address, rank.size, rank.number, **options))
    _unless_failed(rank, jax.devices)


def _unless_failed(rank, function):
    """Call a function that waits for the other processes, for as long as none of them is lost."""
    errors = []

    def run():
        try:
            function()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="jmx-join", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.5)
        if thread.is_alive() and rank.failure is not None:
            rank.watch(lambda: False)  # the thread stays where it is
            raise rank.error()
    if errors:
        rank.wait_for_failure(2)
        raise rank.error(f"jax.distributed did not start: {errors[0]}") from None


def _own_gpus(where):
    """The numbers of the GPUs that this process shall use, or None for all that it can see."""
    text = config.get("JMX_LOCAL_DEVICES")
    if text:
        if text == "all":
            return None
        try:
            return [int(number) for number in text.split(",")]
        except ValueError:
            raise MXNetError(f"JMX_LOCAL_DEVICES={text!r}: expected numbers such as 0,1 or the word all") from None
    if not where.local_size or where.local_size < 2 or where.local_rank is None or config.get("SLURM_GPUS_PER_TASK"):
        return None
    count = _visible_gpus()
    if count < 2 or count % where.local_size:
        return None
    share = count // where.local_size
    return list(range(where.local_rank * share, (where.local_rank + 1) * share))


def _visible_gpus():
    text = config.get("CUDA_VISIBLE_DEVICES")
    if text is not None:
        return len([number for number in text.split(",") if number.strip()])
    return len(machine.nvidia_devices())


def _leave(rank):
    """At the end of the program: say so, and do not wait for a reduction that another rank will never answer."""
    error = getattr(sys, "last_value", None)
    rank.leave(f"{type(error).__name__}: {error}" if error is not None else "")
    if rank.failure is not None and rank.is_reducing():
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass
        os._exit(1)


@functools.cache
def run_server_role() -> None:
    """End a process that is MXNet's server, and be the coordinator in one that is its scheduler.

    MXNet runs the user's program in these roles as well, and takes it over when it is imported.
    """
    if not config.get("JMX_CLUSTER") or config.is_a_members_child():
        return
    own_role = role()
    if own_role == "scheduler" and config.get("DMLC_NUM_WORKER") > 1:
        _schedule()
    if own_role in ("server", "scheduler"):
        sys.stdout.flush()
        os._exit(0)


def _schedule():
    host, port = config.get("DMLC_PS_ROOT_URI"), config.get("DMLC_PS_ROOT_PORT")
    if not host or not port:
        raise MXNetError("A scheduler needs DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT, the address that all processes know.")
    key = secret.key(host)
    try:
        listener = coordinator.listen(host, port)
    except OSError as error:
        # Perhaps rank 0 was first, which does this as well where it knows its number; if it is something else, workers find out.
        return print(f"jmx: the scheduler leaves port {port} to what listens there already ({error.strerror})", file=sys.stderr)
    coordinator.serve(listener, config.get("DMLC_NUM_WORKER"), key)
