"""Files of MXNet through other formats and back, byte for byte, and what is changed on the way."""

import json
import pathlib
import shutil
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy

import jmx as mx
from jmx import checkpoints, cli
from jmx._files import params
from jmx.base import MXNetError
from jmx.checkpoints import _formats

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "tests" / "fixtures"
CURRENT = sorted(p.name for p in FIXTURES.glob("*.params") if not p.name.startswith("legacy"))
STATES = sorted(p.name for p in [*FIXTURES.glob("*.states"), *FIXTURES.glob("updater*.pkl")])
PLAIN = ("npz", "safetensors")
THROUGH_ORBAX = ("conv-0003.params", "csr.params", "np_shape.params", "trainer_adam.states")


@pytest.mark.parametrize("to", PLAIN)
@pytest.mark.parametrize("name", [*CURRENT, *STATES])
def test_a_file_of_mxnets_comes_back_byte_for_byte(tmp_path, name, to):
    source, other, back = FIXTURES / name, tmp_path / f"other.{to}", tmp_path / "back"
    report = checkpoints.convert(source, other, check=True)
    assert report.checked and report.differences == []
    checkpoints.convert(other, back, to="states" if name in STATES else "params")
    assert back.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("name", THROUGH_ORBAX)
def test_through_orbax_too(tmp_path, name):
    source, folder, back = FIXTURES / name, tmp_path / "net.orbax", tmp_path / f"back{pathlib.Path(name).suffix}"
    assert checkpoints.convert(source, folder, check=True).differences == []
    assert sorted(checkpoints.load(folder)) == sorted(checkpoints.load(source))
    checkpoints.convert(folder, back)
    assert back.read_bytes() == source.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == [back.name, "net.orbax"]


@pytest.mark.parametrize("version", [0, 1])
def test_old_formats_become_the_current_one(tmp_path, version):
    source = FIXTURES / f"legacy_v{version}.params"
    checkpoints.convert(source, tmp_path / "a.npz")
    checkpoints.convert(tmp_path / "a.npz", tmp_path / "b.params")
    arrays, names = params.load_bytes(source.read_bytes())
    assert (tmp_path / "b.params").read_bytes() == params.save_bytes(arrays, names)


def test_values_are_those_that_mxnet_wrote():
    compared = 0
    with np.load(FIXTURES / "expected.npz") as expected:
        for key in expected.files:
            file, _, entry = key.partition("|")
            if file.endswith(".params") and file in CURRENT and "sparse" not in file and "csr" not in file:
                found = checkpoints.load(FIXTURES / file)
                prefix, _, rest = entry.partition(":")
                name = rest if prefix in ("arg", "aux") else entry
                if name in found:
                    assert found[name].dtype == expected[key].dtype
                    np.testing.assert_array_equal(found[name], expected[key])
                    compared += 1
    assert compared > 50


def test_what_other_libraries_read(tmp_path):
    """safetensors' own library and NumPy find the arrays that MXNet's file has."""
    want = checkpoints.load(FIXTURES / "dict.params")
    for to in PLAIN:
        checkpoints.convert(FIXTURES / "dict.params", tmp_path / f"a.{to}")
    found = safetensors.numpy.load_file(tmp_path / "a.safetensors")
    with np.load(tmp_path / "a.npz") as archive:
        assert set(archive.files) == {*want, "__jmx__.json"}
        for name, array in want.items():
            for other in (found[name], archive[name]):
                assert other.dtype == array.dtype
                np.testing.assert_array_equal(other, array)


