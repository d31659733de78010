"""Sentences of docs/cluster.md that no other test looks at; `test_promises` says which test looks at which."""

import json
import os
import re
import socket
import threading
import time

import pytest

import jmx as mx
from jmx import config
from jmx.base import MXNetError
from jmx.cluster import coordinator, rank, secret, wire
from jmx.cluster.environment import Place
from jmx.config import compile_cache, processes
from jmx.config.system import machine
from jmx.core.run import backward_segments
from jmx.core.spmd import collectives
from jmx.launch import restarts, supervise
from jmx.legacy.horovod import mxnet as hvd

from .fakes import KEY, join, served
from .jobs import HERE, ROOT, finish, job, start

PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")


def elsewhere(host):
    return Place(1, 2, host, 9091, None, None, "JMX")


def a_rank(host):
    """A rank whose coordinator is at `host`, and says nothing."""
    ours, theirs = socket.socketpair()
    connection = wire.Connection.__new__(wire.Connection)
    connection.link, connection.limit, connection._rest = ours, wire.LIMIT, bytearray()
    welcome = {"welcome": 1, "service": "tcp:1", "labels": ["rank 0 (h, process 1)"] * 2, "own_host": "x"}
    return rank.Rank(connection, elsewhere(host), 20, welcome), theirs


def test_the_numbers_of_the_variables_are_their_defaults():
    table = PAGE.partition("## Variables")[2].partition("\n## ")[0]
    numbers = dict(re.findall(r"^\| `(JMX_\w+)` \| (\d+): ", table, re.M))
    del numbers["JMX_OVERLAP"]  # of which 1 is a value
    assert len(numbers) == 4 and {name: float(text) for name, text in numbers.items()} == {
        name: config.VARIABLES[name].default for name in numbers
    }
    size = re.search(r"`JMX_CACHE_SIZE`, (\d+) MiB", PAGE)[1]
    assert config.VARIABLES["JMX_CACHE_SIZE"].default == int(size)


@pytest.mark.parametrize("host, default", [("127.0.0.1", False), ("localhost", False), ("10.0.0.1", True)])
def test_sums_beside_the_backward_pass_are_for_several_machines(host, default, monkeypatch):
    for value, expected in (("", default), ("1", True), ("0", False)):
        monkeypatch.setenv("JMX_OVERLAP", value) if value else monkeypatch.delenv("JMX_OVERLAP", raising=False)
        one, other = a_rank(host)
        assert one.overlaps is expected
        other.close()
        assert one.wait_for_failure(10)


def test_a_silent_machine_is_noticed_after_the_time_of_the_variable():
    """By the system, which asks a machine that says nothing, and waits for what was sent to be received."""
    with socket.socket() as link:
        wire.notice_silence(link, 30.0)
        read = {
            name: link.getsockopt(socket.IPPROTO_TCP, getattr(socket, name))
            for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
            if hasattr(socket, name)
        }
        assert link.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0
    assert read.get("TCP_USER_TIMEOUT", 30000) == 30000
    if len(read) == 4:
        assert read["TCP_KEEPIDLE"] + read["TCP_KEEPINTVL"] * read["TCP_KEEPCNT"] == 30


@pytest.mark.parametrize("variable", ["JMX_INTERFACE", "DMLC_INTERFACE"])
def test_the_interface_of_the_sums(monkeypatch, variable):
    for name in ("JMX_INTERFACE", "DMLC_INTERFACE", "NCCL_SOCKET_IFNAME"):
        monkeypatch.delenv(name, raising=False)
    far = elsewhere("192.0.2.1")
    assert rank._own_address(far) is None
    monkeypatch.setenv(variable, "192.0.2.7")
    assert rank._own_address(far) == "192.0.2.7" and "NCCL_SOCKET_IFNAME" not in os.environ
    monkeypatch.setattr(rank.sockets, "addresses_of", {"ib0": ["fe80::1", "192.0.2.9"], "none": []}.get)
    monkeypatch.setattr(rank.sockets, "interfaces", lambda: ["none", "ib0"])
    monkeypatch.setenv("NCCL_SOCKET_IFNAME", "x")  # so that monkeypatch takes away what is set here
    monkeypatch.delenv("NCCL_SOCKET_IFNAME")
    monkeypatch.setenv(variable, "ib0")
    assert rank._own_address(far) == "192.0.2.9" and os.environ["NCCL_SOCKET_IFNAME"] == "ib0"
    assert rank._own_address(elsewhere("127.0.0.1")) is None
    monkeypatch.setenv(variable, "none")
    with pytest.raises(MXNetError, match=f"{variable}=none: the network interface has no address"):
        rank._own_address(far)


