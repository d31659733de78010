"""Files of optimizer states: MXNet's pickles and safetensors, what cannot be written or read, and what both formats keep."""

import json
import math
import pickle
import struct

import numpy as np
import pytest

import jmx as mx
from jmx import checkpoints, cli
from jmx._files import safetensors
from jmx._files.pickles import StatesError
from jmx.optimizer import _state_tensors, states
from tests.golden import optimizer_cases as cases

GOLDEN = np.load(cases.FILE)


def trained(optimizer="adam", options={"learning_rate": 0.5}, kvstore="device", steps=3, units=3):
    net = mx.gluon.nn.Dense(units, in_units=2, prefix="fc_")
    net.initialize(mx.init.One())
    trainer = mx.gluon.Trainer(net.collect_params(), optimizer, options, kvstore=kvstore)
    train(net, trainer, steps)
    return net, trainer


def train(net, trainer, steps):
    for i in range(steps):
        with mx.autograd.record():
            loss = (net(mx.nd.array([[1, i]])) ** 2).sum()
        loss.backward()
        trainer.step(1)


def packed(value, optimizer=None):
    return b"".join(_state_tensors.chunks(value, optimizer))


def same(one, other):
    """Whether two values of states are equal, types and all."""
    if type(one) is not type(other):
        return False
    if isinstance(one, mx.nd.NDArray):
        return one.dtype == other.dtype and one.stype == other.stype and same(one.asnumpy(), other.asnumpy())
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and bool((one == other).all())
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, mx.optimizer.Optimizer | mx.lr_scheduler.LRScheduler):
        return same(vars(one), vars(other))
    return one == other or (one != one and other != other)


@pytest.mark.parametrize("ending", ["states", "safetensors"])
@pytest.mark.parametrize("kvstore", ["device", None])
@pytest.mark.parametrize("optimizer", ["adam", "sgd", "lbsgd", "dcasgd", "nadam", "ftml"])
def test_training_goes_on_as_if_it_had_not_stopped(tmp_path, ending, kvstore, optimizer):
    options = {"learning_rate": 0.1, "lr_scheduler": mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.1)}
    net, trainer = trained(optimizer, options, kvstore)
    path = str(tmp_path / f"a.{ending}")
    trainer.save_states(path)
    net.save_parameters(str(tmp_path / "net"))
    train(net, trainer, 3)
    again, other = trained(optimizer, {"learning_rate": 77.0}, kvstore, steps=1)
    again.load_parameters(str(tmp_path / "net"))
    other.load_states(path)
    assert type(other._optimizer) is type(trainer._optimizer) and other._optimizer.num_update == 3
    train(again, other, 3)
    np.testing.assert_array_equal(again.weight.data().asnumpy(), net.weight.data().asnumpy())


@pytest.mark.parametrize("number", range(len(cases.STATE_CASES)), ids=lambda i: cases.STATE_CASES[i][0])
def test_mxnets_pickle_by_way_of_safetensors(number):
    """The pickle that is written of what was read from safetensors is MXNet's, byte for byte."""
    data = GOLDEN[f"full{number}"].tobytes()
    value = states.loads(data)
    again = states.loads(packed(*value))
    assert same(value, again)
    assert states.dumps(again) == data
    data = GOLDEN[f"states{number}"].tobytes()
    assert states.dumps(states.loads(packed(states.loads(data)))) == data


def test_all_that_states_hold():
    shared = [1, {"x": 2}]
    value = {
        0: None, 1: (1, -1, 2**60, 1.5, True), "text": "a\u00e9\u4e2d\n", b"bytes": b"\x00\xff",
        (1, "a"): [bytearray(b"x"), {1, 2}], 2.5: {"deep": [[[(), [], {}]]]}, 3: np.arange(6, dtype="int16").reshape(2, 3),
        4: np.float64(0.1), 5: np.int32(-5), 6: [math.inf, -math.inf, math.nan, 1 + 2j], 7: frozenset([3]), 8: np.dtype("f4"),
        9: shared, 10: shared, 11: mx.nd.ones((2, 3), dtype="float16"), 15: np.zeros((0, 4)), 16: np.float32("nan"),
        12: mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2)), 14: mx.np.array(3.5),
        13: (mx.nd.sparse.csr_matrix(np.eye(3)), mx.nd.zeros(4, dtype="bfloat16")),
        17: mx.nd.array(np.arange(12).reshape(3, 4)).T, 18: np.arange(6.0).reshape(2, 3).T,
    }  # fmt: skip
    read = states.loads(packed(value))
    assert same(value, read)
    assert read[9] is read[10] and read[9][1] is read[10][1]