def test_what_other_libraries_wrote(tmp_path):
    arrays = {"w": np.arange(6, dtype="float32").reshape(2, 3), "n": np.arange(3, dtype="int64"), "f": np.ones(2, "float16")}
    safetensors.numpy.save_file(arrays, tmp_path / "a.safetensors", {"format": "np"})
    np.savez_compressed(tmp_path / "b.npz", **arrays)
    np.savez(tmp_path / "c.npz", **{**arrays, "w": np.asfortranarray(arrays["w"]), "n": arrays["n"].astype(">i8")})
    for source in ("a.safetensors", "b.npz", "c.npz"):
        checkpoints.convert(tmp_path / source, tmp_path / "d.params", force=True, check=True)
        found = mx.nd.load(str(tmp_path / "d.params"))
        assert set(found) == set(arrays)
        for name, array in arrays.items():
            assert found[name].dtype == array.dtype
            np.testing.assert_array_equal(found[name].asnumpy(), array)


def test_a_checkpoint_written_by_orbax_from_a_tree(tmp_path):
    import orbax.checkpoint

    tree = {"layers": [{"w": np.ones((2, 3), "float32")}, {"w": np.arange(3, dtype="int32")}], "scale": np.float32(2)}
    orbax.checkpoint.PyTreeCheckpointer().save(tmp_path / "0" / "default", tree)
    found = checkpoints.load(tmp_path / "0" / "default")
    assert {name: array.shape for name, array in found.items()} == {"layers.0.w": (2, 3), "layers.1.w": (3,), "scale": ()}
    np.testing.assert_array_equal(found["layers.1.w"], np.arange(3))
    with pytest.raises(MXNetError, match="several checkpoints or items; give one of them, such as .*default"):
        checkpoints.load(tmp_path / "0")


def test_orbax_as_programs_of_jax_use_it(tmp_path):
    import jax.numpy as jnp
    import orbax.checkpoint

    checkpoints.convert(FIXTURES / "conv.gluon.params", tmp_path / "a.orbax")
    want = checkpoints.load(FIXTURES / "conv.gluon.params")
    with orbax.checkpoint.StandardCheckpointer() as checkpointer:
        found = checkpointer.restore(tmp_path / "a.orbax", {name: jnp.zeros_like(array) for name, array in want.items()})
        for name, array in want.items():
            np.testing.assert_array_equal(found[name], array)
        checkpointer.save(tmp_path / "b", {"dense": {"kernel": jnp.ones((2, 3)), "bias": jnp.zeros(3, jnp.bfloat16)}})
    back = checkpoints.load(tmp_path / "b")
    assert {name: (a.shape, a.dtype.name) for name, a in back.items()} == {
        "dense.bias": ((3,), "bfloat16"), "dense.kernel": ((2, 3), "float32")
    }  # fmt: skip


@pytest.mark.parametrize("to", [*PLAIN, "orbax"])
def test_bfloat16(tmp_path, to):
    want = np.array([1.5, -3e38, np.inf, np.nan, 0], ml_dtypes.bfloat16)
    (tmp_path / "a.params").write_bytes(params.save_bytes([want, np.ones(2, "float32")], ["w", "v"]))
    checkpoints.convert(tmp_path / "a.params", tmp_path / f"b.{to}", check=True)
    checkpoints.convert(tmp_path / f"b.{to}", tmp_path / "c.params")
    assert (tmp_path / "c.params").read_bytes() == (tmp_path / "a.params").read_bytes()
    found = checkpoints.load(tmp_path / f"b.{to}")["w"]
    assert found.dtype == want.dtype and found.tobytes() == want.tobytes()
    if to == "npz":  # NumPy has no bfloat16: its bits are there as integers
        with np.load(tmp_path / "b.npz") as archive:
            assert archive["w"].dtype == np.uint16 and archive["w"].tobytes() == want.tobytes()


def test_arrays_without_a_shape_and_devices_are_kept(tmp_path):
    data = params.save_bytes([None, np.ones(3, "float32")], ["arg:a", "aux:b"], contexts=[(1, 0), (2, 3)])
    (tmp_path / "a.params").write_bytes(data)
    for to in PLAIN:
        checkpoints.convert(tmp_path / "a.params", tmp_path / f"b.{to}", check=True)
        checkpoints.convert(tmp_path / f"b.{to}", tmp_path / "c.params", force=True)
        assert (tmp_path / "c.params").read_bytes() == data
    assert list(checkpoints.load(tmp_path / "a.params")) == ["b"]


