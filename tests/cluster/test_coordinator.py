"""The coordinator, in a thread of this process, and ranks that are plain connections."""

import socket
import threading

import pytest

from jmx.base import MXNetError
from jmx.cluster import coordinator, rank, secret, wire

from .fakes import KEY, barrier, close, gather, place, served


def test_a_job():
    with served(3) as port:
        ranks = gather(port, 3, [2, None, None])
        assert sorted(m.number for m in ranks) == [0, 1, 2] and {m.service for m in ranks} == {"tcp:1234"}
        assert ranks[0].labels[2].startswith("rank 2 (here, process 100")
        for _ in range(3):
            assert barrier(ranks) == {number: [0, 1, 2] for number in range(3)}
        assert barrier(ranks, note=None) == {number: [None] * 3 for number in range(3)}
        close(ranks)


def test_a_rank_is_lost():
    with served(3) as port:
        ranks = sorted(gather(port, 3, [0, 1, 2]), key=lambda m: m.number)
        close(ranks[1:2])
        for number, error in barrier([ranks[0], ranks[2]]).items():
            what = f"rank {number} of 3: rank 1 (here, process 101) has ended before it left the job."
            assert str(error) == f"{what} See what it printed last; start the job again from a checkpoint."
        with pytest.raises(MXNetError, match="rank 1"):
            ranks[0].check()
        close(ranks)


@pytest.mark.parametrize("error, message", [
    ("", r"rank 1 \(here, process 101\) has come to the end of its program, while rank 0 came to the x \(barrier 0\)\. All ranks "
         r"need the same number of batches"),
    ("ValueError: no", r"rank 1 \(here, process 101\) has ended with ValueError: no"),
])  # fmt: skip
def test_a_rank_leaves(error, message):
    with served(2) as port:
        ranks = sorted(gather(port, 2, [0, 1]), key=lambda m: m.number)
        ranks[1].leave(error)
        close(ranks[1:])
        with pytest.raises(MXNetError, match=message):
            ranks[0].barrier("x", "the x")
        close(ranks)


def test_a_rank_is_late():
    with served(2, timeout=0.5) as port:
        ranks = sorted(gather(port, 2, [0, 1]), key=lambda m: m.number)
        with pytest.raises(
            MXNetError, match=r"rank 1 .* did not come to the x within 0.5 s, where rank 0 waited\. .* raise JMX_TIMEOUT"
        ):
            ranks[0].barrier("x", "the x")
        assert ranks[1].wait_for_failure(5)  # the late one is told as well
        close(ranks)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_coordinator_that_is_stopped_is_noticed(monkeypatch, stopped):
    """A connection to a machine whose processes are all stopped stays: the coordinator has to say that it runs."""
    monkeypatch.setattr(rank, "_AFTER", 1.0)
    if stopped:
        monkeypatch.setattr(coordinator.Coordinator, "_say_alive", lambda self, now: None)
    with served(2, timeout=2) as port:
        ranks = gather(port, 2, [0, 1], timeout=2)
        try:
            assert ranks[0].wait_for_failure(6) is stopped
            if stopped:
                with pytest.raises(
                    MXNetError, match=r"lost the coordinator .* \(it has said nothing for 3 s, and may be stopped\)"
                ):
                    ranks[0].check()
            else:
                assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        finally:
            close(ranks)


