"""A DataLoader where open files cannot be handed over: its workers connect, and arrays come through the connection."""

import socket
import threading
import time

import numpy as np
import pytest

from jmx import MXNetError
from jmx.config.system import sockets
from jmx.gluon.data import ArrayDataset, DataLoader, Dataset

#: seconds for a batch: where a processor is emulated, a worker alone takes minutes to start
PATIENCE = 600


@pytest.fixture
def by_value(monkeypatch):
    monkeypatch.setattr(sockets, "HANDS_OVER", False)


def connect(expected, said, patience=30):
    """What `accept` returns while somebody connects who says something."""
    port, token = expected.hello.split()

    def client():
        with socket.create_connection(("127.0.0.1", int(port))) as link:
            link.sendall(said(bytes.fromhex(token.decode())))
            link.recv(1)

    threading.Thread(target=client, daemon=True).start()
    return expected.accept(lambda: False, patience)


def test_who_knows_the_token_is_accepted():
    connection = connect(sockets.Expected(), lambda token: token)
    assert connection.gettimeout() is None
    assert not sockets.can_hand_over(connection)
    connection.close()


@pytest.mark.parametrize("said", [lambda token: bytes(32), lambda token: token[:-1], lambda token: b""])
def test_strangers_are_dropped(monkeypatch, said):
    monkeypatch.setattr(sockets, "_SOON", 0.2)
    assert connect(sockets.Expected(), said, patience=0.6) is None


def test_a_stranger_does_not_keep_the_expected_one_out(monkeypatch):
    monkeypatch.setattr(sockets, "_SOON", 0.2)
    expected = sockets.Expected()
    port = int(expected.hello.split()[0])
    with socket.create_connection(("127.0.0.1", port)):
        connect(expected, lambda token: token).close()
    with pytest.raises(ConnectionRefusedError):  # it listens to nobody else
        socket.create_connection(("127.0.0.1", port))


def test_a_process_that_ends_is_not_waited_for():
    began = time.monotonic()
    assert sockets.Expected().accept(lambda: True) is None
    assert time.monotonic() - began < 5


class Large(Dataset):
    """Samples that fill what sockets hold several times."""

    def __len__(self):
        return 40

    def __getitem__(self, i):
        return np.full((1 << 16,), i, np.float32), np.int64(i)


def test_batches_are_those_without_workers(by_value):
    data = ArrayDataset(np.arange(14.0).reshape(7, 2), np.arange(7))
    found, expected = ([[m.asnumpy() for m in b] for b in DataLoader(data, 3, num_workers=n, timeout=PATIENCE)] for n in (2, 0))
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        for a, b in zip(one, other):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a, b)


def test_both_sides_may_have_more_to_say_than_sockets_hold(by_value):
    """Ten thousand numbers in each question, a batch of 2.5 GB in parts in the answers: neither waits for the other for ever."""
    wanted = [[i % 40 for i in range(start, start + 10)] for start in range(0, 160, 10)]
    loader = DataLoader(Large(), batch_sampler=wanted, num_workers=2, prefetch=16, timeout=PATIENCE)
    labels = [(x.shape, x[:, 7].asnumpy().astype(int).tolist(), y.asnumpy().tolist()) for x, y in loader]
    assert labels == [((10, 1 << 16), want, want) for want in wanted]


class Many(Dataset):
    def __len__(self):
        return 100_000

    def __getitem__(self, i):
        return i


def test_questions_larger_than_sockets_hold(by_value):
    batches = list(DataLoader(Many(), 50_000, num_workers=1, prefetch=4, timeout=PATIENCE))
    assert [int(batch.sum().asscalar()) for batch in batches] == [sum(range(50_000)), sum(range(50_000, 100_000))]


def test_a_worker_that_cannot_start_is_named(by_value, monkeypatch):
    from jmx.gluon.data import _processes

    monkeypatch.setattr(_processes, "_START", "import sys; sys.exit(7) #{root}{module}{descriptor}")
    monkeypatch.setattr(_processes.sockets, "CONNECT", "")
    with pytest.raises(MXNetError, match="worker of the DataLoader has ended with exit code 7 before it could be reached"):
        next(iter(DataLoader(ArrayDataset(np.arange(4)), 2, num_workers=1)))
