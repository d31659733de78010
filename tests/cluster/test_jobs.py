"""Jobs of real processes: stores, training, and what happens when a rank fails."""

import json
import os
import re
import signal
import time

import jax
import pytest

from jmx import MXNetError
from jmx.core.spmd import collectives

from .jobs import HERE, finish, free_port, job, start

CODE = """
import os, signal, sys, time
import jmx as mx
store = mx.kv.create("dist_sync")
store.init("w", mx.nd.zeros((50, 3)))
print("began", flush=True)
out = mx.nd.zeros((50, 3))
for step in range({steps}):
    {each}
    store.pushpull("w", mx.nd.ones((50, 3)), out=out)
{last}
"""


def program(each="pass", steps=6, last=""):
    return ["-c", CODE.format(each=each, steps=steps, last=last)]


@pytest.mark.parametrize("size", [2, 4])
def test_store(size):
    for rank, (code, text) in enumerate(job(size, [HERE / "store_checks.py"])):
        assert code == 0 and f"rank {rank} of {size}: all as expected" in text, text
        assert "Gloo" not in text


def test_training_goes_on_from_a_checkpoint(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    for size, folder, steps in ((1, whole, 20), (2, parts, 13), (2, parts, 20)):
        for code, text in job(size, [HERE / "resumable.py", folder, steps]):
            assert code == 0, text
    assert "begins at step 10" in text
    resumed, expected = (
        dict(json.loads(line) for line in (folder / "losses").read_text().splitlines()) for folder in (parts, whole)
    )
    assert sorted(resumed) == sorted(expected) == list(range(20))
    assert all(abs(resumed[step] - expected[step]) < 1e-5 for step in expected)
    assert expected[19] < expected[0] - 0.05


@pytest.mark.parametrize("victim", [0, 2])
@pytest.mark.not_on_windows("processes end without a signal")
def test_a_killed_worker_is_named(victim):
    each = f"if store.rank == {victim} and step == 3: os.kill(os.getpid(), signal.SIGKILL)"
    began = time.monotonic()
    results = job(3, program(each))
    assert time.monotonic() - began < 60
    for rank, (code, text) in enumerate(results):
        if rank == victim:
            assert code == -9
        else:
            assert code == 1 and re.search(rf"MXNetError: rank {rank} of 3: rank {victim} \(.*, process \d+\) has ended", text), (
                text
            )


@pytest.mark.parametrize("each, message, codes", [
    # fewer batches
    ("if store.rank == 1 and step == 4: break",
     "rank 1 .* has come to the end of its program, while rank 0 came to pushpull of key w", (1, 0)),
    # an error of the program's own
    ("assert store.rank == 0 or step < 2, 'broken here'", "rank 1 .* has ended with AssertionError: broken here", (1, 1)),
    # another order of calls
    ("if store.rank == 1 and step == 2: store._barrier()",
     "do not do the same: rank 0 at pushpull of key w .*; rank 1 at a barrier", (1, 1)),
    # another shape
    ("if store.rank == 1 and step == 2: store.init('x', mx.nd.zeros(2))",
     "do not do the same: .* init of key x of shape .2.", (1, 1)),
    # late
    ("if store.rank == 1 and step == 3: time.sleep(5)",
     "rank 1 .* did not come to pushpull of key w .* within 1 s, where rank 0 waited", (1, 1)),
])  # fmt: skip
def test_a_rank_that_fails_the_others(each, message, codes):
    variables = {"JMX_TIMEOUT": 1} if "sleep" in each else {}
    results = job(2, program(each), **variables)
    if os.name == "posix":  # on Windows JAX's service ends with rank 0, and JAX ends the others
        assert tuple(code for code, _ in results) == codes, results
    assert results[0][0] == codes[0] and re.search(f"MXNetError: rank 0 of 2: .*{message}", results[0][1]), results[0][1]


@pytest.mark.not_on_windows("JAX ends the ranks that are left after an error")
def test_after_an_error_a_program_can_go_on_alone():
    each = "if store.rank == 1 and step == 3: os._exit(3)"
    last = "print('saved', out.asnumpy().sum(), (mx.nd.ones(3) + 1).asnumpy().sum())"
    text = CODE.format(each=each, steps=6, last=last)
    text = text.replace("    store.pushpull", "    try: store.pushpull").replace(
        "out=out)", "out=out)\n    except mx.MXNetError as e: print('caught', e); break"
    )
    (code, text), (other, _) = job(2, ["-c", text])
    assert other == 3 and code == 0 and "caught rank 0 of 2: rank 1" in text and "saved 300.0 6.0" in text, text


def test_a_scheduler_gives_out_ranks():
    port = free_port()
    common = {"DMLC_NUM_WORKER": 2, "DMLC_NUM_SERVER": 1, "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": port}
    code = ["-c", "import mxnet as mx; kv = mx.kv.create('dist_sync'); print('rank', kv.rank, 'of', kv.num_workers)"]
    began = time.monotonic()
    ((status, text),) = finish([start(code, DMLC_ROLE="server", **common)])
    assert (status, text) == (0, "") and time.monotonic() - began < 20
    scheduler, *workers = finish([start(code, DMLC_ROLE=role, **common) for role in ("scheduler", "worker", "worker")])
    assert scheduler == (0, "")
    assert sorted(workers) == [(0, "rank 0 of 2\n"), (0, "rank 1 of 2\n")]


def test_wrong_addresses():
    code = program()
    ((status, text),) = finish(
        [start(code, JMX_COORDINATOR="127.0.0.1:1", JMX_NUM_PROCESSES=2, JMX_PROCESS_ID=1, JMX_START_TIMEOUT=1)]
    )
    assert status == 1 and "No answer from 127.0.0.1:1 within 1 s" in text and "rank 0, which starts the coordinator" in text
    address = f"127.0.0.1:{free_port()}"
    both = [start(code, JMX_COORDINATOR=address, JMX_NUM_PROCESSES=2, JMX_PROCESS_ID=0, JMX_START_TIMEOUT=8) for _ in range(2)]
    texts = [text for status, text in finish(both) if status == 1]
    assert len(texts) == 2 and all("two processes say that they are rank 0: rank 0 (" in text for text in texts), texts
    assert sorted("rank 1 did not join within 8 s" in text for text in texts) == [False, True], texts


def test_processes_that_a_rank_starts_work_alone():
    child = "import jmx as mx; print('child', mx.kv.create('dist_sync').num_workers, mx.nd.ones(2).sum().asscalar(), flush=True)"
    parent = f"""
import subprocess, sys, jmx as mx
kv = mx.kv.create("dist_sync")
subprocess.run([sys.executable, "-c", {child!r}], check=True)
kv._barrier()
"""
    for status, text in job(2, ["-c", parent]):
        assert status == 0 and "child 1 2.0" in text, text


@pytest.mark.not_on_windows("no forks")
def test_a_forked_child_is_no_rank():
    program = """
import os
import jmx as mx
kv = mx.kv.create("dist_sync")
a = mx.nd.arange(3)
a.wait_to_read()
child = os.fork()
if child == 0:
    try:
        kv._barrier()
    except mx.MXNetError as error:
        print((a + 1).asnumpy(), mx.kv.create("dist_sync").num_workers, error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
kv._barrier()
"""
    for status, text in job(2, ["-c", program]):
        assert status == 0 and "[1. 2. 3.] 1 A forked process is no rank of its parent's job" in text, text


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks for the coordinator in /proc")
def test_without_a_coordinator_all_ranks_raise(tmp_path):
    find = "int(open(f'/proc/{os.getpid()}/task/{os.getpid()}/children').read().split()[0])"
    results = job(2, program(f"if store.rank == 0 and step == 3: os.kill({find}, signal.SIGKILL)", steps=10**6), TMPDIR=tmp_path)
    for rank, (code, text) in enumerate(results):
        assert code == 1 and f"MXNetError: rank {rank} of 2: lost the coordinator of the job at 127.0.0.1:" in text, text


#: prints the addresses that this process, and with `children` those that it has started, listen at
LISTENING = """
import os
def listening(children):
    pids = [os.getpid()]
    if children:
        pids += map(int, open(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read().split())
    inodes = set()
    for pid in pids:
        for name in os.listdir(f"/proc/{pid}/fd"):
            try:
                inodes.add(os.readlink(f"/proc/{pid}/fd/{name}"))
            except OSError:
                pass
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/net/{table}").readlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                host, port = words[1].split(":")
                print("listens", host, int(port, 16), flush=True)
"""

FOREIGN = """
import sys
from jmx.config.jax_internals import runtime_library
client = runtime_library().get_distributed_runtime_client(
    sys.argv[1], 1, init_timeout=2, heartbeat_timeout=10**7, shutdown_on_destruction=False)
client.connect()
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="looks at sockets in /proc")
def test_a_job_on_one_machine_is_open_to_nobody_else(tmp_path):
    """It listens on 127.0.0.1 alone, and there a foreign client of JAX that says it is process 1 ends nothing."""
    go = tmp_path / "go"
    wait = f"[time.sleep(0.02) for _ in range(3000) if not os.path.exists({str(go)!r})]"
    each = f"if step == 3: listening(store.rank == 0); print('looked', flush=True); {wait}"
    code = LISTENING + CODE.format(each=each, steps=6, last="print('sum', out.asnumpy().sum())")
    common = {"JMX_COORDINATOR": f"127.0.0.1:{free_port()}", "JMX_NUM_PROCESSES": 2}
    processes = [start(["-c", code], JMX_PROCESS_ID=rank, **common) for rank in range(2)]
    places = []
    for process in processes:
        for line in iter(process.stdout.readline, ""):
            if line.startswith("looked"):
                break
            if line.startswith("listens"):
                places.append(line.split()[1:])
    assert len(places) == 3 and {host for host, _ in places} == {"0100007F"}  # the coordinator, and gloo in each rank
    finish([start(["-c", FOREIGN, f"127.0.0.1:{port}"]) for _, port in places])
    go.touch()
    assert finish(processes) == [(0, "sum 300.0\n")] * 2


@pytest.mark.not_on_windows("no forks")
def test_a_rank_whose_child_lives_on_is_missed():
    each = """if store.rank == 1 and step == 3:
        child = os.fork()
        if child == 0:
            os.close(1)
            os.close(2)
            time.sleep(60)
            os._exit(0)
        print("child", child, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)"""
    began = time.monotonic()
    (code, text), (killed, said) = job(2, ["-W", "ignore", *program(each)])
    took = time.monotonic() - began
    os.kill(int(said.split("child ")[1].split()[0]), signal.SIGKILL)
    assert code == 1 and "rank 1 (" in text and "has ended before it left the job" in text and killed == -9
    assert took < 40


def test_clocks_may_be_off_by_hours():
    """Time is measured by each rank for itself: what is late, lost and over does not depend on what day it is."""
    code = """
import os, time
off = 5 * 3600 * (-1) ** int(os.environ["JMX_PROCESS_ID"])
seconds, nanoseconds = time.time, time.time_ns
time.time, time.time_ns = lambda: seconds() + off, lambda: nanoseconds() + off * 10**9
import jmx as mx
store = mx.kv.create("dist_sync")
store.init("w", mx.nd.zeros(3))
for step in range(3):
    out = mx.nd.zeros(3)
    store.pushpull("w", mx.nd.full(3, store.rank + 1), out=out)
    store._barrier()
    time.sleep(0.5)
print("sum", out.asnumpy().tolist())
"""
    for status, text in job(2, ["-c", code], JMX_TIMEOUT=20, JMX_HEARTBEAT_TIMEOUT=5, JMX_START_TIMEOUT=40):
        assert status == 0 and "sum [3.0, 3.0, 3.0]" in text, text


def test_no_sum_begins_when_the_job_has_failed():
    """Between the call that all ranks are told of and the sum, when nothing would end it."""

    class Failed:
        failure, overlaps, watched = "rank 1 is lost", False, []

        def watch(self, *how):
            self.watched.append(how)

        def error(self):
            return MXNetError(self.failure)

    device = jax.devices("cpu")[0]
    with pytest.raises(MXNetError, match="rank 1 is lost"):
        collectives.finished(Failed(), lambda: pytest.fail("a sum has begun"), device, "a group")
    assert Failed.watched[-1] == (None,)
