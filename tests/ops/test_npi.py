"""Operators of MXNet's NumPy interface: values, element types, shapes, gradients and refusals are those of MXNet 1.9.1."""

import pathlib

import numpy as np
import pytest

import jmx as mx
from tests.golden import npi_cases

HERE = pathlib.Path(__file__).parent.parent
CASES = npi_cases.cases()
#: the number of nodes a compiler fuses decides the last digits
_TOLERANCE = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-13}


def _quotient(a, b):
    floats = [x.dtype for x in (a, b) if x.dtype.kind == "f"]
    return np.true_divide(a, b).astype(np.result_type(*floats) if floats else "float32")


#: what MXNet 2.0 makes of element types that MXNet 1.9.1 refuses together
_OF_2_0 = {
    "_npi_add": np.add, "_npi_subtract": np.subtract, "_npi_multiply": np.multiply, "_npi_mod": np.mod, "_npi_power": np.power,
    "_npi_true_divide": _quotient,
}  # fmt: skip


def _golden():
    """For each case (kind, [arrays]): an element type, or the class of an error, and value and gradients."""
    file = np.load(HERE / "golden" / "npi.npz")
    values, at = file["values"], 0
    for kind, shapes in zip(file["kinds"], file["shapes"]):
        found = []
        for text in shapes.split():
            shape = () if text == "scalar" else tuple(map(int, text.split("x")))
            size = int(np.prod(shape, dtype=int))
            found.append(values[at : at + size].reshape(shape))
            at += size
        yield str(kind), found


GOLDEN = list(_golden())
FAMILIES = sorted({name for name, _, _ in CASES})


@pytest.mark.parametrize("family", FAMILIES)
def test_results_are_those_of_mxnet(family):
    made = npi_cases.arrays()
    call = lambda name: mx.nd.register.make_ndarray_function(None, name, name)
    wrong = []
    with mx.util.np_shape(True):
        for (name, inputs, attrs), (kind, expected) in zip(CASES, GOLDEN, strict=True):
            if name != family:
                continue
            found = npi_cases.evaluate(mx, mx.nd.array, call, name, inputs, attrs, made)
            if kind == "MXNetError" and not isinstance(found, str) and name in _OF_2_0:
                result = _OF_2_0[name](*(made[i] for i in inputs))
                same = found[0].dtype == result.dtype and np.allclose(found[0], result, 1e-6)
            elif isinstance(found, str) or kind not in npi_cases.TYPES:
                same = isinstance(found, str) and kind not in npi_cases.TYPES and found in (kind, "MXNetError")
            else:
                limit = _TOLERANCE.get(kind, 0)
                same = (
                    found[0].dtype.name == kind
                    and len(found) == len(expected)
                    and all(
                        f.shape == e.shape and np.allclose(f.astype("float64"), e, limit, limit, equal_nan=True)
                        for f, e in zip(found, expected)
                    )
                )
            if not same:
                wrong.append(f"{inputs} {attrs}: found {found}, expected {kind} {expected}")
    assert not wrong, f"{family}\n" + "\n".join(wrong)


def test_exported_network_with_numpy_operators_runs():
    expected = np.load(HERE / "fixtures" / "expected.npz")
    with mx.util.np_shape(True):
        symbol = mx.sym.load(str(HERE / "fixtures" / "npnet-symbol.json"))
        saved = mx.nd.load(str(HERE / "fixtures" / "npnet-0001.params"))
        parameters = {key.split(":")[1]: value for key, value in saved.items()}
        x = mx.nd.array(expected["npnet-symbol.json|x"])
        found = symbol.bind(mx.cpu(), {"data": x, **parameters}).forward()[0]
        np.testing.assert_allclose(found.asnumpy(), expected["npnet-symbol.json|y"], 1e-5, 1e-6)
        shapes = symbol.infer_shape(data=x.shape)
        assert dict(zip(symbol.list_arguments(), shapes[0]))["np_c"] == (6,)
        assert shapes[1] == [(2, 3)]
        again = mx.sym.load_json(symbol.tojson())
        assert again.list_arguments() == symbol.list_arguments()


@pytest.mark.parametrize(
    "name, inputs, attrs, fragment",
    [
        ("_npi_add", ([1, 2], [1, 2, 3]), {}, r"could not be broadcast together with shapes \[2\] \[3\]"),
        ("_npi_concatenate", ([1, 2], [3]), {"axis": 1}, "axis 1 exceeds the input dimension of 1"),
        ("_np_reshape", ([1, 2, 3],), {"newshape": (2,)}, r"cannot reshape array of size 3 into shape \[2\]"),
        ("_np_squeeze", ([1, 2],), {"axis": 0}, "size 2, not one"),
        ("_np_sum", ([1, 2],), {"initial": 1.0}, "initial is not supported"),
        ("_np_transpose", ([1, 2],), {"axes": (0, 1)}, "number of axes does not match"),
    ],
)
def test_refusals_say_what_was_wrong(name, inputs, attrs, fragment):
    with pytest.raises(mx.MXNetError, match=fragment):
        mx.nd.register.make_ndarray_function(None, name, name)(*(mx.nd.array(i) for i in inputs), **attrs)


@pytest.mark.parametrize("subscripts", ["ii", "ii->i", "iij->ji", "iji", "iii->i", "ijij->j", "iijj->", "i...i->...", "ii,ij->j"])
def test_einsum_with_repeated_labels(subscripts):
    sizes = {"i": 3, "j": 4, ".": 2}
    shapes = [[sizes[c] for c in term.replace("...", ".")] for term in subscripts.split("->")[0].split(",")]
    values = [np.random.RandomState(i).rand(*shape).astype("float32") for i, shape in enumerate(shapes)]
    with mx.util.np_shape(True), mx.util.np_array(True):
        arrays = [mx.np.array(v) for v in values]
        for array in arrays:
            array.attach_grad()
        with mx.autograd.record():
            got = mx.np.einsum(subscripts, *arrays)
            total = got.sum()
        total.backward()
        np.testing.assert_allclose(got.asnumpy(), np.einsum(subscripts, *values), rtol=1e-5)
        for i, array in enumerate(arrays):
            slope = np.zeros_like(values[i])
            for at in np.ndindex(slope.shape):
                unit = np.zeros_like(slope)
                unit[at] = 1
                slope[at] = np.einsum(subscripts, *values[:i], unit, *values[i + 1 :]).sum()
            np.testing.assert_allclose(array.grad.asnumpy(), slope, rtol=1e-5)


@pytest.mark.parametrize("axes", [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (-1, -2)])
@pytest.mark.parametrize("offset", [-9, -2, 0, 1, 9])
def test_diagonals_of_any_planes(offset, axes):
    values = np.random.RandomState(0).rand(3, 4, 5).astype("float32")
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array(values)
        x.attach_grad()
        with mx.autograd.record():
            got = mx.np.diagonal(x, offset, *axes)
            total = (got * 2).sum()
        total.backward()
        expected = np.diagonal(values, offset, *axes)
        np.testing.assert_array_equal(got.asnumpy(), expected)
        marks = np.zeros_like(values)
        places = np.diagonal(np.arange(60).reshape(3, 4, 5), offset, *axes)
        marks.reshape(-1)[places.ravel()] = 2
        np.testing.assert_array_equal(x.grad.asnumpy(), marks)
