"""DataLoader with processes as workers."""

import collections
import gc
import importlib
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import types

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.data import ArrayDataset, DataLoader, Dataset
from jmx.gluon.data._workers import RemoteTraceback, _Worker

Pair = collections.namedtuple("Pair", "first second")


class Numbers(Dataset):
    """Sample i is i; `act` is called with i first."""

    def __init__(self, length, act=lambda i: None):
        self.length, self.act = length, act

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        self.act(i)
        return i


def gone(pids, seconds=5):
    """Whether all processes are gone, or will be soon."""
    until = time.monotonic() + seconds
    while any(os.path.exists(f"/proc/{pid}") for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_batches_are_those_without_workers():
    factor = 3
    images = np.arange(7 * 8 * 8, dtype="float32").reshape(7, 8, 8)
    samples = ArrayDataset(images, np.arange(7)).transform_first(lambda x: x * factor)
    loader = DataLoader(samples, 3, num_workers=2, last_batch="rollover")
    expected = DataLoader(samples, 3, last_batch="rollover")
    for _ in range(2):
        found, wanted = list(loader), list(expected)
        assert len(found) == len(wanted)
        for mine, theirs in zip(found, wanted):
            assert [a.dtype for a in mine] == [a.dtype for a in theirs]
            assert [a.asnumpy().tolist() for a in mine] == [a.asnumpy().tolist() for a in theirs]
            assert mine[0].context.device_type == "cpu_shared"


def test_what_a_batchify_function_may_return():
    def batchify(samples):
        nothing = np.zeros((0, 3), "float16")
        return {"n": len(samples), "pair": Pair(mx.nd.ones((2, 2), dtype="int64"), "text" * 1000), "rest": [nothing, None]}

    first, second = DataLoader(Numbers(2), 1, batchify_fn=batchify, num_workers=1)
    assert first["n"] == 1 and first["rest"][1] is None
    assert type(first["pair"]) is Pair and first["pair"].second == "text" * 1000
    assert first["pair"].first.dtype == np.int64 and first["pair"].first.asnumpy().tolist() == [[1, 1], [1, 1]]
    assert first["rest"][0].shape == (0, 3) and first["rest"][0].dtype == np.float16
    first["pair"].first[:] = 5
    assert second["pair"].first.asnumpy().tolist() == [[1, 1], [1, 1]]


def test_workers_are_at_work_while_the_program_is():
    me = os.getpid()
    batches = list(DataLoader(Numbers(8), 2, batchify_fn=lambda samples: (os.getpid(), samples), num_workers=2, prefetch=8))
    assert [samples for _, samples in batches] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert me not in {pid for pid, _ in batches}


def test_random_numbers_follow_the_seeds_of_the_program():
    def batchify(samples):
        return np.random.rand(), mx.nd.random.uniform(shape=1).asscalar()

    def draw(workers):
        np.random.seed(3)
        mx.random.seed(4)
        loader = DataLoader(Numbers(6), 2, batchify_fn=batchify, num_workers=workers)
        return list(loader), list(loader)

    first, second = draw(2)
    assert (first, second) == draw(1)
    assert len({*first, *second}) == 6


def test_the_data_set_is_the_workers_own():
    memory = np.zeros(1000)
    data = ArrayDataset(memory, memory)

    def batchify(samples):
        data._data[0][:] = 7
        return float(data._data[0].sum())

    assert list(DataLoader(data, 500, batchify_fn=batchify, num_workers=1)) == [7000.0, 7000.0]
    assert memory.sum() == 0


def raises(i):
    if i == 3:
        raise LookupError(f"no sample {i}")


def test_what_a_worker_raises():
    loader = DataLoader(Numbers(9, raises), 1, num_workers=2)
    with pytest.raises(LookupError, match="no sample 3") as caught:
        list(loader)
    assert isinstance(caught.value.__cause__, RemoteTraceback)
    assert 'raise LookupError(f"no sample {i}")' in str(caught.value.__cause__)
    assert not loader._workers.alive
    with pytest.raises(LookupError):
        list(loader)


def test_exceptions_that_cannot_be_sent():
    class Awkward(Exception):
        def __init__(self, text, number):
            super().__init__(text)

    def act(i):
        raise Awkward("broken sample", i)

    with pytest.raises(mx.base.MXNetError, match="worker 0 .* raised .*Awkward: broken sample"):
        list(DataLoader(Numbers(2, act), 1, num_workers=1))


@pytest.mark.not_on_windows("signals of POSIX")
def test_a_killed_worker_is_named_at_once():
    loader = DataLoader(Numbers(1000), 1, num_workers=2)
    batches = iter(loader)
    next(batches)
    pids = loader._workers.pids()
    os.kill(pids[1], signal.SIGKILL)
    start = time.monotonic()
    with pytest.raises(mx.base.MXNetError, match=rf"worker 1 \(pid {pids[1]}\) was killed by SIGKILL"):
        list(batches)
    assert time.monotonic() - start < 10 and gone(pids)
    assert len(list(loader)) == 1000


def test_a_worker_that_leaves():
    with pytest.raises(mx.base.MXNetError, match="ended with exit code 9"):
        list(DataLoader(Numbers(2, lambda i: os._exit(9)), 1, num_workers=1))


def test_too_slow():
    loader = DataLoader(Numbers(1, lambda i: time.sleep(100)), 1, num_workers=1, timeout=1)
    with pytest.raises(multiprocessing.TimeoutError, match="longer than 1 seconds"):
        list(loader)
    pids = loader._workers.pids()
    del loader
    assert gone(pids)


def test_leaving_early_leaves_nothing_behind():
    loader = DataLoader(Numbers(1000), 1, num_workers=2)
    next(iter(loader))
    assert next(iter(loader)).asscalar() == 0, "batches of the pass that was left are not mixed in"
    pids = loader._workers.pids()
    del loader
    assert gone(pids)


def test_two_passes_at_once():
    loader = DataLoader(Numbers(6), 2, num_workers=2)
    seen = [(a.asnumpy().tolist(), b.asnumpy().tolist()) for a, b in zip(loader, loader)]
    assert seen == [([0, 1], [0, 1]), ([2, 3], [2, 3]), ([4, 5], [4, 5])]


def test_threads_where_processes_cannot_be():
    data = Numbers(3)
    data.lock = threading.Lock()
    with pytest.warns(UserWarning, match="uses threads instead of processes: .*lock"):
        batches = list(DataLoader(data, 2, num_workers=2))
    assert [b.asnumpy().tolist() for b in batches] == [[0, 1], [2]]


SCRIPT = """
    import os, sys, time
    import jmx as mx
    class Mine(mx.gluon.data.Dataset):
        def __len__(self):
            return 100
        def __getitem__(self, i):
            return i + OFFSET
    OFFSET = 5
    loader = mx.gluon.data.DataLoader(Mine(), 2, num_workers=2, prefetch=20)
    for batch in loader:
        print(batch.asnumpy().tolist(), *loader._workers.pids(), flush=True)
        {end}
"""


@pytest.mark.parametrize(
    "end", ["break", "sys.exit(3)", "os.kill(os.getpid(), 9)", "os.kill(os.getpid(), 2)"],
    ids=["done", "exit", "killed", "interrupted"],
)  # fmt: skip
def test_no_process_outlives_the_program(tmp_path, end):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT.format(end=end)))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, cwd=os.getcwd(),
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})  # fmt: skip
    assert done.stdout.startswith("[5, 6] "), done.stderr
    assert gone([int(pid) for pid in done.stdout.splitlines()[0].split()[2:]])


