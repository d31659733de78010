"""What the stage `numpy` finds no counterpart for: parts of MXNet that take or give arrays of `mx.nd` alone."""

from __future__ import annotations

import functools

import libcst as cst

#: how the comment ends about what keeps a file as it is
STAYS = "; this file stays on mx.nd until that is changed"
#: prefix of a canonical name -> what is said about it
_PREFIXES = {
    "mx.symbol": "symbols have no counterpart in mx.np",
    "mx.module": "Module works on arrays of mx.nd",
    "mx.model": "what is in mx.model works on symbols",
    "mx.rnn": "what is in mx.rnn works on symbols",
    "mx.operator": "operators of your own work on arrays of mx.nd",
    "mx.executor": "executors work on symbols",
    "mx.visualization": "mx.viz draws symbols",
    "mx.contrib.amp": "mx.contrib.amp casts operators of mx.nd alone",
    "mx.contrib.onnx": "mx.contrib.onnx reads and writes symbols",
    "mx.contrib.quantization": "mx.contrib.quantization works on symbols",
    "mx.contrib.svrg_optimization": "mx.contrib.svrg_optimization works on modules",
    "mx.ndarray.sparse": "mx.np has no sparse arrays",
    "mx.ndarray.Custom": "operators of your own work on arrays of mx.nd",
    "mx.ndarray.contrib.foreach": "control flow operators work on arrays of mx.nd; write a loop of Python",
    "mx.ndarray.contrib.while_loop": "control flow operators work on arrays of mx.nd; write a loop of Python",
    "mx.ndarray.contrib.cond": "control flow operators work on arrays of mx.nd; write an `if` of Python",
    "mx.gluon.SymbolBlock": "SymbolBlock works on symbols",
    "mx.gluon.block.SymbolBlock": "SymbolBlock works on symbols",
    "mx.gluon.contrib": "blocks of gluon.contrib take arrays of mx.nd alone",
    "mx.gluon.utils.clip_global_norm": "clip_global_norm takes arrays of mx.nd alone; sum the squares with mx.np",
    "mx.kvstore.create": "a key-value store of your own is not looked into",
}
#: layers, losses, cells and networks that take arrays of mx.nd alone
_LAYERS = frozenset(
    [f"mx.gluon.nn.{name}" for name in "GroupNorm ReflectionPad2D Lambda".split()]
    + [f"mx.gluon.loss.{name}" for name in (
        "KLDivLoss HuberLoss HingeLoss SquaredHingeLoss LogisticLoss PoissonNLLLoss TripletLoss CosineEmbeddingLoss CTCLoss "
        "SDMLLoss"
    ).split()]
    + [f"mx.gluon.rnn.{name}" for name in (
        "RNNCell LSTMCell GRUCell SequentialRNNCell HybridSequentialRNNCell DropoutCell ZoneoutCell ResidualCell "
        "BidirectionalCell"
    ).split()]
)  # fmt: skip
#: networks of the model zoo that take arrays of mx.np as well
_ZOO = ("resnet", "vgg", "alexnet", "mobilenet0", "mobilenet1", "get_resnet", "get_vgg", "AlexNet", "ResNet", "VGG")
_BASES = {
    "mx.initializer.": "an initializer of your own writes arrays of mx.nd",
    "mx.optimizer.": "an optimizer of your own works on arrays of mx.nd",
    "mx.autograd.Function": "a function with a gradient of your own works on arrays of mx.nd",
    "mx.io.": "an iterator of your own makes batches of arrays of mx.nd",
}


def _by_prefix(name: str, table: dict[str, str]) -> str | None:
    for prefix, reason in table.items():
        if name == prefix.rstrip(".") or name.startswith(prefix if prefix.endswith(".") else prefix + "."):
            return reason
    return None


def base_class(name: str) -> str | None:
    """Why a class with this base stands in the way, or None."""
    return _by_prefix(name, _BASES) or value(name)


def value(name: str) -> str | None:
    """Why something of this canonical name stands in the way, or None."""
    short = name.replace("mx.gluon.nn.basic_layers.", "mx.gluon.nn.").replace("mx.gluon.rnn.rnn_cell.", "mx.gluon.rnn.")
    if short in _LAYERS:
        return f"{name.removeprefix('mx.')} takes arrays of mx.nd alone"
    zoo = "mx.gluon.model_zoo.vision."
    if name.startswith(zoo) and not name.removeprefix(zoo).split(".")[-1].startswith(_ZOO) and name.count(".") > 3:
        return "not every network of the model zoo takes arrays of mx.np; name one of resnet*, vgg*, alexnet, mobilenet*"
    return _by_prefix(name, _PREFIXES)


def call(name: str, node: cst.Call) -> str | None:
    """Why a call stands in the way, or None."""
    if name == "mx.gluon.nn.HybridLambda" and node.args and isinstance(node.args[0].value, cst.BaseString):
        return "HybridLambda of a name looks in mx.nd; give it a function"
    reason = value(name)
    if reason is None and name.startswith("mx.ndarray.") and any(arg.keyword and arg.keyword.value == "out" for arg in node.args):
        return "functions of mx.np write into an array less often than mx.nd's; assign the result instead of `out=`"
    return reason


@functools.cache
def is_there(key: str) -> bool:
    """Whether jmx has a function of this name below mx.nd."""
    from .. import ndarray

    value: object = ndarray
    for part in key.split("."):
        value = getattr(value, part, None)
    return callable(value)


@functools.cache
def inputs(key: str) -> tuple[str, ...] | None:
    """The names of the arrays that an operator takes, by its name below mx.nd; None where it does not return one array."""
    from .. import ndarray
    from ..base import MXNetError
    from ..core.declare.op import find

    _ = ndarray.relu  # operators are declared when they are first needed
    *folders, name = key.split(".")
    if len(folders) > 1:
        return None
    try:
        operator = find(f"_{folders[0]}_{name}" if folders else name)
        if operator.variadic or operator.graphs or operator.writes or operator.num_outputs({}) != 1:
            return None
    except (MXNetError, KeyError, TypeError, AttributeError):
        return None
    return tuple(operator.inputs)