def test_eight_bits_pass_through_npz(tmp_path):
    arrays = {"a": np.array([1.5, -448], ml_dtypes.float8_e4m3fn), "b": np.array([2, np.inf], ml_dtypes.float8_e5m2)}
    checkpoints.save(tmp_path / "a.safetensors", arrays)
    assert checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "b.npz", check=True).differences == []
    found = checkpoints.load(tmp_path / "b.npz")
    assert all(found[name].dtype == array.dtype and found[name].tobytes() == array.tobytes() for name, array in arrays.items())


def test_casting_floating_arrays(tmp_path):
    arrays = {"w": np.array([1, 70000, -1e6, np.inf, np.nan], "float32"), "n": np.arange(3, dtype="int32")}
    checkpoints.save(tmp_path / "a.params", arrays)
    report = checkpoints.convert(tmp_path / "a.params", tmp_path / "b.safetensors", dtype="float16", check=True)
    assert report.overflows == {"w": 2} and report.differences == []
    found = checkpoints.load(tmp_path / "b.safetensors")
    assert found["n"].dtype == np.int32 and found["w"].dtype == np.float16
    np.testing.assert_array_equal(found["w"], np.array([1, np.inf, -np.inf, np.inf, np.nan], "float16"))
    with pytest.raises(MXNetError, match="--dtype int8: may be float16, bfloat16, float32, float64"):
        checkpoints.convert(tmp_path / "a.params", tmp_path / "c.npz", dtype="int8")


def test_what_a_jax_program_saves_becomes_mxnets(tmp_path):
    import jax.numpy as jnp

    checkpoints.save(tmp_path / "a.params", {"arg:w": jnp.ones((2, 3)), "aux:m": jnp.zeros(3)})
    assert {name: value.shape for name, value in mx.nd.load(str(tmp_path / "a.params")).items()} == {
        "arg:w": (2, 3), "aux:m": (3,)
    }  # fmt: skip


def test_scalars_are_written_under_numpy_shape_semantics(tmp_path):
    checkpoints.save(tmp_path / "a.params", {"s": np.float32(3), "e": np.zeros((0, 2), "float32")})
    with mx.np_shape(True):
        found = mx.nd.load(str(tmp_path / "a.params"))
    assert (found["s"].shape, found["e"].shape) == ((), (0, 2))


@pytest.mark.parametrize("to", ["params", *PLAIN, "orbax"])
def test_a_tampered_output_is_found(tmp_path, to, capsys):
    source, target = FIXTURES / "conv-0003.params", tmp_path / f"out.{to}"
    words = ["convert", str(source), str(target), "--check-only"]
    checkpoints.convert(source, target)
    assert cli.main(words) == 0 and "the same, bit by bit" in capsys.readouterr().out
    arrays = checkpoints.load(target)
    arrays["conv_conv0_bias"] = arrays["conv_conv0_bias"] + np.float32(1e-6)
    before = checkpoints._formats.read(str(target))
    for entry in before.entries:
        entry.parts = [checkpoints._model.of_array(arrays[entry.name])]
    _formats.write(before, str(target), to)
    assert cli.main(words) == 1
    out = capsys.readouterr().out
    assert "different: conv_conv0_bias differs in" in out and "checked: different" in out


def test_a_write_that_went_wrong_is_found(tmp_path, monkeypatch, capsys):
    whole = _formats._CHUNKS["safetensors"]
    monkeypatch.setitem(_formats._CHUNKS, "safetensors", lambda c: [bytes(x).replace(b"\x3f", b"\x40") for x in whole(c)])
    words = ["convert", str(FIXTURES / "conv-0003.params"), str(tmp_path / "a.safetensors"), "--check"]
    assert cli.main(words) == 1 and "different: " in capsys.readouterr().out


