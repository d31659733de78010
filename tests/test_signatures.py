"""Public signatures show MXNet's parameters, and besides them only what jmx describes as its own; so do texts and messages.

`golden/signatures.json` is what MXNet has.
"""

import importlib
import inspect
import json
import pathlib
import re

import pytest

import jmx as mx
from jmx.core import facade
from jmx.core.declare.op import REGISTRY

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = json.loads((ROOT / "tests" / "golden" / "signatures.json").read_text())
#: a classic operator's own, and how many arrays there are
COMMON = {"out", "name", "attr", "kwargs", "num_args", "num_arrays", "num_outputs"}
#: MXNet 2's and the Array API's name for a context
DEVICE = {"device", "ctx"}
#: other parameters of MXNet 2, NumPy 2 and the Array API (docs/mxnet2.md, docs/dev/array_api.md), and those that MXNet takes in
#: `**kwargs` without showing them, by the last word of the path
MORE = {
    **dict.fromkeys(("cholesky", "eigh", "eigvalsh"), {"upper"}),
    **dict.fromkeys(("argmax", "argmin"), {"keepdims"}),
    **dict.fromkeys(("argsort", "sort"), {"descending", "stable"}),
    **dict.fromkeys(("std", "var"), {"correction"}),
    **dict.fromkeys(("AdaGrad", "Adamax", "GroupAdaGrad"), {"epsilon"}),
    **dict.fromkeys(("import_model_", "import_to_gluon_"), {"input_shapes"}),
    "get_mnist_iterator": {"path"}, "clip": {"min", "max"}, "pinv": {"rtol"},
    "svd": {"full_matrices"}, "empty": {"stype"}, "zeros": {"stype"},
    "hybrid_forward": {"sample_weight"}, "GroupNorm": {"in_channels"}, "GRUCell": {"activation", "recurrent_activation"},
    "attach_grad": {"stype"}, "set_np": {"dtype"}, "export_model": {"large_model", "opset_version"},
    "Optimizer": {"aggregate_num", "use_fused_step"}, "RMSProp": {"rho", "momentum"},
}  # fmt: skip
#: written in `jmx/_numpy/`: their operator is another's way in (MXNet tells no arguments of `_sg_mkldnn_conv` and its kin)
UNLIKE = {"_linspace", "_npi_linspace", "_cvimresize", "_npi_cvimresize", "_npi_norm", "_npi_concatenate"}


def resolve(path):
    found = mx
    for word in path.split(".")[1:]:
        try:
            found = getattr(found, word)
        except AttributeError:
            try:
                found = importlib.import_module(f"{found.__name__}.{word}")
            except (AttributeError, ImportError):
                return None
    return found


def shown(value):
    """The parameters that `help` shows, without those that collect others."""
    try:
        signature = inspect.signature(value.__init__ if inspect.isclass(value) else value)
    except (TypeError, ValueError):
        return []
    return [p.name for p in signature.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def operators():
    """(name, operator) of everything that is declared."""
    facade.public_names("")  # which declares them
    return sorted(REGISTRY.items())


def test_functions_classes_and_methods_have_mxnets_parameters():
    more, compared = {}, 0
    for path, names in GOLDEN["functions"].items():
        theirs = {name for name in names.split() if name[0] != "*"} - {"self"}
        if not theirs or (value := resolve(path)) is None:  # any parameters, by this signature
            continue
        compared += 1
        words = set(shown(value)) - theirs - {"self"} - DEVICE - MORE.get(path.rpartition(".")[2], set())
        if words:
            more[path] = sorted(words)
    assert compared > 2500
    assert more == {}


def test_operators_have_mxnets_arguments():
    more, compared = {}, 0
    for name, op in operators():
        theirs = GOLDEN["operators"].get(name)
        if theirs is None or name in UNLIKE or name.startswith("_sg_mkldnn"):
            continue
        compared += 1
        for symbolic in (False, True):
            words = set(facade.signature(op, symbolic).parameters) - set(theirs.split()) - COMMON
            words -= {op.count, op.inputs[0] if op.variadic else ""}
            if words:
                more[name] = sorted(words)
    assert compared > 700
    assert more == {}


def own_arguments():
    """(name, operator, argument) of what operators take from graphs and optimizers, and users do not see."""
    return [(name, op, word) for name, op in operators() for word in sorted(op.unlisted)]


def test_texts_and_stubs_do_not_show_what_is_jmxs_own():
    stubs = "".join((ROOT / "jmx" / side / "op.pyi").read_text() for side in ("ndarray", "symbol"))
    seen = 0
    for name, op, word in own_arguments():
        seen += 1
        entry = re.compile(rf"^`*{word}`*(?:  +| *: )", re.MULTILINE)
        assert not entry.search(facade.docstring(op)), (name, word)
        stub = re.search(rf"^def {re.escape(name)}\((.*)\) ->", stubs, re.MULTILINE)
        assert stub is None or not re.search(rf"\b{word}\b", stub[1]), (name, word)
    assert seen > 20


def test_messages_do_not_name_what_is_jmxs_own():
    for name, op, word in own_arguments():
        if not op.schema or name.startswith("_sg_"):
            continue
        with pytest.raises(mx.MXNetError, match="Cannot find argument 'nothing_like_it'") as caught:
            op.parse({"nothing_like_it": 1})
        assert not re.search(rf"\b{word}\b", str(caught.value)), (name, word)


def test_a_misspelt_argument_is_not_led_to_one_of_jmxs_own():
    with pytest.raises(mx.MXNetError, match=r"cudnn_off, layout, in operator Convolution\(") as caught:
        x = mx.nd.ones((1, 1, 3, 3))
        mx.nd.Convolution(x, x, kernel=(3, 3), num_filter=1, no_bias=True, wit_relu=True)
    assert "with_relu" not in str(caught.value)
