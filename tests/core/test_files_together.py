"""Files that belong together get their names together: symbol, parameters and states of one network."""

import os
import signal

import numpy as np
import pytest

import jmx as mx
from jmx._files import atomic
from jmx._files.atomic import atomic_file, together


def write(folder, text, size=10):
    with together():
        for name in "ab":
            with atomic_file(folder / name, "w") as file:
                file.write(text * size)


def read(folder):
    return [(folder / name).read_text() if (folder / name).exists() else None for name in "ab"]


def test_none_is_there_before_all_are_complete(tmp_path):
    with together():
        with atomic_file(tmp_path / "a", "w") as file:
            file.write("one")
        with together(), atomic_file(tmp_path / "b", "w") as file:
            file.write("two")
        assert read(tmp_path) == [None, None]
    assert read(tmp_path) == ["one", "two"]
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]
    with atomic_file(tmp_path / "a", "w") as file:  # at once again
        file.write("three")
    assert read(tmp_path) == ["three", "two"]


def test_an_error_leaves_the_old_ones(tmp_path):
    write(tmp_path, "1")
    with pytest.raises(ZeroDivisionError), together():
        with atomic_file(tmp_path / "a", "w") as file:
            file.write("2")
        1 / 0  # noqa: B018
    assert read(tmp_path) == ["1" * 10] * 2 and sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_file_that_is_written_twice_has_its_last_content(tmp_path):
    with together():
        for text in ("one", "two"):
            with atomic_file(tmp_path / "a", "w") as file:
                file.write(text)
    assert read(tmp_path) == ["two", None] and os.listdir(tmp_path) == ["a"]


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_links_and_permissions_stay(tmp_path):
    write(tmp_path, "1")
    (tmp_path / "a").chmod(0o640)
    os.link(tmp_path / "b", tmp_path / "c")
    write(tmp_path, "2")
    assert read(tmp_path) == ["2" * 10] * 2
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "c").read_text() == "2" * 10


@pytest.mark.parametrize("at", ["the first", "the second", "the disk", "the end"])
@pytest.mark.not_on_windows("what is left over is swept after a day")
def test_a_process_that_is_killed_while_it_writes_leaves_the_old_ones(tmp_path, at):
    write(tmp_path, "1")
    child = os.fork()
    if not child:

        def die(*_):
            os.kill(os.getpid(), signal.SIGKILL)

        with together():
            for name in ("a", "b"):
                with atomic_file(tmp_path / name, "w") as file:
                    file.write("2" * 10)
                    file.flush()
                    if at == {"a": "the first", "b": "the second"}[name]:
                        die()
                    if at == "the disk" and name == "b":
                        atomic.to_disk = die
            if at == "the end":
                die()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert read(tmp_path) == ["1" * 10] * 2
    write(tmp_path, "3")
    assert read(tmp_path) == ["3" * 10] * 2 and sorted(os.listdir(tmp_path)) == ["a", "b"]


def _symbol(number):
    return mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=number, name="fc")


def _arrays(number):
    return {"fc_weight": mx.nd.ones((number, 2)), "fc_bias": mx.nd.zeros(number)}


def _module(number):
    module = mx.mod.Module(_symbol(number), label_names=None)
    module.bind([("data", (1, 2))])
    module.init_params(mx.init.One())
    module.init_optimizer()
    return module


def _net(number):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(number, in_units=2))
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 2)))
    return net


SAVES = {
    "save_checkpoint": lambda prefix, n: mx.model.save_checkpoint(prefix, 0, _symbol(n), _arrays(n), {}),
    "Module.save_checkpoint": lambda prefix, n: _module(n).save_checkpoint(prefix, 0, save_optimizer_states=True),
    "export": lambda prefix, n: _net(n).export(prefix),
    "Block.save": lambda prefix, n: _net(n).save(prefix),
}


@pytest.mark.parametrize("save", SAVES)
def test_the_disk_is_full_at_the_last_file(save, tmp_path, monkeypatch):
    prefix = str(tmp_path / "net")
    SAVES[save](prefix, 3)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    count = 0
    to_disk = atomic.to_disk

    def full(descriptor):
        nonlocal count
        count += 1
        if count == len(before):
            raise OSError(28, "No space left on device", prefix)
        to_disk(descriptor)

    monkeypatch.setattr(atomic, "to_disk", full)
    with pytest.raises((mx.MXNetError, OSError)):
        SAVES[save](prefix, 4)
    monkeypatch.undo()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before and len(before) > 1
    SAVES[save](prefix, 4)
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(after) == sorted(before) and all(after[name] != before[name] for name in after if "states" not in name)


def test_a_checkpoint_can_be_read(tmp_path):
    prefix = str(tmp_path / "net")
    SAVES["Module.save_checkpoint"](prefix, 3)
    symbol, arguments, _ = mx.model.load_checkpoint(prefix, 0)
    np.testing.assert_array_equal(symbol.eval(data=mx.nd.ones((1, 2)), **arguments)[0].asnumpy(), [[2, 2, 2]])