def test_changed_prefixes_are_found(tmp_path):
    checkpoints.save(tmp_path / "a.params", {"arg:w": np.ones(2, "float32")})
    checkpoints.save(tmp_path / "b.params", {"aux:w": np.ones(2, "float32")})
    (tmp_path / "b.npz").write_bytes(b"")
    report = checkpoints.convert(tmp_path / "a.params", tmp_path / "b.params", compare_only=True)
    assert report.differences == ["arg:w is aux:w, default, (2,)"]
    checkpoints.convert(tmp_path / "b.params", tmp_path / "b.npz", force=True)
    report = checkpoints.convert(tmp_path / "a.params", tmp_path / "b.npz", compare_only=True)
    assert report.differences == ["the note about MXNet's file differs"]


def test_nothing_is_overwritten_without_force(tmp_path, capsys):
    target = tmp_path / "a.npz"
    target.write_bytes(b"mine")
    words = ["convert", str(FIXTURES / "single.params"), str(target)]
    assert cli.main(words) == 2
    assert capsys.readouterr().err == f"jmx convert: {target}: exists already; say --force (force=True) to overwrite it\n"
    assert target.read_bytes() == b"mine"
    assert cli.main([*words, "--force"]) == 0 and len(checkpoints.load(target)) == 1
    (tmp_path / "folder.orbax").mkdir()
    (tmp_path / "folder.orbax" / "mine").write_bytes(b"1")
    with pytest.raises(MXNetError, match="is there and no orbax checkpoint"):
        checkpoints.convert(FIXTURES / "single.params", tmp_path / "folder.orbax", force=True)
    assert (tmp_path / "folder.orbax" / "mine").read_bytes() == b"1"


def test_orbax_is_overwritten_as_a_whole(tmp_path):
    folder = tmp_path / "a.orbax"
    checkpoints.save(folder, {"w": np.ones(2)})
    checkpoints.save(folder, {"v": np.ones(3)}, force=True)
    assert list(checkpoints.load(folder)) == ["v"] and [p.name for p in tmp_path.iterdir()] == ["a.orbax"]


def test_optimizer_states_are_written_from_their_own_only(tmp_path):
    checkpoints.convert(FIXTURES / "trainer_adam.states", tmp_path / "a.safetensors")
    assert list(checkpoints.load(tmp_path / "a.safetensors")) == ["0.0", "0.1", "1.0", "1.1"]
    with pytest.raises(MXNetError, match="does not come from a .states file"):
        checkpoints.save(tmp_path / "b.states", {"0": np.ones(2, "float32")})
    with pytest.raises(MXNetError, match="written back as they were, without --dtype"):
        checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "b.states", dtype="float16")
    checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "c.npz", dtype="float16", only=["0.*"])
    with pytest.raises(MXNetError, match="does not come from a .states file"):
        checkpoints.convert(tmp_path / "c.npz", tmp_path / "b.states")
    assert not (tmp_path / "b.states").exists()


def test_changed_values_of_optimizer_states_reach_mxnet(tmp_path):
    """Metadata and arrays are apart in safetensors, so that a program can change the arrays and write the rest as it was."""
    checkpoints.convert(FIXTURES / "trainer_sgd.states", tmp_path / "a.safetensors")
    arrays = safetensors.numpy.load_file(tmp_path / "a.safetensors")
    with safetensors.safe_open(tmp_path / "a.safetensors", "numpy") as file:
        metadata = file.metadata()
    safetensors.numpy.save_file({name: array + 1 for name, array in arrays.items()}, tmp_path / "b.safetensors", metadata)
    checkpoints.convert(tmp_path / "b.safetensors", tmp_path / "b.states")
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.set_states((tmp_path / "b.states").read_bytes())
    for index, state in updater.states.items():
        np.testing.assert_array_equal(state.asnumpy(), arrays[str(index)] + 1)
    safetensors.numpy.save_file({name: array[:1] for name, array in arrays.items()}, tmp_path / "c.safetensors", metadata)
    with pytest.raises(MXNetError, match="has another shape, element type or device than the optimizer's"):
        checkpoints.convert(tmp_path / "c.safetensors", tmp_path / "c.states")


