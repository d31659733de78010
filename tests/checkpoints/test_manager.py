"""`checkpoints.CheckpointManager`: runs that were stopped or killed have the losses of a run that was not."""

import base64
import errno
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd
from jmx.checkpoints import CheckpointManager, _store
from jmx.config.system import files

from . import saved_training as training

PROGRAM = pathlib.Path(training.__file__)


@pytest.fixture(scope="module", autouse=True)
def equal_bits():
    """The same bits from the first call of a program on, in this process and in those that are started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JMX_COMPILE", "now")
        yield


@pytest.fixture(scope="module")
def whole():
    """{way: losses of a run without checkpoints}, of 15 steps."""
    found = {}
    for way, run in training.WAYS.items():
        losses = training.Losses()
        run(losses, 15)
        found[way] = losses.by_step
        assert list(found[way]) == list(range(1, 16))
    return found


@pytest.mark.parametrize("way", training.WAYS)
def test_in_parts(way, whole, tmp_path):
    """Stopped in the middle of a pass over the data, at its end, and when nothing was left to do."""
    found = {}
    for steps in (3, 5, 12, 15, 15):
        part = training.Losses()
        training.WAYS[way](part, steps, lambda **options: CheckpointManager(tmp_path, **options))
        found.update(part.by_step)
        assert part.by_step == {step: whole[way][step] for step in part.by_step}
    assert found == whole[way] and part.by_step.keys() <= {15}


@pytest.mark.not_on_windows("a process ends itself by a signal")
@pytest.mark.parametrize("way, kills", [("gluon", (9,)), ("estimator", (7,)), ("module", (8,))])
def test_killed(way, kills, tmp_path):
    """Beside a new process that is not killed: this one may have programs that earlier tests have left to NumPy."""
    for folder, ends in (("whole", (0,)), ("broken", (*kills, 0))):
        (tmp_path / folder).mkdir()
        for kill in ends:
            command = [sys.executable, PROGRAM, way, tmp_path / folder, 15, *([kill] if kill else [])]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            assert done.returncode == (-9 if kill else 0), done.stderr
    whole, broken = (training.losses_in(tmp_path / folder) for folder in ("whole", "broken"))
    assert list(whole) == list(range(1, 16)) and broken == whole


def trained():
    net, trainer = training.network()
    net(mx.nd.zeros((1, 6)))
    return net, trainer


def step(net, trainer):
    with autograd.record():
        loss = net(mx.nd.ones((2, 6))).square().mean()
    loss.backward()
    trainer.step(2)


def values(net):
    return {name: value.data().asnumpy().copy() for name, value in net._collect_params_with_prefix().items()}


def test_the_values_are_those_of_the_step(tmp_path, monkeypatch):
    """Though training goes on before the first of them is written."""
    go = threading.Event()
    write = _store.Store.write
    monkeypatch.setattr(_store.Store, "write", lambda *arguments: (go.wait(60), write(*arguments)))
    net, trainer = trained()
    step(net, trainer)
    before, updates = values(net), trainer.optimizer.num_update
    with CheckpointManager(tmp_path, net=net, trainer=trainer) as manager:
        manager.save(1)
        for _ in range(3):
            step(net, trainer)
        assert not os.listdir(tmp_path)
        go.set()
        manager.wait_until_finished()
        after = [values(net)]
        for _ in range(2):
            step(net, trainer)
            after.append(values(net))
        for again in (True, False):
            assert manager.restore() == 1 and trainer.optimizer.num_update == updates
            np.testing.assert_equal(values(net), before)
            for _ in range(3 if again else 0):
                step(net, trainer)
        assert not all(np.array_equal(before[name], after[0][name]) for name in before)


def test_random_numbers_go_on(tmp_path):
    net, trainer = trained()
    mx.random.seed(7)
    for draw in (mx.nd.random.normal, random.gauss, np.random.randn):
        draw()
    with CheckpointManager(tmp_path, net=net) as manager:
        manager.save(3, {"note": "an odd number of normal numbers leaves one"})
        drawn = [(mx.nd.random.normal(shape=3).asnumpy().tolist(), random.gauss(0, 1), np.random.randn())]
        assert manager.restore() == 3 and manager.extra == {"note": "an odd number of normal numbers leaves one"}
        drawn.append((mx.nd.random.normal(shape=3).asnumpy().tolist(), random.gauss(0, 1), np.random.randn()))
    assert drawn[0] == drawn[1]


def test_the_scale_of_the_loss_is_kept(tmp_path):
    net, trainer = trained()
    trainer._amp_loss_scaler = mx.contrib.amp.amp.LossScaler()
    trainer._amp_loss_scaler.note(True)
    with CheckpointManager(tmp_path, net=net, trainer=trainer) as manager:
        manager.save(1)
        trainer._amp_loss_scaler = mx.contrib.amp.amp.LossScaler()
        manager.restore()
    assert trainer._amp_loss_scaler._next_loss_scale == 2.0**15


def test_old_checkpoints_go_and_leftovers_are_swept(tmp_path):
    net, trainer = trained()
    manager = CheckpointManager(tmp_path, net=net, trainer=trainer, max_to_keep=2)
    assert manager.latest_step() is None and manager.restore() == 0
    for number in (1, 2, 10, 10):
        manager.save(number)
    manager.close()
    assert manager.all_steps() == [2, 10] and manager.latest_step() == 10
    assert sorted(os.listdir(tmp_path)) == ["10", "2"] and sorted(os.listdir(tmp_path / "10")) == [
        "net.params", "state.json", "trainer.states",
    ]  # fmt: skip
    (tmp_path / ".11.0123456789ab.jmx-tmp").mkdir()
    os.rename(tmp_path / "10", tmp_path / ".10.0123456789ab.jmx-old")  # killed while it was replaced
    (tmp_path / "a folder of the user's").mkdir()
    manager = CheckpointManager(tmp_path, net=net, trainer=trainer)
    assert sorted(os.listdir(tmp_path)) == ["10", "2", "a folder of the user's"] and manager.restore() == 10


@pytest.mark.not_on_windows("locks of files are those of POSIX")
def test_what_another_process_writes_is_not_swept(tmp_path):
    folder = tmp_path / ".1.0123456789ab.jmx-tmp"
    folder.mkdir()
    with _store._locked(folder):
        code = "import sys; from jmx.checkpoints import _store; _store.Store(sys.argv[1]).sweep()"
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
        assert folder.exists()
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert not folder.exists()


@pytest.mark.parametrize("owner, name", [(files, "rename"), (_store, "atomic_file"), (_store.Store, "_put"), (os, "mkdir")])
def test_a_full_disk(owner, name, tmp_path, monkeypatch):
    """The error comes with the next call, names the folder, and the checkpoint before is there."""
    net, trainer = trained()
    manager = CheckpointManager(tmp_path, net=net, trainer=trainer)
    manager.save(1)
    manager.wait_until_finished()
    with monkeypatch.context() as patch:

        def full(*_, **__):
            raise OSError(errno.ENOSPC, "No space left on device")

        patch.setattr(owner, name, full)
        manager.save(2)
        with pytest.raises(OSError, match="No space left") as caught:
            manager.wait_until_finished()
    assert isinstance(caught.value, mx.MXNetError) and f"step 2 in {tmp_path}" in str(caught.value)
    assert os.listdir(tmp_path) == ["1"]
    manager.save(3)
    manager.close()
    assert manager.all_steps() == [1, 3]


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    net, trainer = trained()
    with pytest.raises(mx.MXNetError, match="step 1 in .*file.saved"):
        with CheckpointManager(tmp_path / "file" / "saved", net=net, trainer=trainer) as manager:
            manager.save(1)
    with pytest.raises(KeyError) as caught:
        with CheckpointManager(tmp_path / "file" / "saved", net=net, trainer=trainer) as manager:
            manager.save(1)
            raise KeyError("the program's own error")
    assert "was not written" in caught.value.__notes__[0]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    net, trainer = trained()
    step(net, trainer)
    with CheckpointManager(folder, net=net, trainer=trainer, data=training.loader()) as manager:
        next(iter(manager.data))
        manager.save(1)
    return folder


def _changed(path, value):
    """A state with another value at a path of keys."""

    def change(folder):
        state = json.loads((folder / "state.json").read_text())
        place = state
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        (folder / "state.json").write_text(json.dumps(state))

    return change


def _cut(name, size):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size])


DAMAGE = [
    _cut("state.json", 100), _cut("net.params", 100), _cut("trainer.states", 50), lambda folder: (folder / "net.params").unlink(),
    lambda folder: (folder / "state.json").write_text("[" * 100_000), lambda folder: (folder / "state.json").write_bytes(b"\xff"),
    lambda folder: (folder / "trainer.states").write_bytes(b"cos\nsystem\n(S'touch owned'\ntR."),
    _changed(["version"], 9), _changed(["step"], 5), _changed(["ranks"], []), _changed(["ranks"], 7), _changed(["extra"], []),
    _changed(["ranks", 0, "random", "numpy", "at"], 10**9), _changed(["ranks", 0, "random", "numpy", "at"], None),
    _changed(["ranks", 0, "random", "python", "version"], 99), _changed(["ranks", 0, "random", "python", "gauss"], "x"),
    _changed(["ranks", 0, "random", "python", "words", "data"], "AAAA"),
    _changed(["ranks", 0, "random", "python", "words", "dtype"], "object"),
    _changed(["ranks", 0, "random", "arrays", "streams"], [["cpu", 0, -1, 2, 3]]),
    _changed(["ranks", 0, "random", "arrays", "streams"], [["moon", 0, 1, 2, 3]]),
    _changed(["ranks", 0, "data", "batch"], -1), _changed(["ranks", 0, "data", "epoch"], "one"),
    _changed(["ranks", 0, "data"], 3),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged(damage, saved, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(saved, tmp_path / "run")
    damage(tmp_path / "run" / "1")
    net, trainer = trained()
    step(net, trainer)
    step(net, trainer)
    manager = CheckpointManager(tmp_path / "run", net=net, trainer=trainer, data=training.loader())

    def now():
        values = [p.data().asnumpy().tobytes() for p in net.collect_params().values()]
        place = manager.data.epoch, manager.data.batch
        return (
            values,
            trainer._updaters[0].get_states(True),
            np.random.get_state()[1].tolist(),
            random.getstate(),
            place,
            manager.extra,
        )

    before = now()
    with pytest.raises(mx.MXNetError, match="run.1"):
        manager.restore()
    assert not (tmp_path / "owned").exists()
    assert now() == before


@pytest.mark.parametrize("saved_by, restored_by", [("adam", "sgd"), ("adam", None), (None, "adam")])
def test_states_of_another_optax_transformation_change_nothing(saved_by, restored_by, tmp_path):
    """Those of another one, and those of an optimizer of MXNet's: parameters stay as well."""
    optax = pytest.importorskip("optax")

    def made(name):
        net = training.network()[0]
        optimizer = getattr(optax, name)(0.1) if name else "sgd"
        trainer = mx.gluon.Trainer(net.collect_params(), optimizer, {} if name else {"learning_rate": 0.1})
        net(mx.nd.zeros((1, 6)))
        step(net, trainer)
        return net, trainer

    net, trainer = made(saved_by)
    with CheckpointManager(tmp_path, net=net, trainer=trainer) as manager:
        manager.save(1)
    net, trainer = made(restored_by)
    step(net, trainer)
    before = values(net), trainer._updaters[0].get_states(True)
    with pytest.raises(mx.MXNetError):
        CheckpointManager(tmp_path, net=net, trainer=trainer).restore()
    after = values(net), trainer._updaters[0].get_states(True)
    assert after[1] == before[1]
    for name, value in before[0].items():
        np.testing.assert_array_equal(after[0][name], value)


