"""The hub, in a thread of this process, with members that are plain connections."""

import contextlib
import socket
import threading

import pytest

from jmx.base import MXNetError
from jmx.cluster import hub, member, wire
from jmx.cluster.environment import Place


@contextlib.contextmanager
def served(size, start_timeout=20.0, timeout=20.0):
    listener = hub.listen("localhost", 0)
    port = listener.getsockname()[1]
    made = hub.Hub(listener, size, start_timeout, timeout, 30.0, lambda size, port: 1234)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        thread.join(20)
        listener.close()
        assert not thread.is_alive(), "the hub ends when the last connection is closed"


def join(port, size, rank, pid=1, answers=None):
    """Join; put the member, or what was raised, into `answers`."""
    where = Place(rank, size, "localhost", port, None, None, "JMX")
    try:
        hello = {"rank": rank, "size": size, "host": "here", "pid": pid}
        connection, welcome, unpack, rest = member.connect(where, 10, 30, hello)
        answers.append(member.Member(connection, welcome, unpack, where, 20, rest))
    except MXNetError as error:
        answers.append(error)


def gather(port, size, ranks):
    answers = []
    threads = [threading.Thread(target=join, args=(port, size, rank, 100 + i, answers)) for i, rank in enumerate(ranks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


def close(members):
    for one in members:
        if isinstance(one, member.Member):
            with contextlib.suppress(OSError):  # closed before
                one._connection.shutdown(socket.SHUT_RDWR)


def meet(members, what="x", **arguments):
    """All members at once; what each gets or raises."""
    results = {}

    def one(m):
        try:
            results[m.rank] = (
                m.meet(what, f"the {what}", **arguments) if "note" in arguments else m.meet(what, f"the {what}", m.rank)
            )
        except MXNetError as error:
            results[m.rank] = error

    threads = [threading.Thread(target=one, args=(m,)) for m in members]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def test_a_job():
    with served(3) as port:
        members = gather(port, 3, [2, None, None])
        assert sorted(m.rank for m in members) == [0, 1, 2] and {m.port for m in members} == {1234}
        assert members[0].who[2].startswith("rank 2 (here, process 100")
        for _ in range(3):
            assert meet(members) == {rank: [0, 1, 2] for rank in range(3)}
        assert meet(members, note=None) == {rank: [None] * 3 for rank in range(3)}
        close(members)


def test_a_rank_is_lost():
    with served(3) as port:
        members = sorted(gather(port, 3, [0, 1, 2]), key=lambda m: m.rank)
        close(members[1:2])
        for rank, error in meet([members[0], members[2]]).items():
            what = f"rank {rank} of 3: rank 1 (here, process 101) has ended before it left the job."
            assert str(error) == f"{what} See what it printed last; start the job again from a checkpoint."
        with pytest.raises(MXNetError, match="rank 1"):
            members[0].check()
        close(members)


@pytest.mark.parametrize("error, message", [
    ("", r"rank 1 \(here, process 101\) has come to the end of its program, while rank 0 came to the x \(meeting 0\)\. All ranks "
         r"need the same number of batches"),
    ("ValueError: no", r"rank 1 \(here, process 101\) has ended with ValueError: no"),
])  # fmt: skip
def test_a_rank_leaves(error, message):
    with served(2) as port:
        members = sorted(gather(port, 2, [0, 1]), key=lambda m: m.rank)
        members[1].leave(error)
        close(members[1:])
        with pytest.raises(MXNetError, match=message):
            members[0].meet("x", "the x")
        close(members)


def test_a_rank_is_late():
    with served(2, timeout=0.5) as port:
        members = sorted(gather(port, 2, [0, 1]), key=lambda m: m.rank)
        with pytest.raises(
            MXNetError, match=r"rank 1 .* did not come to the x within 0.5 s, where rank 0 waited\. .* raise JMX_TIMEOUT"
        ):
            members[0].meet("x", "the x")
        assert members[1].learn(5)  # the late one is told as well
        close(members)


def test_ranks_do_different_things():
    with served(2) as port:
        members = gather(port, 2, [0, 1])
        results = {}

        def one(m):
            try:
                m.meet(f"push {m.rank}", f"push of key {m.rank}")
            except MXNetError as error:
                results[m.rank] = str(error)

        threads = [threading.Thread(target=one, args=(m,)) for m in members]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        for rank in (0, 1):
            assert "the ranks do not do the same: " in results[rank]
            assert "rank 0 at push of key 0" in results[rank] and "rank 1 at push of key 1" in results[rank]
        close(members)


def test_a_process_does_not_come():
    with served(3, start_timeout=0.5) as port:
        for error in gather(port, 3, [0, 2]):
            assert "rank 1 did not join within 0.5 s" in str(error)


def test_two_processes_of_one_number():
    with served(3) as port:
        for error in gather(port, 3, [1, 1]):
            assert "two processes say that they are rank 1: rank 1 (here, process 10" in str(error)


def test_strangers():
    with served(2) as port:
        with socket.create_connection(("localhost", port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert b"hub" in stranger.recv(100)
            assert stranger.recv(100) == b""
        (error,) = gather(port, 3, [1])
        assert "the job at this address has 2 processes, this one expects 3" in str(error)
        members = gather(port, 2, [0, 1])
        (error,) = gather(port, 2, [1])
        assert "the job at this address is under way already, and rank 1 (here, process 10" in str(error)
        assert sorted(m.rank for m in members) == [0, 1]
        close(members)


def test_not_a_hub():
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"220 mail.example ready\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        (error,) = gather(listener.getsockname()[1], 2, [1])
        thread.join(10)
    assert "is not the hub of this job" in str(error) and "Choose another port" in str(error)


def test_messages():
    unpack = wire.Unpacker()
    data = wire.pack({"a": 1}) + wire.pack({"b": [1, 2]})
    assert [m for i in range(len(data)) for m in unpack(data[i : i + 1])] == [{"a": 1}, {"b": [1, 2]}]
    for bad in (b"\xff\xff\xff\xff", b"\x00\x00\x00\x02[]", b"\x00\x00\x00\x01{"):
        with pytest.raises(wire.NotAMessage):
            wire.Unpacker()(bad)


def test_a_machine_is_known_by_the_address_that_others_reach_it_at():
    with served(2) as port:
        members = gather(port, 2, [0, 1])
        assert {m.own_host for m in members} == {"127.0.0.1"}
        close(members)


def test_ranks_that_do_not_wait():
    with served(2) as port:
        first, second = sorted(gather(port, 2, [0, 1]), key=lambda m: m.rank)
        for _ in range(3):
            first.tell("x", "the x")
        for _ in range(3):
            second.tell("x", "the x")
        # gone, but not before it came
        second.leave()
        close([second])
        first.check()
        with pytest.raises(MXNetError, match=r"rank 1 \(.*\) has come to the end of its program, while rank 0 came to the y"):
            first.meet("y", "the y")
        close([first])
    with served(2) as port:
        members = sorted(gather(port, 2, [0, 1]), key=lambda m: m.rank)
        for rank, one in enumerate(members):
            one.tell(f"x {rank}", f"the x of {rank}")
        assert members[0].learn(5) and "do not do the same: rank 0 at the x of 0; rank 1 at the x of 1" in members[0].failure
        close(members)
