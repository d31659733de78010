"""ONNX's own test cases of operators (package onnx, onnx.backend.test), read by `mx.onnx.import_model` and run."""

import functools
import re
import warnings

import numpy as np
import pytest

import jmx as mx

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")

from jmx.onnx.importing._forms import declared

#: operators without a form that ONNX defines as functions of others
FUNCTIONS = ["GroupNormalization", "NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"]

#: what a case is refused for, by regular expressions of the messages; a case that is refused for anything else is a failure
REFUSED = """
has the element type | MXNet has no element type | has no elements
cannot be read: | is not supported in
training_mode=1 | outputs of training | its second output
is no tensor | the attribute 'activation_
sequences of several lengths
all but bilinear sampling of images | mode='max' | reduction='(max|min|mul)'
a product of matrices of whole numbers | sums of products of whole numbers
tf_crop_and_resize | scales of blocks | even|LRN takes odd sizes | einstein sum subscripts ''
windows of at most 64 places | blocks of more than 2 dimensions | dilations are not supported | allowzero=1
in this opset | operators of the domain | the attribute .* is not supported | float4
"""
EXPECTED = re.compile("|".join(part.strip() for line in REFUSED.strip().splitlines() for part in line.split(" | ")))

#: cases that mean something else: arrays without elements, dropout that drops, the remainder of a division by zero
OTHER = re.compile(
    "empty_set|tri[lu]_zero|training_dropout|mod_float_edge_cases|_zero_size|castlike.*(FLOAT8|STRING)|_STRING|expanded"
)


@functools.cache
def cases():
    """{operator: [test case]}, by the first node."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        found = {}
        for test in collect_testcases(None):
            if not OTHER.search(test.name):
                found.setdefault(test.model.graph.node[0].op_type, []).append(test)
    return found


def run(model, feed):
    """The outputs of a model that has been read, for arrays by name."""
    symbol, args, states = mx.onnx.import_model(model)
    values = {**args, **{n: mx.nd.array(a.reshape(a.shape or (1,)), dtype=a.dtype) for n, a in feed.items()}}
    bound = symbol.bind(mx.cpu(), {name: values[name] for name in symbol.list_arguments()}, aux_states=states)
    return [out.asnumpy() for out in bound.forward(is_train=False)]


def constants(model, inputs):
    """A copy of `model` whose inputs but the first are weights; and what is left to be fed."""
    copied = onnx.ModelProto()
    copied.CopyFrom(model)
    names = [item.name for item in copied.graph.input]
    if model.graph.node[0].op_type in ("ConstantOfShape", "Range"):
        names.insert(0, "")
        inputs = [None, *inputs]
    copied.graph.initializer.extend(onnx.numpy_helper.from_array(a, n) for n, a in list(zip(names, inputs))[1:])
    return copied, {} if inputs[0] is None else {names[0]: inputs[0]}


TOLERANCE = {"float16": (2e-3, 1e-2), "bfloat16": (3e-2, 1e-2), "float32": (1e-3, 1e-4)}


def _array(given):
    """An input or output of a case; newer versions of onnx have tensors for some element types."""
    if isinstance(given, onnx.TensorProto):
        return onnx.numpy_helper.to_array(given)
    return given if given is None or isinstance(given, list) else np.asarray(given)


def check(test, as_constants):
    """Whether a case could be read; raises AssertionError where an output is wrong."""
    for inputs, expected in test.data_sets:
        arrays, expected = [[_array(a) for a in group] for group in (inputs, expected)]
        if any(a is None or isinstance(a, list) or a.dtype == object or a.dtype.fields for a in arrays):
            return False
        model, feed = test.model, dict(zip([item.name for item in test.model.graph.input], arrays))
        try:
            if as_constants and arrays:
                model, feed = constants(model, arrays)
            got = run(model, feed)
        except mx.MXNetError as error:
            assert isinstance(error, NotImplementedError) or EXPECTED.search(str(error)), f"{test.name}: {error}"
            if as_constants:
                assert EXPECTED.search(str(error)), f"{test.name}: {error}"
            return False
        except TypeError as error:  # an input of an element type that MXNet does not have
            assert "does not exist in MXNet" in str(error), test.name
            return False
        assert len(got) == len(expected), test.name
        for out, wanted in zip(got, expected):
            if out.dtype.name == "bfloat16" and wanted.dtype == np.uint16:  # as older versions of onnx have it
                wanted = wanted.view(out.dtype)
            assert out.dtype == wanted.dtype and out.shape in (wanted.shape, wanted.shape or (1,)), test.name
            rtol, atol = TOLERANCE.get(wanted.dtype.name, (1e-6, 1e-9))
            wide = np.float64 if wanted.dtype.kind != "b" else bool
            np.testing.assert_allclose(out.astype(wide), wanted.reshape(out.shape).astype(wide), rtol, atol, err_msg=test.name)
    return True


#: operators that ONNX has no cases for in its newest opset
WITHOUT_CASES = {"GlobalLpPool", "LpNormalization", "MaxRoiPool", "RMSNormalization", "Swish", "Constant", "Upsample", "Scatter"}


@pytest.mark.parametrize("name", sorted({*declared(), *FUNCTIONS}))
@pytest.mark.filterwarnings("ignore")
def test_cases_of_onnx(name):
    found = cases().get(name, [])
    assert found or name in WITHOUT_CASES
    read = 0
    for test in found:
        # What takes weights takes them as inputs of the graph, too; shapes and axes are to be constants.
        read += check(test, False)
        if len(test.model.graph.input) > 1 or name in ("ConstantOfShape",):
            read += check(test, True)
    assert read or name in WITHOUT_CASES
