"""`horovod.mxnet` on the job of jmx: jobs of several processes, one process, and what is refused."""

import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.legacy.horovod import mxnet as hvd

from .jobs import HERE, ROOT, environment, finish, job, start


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    path = tmp_path_factory.mktemp("horovod") / "alone.npz"
    ((code, text),) = finish([start([HERE / "horovod_checks.py", path])])
    assert code == 0, text
    return np.load(path)


@pytest.mark.parametrize("size", [2, 4])
def test_calls_and_training_as_one_process(size, alone, tmp_path):
    for rank, (code, text) in enumerate(job(size, [HERE / "horovod_checks.py", tmp_path / "r.npz"], timeout=300)):
        assert code == 0 and f"rank {rank} of {size}: all as expected" in text, text
    together = np.load(tmp_path / "r.npz")
    assert set(together) == set(alone)
    for name in alone:
        tolerance = 3e-3 if "fp16" in name else 1e-5
        np.testing.assert_allclose(together[name], alone[name], rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.not_on_windows("jmx launch is for POSIX systems")
def test_jmx_launch_starts_it():
    code = "import mxnet, horovod.mxnet as hvd; hvd.init(); print('sum', hvd.allreduce(mxnet.nd.ones(1), op=hvd.Sum).asscalar())"
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", sys.executable, "-c", code]
    done = subprocess.run(command, env=environment(), cwd=ROOT, text=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stdout.count("sum 2.0") == 2, done.stdout + done.stderr


def test_ranks_that_call_different_things_are_told():
    each = "hvd.allreduce(mxnet.nd.ones(1), name='a') if hvd.rank() else hvd.broadcast(mxnet.nd.ones(1), 0, name='a')"
    for code, text in job(2, ["-c", f"import mxnet, horovod.mxnet as hvd; hvd.init(); {each}"]):
        assert code == 1 and "hvd.allreduce (Average)" in text and "hvd.broadcast from rank 0" in text, text


@pytest.fixture
def initialized():
    hvd.init()
    yield
    hvd.shutdown()


@pytest.mark.parametrize(
    "call",
    [hvd.rank, hvd.size, hvd.local_rank, hvd.cross_size, lambda: hvd.allreduce(mx.nd.ones(1)), lambda: hvd.broadcast_object(1),
     lambda: hvd.broadcast_parameters({}), lambda: hvd.DistributedTrainer({}, "sgd")],
)  # fmt: skip
def test_before_init(call):
    assert not hvd.is_initialized()
    with pytest.raises(ValueError, match="Horovod has not been initialized; use hvd.init"):
        call()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: hvd.ProcessSet([0]), "job of its own"),
        (lambda: hvd.add_process_set([0]), "job of its own"),
        (lambda: hvd.init(comm=[1, 0]), "job of its own"),
        (lambda: hvd.allreduce(mx.nd.ones(1), process_set=[0]), "job of its own"),
        (lambda: hvd.allreduce(mx.nd.ones(1), op=hvd.Adasum), "Use hvd.Average"),
        (lambda: hvd.start_timeline("t.json"), "mx.profiler"),
    ],
)
def test_what_is_not_supported_says_what_to_use(call, words):
    hvd.shutdown()
    with pytest.raises(NotImplementedError, match=words):
        call()


def test_wrong_arguments(initialized):
    with pytest.raises(ValueError, match="supersedes average"):
        hvd.allreduce(mx.nd.ones(1), average=True, op=hvd.Sum)
    with pytest.raises(TypeError, match="takes NDArrays"):
        hvd.allreduce(np.ones(1))
    with pytest.raises(mx.MXNetError, match="tostype"):
        hvd.allreduce(mx.nd.ones((2, 2)).tostype("row_sparse"))
    with pytest.raises(mx.MXNetError, match="root_rank=3"):
        hvd.broadcast(mx.nd.ones(1), root_rank=3)
    with pytest.raises(ValueError, match="splits"):
        hvd.alltoall(mx.nd.ones(3), splits=[2])
    net = gluon.nn.Dense(1, in_units=2)
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    with pytest.raises(ValueError, match="one context"):
        hvd.DistributedTrainer(net.collect_params(), "sgd")


def test_horovod_run_names_the_launcher():
    code = "import mxnet, horovod; horovod.run(print, np=3)"
    ((status, text),) = finish([start(["-c", code])])
    assert status == 1 and "jmx launch -n 3" in text


def test_a_real_horovod_goes_first(tmp_path):
    (tmp_path / "horovod").mkdir()
    (tmp_path / "horovod" / "__init__.py").write_text("real = True")
    ((status, text),) = finish(
        [start(["-c", f"import sys; sys.path.append({str(tmp_path)!r}); import mxnet, horovod; horovod.real"])]
    )
    assert status == 0, text