def test_names_and_settings_that_other_tools_see(tmp_path, capsys):
    _, trainer = trained("adam", {"learning_rate": 0.25, "beta1": 0.8})
    path = tmp_path / "a.safetensors"
    trainer.save_states(str(path))
    assert {name: array.shape for name, array in checkpoints.load(path).items()} == {
        "0.0": (3,), "0.1": (3,), "1.0": (3, 2), "1.1": (3, 2),
    }  # fmt: skip
    metadata, _ = safetensors.read(path.read_bytes(), "x")
    said = json.loads(metadata["jmx_states"])["optimizer"]
    assert (said["object"], said["module"]) == ("Adam", "mxnet.optimizer.optimizer")
    assert said["attributes"]["lr"] == 0.25 and said["attributes"]["beta1"] == 0.8 and said["attributes"]["num_update"] == 3
    assert cli.main(["show", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Adam" in out and "beta1 0.8" in out.replace("=", " ") and "0.0" in out and "jmx_states" not in out


def test_safetensors_of_its_own_library(tmp_path):
    library = pytest.importorskip("safetensors.numpy")
    _, trainer = trained()
    trainer.save_states(str(tmp_path / "a.safetensors"))
    assert library.load_file(tmp_path / "a.safetensors")["1.0"].shape == (3, 2)


def test_the_content_tells_the_format(tmp_path):
    _, trainer = trained()
    for written, read in (("a.safetensors", "a.states"), ("b.states", "b.safetensors")):
        trainer.save_states(str(tmp_path / written))
        (tmp_path / written).rename(tmp_path / read)
        _, other = trained(steps=0)
        other.load_states(str(tmp_path / read))
        assert other._optimizer.num_update == 3


def test_module_and_store_write_safetensors(tmp_path):
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    symbol = mx.sym.LinearRegressionOutput(symbol, name="out")
    for kvstore in (None, "local"):
        module = mx.mod.Module(symbol, label_names=["out_label"])
        module.bind([("data", (1, 3))], [("out_label", (1, 2))])
        module.init_params()
        module.init_optimizer(kvstore=kvstore, optimizer="sgd", optimizer_params={"momentum": 0.5})
        batch = mx.io.DataBatch([mx.nd.ones((1, 3))], [mx.nd.zeros((1, 2))])
        module.forward_backward(batch)
        module.update()
        path = str(tmp_path / "m.safetensors")
        module.save_optimizer_states(path)
        before = (module._kvstore if module._update_on_kvstore else module)._updater
        kept, before.states = before.states, {}
        module.load_optimizer_states(path)
        assert same(kept, before.states)
        assert "optimizer" not in json.loads(safetensors.read((tmp_path / "m.safetensors").read_bytes(), "x")[0]["jmx_states"])


@pytest.mark.parametrize("name", ["a.states", "a.safetensors"])
def test_places_that_cannot_be_written(tmp_path, name):
    """MXNetError, and the class of Python's that MXNet raises."""
    _, trainer = trained()
    with pytest.raises(mx.MXNetError, match=f"cannot write.*{name}") as caught:
        trainer.save_states(str(tmp_path / "no" / name))
    assert isinstance(caught.value, FileNotFoundError) and caught.value.errno == 2
    with pytest.raises(mx.MXNetError, match="cannot read.*no") as caught:
        trainer.load_states(str(tmp_path / "no"))
    assert isinstance(caught.value, FileNotFoundError)
    (tmp_path / name).mkdir()
    with pytest.raises(mx.MXNetError) as caught:
        trainer.save_states(str(tmp_path / name))
    assert isinstance(caught.value, OSError)
    with pytest.raises(mx.MXNetError) as caught:
        trainer.load_states(str(tmp_path / name))
    assert isinstance(caught.value, IsADirectoryError)


def test_a_save_that_fails_leaves_the_old_file(tmp_path):
    class Odd:
        pass

    _, trainer = trained()
    for name in ("a.states", "a.safetensors"):
        path = tmp_path / name
        trainer.save_states(str(path))
        before = path.read_bytes()
        trainer._optimizer.odd = Odd() if name == "a.safetensors" else (lambda: 1)
        with pytest.raises(mx.MXNetError if name == "a.safetensors" else Exception, match=r"Odd|lambda|pickle"):
            trainer.save_states(str(path))
        assert path.read_bytes() == before
        del trainer._optimizer.odd
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.safetensors", "a.states"]


def test_damaged_files_are_named_and_change_nothing(tmp_path):
    _, trainer = trained()
    path = tmp_path / "a.states"
    trainer.save_states(str(path))
    path.write_bytes(path.read_bytes()[:-20])
    optimizer = trainer._optimizer
    with pytest.raises(mx.MXNetError, match=r"a\.states: these are no optimizer states, or they are damaged: .* at byte \d+ of"):
        trainer.load_states(str(path))
    assert trainer._optimizer is optimizer
    with pytest.raises(pickle.UnpicklingError):
        trainer.load_states(str(path))
    mx.nd.save(str(path), [mx.nd.ones(2)])
    with pytest.raises(mx.MXNetError, match="no optimizer states but arrays"):
        trainer.load_states(str(path))


def test_an_optax_trainer_keeps_its_format(tmp_path):
    optax = pytest.importorskip("optax")
    _, trainer = trained(optax.adam(0.1), None)
    with pytest.raises(mx.MXNetError, match="OptaxUpdater are not written as safetensors"):
        trainer.save_states(str(tmp_path / "a.safetensors"))
    trainer.save_states(str(tmp_path / "a.states"))
    trainer.load_states(str(tmp_path / "a.states"))
    (tmp_path / "a.states").write_bytes(b"damaged")
    with pytest.raises(mx.MXNetError, match=r"a\.states: "):
        trainer.load_states(str(tmp_path / "a.states"))


def file_of(said, tensors=None, **metadata):
    tensors = tensors or {}
    text = said if isinstance(said, str) else json.dumps(said)
    return safetensors.header(tensors, {"jmx_states": text, **metadata}) + b"".join(a.tobytes() for a in tensors.values())


def states_of(node, **more):
    return {"version": 1, "states": {"dict": [[0, node]]}, **more}


def optimizer_of(**attributes):
    return states_of(None, optimizer={"object": "SGD", "module": "mxnet.optimizer.optimizer", "attributes": attributes})


def deep(count):
    node = 1
    for _ in range(count):
        node = {"list": [node]}
    return node


ONE = {"t": np.ones(2, "float32")}
HOSTILE = {
    "no JSON": ("{", {}, "is damaged"),
    "deep JSON": ("[" * 100_000, {}, "is damaged"),
    "digits": ("9" * 5000, {}, "is damaged"),
    "another version": ({"version": 2}, {}, "another version"),
    "a list": ([], {}, "another version"),
    "no states": ({"version": 1}, {}, "these hold a NoneType"),
    "states that are a list": ({"version": 1, "states": {"list": []}}, {}, "these hold a list"),
    "a bare list": (states_of([1]), {}, "a list has no kind"),
    "no kind": (states_of({"x": 1}), {}, "has no kind"),
    "no list": (states_of({"list": 5}), {}, "no list of values"),
    "no pairs": (states_of({"dict": [1]}), {}, "no pair"),
    "deep": (states_of(deep(50)), {}, "nested more than 20"),
    "list as key": (states_of({"dict": [[{"list": []}, 1]]}), {}, "a key is a value of type list"),
    "nested key": (states_of({"dict": [[{"tuple": [{"tuple": []}]}, 1]]}), {}, "a key is a value of type tuple"),
    "huge key": (states_of({"dict": [[2**100, 1]]}), {}, "a key is a value of type int"),
    "many tuples": (states_of({"set": [{"tuple": [i]} for i in range(1001)]}), {}, "more than 1000 tuples"),
    "unknown number": (states_of({"same": 5}), {}, "no value of number 5"),
    "in itself": (states_of({"list": [{"same": 1}], "id": 1}), {}, "refer to themselves"),
    "laughs": (
        states_of({"list": [{"list": [*[{"same": 1}] * 9, 0], "id": 2}, *[{"same": 2}] * 999]}), {}, "no value of number 1",
    ),
    "no tensor": (states_of({"array": "t"}), {}, "there is no tensor 't'"),
    "tensor twice": ({"version": 1, "states": {"dict": [[0, {"array": "t"}], [1, {"array": "t"}]]}}, ONE, "for several values"),
    "tensor without a name": (states_of({"array": ["t"]}), ONE, "there is no tensor"),
    "sparse without parts": (states_of({"array": "t", "stype": "csr", "shape": [2, 2]}), ONE, "there is no tensor 't.data'"),
    "sparse without a shape": (states_of({"array": "t", "stype": "csr", "shape": [-2]}), ONE, "is no array"),
    "class of an array": (states_of({"array": "t", "class": "SGD", "module": "mxnet.optimizer.optimizer"}), ONE, "it asks for"),
    "sparse class": (
        states_of({"array": "t", "class": "CSRNDArray", "module": "mxnet.ndarray.sparse"}), ONE, "storage type default",
    ),
    "base64": (states_of({"bytes": "\u00e9"}), {}, "not in base64"),
    "bytes of a list": (states_of({"bytes": [1]}), {}, "not in base64"),
    "complex": (states_of({"complex": [None, 1]}), {}, "two numbers"),
    "complex of one": (states_of({"complex": []}), {}, "two numbers"),
    "scalar": (states_of({"scalar": "int8", "value": "x"}), {}, "is no number"),
    "large scalar": (states_of({"scalar": "int8", "value": 2**70}), {}, "is no int8"),
    "object scalar": (states_of({"scalar": "object", "value": 1}), {}, "the element type 'object'"),
    "dtype": (states_of({"dtype": "O"}), {}, "the element type 'O'"),
    "float": (states_of({"float": ["x"]}), {}, "is no float"),
    "class": (states_of(None, optimizer={"object": "system", "module": "os", "attributes": {}}), {}, "it asks for 'os'.'system'"),
    "class name": (states_of(None, optimizer={"object": 1, "module": [], "attributes": {}}), {}, "it asks for"),
    "no attributes": (
        states_of(None, optimizer={"object": "SGD", "module": "mxnet.optimizer.optimizer"}), {}, "has no attributes",
    ),
    "attributes missing": (optimizer_of(lr=1), {}, "SGD has no rescale_grad"),
    "method": (optimizer_of(update=1), {}, "'update' of SGD is no attribute"),
    "dunder": (optimizer_of(__class__=1), {}, "'__class__' of SGD is no attribute"),
    "no optimizer": (states_of(None, optimizer={"dict": []}), {}, "in the optimizer's place"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_safetensors(name):
    said, tensors, message = HOSTILE[name]
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {7: None}
    with pytest.raises(StatesError, match=message):
        updater.set_states(file_of(said, tensors))
    assert updater.states == {7: None}


def test_laughs_in_safetensors():
    node = {"list": [0] * 9, "id": 0}
    for i in range(9):
        node = {"list": [node, *[{"same": i}] * 9], "id": i + 1}
    with pytest.raises(StatesError, match="again and again"):
        states.loads(file_of(states_of(node)))


def test_files_that_are_no_states(tmp_path):
    checkpoints.save(tmp_path / "a.safetensors", {"w": np.ones(2, "float32")})
    _, trainer = trained()
    with pytest.raises(mx.MXNetError, match=r"a\.safetensors: this safetensors file holds no optimizer states"):
        trainer.load_states(str(tmp_path / "a.safetensors"))
    trainer.save_states(str(tmp_path / "b.states"))
    checkpoints.convert(tmp_path / "b.states", tmp_path / "b.safetensors")
    with pytest.raises(mx.MXNetError, match="`jmx convert` made it of a pickle"):
        trainer.load_states(str(tmp_path / "b.safetensors"))
    (tmp_path / "c.safetensors").write_bytes(struct.pack("<Q", 2) + b"{}" + b"x")
    with pytest.raises(mx.MXNetError, match=r"c\.safetensors: .*1 bytes follow the last array"):
        trainer.load_states(str(tmp_path / "c.safetensors"))


def test_states_cannot_be_converted_to_a_pickle_without_a_trainer(tmp_path):
    _, trainer = trained()
    trainer.save_states(str(tmp_path / "a.safetensors"))
    with pytest.raises(mx.MXNetError, match="save_states"):
        checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "a.states")
