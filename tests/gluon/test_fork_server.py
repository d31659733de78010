"""The process that the DataLoader's workers are forks of, and what it imports for them."""

import errno
import functools
import os
import signal
import struct
import subprocess
import sys
import textwrap
import time
import types

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.data import ArrayDataset, DataLoader, Dataset, SimpleDataset, _processes
from jmx.gluon.data._needed import needed_modules
from jmx.gluon.data.vision import ImageRecordDataset, transforms

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forks on Linux only")


class Asked(Dataset):
    """Two samples: what `ask` returns in the worker."""

    def __init__(self, ask):
        self.ask = ask

    def __len__(self):
        return 2

    def __getitem__(self, i):
        return self.ask()


def answers(ask, workers=1):
    return list(DataLoader(Asked(ask), 1, num_workers=workers, batchify_fn=lambda samples: samples[0]))


def ended(pid, seconds=5):
    until = time.monotonic() + seconds
    while os.path.exists(f"/proc/{pid}"):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def python(program):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def test_loaders_share_one_server_that_is_no_fork_of_the_program():
    first, second = answers(os.getppid, 2), answers(os.getppid)
    assert len({*first, *second}) == 1
    assert os.getpid() not in first
    with open(f"/proc/{first[0]}/cmdline") as file:
        assert "_fork_server" in file.read()


def test_workers_have_the_environment_and_the_folder_of_their_start(tmp_path, monkeypatch):
    def ask():
        return os.environ.get("A_VARIABLE_OF_THE_PROGRAM"), os.getcwd()

    here = os.getcwd()
    assert answers(ask)[0] == (None, here)
    monkeypatch.setenv("A_VARIABLE_OF_THE_PROGRAM", "set")
    monkeypatch.chdir(tmp_path)
    assert answers(ask)[0] == ("set", os.path.realpath(tmp_path))


def test_a_replaced_server_serves_its_workers_until_they_end(monkeypatch):
    loader = DataLoader(Asked(os.getppid), 1, num_workers=1, batchify_fn=lambda samples: samples[0])
    (server, _), pids = list(loader), loader._workers.pids()
    monkeypatch.setenv("A_VARIABLE_OF_THE_PROGRAM", "other")
    assert answers(os.getppid)[0] != server
    assert list(loader) == [server, server] and loader._workers.pids() == pids
    del loader
    assert ended(pids[0]) and ended(server)


def test_what_workers_print_goes_where_the_program_prints_now(capfd):
    answers(lambda: print("before", flush=True))
    assert capfd.readouterr().out == "before\n" * 2
    out = os.dup(1)
    read, write = os.pipe()
    try:
        os.dup2(write, 1)
        answers(lambda: print("elsewhere", flush=True))
    finally:
        os.dup2(out, 1)
        os.close(out)
        os.close(write)
    with os.fdopen(read) as file:
        assert file.read() == "elsewhere\n" * 2


def test_workers_and_later_loaders_survive_a_killed_server():
    loader = DataLoader(Asked(os.getppid), 1, num_workers=2, batchify_fn=lambda samples: samples[0])
    server, pids = next(iter(loader)), loader._workers.pids()
    os.kill(server, signal.SIGKILL)
    assert _processes._current._process.wait(5) == -signal.SIGKILL
    assert len(list(loader)) == 2 and loader._workers.pids() == pids
    assert answers(os.getppid)[0] != server
    os.kill(pids[0], signal.SIGKILL)
    with pytest.raises(mx.MXNetError, match=rf"worker 0 \(pid {pids[0]}\) ended\."):
        list(loader)
    assert ended(pids[1])


def test_workers_draw_different_numbers_before_the_first_batch():
    class Drawing(Dataset):
        def __setstate__(self, state):
            self.drawn = np.random.rand()

        def __getstate__(self):
            return {}

        def __len__(self):
            return 4

        def __getitem__(self, i):
            return os.getpid(), self.drawn

    drawn = set(DataLoader(Drawing(), 1, num_workers=2, batchify_fn=lambda samples: samples[0]))
    assert len({pid for pid, _ in drawn}) == len({number for _, number in drawn}) == 2


def test_a_worker_ends_as_a_program_does(tmp_path):
    path = str(tmp_path / "ended")

    def ask():
        import atexit

        atexit.register(lambda: open(path, "a").write("ended\n"))

    loader = DataLoader(SimpleDataset([0]).transform(lambda x: ask() or x), 1, num_workers=1)
    list(loader)
    pids = loader._workers.pids()
    del loader
    assert ended(pids[0])
    with open(path) as file:
        assert file.read() == "ended\n"


