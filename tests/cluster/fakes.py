"""A coordinator in a thread of this process, and ranks and strangers that are plain connections."""

import contextlib
import json
import secrets
import socket
import threading
import time

from jmx.base import MXNetError
from jmx.cluster import coordinator, messages, rank, secret, wire
from jmx.cluster.environment import Place

KEY = bytes(range(32))


@contextlib.contextmanager
def served(size, start_timeout=20.0, timeout=20.0, start_service=lambda size: "tcp:1234"):
    """The port of a coordinator, which has to end when its last rank has."""
    listener = coordinator.listen("localhost", 0)
    port = listener.getsockname()[1]
    server = coordinator.Coordinator(listener, size, KEY, start_timeout, timeout, 30.0, start_service)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        thread.join(20)
        listener.close()
        server.close()
        assert not thread.is_alive(), "the coordinator ends when the last connection is closed"


def place(number, size, port):
    return Place(number, size, "localhost", port, None, None, "JMX")


def join(port, size, number, pid=1, answers=None, key=KEY, timeout=20):
    """Join; put the rank, or what was raised, into `answers`."""
    where = place(number, size, port)
    try:
        hello = {"rank": number, "size": size, "host": "here", "pid": pid}
        connection, said = rank.connect(where, key, 10, 30, hello)
        answers.append(rank.Rank(connection, where, timeout, *said))
    except MXNetError as error:
        answers.append(error)


def gather(port, size, numbers, key=KEY, timeout=20):
    answers = []
    threads = [
        threading.Thread(target=join, args=(port, size, number, 100 + i, answers, key, timeout))
        for i, number in enumerate(numbers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


def close(ranks):
    for one in ranks:
        if isinstance(one, rank.Rank):
            with contextlib.suppress(OSError):  # closed before
                one._connection.link.shutdown(socket.SHUT_RDWR)


def barrier(ranks, what="x", **arguments):
    """All ranks at once; what each gets or raises."""
    results = {}

    def one(m):
        try:
            results[m.number] = (
                m.barrier(what, f"the {what}", **arguments) if "note" in arguments else m.barrier(what, f"the {what}", m.number)
            )
        except MXNetError as error:
            results[m.number] = error

    threads = [threading.Thread(target=one, args=(m,)) for m in ranks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def stranger(port):
    """A connection, and the coordinator's nonce for it."""
    link = socket.create_connection(("localhost", port), 10)
    return link, wire.read_line(link, time.monotonic() + 10)["nonce"]


def hello(nonce, /, key=KEY, **changes):
    """The bytes of a hello, with a proof by `key`, of one that is rank 1 of 2 but for `changes`."""
    fields = {"purpose": "rank", "rank": 1, "size": 2, "host": "h", "pid": 1, "nonce": secrets.token_hex(16), **changes}
    text = json.dumps({name: value for name, value in fields.items() if value is not ...})
    return wire.pack({"jmx": messages.VERSION, "hello": text, "proof": secret.proof(key, "rank", nonce, text)})


def is_cut_off(link, within=5):
    """Whether the other end closes the connection; what it says before is dropped."""
    link.settimeout(within)
    try:
        while link.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True
