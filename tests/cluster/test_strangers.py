"""What somebody who does not belong to a job can do to it by reaching its port: nothing."""

import json
import socket
import struct
import threading
import time

import pytest

from jmx.base import MXNetError
from jmx.cluster import coordinator, messages, rank, relay, secret, wire

from .fakes import KEY, barrier, close, gather, hello, is_cut_off, place, served, stranger

BAD_KEY = bytes(32)

#: complete messages that no stranger gets anywhere with, and beginnings of ones that are too long
HOSTILE = {
    "an older hello": b'{"jmx":1,"rank":1,"size":2,"host":"x","pid":1}\n',
    "an older hello and its end": b'{"jmx":1,"rank":1,"size":2,"host":"x","pid":1}\n{"leave":"boo"}\n',
    "deep lists": b'{"jmx":' + b"[" * 200_000 + b"\n",
    "deep lists in the limit": b'{"jmx":' + b"[" * 3000 + b"\n",
    "deep objects": b'{"a":' * 800 + b"\n",
    "a list": b"[]\n",
    "nothing": b"\n",
    "leave": b'{"leave":"boo"}\n',
    "at": b'{"at":0}\n',
    "barrier": b'{"barrier":0,"call":"x","description":"x"}\n',
    "NaN": b'{"jmx":NaN,"hello":"","proof":""}\n',
    "a huge number": b'{"jmx":' + b"9" * 4000 + b',"hello":"","proof":""}\n',
    "a float": b'{"jmx":2.0,"hello":"{}","proof":"' + b"0" * 64 + b'"}\n',
    "names that stand there twice": b'{"jmx":2,"jmx":2,"hello":"{}","proof":"' + b"0" * 64 + b'"}\n',
    "no UTF-8": b'{"jmx":2,"hello":"\xff\xfe","proof":"x"}\n',
    "half a surrogate": b'{"jmx":2,"hello":"\\ud800","proof":"' + b"0" * 64 + b'"}\n',
    "a proof of other letters": json.dumps({"jmx": messages.VERSION, "hello": "{}", "proof": "\u00e9" * 64}).encode() + b"\n",
    "a list for the hello": b'{"jmx":2,"hello":[],"proof":"' + b"0" * 64 + b'"}\n',
    "HTTP": b"GET / HTTP/1.1\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a long line": b'{"jmx":"' + b"x" * 5000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_message_costs_its_sender_the_connection_and_nobody_else(data):
    with served(2) as port:
        first, _ = stranger(port)
        first.sendall(data)
        assert is_cut_off(first)
        ranks = gather(port, 2, [0, 1])
        assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        second, _ = stranger(port)
        second.sendall(data)
        assert is_cut_off(second)
        assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        close(ranks)
        first.close()
        second.close()


def test_a_stranger_does_not_take_a_rank():
    with served(2) as port:
        for message in (b'{"jmx":1,"rank":1,"size":2,"host":"x","pid":1}\n', None):
            link, nonce = stranger(port)
            link.sendall(message or hello(nonce, BAD_KEY))
            assert is_cut_off(link)
        ranks = gather(port, 2, [0, 1])
        assert sorted(one.number for one in ranks) == [0, 1]
        (error,) = gather(port, 2, [1], BAD_KEY)
        assert "do not know the same secret: it is another job's, or this process has not been given" in str(error)
        assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        close(ranks)


@pytest.mark.parametrize("changes", [
    {"rank": [1]}, {"rank": "zz"}, {"rank": 5}, {"rank": 2}, {"rank": -1}, {"rank": True}, {"rank": 1.0}, {"rank": ...},
    {"host": ...}, {"host": 7}, {"host": ""}, {"host": "x" * 256}, {"host": "\x1b[2J"}, {"size": 0}, {"size": "2"},
    {"size": 10**30},
    {"pid": ...}, {"pid": "1"}, {"pid": -1}, {"nonce": "x" * 32}, {"nonce": ...}, {"purpose": "x"}, {"purpose": []}, {"more": 1},
])  # fmt: skip
def test_a_malformed_hello_costs_the_connection_even_with_the_secret(changes):
    with served(2) as port:
        link, nonce = stranger(port)
        link.sendall(hello(nonce, **changes))
        assert is_cut_off(link)
        ranks = gather(port, 2, [0, 1])
        assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        close(ranks)


def test_a_hello_serves_once():
    """Who has read a rank's hello cannot send it again, nor what follows it in the same breath."""
    with served(2) as port:
        link, nonce = stranger(port)
        recorded = hello(nonce)
        again, _ = stranger(port)
        again.sendall(recorded)
        assert is_cut_off(again)
        hasty, nonce = stranger(port)
        hasty.sendall(hello(nonce) + b'{"leave":"boo"}\n')
        assert is_cut_off(hasty)
        link.sendall(recorded)
        assert "proof" in wire.read_line(link, time.monotonic() + 5)
        (other,) = gather(port, 2, [0])
        assert other.number == 0
        link.close()
        close([other])


MALFORMED = {
    "not JSON": b'{"barrier":\n',
    "deep": b'{"barrier":' + b"[" * 200_000 + b"\n",
    "no barrier": b'{"barrier":"0","call":"x","description":"x"}\n',
    "a barrier without a call": b'{"barrier":0}\n',
    "a negative barrier": b'{"barrier":-1,"call":"x","description":"x"}\n',
    "a description that is none": b'{"barrier":0,"call":"x","description":{}}\n',
    "leave with a list": b'{"leave":[1]}\n',
    "at": b'{"at":0}\n',
    "a hello": b'{"jmx":2,"hello":"","proof":""}\n',
    "two messages in one": b'{"barrier":0,"call":"x","description":"x","leave":""}\n',
    "names that stand there twice": b'{"leave":"","leave":""}\n',
    "no UTF-8": b'{"leave":"\xff"}\n',
}


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED)
def test_a_rank_that_sends_what_is_no_message_is_lost(data):
    with served(2) as port:
        ranks = sorted(gather(port, 2, [0, 1]), key=lambda one: one.number)
        ranks[1]._connection.link.sendall(data)
        with pytest.raises(
            MXNetError,
            match=r"rank 1 \(here, process 101\) has sent something that is no message of jmx, and was cut off, before",
        ):
            ranks[0].barrier("x", "the x")
        close(ranks)