def test_a_worker_that_does_not_listen_is_killed_with_the_program():
    """It cannot see that its socket has ended while a sample takes its time."""
    done = python(
        """
        import os, signal, time
        from jmx.gluon.data import DataLoader, SimpleDataset

        def slow(x):
            while x:
                time.sleep(1000)
            return x

        loader = DataLoader(SimpleDataset([0, 1]).transform(slow), 1, num_workers=1)
        next(iter(loader))
        time.sleep(0.3)
        print(*loader._workers.pids(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    assert done.returncode == -signal.SIGKILL and ended(int(done.stdout)), done.stderr


def test_samples_of_numpy_start_no_jax_where_it_has_been_imported():
    """Whatever an earlier loader needed."""
    from jmx.config import jax_internals

    assert [a.asnumpy().tolist() for a in DataLoader(ArrayDataset(mx.nd.arange(4)).transform(mx.nd.array), 2, num_workers=1)]
    plain = SimpleDataset([0, 1]).transform(lambda x: (np.float32(x), jax_internals.backends_started()))
    started = [batch[1].asnumpy().tolist() for batch in DataLoader(plain, 2, num_workers=1)]
    assert started == [[False, False]]


def test_members_of_a_sample_may_be_arrays_or_not():
    samples = SimpleDataset([0, 1, 2]).transform(lambda x: (mx.nd.full((2,), x), np.full(1, x, "float16"), (x, float(x))))
    with_workers, without = (list(DataLoader(samples, 2, num_workers=n)) for n in (1, 0))

    def values(batch):
        return [values(m) if isinstance(m, list) else (m.dtype, m.asnumpy().tolist()) for m in batch]

    assert [values(batch) for batch in with_workers] == [values(batch) for batch in without]
    assert {m.context.device_type for m in with_workers[0][:2]} == {"cpu_shared"}


def test_in_a_fork_of_the_program():
    done = python(
        """
        import os, sys
        from jmx.gluon.data import DataLoader, SimpleDataset

        def first():
            return next(iter(DataLoader(SimpleDataset([4, 5]), 2, num_workers=1, batchify_fn=lambda s: (os.getppid(), s))))

        server, samples = first()
        pid = os.fork()
        if pid == 0:
            other, same = first()
            sys.exit(0 if same == samples and other != server else 1)
        print(os.waitpid(pid, 0)[1], first() == (server, samples))
        """
    )
    assert done.stdout == "0 True\n", done.stderr


def test_descriptors_above_a_thousand():
    """As many as a program has that keeps a thousand batches."""
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        loader = DataLoader(Asked(os.getppid), 1, num_workers=1, batchify_fn=lambda samples: samples[0])
        list(loader)
        pids = loader._workers.pids()
        del loader
        assert ended(pids[0])
    finally:
        for descriptor in held:
            os.close(descriptor)


def test_without_forks(monkeypatch):
    """As on macOS: each worker is an interpreter of its own."""
    monkeypatch.setattr(_processes.processes, "FORKS_ARE_SAFE", False)
    loader = DataLoader(Asked(os.getppid), 1, num_workers=2, batchify_fn=lambda samples: samples[0])
    assert list(loader) == [os.getpid()] * 2
    pid = loader._workers.pids()[1]
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(mx.MXNetError, match=rf"worker 1 \(pid {pid}\) was killed by SIGKILL"):
        list(loader)


@pytest.mark.parametrize(
    ("sent", "message"),
    [(b"", "The process that starts the DataLoader's workers has ended"),
     (struct.pack("!i", -errno.EAGAIN), "A worker of the DataLoader cannot be started: Resource temporarily unavailable")],
)  # fmt: skip
def test_no_process(sent, message):
    read, write = os.pipe()
    os.write(write, sent)
    os.close(write)
    process = _processes._Forked(types.SimpleNamespace(resume=lambda: None), read)
    with pytest.raises(mx.MXNetError, match=message):
        process.pid  # noqa: B018
    process.kill()


def use_image(x):
    return mx.image.imresize(x, 2, 2)


def import_it(x):
    import mxnet

    return mxnet.nd.array(x)


def nested(x):
    return [use_image(part) for part in x]


class UsesImages:
    def __call__(self, x):
        return nested(x)


def plain(x):
    return np.sqrt(x) + len(str(x))


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        ([ArrayDataset(np.zeros(3), [1, 2, 3]).transform_first(plain)], None),
        ([SimpleDataset([{"a": 1}, "text"]).transform(lambda x: plain(x)), functools.partial(plain, 3)], None),
        ([Asked(plain)], None),
        ([ArrayDataset(mx.nd.zeros((3, 2)))], "jmx.ndarray"),
        ([SimpleDataset([mx.nd.zeros(3)])], "jmx.ndarray"),
        ([SimpleDataset([1]).transform(import_it)], "jmx.ndarray"),
        ([SimpleDataset([1]).transform(lambda x: use_image(x))], "jmx.image"),
        ([[1], functools.partial(nested)], "jmx.image"),
        ([SimpleDataset([1]).transform(UsesImages())], "cv2"),
        ([SimpleDataset([1]).transform(UsesImages().__call__)], "jmx.image"),
        ([SimpleDataset([1]).transform_first(transforms.ToTensor())], "jmx.gluon.data.vision.transforms.values"),
        ([ImageRecordDataset.__new__(ImageRecordDataset)], "cv2"),
    ],
)
def test_what_workers_will_need(objects, expected):
    names = needed_modules(*objects)
    assert names == [] if expected is None else {"jmx.ndarray", expected} <= set(names)


def test_looking_ends_in_data_sets_that_refer_to_themselves():
    endless = SimpleDataset([])
    endless._data = [endless, {"again": endless}, *range(10**6)]
    assert needed_modules(endless) == []