@pytest.mark.parametrize("to", PLAIN)
def test_states_of_sparse_weights_and_single_precision_copies(tmp_path, to):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9, multi_precision=True))
    ones = mx.nd.ones((4, 3))
    updater(0, ones.tostype("row_sparse"), ones.tostype("row_sparse"))
    updater("fc", mx.nd.ones(2, dtype="float16"), mx.nd.ones(2, dtype="float16"))
    data = updater.get_states(dump_optimizer=True)
    (tmp_path / "a.states").write_bytes(data)
    checkpoints.convert(tmp_path / "a.states", tmp_path / f"b.{to}", check=True)
    checkpoints.convert(tmp_path / f"b.{to}", tmp_path / "c.states")
    assert (tmp_path / "c.states").read_bytes() == data
    found = checkpoints.load(tmp_path / "a.states")
    assert set(found) == {"0.data", "0.indices", "fc.0", "fc.1"}
    np.testing.assert_array_equal(found["0.data"], updater.states[0].data.asnumpy())
    np.testing.assert_array_equal(found["fc.0"], updater.states["fc"][0].asnumpy())


def test_states_of_python_2_are_read(tmp_path):
    """Its pickles have arrays as text; they are read, and cannot be written again."""
    (tmp_path / "a.states").write_bytes((FIXTURES / "ndarray.pkl").read_bytes().replace(b"]q\x00(", b"}q\x00(K\x00", 1))
    with pytest.raises(MXNetError, match="no optimizer states"):
        checkpoints.load(tmp_path / "a.states")
    import pickle

    value = {0: mx.nd.array([1.0, 2.0]), 1: None}
    (tmp_path / "b.states").write_bytes(pickle.dumps(value, 2))
    checkpoints.convert(tmp_path / "b.states", tmp_path / "b.npz")
    assert {name: array.tolist() for name, array in checkpoints.load(tmp_path / "b.npz").items()} == {"0": [1.0, 2.0]}
    with pytest.raises(MXNetError, match="does not come from a .states file"):
        checkpoints.convert(tmp_path / "b.npz", tmp_path / "c.states")


def test_a_symbol_tells_what_is_auxiliary(tmp_path, capsys):
    symbol, whole = FIXTURES / "conv-symbol.json", FIXTURES / "conv-0003.params"
    plain = checkpoints.load(whole)
    safetensors.numpy.save_file(plain, tmp_path / "a.safetensors")
    checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "b.params")
    words = ["convert", str(symbol), str(tmp_path / "a.safetensors"), str(tmp_path / "c.params")]
    assert cli.main(words) == 0
    assert set(mx.nd.load(str(tmp_path / "c.params"))) == set(mx.nd.load(str(whole)))
    assert not any(":" in name for name in mx.nd.load(str(tmp_path / "b.params")))
    wrong = {**plain, "conv_conv0_weight": np.ones((5, 3, 3, 3), "float32")}
    checkpoints.save(tmp_path / "wrong.npz", wrong)
    with pytest.raises(MXNetError, match=r"conv_conv0_weight has shape \(5, 3, 3, 3\), and .* wants \(4, 0, 3, 3\)"):
        checkpoints.convert(tmp_path / "wrong.npz", tmp_path / "d.params", symbol=symbol)
    checkpoints.save(tmp_path / "more.npz", {**plain, "conv_conv9_weight": plain["conv_conv0_weight"]})
    with pytest.raises(MXNetError, match="has no parameters called conv_conv9_weight"):
        checkpoints.convert(tmp_path / "more.npz", tmp_path / "d.params", symbol=symbol)
    with pytest.raises(MXNetError, match="img.rec: .*not the JSON of a symbol"):
        checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "d.params", symbol=FIXTURES / "img.rec")
    del plain["conv_batchnorm0_running_var"]
    checkpoints.save(tmp_path / "less.npz", plain)
    with pytest.raises(MXNetError, match="are missing: conv_batchnorm0_running_var"):
        checkpoints.convert(tmp_path / "less.npz", tmp_path / "d.params", symbol=symbol)
    capsys.readouterr()


