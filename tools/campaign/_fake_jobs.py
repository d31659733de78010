"""A job whose ranks are connections of this process, in front of a coordinator in a process of its own; and who attacks it."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import secrets
import select
import socket
import threading
import time

from jmx.cluster import coordinator, messages, secret, wire

KEY = bytes(range(32))


def serve(listener, size, sink):
    """The coordinator's process; what it prints goes to `sink`."""
    os.dup2(sink, 2)
    coordinator.Coordinator(listener, size, KEY, 60, 60, 30, lambda _: "tcp:1").run()


def told(stream):
    """What the coordinator says next, besides that it runs; an empty dict at the end of the connection."""
    while "alive" in (said := json.loads(stream.readline() or b"{}")):
        pass
    return said


class Job:
    """Two ranks, of which each passes barriers in a thread, and checks what comes back.

    Attributes
    ----------
    port : int
    passed : int
        Barriers that both have passed.
    problem : str or None
        What went wrong with one of them.
    """

    def __init__(self):
        listener = coordinator.listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self._said, sink = os.pipe()
        self._server = multiprocessing.get_context("fork").Process(target=serve, args=(listener, 2, sink), daemon=True)
        self._server.start()
        listener.close()
        os.close(sink)
        self.passed, self.problem = 0, None
        self._ending = False
        self._links = [self.stranger(rank=rank) for rank in range(2)]
        for link in self._links:
            link.settimeout(30)
        self._streams = [link.makefile("rwb") for link in self._links]
        for rank, stream in enumerate(self._streams):
            welcome = told(stream)
            if welcome.get("welcome") != rank:
                self.problem = f"rank {rank} was answered {welcome}"
        self._thread = threading.Thread(target=self._pass_barriers, daemon=True)
        self._thread.start()

    def stranger(self, **hello):
        """A connection that has got the coordinator's greeting; with `hello`, one that has joined with the secret."""
        link = socket.create_connection(("127.0.0.1", self.port), 20)
        if hello:
            secret.introduce(link, KEY, "rank", {"size": 2, "host": "here", "pid": 1, **hello})
        return link

    def _pass_barriers(self):
        number = 0
        try:
            while not self._ending:
                notes = [secrets.randbits(30) for _ in self._streams]
                for stream, note in zip(self._streams, notes):
                    stream.write(wire.pack({"barrier": number, "call": "c", "description": "d", "note": note}))
                    stream.flush()
                answers = [told(stream) for stream in self._streams]
                if answers != [{"passed": number, "notes": notes}] * 2:
                    self.problem = f"barrier {number}: {answers}"
                    return
                number += 1
                self.passed = number
                time.sleep(0.002)
        except (OSError, ValueError) as error:
            self.problem = f"barrier {number}: {error!r}"

    def usage(self):
        """(threads, connections, resident bytes) of the coordinator's process."""
        folder = f"/proc/{self._server.pid}"
        with open(f"{folder}/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return len(os.listdir(f"{folder}/task")), len(os.listdir(f"{folder}/fd")), resident

    def said(self):
        """What the coordinator has printed: nothing, if all is well."""
        text = b""
        while select.select([self._said], [], [], 0)[0]:
            more = os.read(self._said, 65536)
            if not more:
                break
            text += more
        return text.decode(errors="replace")

    def end(self):
        """End the job; returns what the coordinator printed, or that it did not end."""
        self._ending = True
        self._thread.join(60)
        for link, stream in zip(self._links, self._streams):
            with contextlib.suppress(OSError):
                stream.close()
            link.close()
        self._server.join(20)
        said = self.said()
        os.close(self._said)
        if self._server.is_alive():
            self._server.kill()
            said += "the coordinator did not end after its last rank"
        return said


# ---- what a stranger sends

_SCALARS = (
    lambda draw: draw.choice(["null", "true", "false", "NaN", "Infinity", "-Infinity", "1e999", "-0", "1e-400"]),
    lambda draw: str(draw.choice([0, 1, 2, -1, 5, 2**31, 2**53, 2**64, 10**30])),
    lambda draw: "9" * draw.choice([1, 50, 3000, 6000]),
    lambda draw: json.dumps(draw.choice(["", "zz", "rank", "service", "0" * 32, "0" * 64, "\x1b[2J", "\u00e9" * 64, "x" * 300])),
    lambda draw: draw.choice(['"\\ud800"', '"\\u0000"', '"\xff"', "'x'", '"', "tru", "+1", "0x1"]),
    lambda draw: json.dumps(json.dumps(_hello_fields(draw))),
)
_NAMES = (
    "jmx", "hello", "proof", "coordinator", "nonce", "rank", "size", "host", "pid", "purpose", "barrier", "call", "description",
    "note", "leave", "failure", "welcome", "at", "passed", "notes", "__class__", "",
)  # fmt: skip


def _hello_fields(draw):
    return {
        "purpose": draw.choice(["rank", "service", "rank", "x"]), "rank": draw.choice([None, 0, 1, 5, -1, "zz", [1], True]),
        "size": draw.choice([2, 2, 3, 0, "2"]), "host": draw.choice(["h", "", 7, "\x1b[2J"]), "pid": draw.choice([1, -1, None]),
        "nonce": draw.choice(["0" * 32, "x", 0]),
    }  # fmt: skip


def _value(draw, depth=0):
    kind = draw.random()
    if depth > 4 or kind < 0.7:
        return draw.choice(_SCALARS)(draw)
    if kind < 0.72:
        return draw.choice("[{") * draw.choice([100, 3000, 200_000])
    if kind < 0.85:
        return "[" + ",".join(_value(draw, depth + 1) for _ in range(draw.randrange(4))) + "]"
    return _object(draw, depth + 1)


def _object(draw, depth=0):
    names = [draw.choice(_NAMES) for _ in range(draw.randrange(6))]
    return "{" + ",".join(f"{json.dumps(name)}:{_value(draw, depth)}" for name in names) + "}"


def _by_grammar(draw, nonce):
    return "\n".join(_object(draw) if draw.random() < 0.9 else _value(draw) for _ in range(draw.choice([1, 1, 1, 2, 5]))).encode(
        "utf-8", "surrogatepass"
    ) + draw.choice([b"\n", b"\n", b"\n", b"", b"\r\n", b"\x00"])


def _right_but_for_the_key(draw, nonce):
    text = json.dumps(_hello_fields(draw))
    return wire.pack({"jmx": 2, "hello": text, "proof": secret.proof(draw.randbytes(32), "rank", nonce, text)})


def _right_for_another_nonce(draw, nonce):
    text = json.dumps({"purpose": "rank", "rank": 1, "size": 2, "host": "h", "pid": 1, "nonce": "0" * 32})
    speaker, other = draw.choice([("rank", f"{draw.getrandbits(128):032x}"), ("coordinator", nonce)])
    return wire.pack({"jmx": 2, "hello": text, "proof": secret.proof(KEY, speaker, other, text)})


def _mutated(draw, nonce):
    data = bytearray(draw.choice([_right_but_for_the_key, _right_for_another_nonce, _of_a_member])(draw, nonce))
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(data)) if data else 0
        how = draw.randrange(4)
        if how == 0 and data:
            data[at] ^= 1 << draw.randrange(8)
        elif how == 1:
            del data[at : at + draw.randrange(1, 20)]
        elif how == 2:
            data[at:at] = draw.randbytes(draw.randrange(1, 20))
        else:
            data[at:at] = data[: draw.randrange(200)]
    return bytes(data)


