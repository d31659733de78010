"""Names of MXNet 1.9.1 that few programs use: they are there, they work, or they raise and say what to use instead."""

import ctypes
import importlib
import inspect
import json
import logging
import subprocess
import sys
import types

import matplotlib
import mxnet as mx
import numpy as np
import pytest
from mxnet.base import _LIB, MXNetError, NDArrayHandle, check_call

MODULES = """api cython library ndarray_doc notebook notebook.callback rtc space symbol_doc torch tvmop _ffi _ffi.function _ctypes
_ctypes.ndarray _ctypes.symbol _cy3 _api_internal ndarray.gen_op ndarray.gen_contrib symbol.gen_op symbol.gen__internal""".split()


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_importable_and_documented(name):
    module = importlib.import_module(f"mxnet.{name}")
    assert isinstance(module, types.ModuleType) and module.__doc__
    for public in (n for n in dir(module) if not n.startswith("_")):
        assert getattr(module, public) is not None


def test_they_are_loaded_when_they_are_asked_for():
    code = (
        "import mxnet as mx, sys; mx.nd; mx.sym; mx.gluon; "
        "ends = '.rtc', '.space', '.notebook', '.tvmop', '.library', 'pandas', 'bokeh'; "
        "print([n for n, m in list(sys.modules.items()) if n.endswith(ends) and type(m).__name__ != 'Unloaded'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_what_cannot_work_raises_and_names_the_way_of_jax(tmp_path):
    compiled, text = tmp_path / "operators.so", tmp_path / "operators.py"
    compiled.write_bytes(b""), text.write_text("")
    with pytest.raises(MXNetError, match="nowhere.so does NOT exist"):
        mx.library.load("nowhere.so")
    with pytest.raises(MXNetError, match="operators.py is NOT a library file"):
        mx.library.load(str(text))
    with pytest.raises(MXNetError, match=r"operators.so: it is compiled for MXNet's C\+\+ core.*jmx.register_op"):
        mx.library.load(str(compiled))
    # every class and method of mx.rtc refuses
    seen = 0
    for name, cls in inspect.getmembers(mx.rtc, inspect.isclass):
        if not cls.__module__.endswith(".rtc"):
            continue
        functions = [cls, *(f for n, f in inspect.getmembers(cls, inspect.isfunction) if not n.startswith("_"))]
        for function in functions:
            needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
            with pytest.raises(MXNetError, match=rf"mx\.rtc\.{name}.*pallas.*jmx\.register_op"):
                function(*["x"] * len(needed))
            seen += 1
    assert seen == 4
    with pytest.raises(AttributeError, match=r"'exp'.*torch.from_dlpack"):
        _ = mx.th.exp
    with pytest.raises(MXNetError, match="no C library"):
        mx._ffi.function.get_global_func("node")
    for name in ("hawkesll", "index_copy", "quadratic"):
        with pytest.raises(MXNetError, match=rf"_contrib_backward_{name} expects \d+ inputs, but got 0"):
            getattr(mx.nd.contrib, f"backward_{name}")()


def test_gradient_multiplier_s_own_gradient():
    assert mx.nd.contrib.backward_gradientmultiplier(mx.nd.array([1, 2]), scalar=3.0).asnumpy().tolist() == [3, 6]


def test_helpers_of_base(monkeypatch):
    base = mx.base
    assert base.data_dir_default().endswith(".mxnet")
    monkeypatch.setenv("MXNET_HOME", "/elsewhere")
    assert base.data_dir() == "/elsewhere"
    # what MXNet 1.9.1 gives
    assert (
        base.build_param_doc(["a", "a", "num_args"], ["int", "str", "int"], ["", "twice", ""])
        == "Parameters\n----------\na : int\n"
    )
    assert base.build_param_doc(["a", "a"], ["int", "str"], ["", "b"], False) == (
        "Parameters\n----------\na : int\na : str\n    b\n"
    )
    assert base.c2pyerror("ValueError: hi") == ("ValueError: hi", "ValueError")
    assert base.c2pyerror("MXNetError: no\nStack trace:\n  a\n  b\n") == (
        "Traceback (most recent call last):\n  b\n  a\nMXNetError: no",
        "MXNetError",
    )
    made = base.with_metaclass(type("Meta", (type,), {"tag": 3}), dict)
    sub = type(made)("Sub", (made,), {})
    assert issubclass(sub, dict) and sub.tag == 3 and made not in sub.__mro__
    module = types.ModuleType("documented")
    exec(compile("def f():\n    'Text.'\n", __file__, "exec"), module.__dict__)
    base.add_fileline_to_docstring(module)
    assert module.f.__doc__ == f"Text.\n\nFrom:{__file__}:1"


def test_space_goes_to_json_and_back():
    space = mx.space.ConfigSpace(
        {"tile": mx.space.OtherOptionSpace([1, 2, 4]), "unroll": mx.space.OtherOptionSpace([0, 1])},
        {"tile": mx.space.OtherOptionEntity(2)},
    )
    spaces = mx.space.ConfigSpaces()
    spaces["conv"] = space
    again = mx.space.ConfigSpaces.from_json_dict(json.loads(json.dumps(spaces.to_json_dict())))
    assert len(space) == 6 and len(again) == 1 and repr(again) == repr(spaces)
    assert "0 tile: OtherOption([1, 2, 4]) len=3" in repr(space)
    with pytest.raises(RuntimeError, match="Invalid config knob type: sp"):
        mx.space.ConfigSpace.from_json_dict({"e": [("tile", "sp", 1)], "s": []})


def test_symbol_doc():
    symbol = mx.sym.Flatten(mx.sym.var("x"), name="flat")
    assert mx.symbol_doc.SymbolDoc.get_output_shape(symbol, x=(2, 3, 4)) == {"flat_output": (2, 12)}


def test_cached_op_and_other_attributes():
    op = mx.nd.CachedOp(mx.sym.relu(mx.sym.var("x")))
    assert op.handle is not None and op.is_np_sym is False
    assert mx.nd.CachedOp(mx.sym.np.exp(mx.sym.var("x").as_np_ndarray())).is_np_sym is True
    assert mx.nd.op.CachedOp is mx.nd.CachedOp is mx._ctypes.ndarray.CachedOp
    assert mx.operator.c_int_p is ctypes.POINTER(ctypes.c_int)
    assert mx.gluon.data.vision.datasets.image is mx.image and mx.nd.gen_op is mx.nd.op


def test_dlpack_by_ctypes():
    x = mx.nd.array(np.arange(6, dtype="float32").reshape(2, 3))
    capsule = ctypes.py_object(x.to_dlpack_for_read())
    address = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    tensor = mx.nd.ndarray.DLManagedTensor.from_address(address).dl_tensor
    assert tensor.ndim == 2 and tensor.shape[:2] == [2, 3] and tensor.ctx.device_type == 1
    kind = tensor.dtype
    assert (kind.type_code, kind.bits, kind.lanes) == mx.nd.ndarray.DLDataType.TYPE_MAP["float32"]
    handle = NDArrayHandle()
    check_call(_LIB.MXNDArrayFromDLPack(ctypes.c_void_p(address), ctypes.byref(handle)))
    ctypes.pythonapi.PyCapsule_SetName(capsule, b"used_dltensor")
    ctypes.pythonapi.PyCapsule_SetDestructor(capsule, None)
    y = mx.nd.NDArray(handle=handle)
    assert y.asnumpy().tolist() == x.asnumpy().tolist()
    with pytest.raises(TypeError):  # a handle gives its array once
        mx.nd.NDArray(handle=NDArrayHandle(handle.value + 1))
    with pytest.raises(IndexError, match="along axis 1; size is 3 but corresponding boolean size is 4"):
        mx.nd.ndarray.check_boolean_array_dimension((2, 3), 0, (2, 4))


def test_a_reader_tells_where_it_stands(tmp_path):
    path = str(tmp_path / "a.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    writer.write(b"12345678")
    writer.write(b"1")
    writer.close()
    reader, offsets = mx.recordio.MXRecordIO(path, "r"), []
    for _ in range(2):
        position = ctypes.c_size_t()
        check_call(_LIB.MXRecordIOReaderTell(reader.handle, ctypes.byref(position)))
        offsets.append(position.value)
        reader.read()
    assert offsets == [0, 16]


def _fit(**callbacks):
    data = mx.io.NDArrayIter(np.random.rand(32, 4).astype("float32"), np.arange(32) % 2, 8, label_name="softmax_label")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    mx.mod.Module(net).fit(data, eval_data=data, num_epoch=3, **callbacks)


def test_live_learning_curve_draws(monkeypatch):
    matplotlib.use("agg")
    monkeypatch.setitem(sys.modules, "bokeh", None)
    curve = mx.notebook.callback.LiveLearningCurve("accuracy", display_freq=0, frequent=2)
    series = mx.notebook.callback.LiveTimeSeries()
    _fit(**mx.notebook.callback.args_wrapper(curve))
    train, validation = curve.fig.axes[0].lines
    assert len(train.get_xdata()) == 6 and len(validation.get_xdata()) == 3
    assert all(0 <= value <= 1 for value in train.get_ydata()) and validation.get_label() == "validation"
    series.update_chart_data(2.5)
    assert list(series.fig.axes[0].lines[0].get_ydata()) == [2.5]
    wrong = mx.notebook.callback.LiveLearningCurve("f1")
    logging.getLogger().setLevel(logging.WARNING)
    with pytest.raises(MXNetError, match="draws 'f1', and the metrics of this training are 'accuracy'"):
        _fit(**wrong.callback_args())
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MXNetError, match="neither is installed"):
        mx.notebook.callback.LiveLearningCurve("accuracy")


def test_pandas_logger():
    callback = mx.notebook.callback
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(MXNetError, match="install pandas"):
            callback.PandasLogger(8)
        return
    logger = callback.PandasLogger(8, frequent=2)
    _fit(**logger.callback_args())
    assert list(logger.train_df["minibatch_count"]) == [0, 2] * 3 and len(logger.eval_df) == len(logger.epoch_df) == 3