def test_commands_work_without_jax(tmp_path):
    shutil.copy(FIXTURES / "conv-0003.params", tmp_path / "a.params")
    shutil.copy(FIXTURES / "trainer_adam.states", tmp_path / "a.states")
    shutil.copy(FIXTURES / "conv-symbol.json", tmp_path / "a-symbol.json")
    for name in ("img.rec", "img.idx"):
        shutil.copy(FIXTURES / name, tmp_path / name)
    code = f"""
import sys
from jmx.cli import main
from jmx import checkpoints
for words in ("convert a.params a.npz --check", "convert a.params a.safetensors --dtype float16", "convert a.states b.npz",
              "convert b.npz b.states", "convert a.npz b.params --like {FIXTURES / "conv.gluon.params"}", "show a.params --stats",
              "show a.npz --json", "show a.safetensors", "show a.states", "show a-symbol.json", "show img.rec", "show img.idx"):
    assert main(words.split()) == 0, words
checkpoints.save("c.npz", checkpoints.load("a.params"))
print([m for m in ("jax", "jaxlib", "cv2", "optax", "orbax", "safetensors") if m in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_what_a_missing_library_says(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "orbax.checkpoint", None)
    with pytest.raises(MXNetError, match="pip install orbax-checkpoint"):
        checkpoints.convert(FIXTURES / "single.params", tmp_path / "a.orbax")


@pytest.mark.parametrize(
    "target, message",
    [
        ("a.rec", "record files hold data, not parameters; `jmx im2rec` makes them"),
        ("a.h5", "the name's ending says no format; end it with one of .params, .states, .npz, .safetensors, .orbax"),
        ("none/a.npz", "there is no folder"),
    ],
)
def test_targets_that_cannot_be(tmp_path, target, message):
    with pytest.raises(MXNetError, match=message):
        checkpoints.convert(FIXTURES / "single.params", tmp_path / target)


def test_element_types_that_a_format_lacks(tmp_path):
    checkpoints.save(tmp_path / "a.safetensors", {"n": np.arange(3, dtype="uint32"), "w": np.ones(2, "float32")})
    with pytest.raises(MXNetError, match="array 'n': MXNet's files have no element type uint32"):
        checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "b.params")
    assert not (tmp_path / "b.params").exists()
    checkpoints.convert(tmp_path / "a.safetensors", tmp_path / "b.params", only=["w"])
    with pytest.raises(MXNetError, match="safetensors has no element type complex128"):
        checkpoints.save(tmp_path / "c.safetensors", {"c": np.ones(2, "complex128")})
    with pytest.raises(MXNetError, match="Python objects|element type object"):
        checkpoints.save(tmp_path / "c.npz", {"c": np.array([None])})


def test_the_note_is_json_that_people_can_read(tmp_path):
    checkpoints.convert(FIXTURES / "csr.params", tmp_path / "a.safetensors")
    with safetensors.safe_open(tmp_path / "a.safetensors", "numpy") as file:
        note = json.loads(file.metadata()["jmx"])
    assert note["unnamed"] is True and note["arrays"][0] == {"name": "0", "stype": "csr", "shape": [4, 6]}
    checkpoints.convert(FIXTURES / "conv.gluon.params", tmp_path / "b.safetensors")
    with safetensors.safe_open(tmp_path / "b.safetensors", "numpy") as file:
        assert not file.metadata()  # nothing that safetensors cannot say


def test_names_of_folders_end_as_those_of_the_system(monkeypatch):
    monkeypatch.setattr(_formats.os, "sep", "\\")
    assert _formats.kind_to_write("C:\\saved\\net\\") == _formats.kind_to_write("saved/net/") == "orbax"
    with pytest.raises(MXNetError, match="the name's ending says no format"):
        _formats.kind_to_write("C:\\saved\\net")