def test_many_connections_hold_little_and_keep_no_rank_out():
    data = b'{"jmx":"' + b"x" * 4000  # all that is kept of one
    with served(2) as port:
        strangers = []
        for _ in range(coordinator.STRANGERS + 40):
            link = socket.create_connection(("localhost", port), 10)
            link.sendall(data)
            strangers.append(link)
        ranks = gather(port, 2, [0, 1])
        assert barrier(ranks) == {0: [0, 1], 1: [0, 1]}
        cut = [is_cut_off(link, 0.5) for link in strangers[:3]]
        assert cut == [True] * 3 and not is_cut_off(strangers[-1], 0.1)  # the oldest go
        close(ranks)
        for link in strangers:
            link.close()


def test_who_says_nothing_is_cut_off(monkeypatch):
    monkeypatch.setattr(secret, "LIMIT", 0.3)
    with served(2) as port:
        silent, _ = stranger(port)
        slow, _ = stranger(port)
        slow.sendall(b'{"jmx"')
        assert is_cut_off(silent) and is_cut_off(slow)
        ranks = gather(port, 2, [0, 1])
        close(ranks)


@pytest.mark.parametrize("answer", [
    b'{"proof":"' + b"0" * 64 + b'"}\n', b'{"welcome":1,"service":"unix:/x","labels":[],"own_host":"x"}\n', b"{}\n",
    b'{"proof":' + b"[" * 3000 + b"\n", b'{"refused":"x"}\n', b'{"refused":7}\n', b"{" + b"x" * 5000, b"220 mail\r\n", None,
])  # fmt: skip
def test_who_poses_as_the_coordinator_gets_no_rank(answer):
    """None: it sends the rank's own proof back."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def pose():
            link, _ = listener.accept()
            with link:
                link.sendall(wire.pack({"coordinator": messages.VERSION, "nonce": "0" * 32}))
                said = wire.read_line(link, time.monotonic() + 10)
                link.sendall(answer or wire.pack({"proof": said["proof"]}))
                is_cut_off(link)

        thread = threading.Thread(target=pose, daemon=True)
        thread.start()
        (error,) = gather(listener.getsockname()[1], 2, [1])
        thread.join(10)
    assert isinstance(error, MXNetError)
    assert "do not know the same secret" in str(error) or "is not the coordinator of this job" in str(error)


def test_a_coordinator_that_sends_nonsense_later_is_lost():
    ours, theirs = socket.socketpair()
    connection = wire.Connection.__new__(wire.Connection)
    connection.link, connection.limit, connection._rest = ours, wire.LIMIT, bytearray()
    welcome = {"welcome": 0, "service": "tcp:1", "labels": ["rank 0 (h, process 1)"] * 2, "own_host": "x"}
    one = rank.Rank(connection, place(0, 2, 1), 20, welcome)
    theirs.sendall(b'{"passed":[],"notes":0}\n')
    assert one.wait_for_failure(10) and "it has sent something that is no message of jmx" in one.failure
    theirs.close()


def test_where_the_coordinator_listens(monkeypatch):
    def bound(host):
        with coordinator.listen(host, 0) as listener:
            return listener.getsockname()[0]

    assert [bound(host) for host in ("localhost", "127.0.0.1", "127.0.0.2")] == ["127.0.0.1", "127.0.0.1", "127.0.0.2"]

    def stands_for(*addresses):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    stands_for("127.0.0.3")  # a machine that knows itself by an address that others do not
    assert bound("node1") == "0.0.0.0"
    stands_for("127.0.0.2", "127.0.0.3")
    assert bound("127.0.0.2.example") == "0.0.0.0"
    stands_for("192.0.2.7")  # what others reach is translated to this machine's
    assert bound("node1") == "0.0.0.0"


@pytest.mark.not_on_windows("no sockets with names of files")
def test_the_way_to_jax_is_for_ranks_of_a_job_that_runs():
    path = relay.private_socket()
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(path)
        service.listen()
        with served(2, start_service=lambda size: f"unix:{path}") as port:
            early, nonce = stranger(port)
            early.sendall(hello(nonce, purpose="service"))
            wire.read_line(early, time.monotonic() + 5)
            assert is_cut_off(early)
            ranks = gather(port, 2, [0, 1])
            one = {"rank": 0, "size": 2, "host": "here", "pid": 1}
            with pytest.raises(ConnectionRefusedError):
                rank.connect_to_service(place(0, 2, port), BAD_KEY, 30, one)
            way = relay.Relay(lambda: rank.connect_to_service(place(0, 2, port), KEY, 30, one))
            client = socket.socket(socket.AF_UNIX)
            client.connect(way.address.removeprefix("unix:"))
            theirs, _ = service.accept()
            data = bytes(range(256)) * 8192
            received = []
            for source, target in ((client, theirs), (theirs, client)):
                sender = threading.Thread(target=source.sendall, args=(data,))
                sender.start()
                received.append(b"")
                while len(received[-1]) < len(data):
                    received[-1] += target.recv(65536)
                sender.join(10)
            assert received == [data, data]
            theirs.close()  # JAX's client is not told: it would end the process
            assert not is_cut_off(client, 0.3)
            way.close()
            client.close()
            close(ranks)
    relay.remove(path)


@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.not_on_windows("no sockets with names of files")
def test_a_client_of_jax_is_not_told_that_the_coordinator_has_gone(is_reset):
    """It would end the process, before that can say what has happened."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        way = relay.Relay(lambda: socket.create_connection(listener.getsockname(), 10))
        client = socket.socket(socket.AF_UNIX)
        client.connect(way.address.removeprefix("unix:"))
        far, _ = listener.accept()
        client.sendall(b"x")
        assert far.recv(1) == b"x"
        if is_reset:
            far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        far.close()
        assert not is_cut_off(client, 0.3)
        way.close()
        client.close()
