"""Files that were damaged: does each give an error that names it, and never a crash, a hang or much memory?

A round damages a good file of some format and reads it the way programs do. What is raised must be an MXNetError, or the
class that MXNet raises there with a message that names the file. Reading may take `_SECONDS` and, above what the process
has, some times the size of the file. Record files are compared with what was written (`records.py`).

Every third round reads a file at a limit instead (`edges_of_files.py`): it must be read, or refused with the right words.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib.util
import io
import logging
import os
import pathlib
import resource
import signal
import sys
import tempfile
import traceback
import warnings
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import jmx as mx
from jmx import checkpoints
from jmx._files import params
from tools.campaign import Rounds, damage, edges_of_files, probe, records

_ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
_FIXTURES, _GOLDEN = _ROOT / "tests" / "fixtures", _ROOT / "tests" / "golden"
_SECONDS = 10
#: what reading a file may need beyond what the process has: MiB, and bytes for each byte of the file
_MEGABYTES, _EACH = 48, 200
#: one of so many rounds reads a file at a limit, one of so many a device; MiB that a file at a limit may need, for its pixels
_EDGES, _DEVICES, _MEGABYTES_AT_LIMIT = 3, 40, 400


class Kind(NamedTuple):
    """A kind of file.

    good    makes good files' contents
    damaged damages one of them
    name    of the file
    reads   the ways to read it
    raises  classes beside MXNetError that MXNet raises for such files
    weight  how often it is drawn
    """

    good: Callable[[], list[Any]]
    damaged: Callable[[Any, Any], bytes]
    name: str
    reads: tuple[Callable[[str], object], ...]
    raises: tuple[type[Exception], ...] = ()
    weight: int = 1


class _Hang(BaseException):
    """Reading took too long."""


# ---- arrays


def _arrays():
    whole = [_FIXTURES / f"{name}.params" for name in ("csr", "row_sparse", "dict", "list", "single", "legacy_v0", "legacy_v1")]
    whole += [_FIXTURES / "np_list.params", _FIXTURES / "np_shape.params"]
    return [path.read_bytes() for path in whole]


def _damaged_arrays(content, draw):
    """Bytes, or sparse arrays whose parts do not fit each other."""
    if draw.random() < 0.6:
        return damage.of_bytes(content, draw)

    def ints(count, top):
        dtype = draw.choice(["int64", "int64", "int64", "int32", "uint8", "float32"])
        values = [draw.choice([draw.randrange(top), draw.randrange(top), -1, top, 1 << 53]) for _ in range(count)]
        values = sorted(values) if draw.random() < 0.6 else values
        with np.errstate(all="ignore"):
            array = np.array(values, np.int64).astype(dtype)
        return array.reshape(
            draw.choice([(count,), (count,), (count,), (count,), (count, 1), (1, count), () if count == 1 else (count,)])
        )

    rows, columns, count = draw.choice([0, 1, 4, 4, 4, 1 << 31, 1 << 53]), draw.choice([0, 1, 5, 5, 1 << 40]), draw.randrange(5)
    shape = draw.choice([(rows, columns)] * 5 + [(rows,), (rows, columns, 2), ()])
    if draw.random() < 0.5:
        start = [0, *sorted(draw.randrange(count + 1) for _ in range(max(min(rows, 6) - 1, 0))), count][: min(rows, 6) + 1]
        starts = np.array(start, np.int64) if draw.random() < 0.6 else ints(draw.choice([0, 1, min(rows, 6) + 1]), count + 1)
        parts = params.SparseParts(
            "csr", shape, np.ones(draw.choice([count, count, count + 1]), "float32"), (starts, ints(count, 5))
        )
    else:
        values = np.ones((count, *draw.choice([shape[1:], (5,), ()])) if np.prod(shape[1:]) < 100 else (0, 5), "float32")
        parts = params.SparseParts("row_sparse", shape, values, (ints(len(values), 5),))
    try:
        return params.save_bytes([parts], ["w"])
    except (mx.MXNetError, ValueError):
        return b""


def _used(loaded):
    for array in loaded.values() if isinstance(loaded, dict) else loaded:
        if np.prod(array.shape, dtype=float) < 1000:
            array.asnumpy()


def _load_numpy(path):
    with mx.util.np_shape(True), mx.util.np_array(True):
        _used(mx.npx.load(path))


def _of_module(path):
    mx.model.load_params(path.removesuffix("-0001.params"), 1)


def _load_parameters(path):
    net = mx.gluon.nn.HybridSequential(prefix="")
    net.add(mx.gluon.nn.Dense(3, in_units=4), mx.gluon.nn.BatchNorm(in_channels=3))
    net.load_parameters(path)


# ---- symbols


def _symbols():
    names = ("attrs", "conv", "mod", "npnet", "rnn")
    texts = [(_FIXTURES / f"{name}-symbol.json").read_text() for name in names]
    x, y = mx.sym.var("x", shape=(2, 3), dtype="float32"), mx.sym.var("y")
    texts.append(mx.sym.contrib.foreach(lambda row, state: (row + state, state * 2), x, y)[0].tojson())
    texts.append(mx.sym.contrib.cond(mx.sym.sum(x) > 1, lambda: x + y, lambda: x - y).tojson())
    split = mx.sym.SliceChannel(x, num_outputs=3, name="s")
    norm = mx.sym.BatchNorm(mx.sym.Concat(split[0], y, dim=1, name="c"), name="bn", attr={"__lr_mult__": "2", "ctx_group": "a"})
    texts.append(
        mx.sym.Group(
            [
                mx.sym.SoftmaxOutput(norm, name="softmax"),
                mx.sym.RNN(x, y, y, state_size=3, num_layers=1, mode="lstm", state_cell=y),
            ]
        ).tojson()
    )
    return texts


def _use_symbol(symbol):
    for ask in (symbol.list_outputs, symbol.list_arguments, symbol.list_auxiliary_states, symbol.attr_dict):
        ask()
    symbol.get_internals().list_outputs()
    symbol.tojson()
    symbol.infer_shape_partial(data=(1, 3, 8, 8))
    symbol.infer_type_partial(data="float32")


def _load_symbol(path):
    _use_symbol(mx.sym.load(path))


def _import_block(path):
    block = mx.gluon.SymbolBlock.imports(path, ["data"])
    block.collect_params().initialize()


def _predictor(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        mx.predictor.Predictor(file.read(), b"", {"data": (1, 3, 8, 8)})


# ---- images, text data


def _images():
    import cv2

    image = np.random.default_rng(0).integers(0, 256, (9, 13, 3), np.uint8)
    found = []
    for ending in (".jpg", ".png", ".bmp", ".webp", ".tiff", ".gif", ".ppm"):
        with contextlib.suppress(cv2.error):  # older releases write no GIF
            found.append(cv2.imencode(ending, image)[1].tobytes())
    return found


def _image_iter(path):
    for _ in mx.image.ImageIter(1, (3, 4, 4), path_imglist=path, path_root=str(_GOLDEN)):
        pass


def _csv(path):
    for _ in mx.io.CSVIter(data_csv=path, data_shape=(3,), batch_size=2):
        pass


def _libsvm(path):
    for _ in mx.io.LibSVMIter(data_libsvm=path, data_shape=(9,), batch_size=2):
        pass


_MNIST = b"\0\0\x08\x03" + b"".join(n.to_bytes(4, "big") for n in (4, 2, 3)) + bytes(range(24))


def _mnist(path):
    labels = path + ".labels"
    if not os.path.exists(labels):
        pathlib.Path(labels).write_bytes(b"\0\0\x08\x01\0\0\0\x04" + bytes(4))
    for _ in mx.io.MNISTIter(image=path, label=labels, batch_size=2, silent=True):
        pass
    for _ in mx.io.MNISTIter(image=labels, label=path, batch_size=2, silent=True):
        pass


def _embedding(path):
    mx.contrib.text.embedding.CustomEmbedding(path)


# ---- checkpoints of other formats


def _checkpoint(ending):
    def good():
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "good" + ending)
            arrays = {
                "arg:w": np.arange(6, dtype="float32").reshape(2, 3),
                "aux:m": np.ones(2, "float16"),
                "arg:e": np.zeros((0, 3), "int8"),
            }
            checkpoints.save(path, arrays)
            return [pathlib.Path(path).read_bytes()]

    return good


def _damaged_safetensors(content, draw):
    if draw.random() < 0.4:
        return damage.of_bytes(content, draw)
    length = int.from_bytes(content[:8], "little")
    header = damage.of_json_text(content[8 : 8 + length].decode(), draw)
    return len(header).to_bytes(8, "little") + header + content[8 + length :]


def _damaged_npz(content, draw):
    if draw.random() < 0.4:
        return damage.of_bytes(content, draw)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as target, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for member in source.infolist():
            data = source.read(member)
            name = draw.choice([member.filename] * 6 + ["a/../b.npy", "x.npy", ".npy"])
            data = damage.of_bytes(data, draw) if draw.random() < 0.5 else data
            if draw.random() < 0.2:
                data = data.replace(b"'<f4'", draw.choice([b"'|O8'", b"'<f2'", b"'<U9'", b"7    ", b"[('a','<f4')]"])).replace(
                    b"(2, 3)", draw.choice([b"(-2, 3)", b"(2, 3,)", b"7", b"(1.5, 2)", b"(9999999999999, 9)", b"'ab'"])
                )
            target.writestr(name, data, draw.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    return out.getvalue()


def _show(path):
    from jmx.checkpoints import _show

    for _ in _show.text(checkpoints.show(path, stats=True)):
        pass


def _convert(path):
    target = path + ".out.params"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(target)
    checkpoints.convert(path, target)


# ---- ONNX


def _onnx_models():
    try:
        from onnx import TensorProto, helper
    except ImportError:
        return []
    f = TensorProto.FLOAT

    def tensor(name, shape):
        return helper.make_tensor(name, f, shape, np.arange(np.prod(shape), dtype="float32"))

    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node("BatchNormalization", ["c", "s", "s", "s", "s"], ["n"]),
        helper.make_node("Relu", ["n"], ["r"]), helper.make_node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Reshape", ["p", "shape"], ["f"]), helper.make_node("Gemm", ["f", "g"], ["y"], transB=1),
        helper.make_node("Concat", ["y", "y"], ["z"], axis=1), helper.make_node("Slice", ["z", "i", "j"], ["u"]),
    ]  # fmt: skip
    initial = [tensor("w", [2, 3, 3, 3]), tensor("b", [2]), tensor("s", [2]), tensor("g", [4, 8])]
    initial += [
        helper.make_tensor(name, TensorProto.INT64, [2], values)
        for name, values in (("shape", [0, -1]), ("i", [0, 1]), ("j", [1, 5]))
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", f, [1, 3, 4, 4])],
        [helper.make_tensor_value_info("u", f, [None, None])],
        initial,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return [model.SerializeToString()]


def _damaged_onnx(content, draw):
    if draw.random() < 0.4:
        return damage.of_bytes(content, draw)
    import onnx

    model = onnx.load_model_from_string(content)
    nodes = model.graph.node
    for _ in range(draw.choice([1, 1, 2, 4])):
        node = draw.choice(nodes)
        kind = draw.randrange(8)
        if kind == 0:
            del node.input[draw.randrange(len(node.input) + 1) :]
        elif kind == 1:
            node.input.append(draw.choice(["", "x", "w", "u", "nobody", "shape"]))
        elif kind == 2:
            node.op_type = draw.choice(
                [*[n.op_type for n in nodes], "LSTM", "Resize", "Split", "Loop", "Constant", "Gather", "Pad", "no"]
            )
        elif kind == 3 and node.attribute:
            draw.choice(node.attribute).CopyFrom(
                onnx.helper.make_attribute(
                    draw.choice(["axis", "kernel_shape", "pads", "group"]),
                    draw.choice([1 << 62, -9, 1.5, "a", [1], [0, 0], [-1, 1 << 40]]),
                )
            )
        elif kind == 4:
            tensor = draw.choice(model.graph.initializer)
            del tensor.dims[:]
            tensor.dims.extend(draw.choice([[], [0], [-1], [1 << 40, 1 << 40], [2, 3], [7] * 70]))
        elif kind == 5:
            draw.choice(model.graph.initializer).data_type = draw.choice([0, 1, 2, 7, 8, 16, 99])
        elif kind == 6:
            draw.choice(model.graph.initializer).name = draw.choice(["", "x", "w", "zz"])
        else:
            model.opset_import[0].version = draw.choice([0, 1, 7, 9, 18, 99, -1])
    return model.SerializeToString()


# ---- programs that are scanned and rewritten


def _scan(path):
    from jmx.scan import project, report

    reports = project.scan([path])
    list(report.text(reports))
    report.as_json(reports)


def _rewrite(path):
    from jmx.rewrite._staged import staged

    with open(path, "rb") as file:
        notebook = staged(file.read(), notebook=True)
    notebook.run("import,numpy")
    notebook.result()


#: rewriting takes libcst, which is no part of a base installation
_IF_REWRITING = (_rewrite,) if importlib.util.find_spec("libcst") else ()


def _programs(pattern):
    return lambda: [path.read_bytes() for path in _ROOT.glob(pattern)]


def _read_image(path):
    mx.image.imread(path)


def _decode_image(path):
    with open(path, "rb") as file:
        mx.image.imdecode(file.read(), flag=0)


_text = damage.of_bytes
_json = damage.of_json_text
KINDS = [
    Kind(_arrays, _damaged_arrays, "w.params", (lambda path: _used(mx.nd.load(path)), _load_numpy), weight=5),
    Kind(
        lambda: [(_FIXTURES / "mod-0005.params").read_bytes()], _damaged_arrays, "m-0001.params", (_of_module,), (ValueError,), 2
    ),
    Kind(
        lambda: [(_FIXTURES / "conv.gluon.params").read_bytes(), *_arrays()], _damaged_arrays, "g.params", (_load_parameters,),
        (AssertionError, ValueError, AttributeError), 2,
    ),
    Kind(_symbols, _json, "net-symbol.json", (_load_symbol,), weight=6),
    Kind(_symbols, _json, "block-symbol.json", (_import_block,), (AssertionError, ValueError), 3),
    Kind(_symbols, _json, "predicted-symbol.json", (_predictor,), (AssertionError, ValueError), 1),
    Kind(_images, _text, "image", (_read_image, _decode_image), weight=4),
    Kind(lambda: [b"0\t1.0\ta.jpg\n1\t2.0\tx.png\n"], _text, "images.lst", (_image_iter,), (ValueError, TypeError, OSError), 1),
    Kind(lambda: [b"1,2,3\n4,5.5,6e3\n-7,8,9\n"], _text, "table.csv", (_csv,), weight=2),
    Kind(lambda: [b"1 0:1 3:2.5\n0 2:1\n1 8:9\n"], _text, "rows.libsvm", (_libsvm,), weight=2),
    Kind(lambda: [_MNIST, b"\0\0\x08\x01\0\0\0\x04" + bytes(4)], _text, "digits", (_mnist,), weight=2),
    Kind(lambda: [b"a 1 2 3\nb 4 5 6\n<unk> 0 0 1\n"], _text, "vectors.txt", (_embedding,), (AssertionError, ValueError), 1),
    Kind(_checkpoint(".npz"), _damaged_npz, "c.npz", (_show, _convert, checkpoints.load), weight=3),
    Kind(_checkpoint(".safetensors"), _damaged_safetensors, "c.safetensors", (_show, _convert, checkpoints.load), weight=3),
    Kind(_arrays, _damaged_arrays, "c.params", (_show, _convert), weight=2),
    Kind(_symbols, _json, "shown-symbol.json", (_show,), weight=1),
    Kind(_onnx_models, _damaged_onnx, "net.onnx", (mx.onnx.import_model, mx.onnx.get_model_metadata), weight=2),
    Kind(_programs("notebooks/02*.ipynb"), lambda text, draw: _json(text.decode(), draw), "n.ipynb", (_scan, *_IF_REWRITING)),
    Kind(_programs("examples/module_*.py"), _text, "p.py", (_scan,)),
]  # fmt: skip


@probe(goal=100_000, unit="damaged files")
def run(rounds: Rounds) -> None:
    """Damage files, and read them."""
    sys.setrecursionlimit(1000)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, _stop)
    files = [(kind, kind.good()) for kind in KINDS]
    files = [(kind, good) for kind, good in files if good]
    weights = [kind.weight for kind, _ in files]
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        of_records = records.good_files(folder)
        for kind, good in files:  # good ones are read, and what is loaded late is
            _round(rounds, kind, folder, good[0] if isinstance(good[0], bytes) else good[0].encode(), expect=True)
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + (2 << 30), resource.RLIM_INFINITY))
        most = 0.0
        os.environ["JMX_MAX_PIXELS"] = str(edges_of_files.PIXELS)
        edges = list(edges_of_files.all_edges())
        for number in rounds:
            draw = rounds.random(number)
            if number % _EDGES == 0:
                _at_a_limit(rounds, edges[number // _EDGES % len(edges)], folder)
                continue
            if number % _DEVICES == 1:
                _device(rounds, files[number // _DEVICES % len(files)][0])
                continue
            if draw.random() < 0.06:
                with _limited(rounds, "records"):
                    records.one(draw, of_records, folder)
                continue
            kind, good = draw.choices(files, weights)[0]
            content = kind.damaged(draw.choice(good), draw)
            failed, grown = _round(rounds, kind, folder, content)
            refused += failed
            most = max(most, grown)
    rounds.figure("refused", refused)
    rounds.figure("most MiB above the process", round(most))


def _stop(*_):
    raise _Hang


def _address_space():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _resident(word):
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(word))


@contextlib.contextmanager
def _limited(rounds, what):
    """Report what takes too long, and what is raised inside that no reader may raise."""
    faulthandler.dump_traceback_later(4 * _SECONDS, exit=True)  # what signals do not interrupt
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except _Hang as error:
        rounds.fail(f"{what}: more than {_SECONDS} s\n{_where(error)}")
    except Exception as error:
        rounds.fail(f"{what}: {type(error).__name__}: {str(error)[:300]}\n{_where(error)}")
    finally:
        faulthandler.cancel_dump_traceback_later()


def _where(error):
    return "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)[-4:]))


def _at_a_limit(rounds, edge, folder):
    path = folder / edge.file
    path.write_bytes(edge.data)
    told = None
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    before = _resident("VmRSS")
    with _limited(rounds, edge.name):
        try:
            edge.load(str(path))
        except mx.MXNetError as error:
            told = str(error)
        if edge.read is None:
            wrong = told is not None and edge.said in told
        else:
            wrong = edge.read is not (told is None) or (told is not None and edge.said not in told)
        if wrong:
            expected = {None: f"not be refused with {edge.said!r}", True: "be read", False: f"be refused with {edge.said!r}"}
            rounds.fail(f"{edge.name}: it must {expected[edge.read]}, and {'was read' if told is None else f'was: {told[:300]}'}")
    grown = _resident("VmHWM") - before
    if grown > _MEGABYTES_AT_LIMIT:
        rounds.fail(f"{edge.name}: {len(edge.data)} bytes took {grown:.0f} MiB")


def _device(rounds, kind):
    """What has no end is refused before it is read."""
    for read in kind.reads:
        if read in (_decode_image, _predictor, _rewrite, _scan):  # these are given bytes, or say what they could not read
            continue
        what = f"{kind.name}, {getattr(read, '__name__', '')}, of a device"
        with _limited(rounds, what):
            try:
                read("/dev/zero")
            except (mx.MXNetError, OSError, *kind.raises):
                continue
            rounds.fail(f"{what}: was read")


def _round(rounds, kind, folder, content, expect=False):
    path = folder / kind.name
    path.write_bytes(content)
    failed = False
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
    before = _resident("VmRSS")
    for read in kind.reads:
        with _limited(rounds, f"{kind.name}, {getattr(read, '__name__', '')}"), contextlib.redirect_stdout(io.StringIO()):
            try:
                read(str(path))
            except mx.MXNetError:
                failed = True
            except kind.raises as error:
                failed = True
                if str(path) not in str(error) and not isinstance(error, OSError):
                    raise
    grown = _resident("VmHWM") - before
    if not expect and grown > _MEGABYTES + _EACH * len(content) / 2**20:
        rounds.fail(f"{kind.name}: {len(content)} bytes took {grown:.0f} MiB")
    return failed, grown
