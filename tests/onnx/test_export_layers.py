"""The ONNX forms of layers, beside jmx's own outputs: convolutions, pooling, normalizations, recurrent layers, detection."""

import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from export_cases import Cases, Numbers, check

S, C = mx.sym, mx.sym.contrib
_numbers = Numbers(1)
floats, positive, whole = _numbers.floats, _numbers.positive, _numbers.whole
LINE, IMAGE, VOLUME = floats(2, 4, 10), floats(2, 4, 9, 8), floats(2, 4, 5, 6, 5)

CASES = Cases()
case = CASES.add


# ---- convolutions: weights are inputs too, of fixed size ----

for _name, _data, _attributes in (
    ("", IMAGE, {"kernel": (3, 3)}),
    ("strided", IMAGE, {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 0)}),
    ("dilated", IMAGE, {"kernel": (3, 3), "dilate": (2, 2), "pad": (2, 2)}),
    ("of groups", IMAGE, {"kernel": (3, 3), "num_group": 2}),
    ("1-D", LINE, {"kernel": (3,), "pad": (1,)}),
    ("3-D", VOLUME, {"kernel": (2, 3, 2), "stride": (1, 2, 1)}),
):
    _shape = (6, 4 // _attributes.get("num_group", 1), *_attributes["kernel"])
    _conv = lambda x, w, b, _a=_attributes: S.Convolution(x, w, b, num_filter=6, **_a)
    case(f"Convolution {_name}", _conv, _data, floats(*_shape), floats(6), open_=None)
case(
    "Convolution without bias",
    lambda x, w: S.Convolution(x, w, kernel=(1, 1), num_filter=3, no_bias=True),
    IMAGE,
    floats(3, 4, 1, 1),
    open_=None,
)
case(
    "Convolution, channels last",
    lambda x, w: S.Convolution(x, w, kernel=(3, 3), num_filter=5, no_bias=True, layout="NHWC"),
    floats(2, 7, 6, 3),
    floats(5, 3, 3, 3),
    open_=None,
)
for _name, _attributes in (
    ("", {"kernel": (3, 3)}),
    ("strided", {"kernel": (4, 4), "stride": (2, 2), "pad": (1, 1), "adj": (1, 0)}),
    ("to a shape", {"kernel": (4, 4), "stride": (2, 2), "target_shape": (16, 15)}),
    ("of groups", {"kernel": (3, 3), "num_group": 2}),
):
    _deconv = lambda x, w, _a=_attributes: S.Deconvolution(x, w, num_filter=6, **_a)
    _shape = (4, 6 // _attributes.get("num_group", 1), *_attributes["kernel"])
    case(f"Deconvolution {_name}", _deconv, IMAGE, floats(*_shape), open_=None)
case("FullyConnected", lambda x, w, b: S.FullyConnected(x, w, b, num_hidden=5), LINE, floats(5, 40), floats(5), open_=None)
case(
    "FullyConnected, not flat",
    lambda x, w: S.FullyConnected(x, w, num_hidden=5, no_bias=True, flatten=False),
    LINE,
    floats(5, 10),
    open_=None,
)

# ---- pooling ----

for _kind in ("max", "avg", "sum"):
    for _convention in ("valid", "full"):
        for _pad in ((0, 0), (1, 1)):
            _a = {"pool_type": _kind, "pooling_convention": _convention, "pad": _pad, "kernel": (3, 3), "stride": (2, 2)}
            case(f"Pooling {_kind} {_convention} {_pad}", lambda x, _a=_a: S.Pooling(x, **_a), IMAGE)
case(
    "Pooling without the padding",
    lambda x: S.Pooling(x, kernel=(3, 3), pool_type="avg", pad=(1, 1), count_include_pad=False),
    IMAGE,
)
case(
    "Pooling to the end without the padding",
    lambda x: S.Pooling(
        x, kernel=(2, 2), stride=(2, 2), pool_type="avg", pad=(1, 1), count_include_pad=False, pooling_convention="full"
    ),
    IMAGE,
)
case("Pooling lp", lambda x: S.Pooling(x, kernel=(2, 2), pool_type="lp", p_value=2), IMAGE)
case("Pooling 1-D", lambda x: S.Pooling(x, kernel=(3,), pool_type="avg"), LINE)
case("Pooling 3-D", lambda x: S.Pooling(x, kernel=(2, 2, 2), stride=(2, 2, 2)), VOLUME)
case("Pooling same", lambda x: S.Pooling(x, kernel=(3,), stride=(2,), pooling_convention="same"), LINE)
case("Pooling, channels last", lambda x: S.Pooling(x, kernel=(2, 2), stride=(2, 2), layout="NHWC"), IMAGE)
for _kind in ("max", "avg", "sum"):
    case(f"Pooling {_kind} of all", lambda x, _k=_kind: S.Pooling(x, global_pool=True, pool_type=_k, kernel=(1, 1)), IMAGE)
    case(
        f"Pooling_v1 {_kind}", lambda x, _k=_kind: S.Pooling_v1(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type=_k), IMAGE
    )
case("AdaptiveAvgPooling2D", lambda x: C.AdaptiveAvgPooling2D(x, output_size=(4, 3)), IMAGE)
case("AdaptiveAvgPooling2D to one", lambda x: C.AdaptiveAvgPooling2D(x, output_size=1), IMAGE)

# ---- activations, softmax, outputs ----

for _act in ("relu", "sigmoid", "tanh", "softrelu", "softsign"):
    case(f"Activation {_act}", lambda x, _a=_act: S.Activation(x, act_type=_a), LINE)
for _act in ("leaky", "elu", "selu", "gelu"):
    case(f"LeakyReLU {_act}", lambda x, _a=_act: S.LeakyReLU(x, act_type=_a, slope=0.3), LINE)
case("LeakyReLU rrelu", lambda x: S.LeakyReLU(x, act_type="rrelu")[0], LINE)
case("LeakyReLU prelu", lambda x, y: S.LeakyReLU(x, y, act_type="prelu"), IMAGE, positive(4), open_=None)
case("Dropout", lambda x: S.Dropout(x, p=0.5), LINE)
case("softmax along an axis", lambda x: S.softmax(x, axis=1), LINE)
case("softmax with temperature", lambda x: S.softmax(x, temperature=2.0), LINE)
case("softmax with lengths", lambda x, n: S.softmax(x, n, axis=2, use_length=True), LINE, whole(1, 10, 2, 4, dtype=np.int32))
case("log_softmax", lambda x: S.log_softmax(x, axis=1), LINE)
case("softmin", lambda x: S.softmin(x, axis=-1), LINE)
case("softmin with temperature", lambda x: S.softmin(x, axis=-1, temperature=3.0), LINE)
case("SoftmaxActivation", lambda x: S.SoftmaxActivation(x, mode="channel"), IMAGE)
case("SoftmaxOutput", lambda x: S.SoftmaxOutput(x), floats(2, 5))
case("SoftmaxOutput of more axes", lambda x: S.SoftmaxOutput(x), LINE)
case("SoftmaxOutput multi_output", lambda x: S.SoftmaxOutput(x, multi_output=True), LINE)
case("SoftmaxOutput preserve_shape", lambda x: S.SoftmaxOutput(x, preserve_shape=True), LINE)
case("LogisticRegressionOutput", lambda x: S.LogisticRegressionOutput(x), floats(2, 5))
case("LinearRegressionOutput", lambda x: S.LinearRegressionOutput(x) * 2, floats(2, 5))
case("softmax_cross_entropy", S.softmax_cross_entropy, floats(3, 5), whole(0, 5, 3))

# ---- normalizations ----

_channels = floats(4), floats(4), floats(4), positive(4)
for _name, _data, _attributes in (
    ("", IMAGE, {"fix_gamma": False, "eps": 1e-3}),
    ("with gamma of ones", IMAGE, {"eps": 1e-3}),
    ("of rows", floats(3, 4), {"fix_gamma": False}),
    ("of the last axis", floats(2, 3, 5, 4), {"fix_gamma": False, "axis": -1}),
):
    case(f"BatchNorm {_name}", lambda x, *w, _a=_attributes: S.BatchNorm(x, *w, **_a), _data, *_channels, open_=None)
case(
    "BatchNorm with statistics",
    lambda x, *w: S.Group(list(S.BatchNorm(x, *w, output_mean_var=True))),
    IMAGE,
    *_channels,
    open_=None,
)
case("BatchNormWithReLU", lambda x, *w: C.BatchNormWithReLU(x, *w, fix_gamma=False), IMAGE, *_channels, open_=None)
for _axis in (-1, 1):
    _w = floats(LINE.shape[_axis]), floats(LINE.shape[_axis])
    case(f"LayerNorm {_axis}", lambda x, g, b, _i=_axis: S.LayerNorm(x, g, b, axis=_i), LINE, *_w, open_=None)
case(
    "LayerNorm with statistics",
    lambda x, g, b: S.Group(list(S.LayerNorm(x, g, b, output_mean_var=True))),
    LINE,
    floats(10),
    floats(10),
    open_=None,
)
case("GroupNorm", lambda x, g, b: S.GroupNorm(x, g, b, num_groups=2), IMAGE, floats(2), floats(2), open_=None)
case("InstanceNorm", lambda x, g, b: S.InstanceNorm(x, g, b), IMAGE, floats(4), floats(4), open_=None)
for _mode in ("instance", "channel", "spatial"):
    case(f"L2Normalization {_mode}", lambda x, _m=_mode: S.L2Normalization(x, mode=_m), IMAGE)
case("LRN", lambda x: S.LRN(x, nsize=3, alpha=0.1), IMAGE)

# ---- sequences ----

_SEQUENCE = floats(5, 3, 2)
for _name in ("SequenceMask", "SequenceLast", "SequenceReverse"):
    _f = getattr(S, _name)
    case(_name, lambda x, n, _f=_f: _f(x, n, use_sequence_length=True), _SEQUENCE, np.array([1, 5, 3], np.float32), open_=None)
    case(f"{_name} without lengths", lambda x, _f=_f: _f(x), _SEQUENCE, open_=1)
case(
    "SequenceMask of batches first",
    lambda x, n: S.SequenceMask(x, n, use_sequence_length=True, axis=1, value=-1),
    _SEQUENCE,
    np.array([1, 2, 3, 2, 1], np.float32),
)

# ---- images and detection ----

case("UpSampling", lambda x: S.UpSampling(x, scale=2, sample_type="nearest"), IMAGE)
case(
    "UpSampling of two", lambda x, y: S.UpSampling(x, y, scale=2, sample_type="nearest", num_args=2), IMAGE, floats(2, 3, 18, 16)
)
case(
    "UpSampling bilinear",
    lambda x, w: S.UpSampling(x, w, scale=2, sample_type="bilinear", num_filter=4, num_args=2),
    IMAGE,
    floats(4, 1, 4, 4),
    open_=None,
)
for _corners in (True, False):
    case(
        f"BilinearResize2D {_corners}", lambda x, _c=_corners: C.BilinearResize2D(x, height=13, width=5, align_corners=_c), IMAGE
    )
case("BilinearResize2D like", lambda x, y: C.BilinearResize2D(x, y, mode="like"), IMAGE, floats(2, 1, 4, 5))
case("GridGenerator", lambda x: S.GridGenerator(x, transform_type="affine", target_shape=(4, 5)), floats(2, 6))
case("GridGenerator of a flow", lambda x: S.GridGenerator(x, transform_type="warp"), floats(2, 2, 4, 5))
case("BilinearSampler", S.BilinearSampler, IMAGE, floats(2, 2, 4, 5) / 2, opsets=(16, 20))
case(
    "SpatialTransformer",
    lambda x, y: S.SpatialTransformer(x, y, target_shape=(4, 5), transform_type="affine", sampler_type="bilinear"),
    IMAGE,
    floats(2, 6) / 3,
    opsets=(16, 21),
)
case("to_tensor", mx.sym.image.to_tensor, whole(0, 255, 2, 4, 5, 3, dtype=np.uint8))
case("normalize", lambda x: mx.sym.image.normalize(x, mean=(0.1, 0.2, 0.3), std=(2.0, 3.0, 4.0)), floats(2, 3, 4, 5))
case("MultiBoxPrior", lambda x: C.MultiBoxPrior(x, sizes=(0.2, 0.4), ratios=(1, 2), clip=True), IMAGE)
_boxes = np.concatenate([whole(0, 3, 2, 12, 1), positive(2, 12, 1), np.sort(positive(2, 12, 2, 2), 2).reshape(2, 12, 4)], 2)
for _name, _attributes in (
    ("", {}),
    ("of classes", {"id_index": 0}),
    ("across classes", {"id_index": 0, "force_suppress": True, "background_id": 0}),
    ("of the best", {"topk": 5, "valid_thresh": 0.5}),
    ("to centers", {"out_format": "center"}),
    ("from centers", {"in_format": "center", "out_format": "corner", "id_index": 0}),
):
    case(
        f"box_nms {_name}", lambda x, _a=_attributes: C.box_nms(x, overlap_thresh=0.3, coord_start=2, score_index=1, **_a), _boxes
    )
for _format in ("corner", "center"):
    case(
        f"box_iou {_format}", lambda x, y, _f=_format: C.box_iou(x, y, format=_f), _boxes[0, :, 2:], _boxes[1, :5, 2:], open_=None
    )
    case(
        f"box_decode {_format}",
        lambda x, y, _f=_format: C.box_decode(x, y, std0=0.1, clip=0.5, format=_f),
        floats(2, 12, 4),
        _boxes[:1, :, 2:],
        open_=None,
    )
_rois = np.concatenate([whole(0, 2, 3, 1), np.sort(np.abs(floats(3, 2, 2)) * 3, 1).reshape(3, 4)], 1)
case("ROIPooling", lambda x, r: S.ROIPooling(x, r, pooled_size=(2, 2), spatial_scale=1.0), IMAGE, _rois, open_=None)
for _ratio in (-1, 2):
    case(
        f"ROIAlign {_ratio}",
        lambda x, r, _n=_ratio: C.ROIAlign(x, r, pooled_size=(2, 3), spatial_scale=0.5, sample_ratio=_n),
        IMAGE,
        _rois,
        open_=None,
    )
case(
    "ROIAlign aligned",
    lambda x, r: C.ROIAlign(x, r, pooled_size=(2, 3), spatial_scale=0.5, sample_ratio=2, aligned=True),
    IMAGE,
    _rois,
    open_=None,
    opsets=(16, 21),
)


@pytest.mark.parametrize("name, opset", CASES.pairs())
def test_layer(tmp_path, name, opset):
    """The file's outputs are those of the graph, whatever size its open dimension has."""
    check(CASES.run(name, tmp_path, opset))


@pytest.mark.parametrize("bidirectional", (False, True))
@pytest.mark.parametrize("mode", ("lstm", "gru", "rnn_relu", "rnn_tanh"))
@pytest.mark.parametrize("lengths", (False, True))
def test_recurrent(tmp_path, mode, bidirectional, lengths):
    """Two layers with begin states, their outputs and last states, and sequences of different lengths."""
    size, width = 3, 4
    names = ["data", "parameters", "state"] + ["state_cell"] * (mode == "lstm") + ["sequence_length"] * lengths
    variables = {name: mx.sym.Variable(name) for name in names}
    symbol = mx.sym.RNN(
        **variables,
        mode=mode,
        state_size=size,
        num_layers=2,
        bidirectional=bidirectional,
        state_outputs=True,
        use_sequence_length=lengths,
        name="rnn",
    )
    numbers, total = Numbers(2), 2 * (1 + bidirectional)
    values = {"data": numbers.floats(5, 2, width), "state": numbers.floats(total, 2, size)}
    if mode == "lstm":
        values["state_cell"] = numbers.floats(total, 2, size)
    if lengths:
        values["sequence_length"] = np.array([5, 3], np.float32)
    shapes, _, _ = symbol.infer_shape(**{name: value.shape for name, value in values.items()})
    (packed,) = dict(zip(symbol.list_arguments(), shapes))["parameters"]
    parameters = {"parameters": numbers.floats(packed) / 2}
    report = mx.onnx.export(symbol, parameters, tmp_path / "rnn.onnx", inputs=values)
    check(report)
    assert [output.name for output in report.outputs] == ["rnn", "rnn1", "rnn2"][: 2 + (mode == "lstm")]