def _module(hidden):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="a")
    net = mx.sym.FullyConnected(net, num_hidden=hidden, name="b")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (2, 6))], [("softmax_label", (2,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer("device", "adam")
    module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 6))], [mx.nd.zeros(2)]))
    module.update()
    return module


def test_a_module_of_other_shapes_stays_as_it_is(tmp_path):
    with CheckpointManager(tmp_path, module=_module(3)) as manager:
        manager.save(1)
    module = _module(5)
    before = [{name: value.asnumpy() for name, value in group.items()} for group in module.get_params()]
    states = module._updater.get_states(True)
    with pytest.raises(
        mx.MXNetError, match=r"parameter 'b_weight' is of shape \(3, 4\), and the module's has the shape \(5, 4\)"
    ):
        CheckpointManager(tmp_path, module=module).restore()
    assert module._updater.get_states(True) == states
    for group, present in zip(before, module.get_params()):
        for name, value in group.items():
            np.testing.assert_array_equal(present[name].asnumpy(), value)


def test_data_of_another_length(saved, tmp_path):
    net, trainer = trained()
    state = json.loads((saved / "1" / "state.json").read_text())
    shutil.copytree(saved, tmp_path / "run")
    state["ranks"][0]["data"]["batch"] = 50
    (tmp_path / "run" / "1" / "state.json").write_text(json.dumps(state))
    manager = CheckpointManager(tmp_path / "run", net=net, trainer=trainer, data=training.loader())
    assert manager.restore() == 1
    with pytest.raises(mx.MXNetError, match="after batch 50 of a pass, and a pass has 5 now"):
        next(iter(manager.data))