def _of_a_member(draw, nonce):
    return draw.choice([
        b'{"leave":"boo"}\n', b'{"leave":""}\n', b'{"at":0}\n', b'{"barrier":0,"call":"c","description":"d","note":1}\n',
        b'{"jmx":1,"rank":1,"size":2,"host":"x","pid":1}\n{"leave":"boo"}\n', b'{"failure":"x"}\n', b'{"passed":0,"notes":[]}\n',
    ])  # fmt: skip


def _long(draw, nonce):
    return draw.choice([b'{"jmx":"', b"{", b'{"hello":' + b"[" * 100, b"x"]) + b"x" * draw.choice([4000, 4096, 5000, 10**6])


def _of_another_program(draw, nonce):
    return draw.choice([
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"SSH-2.0-OpenSSH_9.2\r\n", b"", b"\x00" * 100, draw.randbytes(200),
    ])  # fmt: skip


_KINDS = (_by_grammar, _by_grammar, _right_but_for_the_key, _right_for_another_nonce, _mutated, _mutated, _of_a_member, _long)


def hostile(draw, nonce):
    """The bytes of what a stranger sends after the greeting with this nonce."""
    return draw.choice((*_KINDS, _of_another_program))(draw, nonce)


def malformed(draw):
    """The bytes of a message that no rank of a job sends."""
    while True:
        data = draw.choice([_by_grammar, _mutated])(draw, "0" * 32)
        line = data.partition(b"\n")[0] + b"\n"
        if b"\n" in data and not _is_message(line):
            return line


def _is_message(line):
    try:
        messages.of_rank(wire.parse(line))
        return True
    except wire.NotAMessage:
        return False