@pytest.mark.not_on_windows("signals of POSIX")
def test_signals_for_the_whole_group_are_the_programs():
    """A batch system sends them to every process before it ends a job; the program may want another batch for its checkpoint."""
    loader = mx.gluon.data.DataLoader(list(range(40)), 2, num_workers=2)
    batches = iter(loader)
    assert next(batches).asnumpy().tolist() == [0, 1]
    for pid in loader._workers.pids():
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGINT):
            os.kill(pid, number)
    assert [batch.asnumpy().tolist() for batch in batches] == [[i, i + 1] for i in range(2, 40, 2)]


@pytest.mark.not_on_windows("signals of POSIX")
def test_signals_that_come_while_a_worker_starts():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    worker = _Worker(0)
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGINT):
        os.kill(worker.process.pid, number)
    worker.connection.close()
    assert worker.process.wait(60) == 0, "it ends because the program is gone"
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


def test_a_module_that_cannot_be_imported_again(tmp_path, monkeypatch):
    (tmp_path / "part_of_the_program.py").write_text(
        textwrap.dedent(
            """
            import only_here
            from jmx.gluon.data import Dataset

            class Twice(Dataset):
                def __len__(self):
                    return 4

                def __getitem__(self, i):
                    return only_here.factor() * i
            """
        )
    )
    monkeypatch.syspath_prepend(tmp_path)
    made = types.ModuleType("only_here")
    exec("def factor():\n    return 2", made.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", made)
    part = importlib.import_module("part_of_the_program")
    monkeypatch.setitem(sys.modules, "part_of_the_program", part)
    loader = DataLoader(part.Twice(), 1, num_workers=2)
    expected = [[0], [2], [4], [6]]
    with pytest.warns(UserWarning, match="uses threads instead of processes.*No module named 'only_here'"):
        assert [batch.asnumpy().tolist() for batch in loader] == expected
    assert [batch.asnumpy().tolist() for batch in loader] == expected


@pytest.mark.not_on_windows("workers send by connections that load more")
def test_a_worker_imports_no_arrays_for_samples_without():
    program = textwrap.dedent(
        """
        import sys
        import numpy as np
        from jmx.gluon.data import ArrayDataset, DataLoader, Dataset

        class Plain(Dataset):
            def __len__(self):
                return 4

            def __getitem__(self, i):
                return np.full(3, i, "float32"), i, "jax" in sys.modules

        class Drawn(Plain):
            def __getitem__(self, i):
                import jmx as mx

                return mx.nd.random.uniform(shape=(2,)).asnumpy(), mx.nd.array([i]), 1

        def show(data):
            for batch in DataLoader(data, 2, num_workers=2):
                print([(type(m).__name__, m.context, m.dtype.__name__, m.asnumpy().tolist()) for m in batch])

        show(Plain())
        show(ArrayDataset(np.arange(4), np.arange(8.0).reshape(4, 2)))
        first, second = ([b[0].asnumpy().tolist() for b in DataLoader(Drawn(), 1, num_workers=n)] for n in (1, 3))
        print(first == second)
        """
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=os.environ | {
        "PYTHONPATH": os.pathsep.join(sys.path)
    })  # fmt: skip
    lines = found.stdout.splitlines()
    shared = "NDArray', cpu_shared(0), "
    rows, numbers = f"('{shared}'float32', [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]])", f"('{shared}'int64', [0, 1])"
    assert lines[0] == f"[{rows}, {numbers}, ('{shared}'bool', [False, False])]", found.stderr
    assert lines[3] == f"[('{shared}'int64', [2, 3]), ('{shared}'float64', [[4.0, 5.0], [6.0, 7.0]])]"
    assert lines[4] == "True"


class _WithoutAxes(Dataset):
    """Members with and without axes, as samples with a length or a label have them."""

    def __init__(self):
        self.labels = [mx.np.array(i, dtype="float32") for i in range(4)]

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return mx.np.ones(3), self.labels[i], mx.np.array(i > 1)


@mx.util.use_np
@pytest.mark.parametrize("batchify", [None, lambda samples: samples], ids=["stacked", "as they are"])
def test_arrays_without_axes_come_out_of_workers_as_they_are(batchify):
    dataset = _WithoutAxes()
    loaders = [DataLoader(dataset, 4, num_workers=n, batchify_fn=batchify) for n in (0, 2)]
    for batch, expected in zip(*(list(loader) for loader in loaders)):
        for one, other in zip(batch, expected):
            one, other = (one, other) if batchify else ([one], [other])
            assert [a.shape for a in one] == [a.shape for a in other]
            assert [a.asnumpy().tolist() for a in one] == [a.asnumpy().tolist() for a in other]


def _below(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        children = [int(word) for word in file.read().split()]
    return children + [below for child in children for below in _below(child)]


@pytest.mark.on_linux("reads /proc")
def test_processes_that_are_all_stopped_do_not_keep_the_program():
    """Neither the workers nor the process that started them, which alone knows how they ended."""
    before = set(_below(os.getpid()))
    loader = DataLoader(ArrayDataset(np.arange(4000.0)), 10, num_workers=2)
    batches = iter(loader)
    next(batches)
    started = set(_below(os.getpid())) - before
    for process in set(_below(os.getpid())):
        os.kill(process, signal.SIGSTOP)
    assert len(started) >= 2
    loader._timeout = 1
    with pytest.raises(multiprocessing.TimeoutError, match="longer than 1 seconds"):
        list(batches)
    began = time.monotonic()
    del batches, loader
    gc.collect()
    assert time.monotonic() - began < 30
    assert not any(os.path.exists(f"/proc/{process}") for process in started - set(_below(os.getpid())))
    for process in _below(os.getpid()):
        os.kill(process, signal.SIGCONT)


#: transforms of pictures of one size, as many as XLA would compile for were this no worker
_TRANSFORMED = """
import sys
import numpy as np
import jmx as mx
from jmx import nd
from jmx.gluon import nn
from jmx.gluon.data import DataLoader, SimpleDataset
from jmx.gluon.data.vision import transforms as T


class Own(mx.gluon.Block):
    def forward(self, x):
        return nd.clip(x * 2 + 1, 0, 2).sum(axis=0, keepdims=True)


joined = nn.HybridSequential()
joined.add(T.ToTensor(), T.Normalize((0.5, 0.4, 0.3), (0.2, 0.2, 0.3)))
joined.hybridize()
SETS = {
    "usual": T.Compose([T.RandomResizedCrop(12), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(0.5, 0.2)]),
    "colours": T.Compose([T.RandomColorJitter(0.3, 0.3, 0.3, 0.1), T.RandomLighting(0.1), T.ToTensor()]),
    "whole": T.Compose([T.Resize(14), T.CenterCrop(12), T.Cast("float32"), T.ToTensor(), Own()]),
    "joined": joined,
    "function": lambda x: nd.flip(nd.transpose(x.astype("float32"), (2, 0, 1)) / 255 - 0.5, axis=1),
    "pieces": lambda x: nd.concat(
        nd.softmax(x[:9, :9, 0].astype("float16")), nd.one_hot(nd.arange(9), 9, dtype="float16"), dim=1
    ),
}
pictures = np.random.RandomState(0).randint(0, 256, (160, 16, 16, 3)).astype("uint8")
for name, transform in SETS.items():
    data = SimpleDataset([nd.array(picture, dtype="uint8") for picture in pictures]).transform(transform)
    mine = [batch.asnumpy() for batch in DataLoader(data, 16, num_workers=2)]
    if name not in ("usual", "colours"):  # whose numbers are drawn batch by batch in workers
        for batch, theirs in zip(mine[:2], DataLoader(data, 16)):
            np.testing.assert_allclose(batch, theirs.asnumpy(), rtol=1e-3, atol=1e-5)
    print(name, len(mine), mine[0].dtype)
"""


@pytest.mark.parametrize("choice", [None, "now"])
def test_workers_start_no_compiler(choice):
    """However often their transforms run; unless JMX_COMPILE asks for it."""
    left_out = ("JMX_", "JAX_", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    environment |= {"JMX_LOG": "compile", "JMX_CACHE": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    if choice is not None:
        environment["JMX_COMPILE"] = choice
    program = _TRANSFORMED if choice is None else _TRANSFORMED.replace("DataLoader(data, 16)", "[]")
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, env=environment)
    assert len(found.stdout.splitlines()) == 6, found.stderr
    told = re.findall(r"jmx: ([^ :]+).*?(interpreted,|lowered)", found.stderr)
    # a release of JAX that is asked for an option compiles a constant
    compiled = {name for name, how in told if how == "lowered"} - {"options_of_graphs"}
    interpreted = {name for name, how in told if how != "lowered"}
    if choice is None:
        # those of the program itself are few, the workers' 80
        assert not compiled, found.stderr
        assert {"transpose", "softmax", "one_hot"} <= interpreted and "interpreted, for ever" in found.stderr, found.stderr
    else:
        assert compiled, found.stderr