def test_orders_are_those_of_the_data(tmp_path):
    """What a checkpoint names as order of the samples is an order of the samples that are there."""
    source = mx.io.NDArrayIter(np.zeros((6, 1), "float32"), batch_size=2, shuffle=True)
    net, _ = trained()
    with CheckpointManager(tmp_path, net=net, data=source) as manager:
        manager.data.next()
        manager.save(1)
    wrong = base64.b64encode(np.arange(6, 12)).decode()
    _changed(["ranks", 0, "data", "orders", "_order", "data"], wrong)(tmp_path / "1")
    manager = CheckpointManager(tmp_path, net=net, data=source)
    assert manager.restore() == 1
    with pytest.raises(mx.MXNetError, match="other samples"):
        manager.data.next()


def test_what_makes_no_sense(tmp_path):
    net, trainer = trained()
    module = mx.mod.Module(mx.sym.Variable("data"), label_names=None)
    for options in ({}, {"net": net, "module": module}, {"trainer": trainer, "module": module}):
        with pytest.raises(mx.MXNetError, match="takes net= and trainer= of Gluon, or module="):
            CheckpointManager(tmp_path, **options)
    with pytest.raises(mx.MXNetError, match="max_to_keep"):
        CheckpointManager(tmp_path, net=net, max_to_keep=0)
    with pytest.raises(mx.MXNetError, match="has no checkpoint of step 4; it has none"):
        CheckpointManager(tmp_path, net=net).restore(4)
    with pytest.raises(mx.MXNetError, match="no optimizer yet"):
        CheckpointManager(tmp_path, module=module).save(1)
    with pytest.raises(mx.MXNetError, match="fit is for a module"):
        CheckpointManager(tmp_path, net=net).fit(None)


