"""What programs find after `import mxnet`: MXNet's modules in `sys.modules`, and classes that say they are from there.

`golden/names.json` is what MXNet has.
"""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from jmx.legacy import mxnet_names

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = json.loads((ROOT / "tests" / "golden" / "names.json").read_text())
#: private classes of MXNet that hold what its C library gives, or that jmx has no use for
WITHOUT = {
    "mxnet._ctypes.ndarray.NDArrayBase",
    "mxnet._ctypes.symbol.SymbolBase",
    "mxnet._ffi._ctypes.function.FunctionBase",
    "mxnet._ffi._ctypes.object.ObjectBase",
    "mxnet._ffi._ctypes.types.MXNetValue",
    "mxnet._ffi._ctypes.types.TypeCode",
    "mxnet._ffi.function.Function",
    "mxnet._ffi.object.Object",
    "mxnet.autograd._RecordingStateScope",
    "mxnet.base._MXClassPropertyDescriptor",
    "mxnet.base._MXClassPropertyMetaClass",
    "mxnet.contrib.quantization._DataIterWrapper",
    "mxnet.gluon.contrib.data.text._LanguageModelDataset",
    "mxnet.gluon.contrib.rnn.conv_rnn_cell._BaseConvRNNCell",
    "mxnet.gluon.contrib.rnn.conv_rnn_cell._ConvGRUCell",
    "mxnet.gluon.contrib.rnn.conv_rnn_cell._ConvLSTMCell",
    "mxnet.gluon.contrib.rnn.conv_rnn_cell._ConvRNNCell",
    "mxnet.gluon.data.dataloader._MultiWorkerIterV1",
    "mxnet.gluon.data.dataset._FilteredDataset",
    "mxnet.onnx.mx2onnx._export_onnx.MXNetGraph",
    "mxnet.operator._Registry",
    "mxnet.util._NumpyArrayScope",
    "mxnet.util._NumpyShapeScope",
}


def run(program, *, mxnet=True):
    """What a program prints, in a process of its own."""
    path = os.pathsep.join([str(ROOT), *([str(ROOT / "compat")] if mxnet else [])])
    environment = {**os.environ, "PYTHONPATH": path, "GOLDEN": str(ROOT / "tests" / "golden" / "names.json")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, cwd=ROOT / "tests", timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_list_is_up_to_date():
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r}); import list_mxnet_names as l; print(l.text(), end='')"
    expected = pathlib.Path(mxnet_names.__file__).read_text()
    assert run(program, mxnet=False) == expected, "run tools/list_mxnet_names.py"
    assert [f"mxnet.{name}" for name in mxnet_names.MODULES] == GOLDEN["modules"]


def test_modules_are_there_and_load_when_they_are_used():
    program = """
import importlib, inspect, json, operator, os, pickle, pkgutil, sys, types, unittest, warnings
import numpy
golden = json.load(open(os.environ["GOLDEN"]))["modules"]
import mxnet as mx
there = {name for name in sys.modules if name.startswith("mxnet.")}
print(there >= set(golden), "mxnet.ndarray" in there)
kind = type(sys.modules["mxnet.gluon"])
count = lambda: sum(type(module) is kind for module in sys.modules.values())
first = count()
class Case(unittest.TestCase):
    def runTest(self):
        with self.assertWarns(UserWarning):
            warnings.warn("w")
assert Case().run().wasSuccessful()
inspect.getmodule(len), inspect.stack(), inspect.getmodule(count)
[getattr(m, "__file__", None) for m in sys.modules.values()]
[(hasattr(m, "__path__"), m.__name__, isinstance(m, types.ModuleType)) for m in sys.modules.values()]
list(pkgutil.iter_modules(mx.__path__)), pickle.dumps(numpy.add)
print(first > 200, count() == first)
held = sys.modules["mxnet.lr_scheduler"]
from mxnet.gluon import nn
import mxnet.metric as metric
print(nn is mx.gluon.nn, metric is mx.metric is sys.modules["mxnet.metric"] is importlib.import_module("mxnet.metric"))
held.mine = 3
print(mx.lr_scheduler.mine, held.FactorScheduler is mx.lr_scheduler.FactorScheduler, "PolyScheduler" in vars(held), held)
del held.mine
print(hasattr(mx.lr_scheduler, "mine"), importlib.util.find_spec("mxnet.gluon.trainer").name)
importlib.reload(sys.modules["mxnet.lr_scheduler"])
for name in golden:
    module = importlib.import_module(name)
    assert module is sys.modules[name] and type(module) is not kind, name
    assert operator.attrgetter(name.partition(".")[2])(mx) is not None
import mxnet.onnx.mx2onnx._export_onnx as export
from mxnet._ffi.function import *
print(count())
"""
    lines = run(program).splitlines()
    assert lines[:3] == ["True True", "True True", "True True"]
    assert lines[3].startswith("3 True True <module 'jmx.lr_scheduler' from")
    assert lines[4:] == ["False jmx.gluon.trainer", "0"]


def test_classes_say_where_mxnet_has_them_and_are_found_there():
    program = """
import importlib, json, os, pickle
import mxnet
for module, names in json.load(open(os.environ["GOLDEN"]))["classes"].items():
    for name in names:
        cls = getattr(importlib.import_module(module), name, None)
        right = isinstance(cls, type) and str(cls) == f"<class '{module}.{name}'>"
        if not right or pickle.loads(pickle.dumps(cls)) is not cls:
            print(f"{module}.{name}")
"""
    assert set(run(program).split()) == WITHOUT
    assert sum(map(len, GOLDEN["classes"].values())) - len(WITHOUT) > 380


def test_jmx_by_its_own_name_says_so():
    program = """
import sys
import jmx, jmx.legacy.alias
def say():
    print(jmx.gluon.Trainer, repr(jmx.metric.Accuracy), any(name.startswith("mxnet") for name in sys.modules))
say()
import mxnet
say()
jmx.legacy.alias.uninstall("mxnet")
say()
"""
    alone = "<class 'jmx.gluon.trainer.Trainer'> <class 'jmx.metric.classification.Accuracy'> False"
    known = "<class 'mxnet.gluon.trainer.Trainer'> <class 'mxnet.metric.Accuracy'> True"
    assert run(program).splitlines() == [alone, known, alone]


def test_states_of_optimizers_are_the_same_bytes_under_both_names():
    program = """
import hashlib
import {} as mx
updater = mx.optimizer.get_updater(mx.optimizer.Adam(lr_scheduler=mx.lr_scheduler.FactorScheduler(3)))
updater(0, mx.nd.ones(2), mx.nd.ones(2))
states = updater.get_states(dump_optimizer=True)
print(hashlib.sha256(states).hexdigest(), b"mxnet.optimizer.optimizer" in states)
updater.set_states(states)
"""
    own, known = (run(program.format(name)) for name in ("jmx", "mxnet"))
    assert own == known and own.endswith("True\n")


@pytest.mark.parametrize("workers", [0, 2])
def test_data_sets_reach_workers_under_mxnets_name(workers):
    program = f"""
import mxnet as mx
if __name__ == "__main__":
    vision = mx.gluon.data.vision.transforms
    pairs = mx.gluon.data.ArrayDataset(mx.nd.arange(8).reshape((4, 2)), mx.nd.arange(4)).transform_first(vision.Cast("int32"))
    print([b.asnumpy().tolist() for b, _ in mx.gluon.data.DataLoader(pairs, 2, num_workers={workers})])
"""
    assert run(program) == "[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]\n"