def test_a_rank_that_is_lost_while_others_join():
    with served(3) as port:
        answers = []
        waiting = threading.Thread(target=join, args=(port, 3, 0, 100, answers))
        waiting.start()
        time.sleep(0.2)
        link = socket.create_connection(("localhost", port))
        secret.introduce(link, KEY, "rank", {"rank": 1, "size": 3, "host": "first", "pid": 7})
        link.close()
        waiting.join(10)
        assert "rank 1 (first, process 7) has ended" in str(answers[0])


@pytest.mark.parametrize("sentence, numbers", [
    (r"may send (\d+) KiB and has (\d+) seconds\. At most (\d+) of them",
     [wire.STRANGERS_LIMIT >> 10, secret.LIMIT, coordinator.STRANGERS]),
    (r"first machine, or all on it, is stopped \| after `JMX_TIMEOUT` and (\d+) s", [rank._AFTER]),
    (r"a process that stays in a sum for (\d+) s after the job has failed", [rank.GRACE]),
    (r"SIGTERM, (\d+) s later SIGKILL", [supervise._LAST]),
    (r"do not answer within (\d+) s are left out", [restarts._ANSWER]),
    (r"Networks with less than (\d+) MiB of gradients", [backward_segments._LEAST >> 20]),
    (r"Arrays of less than (\d+) MiB are packed", [collectives.ALONE >> 20]),
], ids=lambda value: value[:20] if isinstance(value, str) else "")  # fmt: skip
def test_numbers_in_sentences(sentence, numbers):
    assert list(map(int, re.search(sentence, PAGE).groups())) == numbers


def test_each_version_of_jax_and_each_processor_has_its_folder(monkeypatch):
    folders = {compile_cache.programs_folder("/cache", version) for version in ("0.10.2", "0.11.2")}
    monkeypatch.setattr(machine, "processor_description", lambda: "another one")
    folders |= {compile_cache.programs_folder("/cache", "0.10.2")}
    assert len(folders) == 3 and {os.path.dirname(folder) for folder in folders} == {"/cache"}


def test_gradients_do_not_flow_through_horovods_sums():
    hvd.init()
    x = mx.nd.ones(2)
    x.attach_grad()
    with mx.autograd.record():
        y = hvd.allreduce(x * 1)
    hvd.shutdown()
    with pytest.raises(MXNetError, match="not in a computational graph"):
        y.backward()


def test_jax_that_was_started_before_is_an_error():
    code = "import jax; jax.devices(); import jmx as mx; mx.nd.ones(1)"
    place = {"JMX_COORDINATOR": "127.0.0.1:1", "JMX_NUM_PROCESSES": 2, "JMX_PROCESS_ID": 1}
    ((status, text),) = finish([start(["-c", code], **place)])
    assert status == 1 and "JAX was started before jmx could join it to the others. Use jmx before the first array" in text


@pytest.fixture(scope="module")
def said():
    results = job(2, [HERE / "shared_checks.py"], JMX_HEARTBEAT_TIMEOUT=1, OMP_NUM_THREADS=1)
    assert [code for code, _ in results] == [0, 0], results
    return [json.loads(text.splitlines()[-1]) for _, text in results]


def test_one_seed_gives_all_ranks_the_same_masks(said):
    (same, own), (same_again, another) = (one["masks"] for one in said)
    assert same == same_again and 0 < sum(value > 0 for value in same) < 40
    assert own == same != another  # rank 0 adds 0


def test_first_values_are_those_of_rank_0(said):
    assert [one["trainer"] for one in said] == [[1, 1], [2, 1]]  # before the first step, and after it
    assert [one["module"] for one in said] == [[1, 1 / 4]] * 2  # two samples on each of two ranks


def test_moving_averages_are_of_each_rank(said):
    first, second = (one["average"] for one in said)
    assert second - first == pytest.approx(1, rel=1e-3)  # a tenth of 10


@pytest.mark.not_on_windows("no stopped processes")
def test_a_rank_that_is_stopped_and_continued_keeps_its_place(said):
    assert 2 < said[0]["stopped"] < 60 and [one["sum"] for one in said] == [[1, 3, 5]] * 2


@pytest.mark.parametrize("cores, given, threads", [(1, None, "2"), (1, "1", "2"), (1, "4", "4"), (2, None, None)])
def test_a_process_of_one_core_has_two_threads(monkeypatch, cores, given, threads):
    monkeypatch.setenv("NPROC", given or "")
    if given is None:
        monkeypatch.delenv("NPROC")
    monkeypatch.setenv("JAX_CPU_ENABLE_ASYNC_DISPATCH", "1")  # JAX itself stays as it is
    monkeypatch.setattr(processes.machine, "usable_cores", lambda: cores)
    processes.compute_beside_sums(None)
    assert os.environ.get("NPROC") == threads