class Rank:
    """A rank of a job whose others say what they are given to say."""

    def __init__(self, number, *others):
        self.number, self.others, self.called = number, list(others), []

    def barrier(self, call, description, note=None):
        self.called.append(call)
        return self.others[: self.number] + [note] + self.others[self.number :]


def test_ranks_that_see_different_checkpoints(saved, tmp_path):
    net, trainer = trained()
    manager = CheckpointManager(saved, net=net, trainer=trainer)
    for number, other, said in [
        (0, [None, []], "rank 0 goes on from step 1 in .*, and rank 1 would from the beginning .*no checkpoint.*share"),
        (0, [3, [3]], "rank 0 goes on from step 1 in .*, and rank 1 would from step 3"),
        (1, [2, [1, 2]], "rank 0 goes on from step 2 in .*, and rank 1 would from step 1"),
        (1, [None, []], "rank 0 goes on from the beginning in .*, and rank 1 would from step 1"),
    ]:
        manager._rank = Rank(number, other)
        with pytest.raises(mx.MXNetError, match=said):
            manager.restore()
    manager._rank = Rank(1, [1, [1]])
    assert manager.restore() == 1


def test_rank_0_writes(tmp_path):
    net, trainer = trained()
    manager = CheckpointManager(tmp_path, net=net, trainer=trainer)
    manager._rank = Rank(1, {"random": 0})
    manager.save(4)
    manager.close()
    assert manager._rank.called == ["checkpoint 4"] and manager.all_steps() == []


def test_converting_does_without_jax():
    code = "import sys; from jmx import checkpoints; checkpoints.load; print('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