def test_ranks_do_different_things():
    with served(2) as port:
        ranks = gather(port, 2, [0, 1])
        results = {}

        def one(m):
            try:
                m.barrier(f"push {m.number}", f"push of key {m.number}")
            except MXNetError as error:
                results[m.number] = str(error)

        threads = [threading.Thread(target=one, args=(m,)) for m in ranks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        for number in (0, 1):
            assert "the ranks do not do the same: " in results[number]
            assert "rank 0 at push of key 0" in results[number] and "rank 1 at push of key 1" in results[number]
        close(ranks)


def test_a_process_does_not_come():
    with served(3, start_timeout=0.5) as port:
        for error in gather(port, 3, [0, 2]):
            assert "rank 1 did not join within 0.5 s" in str(error)


def test_two_processes_of_one_number():
    """The first keeps its place."""
    with served(2) as port:
        link = socket.create_connection(("localhost", port))
        secret.introduce(link, KEY, "rank", {"rank": 1, "size": 2, "host": "first", "pid": 7})
        (error,) = gather(port, 2, [1])
        assert "two processes say that they are rank 1: rank 1 (first, process 7) and rank 1 (here, process 100)" in str(error)
        (other,) = gather(port, 2, [0])
        connection = wire.Connection(link, 30)
        first = rank.Rank(connection, place(1, 2, port), 20, *connection.receive())
        assert (first.number, other.number) == (1, 0) and barrier([first, other]) == {0: [0, 1], 1: [0, 1]}
        close([first, other])
    with served(2, start_timeout=1) as port:
        one, two = gather(port, 2, [1, 1])
        texts = sorted(map(str, (one, two)), key=lambda text: "did not join" in text)
        assert "The first keeps its place" in texts[0]
        assert "rank 0 did not join within 1 s. But two processes say that they are rank 1: rank 1 (here" in texts[1]


def test_strangers():
    with served(2) as port:
        with socket.create_connection(("localhost", port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert b"coordinator" in stranger.recv(100)
            assert stranger.recv(100) == b""
        (error,) = gather(port, 3, [1])
        assert "the job at this address has 2 processes, this one expects 3" in str(error)
        ranks = gather(port, 2, [0, 1])
        (error,) = gather(port, 2, [1])
        assert "the job at this address is under way already, and rank 1 (here, process 10" in str(error)
        assert sorted(m.number for m in ranks) == [0, 1]
        close(ranks)


def test_not_a_coordinator():
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"220 mail.example ready\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        (error,) = gather(listener.getsockname()[1], 2, [1])
        thread.join(10)
    assert "is not the coordinator of this job" in str(error) and "Choose another port" in str(error)


def connection():
    """One end of a connection to nobody."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return wire.Connection(socket.create_connection(listener.getsockname()), 30)


def test_messages():
    unpack = connection().unpack
    data = wire.pack({"a": 1}) + wire.pack({"b": [1, "2\n"]})
    assert [m for i in range(len(data)) for m in unpack(data[i : i + 1])] == [{"a": 1}, {"b": [1, "2\n"]}]
    for bad in (b"\xff\xff\xff\xff", b"[]\n", b"{\n", b"\n", b"{}\nGET"):
        with pytest.raises(wire.NotAMessage):
            connection().unpack(bad)


def test_a_machine_is_known_by_the_address_that_others_reach_it_at():
    with served(2) as port:
        ranks = gather(port, 2, [0, 1])
        assert {m.own_host for m in ranks} == {"127.0.0.1"}
        close(ranks)


def test_ranks_that_do_not_wait():
    with served(2) as port:
        first, second = sorted(gather(port, 2, [0, 1]), key=lambda m: m.number)
        for _ in range(3):
            first.announce("x", "the x")
        for _ in range(3):
            second.announce("x", "the x")
        # gone, but not before it came
        second.leave()
        close([second])
        first.check()
        with pytest.raises(MXNetError, match=r"rank 1 \(.*\) has come to the end of its program, while rank 0 came to the y"):
            first.barrier("y", "the y")
        close([first])
    with served(2) as port:
        ranks = sorted(gather(port, 2, [0, 1]), key=lambda m: m.number)
        for number, one in enumerate(ranks):
            one.announce(f"x {number}", f"the x of {number}")
        assert (
            ranks[0].wait_for_failure(5) and "do not do the same: rank 0 at the x of 0; rank 1 at the x of 1" in ranks[0].failure
        )
        close(ranks)
