"""How operators with places, lengths, lookups, layers and detections are written in source code that is generated for JAX.

The functions are named by the trait `source` ("layers.NAME"); `jax_source` says what they get. Some use functions of
`rewrite.twins.operator_helpers`, which the source then holds.
"""

from .jax_source import NoSource, never_a_scalar


def _number(value):
    return f"{value:.9g}"


def _as_int(text):
    return f"{text}.astype(jnp.int32)"


def _open(call):
    """For each size of the first output, whether it depends on the batch's."""
    return call.varying or (False,) * len(call.out[0])


# ---- arrays that are made


def filled(call, value=None) -> str:
    """_zeros, _ones and _full. Where a size depends on the batch's, or is left open, it is 1: the array is stretched later."""
    shape = tuple(1 if varies or size < 0 else size for size, varies in zip(call.out[0], _open(call)))
    name = {0: "zeros", 1: "ones"}.get(value)
    dtype = repr(str(call.a.dtype))
    return f"jnp.{name}({shape}, {dtype})" if name else f"jnp.full({shape}, {_number(float(call.a.value))}, {dtype})"


def arange(call) -> str:
    """_arange."""
    a = call.a
    if a.infer_range or any(_open(call)):
        raise NoSource("a range whose end depends on other arrays")
    start, stop = (0, a.start) if a.stop is None else (a.start, a.stop)
    text = f"jnp.arange({_number(start)}, {_number(stop)}, {_number(a.step)}, dtype={str(a.dtype)!r})"
    return text if a.repeat == 1 else f"jnp.repeat({text}, {a.repeat})"


def arange_like(call) -> str:
    """_contrib_arange_like."""
    a, x = call.a, call.inputs[0]
    count = f"{x}.size" if a.axis is None else f"{x}.shape[{a.axis % len(call.shapes[0])}]"
    text = f"jnp.arange({count}, dtype={x}.dtype)"
    if a.repeat != 1:
        text = f"({text} // {a.repeat})"
    if a.step != 1:
        text = f"{_number(a.step)} * {text}"
    if a.start:
        text = f"{_number(a.start)} + {text}"
    return text if a.axis is not None else f"({text}).reshape({x}.shape)"


def eye(call) -> str:
    """_eye."""
    a = call.a
    return f"jnp.eye({a.N}, {a.M if a.M > 0 else a.N}, {a.k}, dtype={str(a.dtype)!r})"


def linspace(call) -> str:
    """_linspace."""
    a = call.a
    end = "" if a.endpoint else ", endpoint=False"
    return f"jnp.linspace({_number(a.start)}, {_number(a.stop)}, {a.num}{end}, dtype={str(a.dtype)!r})"


# ---- lookups


def one_hot(call) -> str:
    """one_hot."""
    a, dtype = call.a, repr(str(call.a.dtype))
    text = f"jax.nn.one_hot({_as_int(call.inputs[0])}, {a.depth}, dtype={dtype})"
    if (a.on_value, a.off_value) == (1, 0):
        return text
    return f"({text} * {_number(a.on_value - a.off_value)} + {_number(a.off_value)}).astype({dtype})"


def take(call) -> str:
    """take; an index beyond the end is the last one, or starts again."""
    if call.a.mode == "raise":
        raise NoSource("mode=raise")
    return f"jnp.take({call.inputs[0]}, {_as_int(call.inputs[1])}, axis={call.a.axis}, mode={call.a.mode!r})"


def embedding(call) -> str:
    """Embedding."""
    return f'jnp.take({call.inputs[1]}, {_as_int(call.inputs[0])}, axis=0, mode="clip")'


def pick(call) -> str:
    """pick."""
    a, (x, index) = call.a, call.inputs
    if a.axis is None or len(call.shapes[1]) != len(call.shapes[0]) - 1:
        raise NoSource("indices of another rank, or no axis")
    index, count = _as_int(index), f"{x}.shape[{a.axis}]"
    index = f"{index} % {count}" if a.mode == "wrap" else f"jnp.clip({index}, 0, {count} - 1)"
    text = f"jnp.take_along_axis({x}, jnp.expand_dims({index}, {a.axis}), {a.axis})"
    return text if a.keepdims else f"{text}.squeeze({a.axis})"


def gather_nd(call) -> str:
    """gather_nd."""
    return f"{call.inputs[0]}[tuple({_as_int(call.inputs[1])})]"


def top_k(call) -> str:
    """topk along the last axis, largest first."""
    a = call.a
    if a.is_ascend or a.ret_typ == "mask" or a.axis not in (-1, len(call.shapes[0]) - 1) or not 0 < a.k <= call.shapes[0][-1]:
        raise NoSource("another axis or order, a mask, or all elements")
    text = f"jax.lax.top_k({call.inputs[0]}, {a.k})"
    places = f"{text}[1].astype({str(a.dtype)!r})"
    return {"value": f"{text}[0]", "indices": places, "both": f"{text}[0], {places}"}[a.ret_typ]


def argmax(call, name="argmax") -> str:
    """argmax and argmin, whose places are numbers of the input's type."""
    a, x = call.a, call.inputs[0]
    if a.axis is None:
        raise NoSource("no axis")
    text = f"jnp.{name}({x}, axis={a.axis}{', keepdims=True' if a.keepdims else ''}).astype({x}.dtype)"
    return never_a_scalar(call, text)


# ---- sizes that come from other arrays


def slice_like(call) -> str:
    """slice_like."""
    x, other = call.inputs
    rank = len(call.shapes[0])
    axes = {axis % rank for axis in call.a.axes} or set(range(len(call.shapes[1])))
    places = [f":{other}.shape[{i}]" if i in axes else ":" for i in range(max(axes) + 1)]
    return f"{x}[{', '.join(places)}]"


def broadcast_like(call) -> str:
    """broadcast_like."""
    (x, other), a = call.inputs, call.a
    if a.lhs_axes is None or a.rhs_axes is None:
        return f"jnp.broadcast_to({x}, {other}.shape)"
    ranks = [len(shape) for shape in call.shapes]
    of_other = {left % ranks[0]: right % ranks[1] for left, right in zip(a.lhs_axes, a.rhs_axes)}
    sizes = [f"{other}.shape[{of_other[i]}]" if i in of_other else f"{x}.shape[{i}]" for i in range(ranks[0])]
    return f"jnp.broadcast_to({x}, ({', '.join(sizes)}))"


def broadcast_to(call) -> str:
    """broadcast_to and broadcast_axis."""
    (x,), before, after = call.inputs, call.shapes[0], call.out[0]
    sizes = [str(size) if size != was else f"{x}.shape[{i}]" for i, (size, was) in enumerate(zip(after, before))]
    return f"jnp.broadcast_to({x}, ({', '.join(sizes)}{',' if len(sizes) == 1 else ''}))"


def repeat(call) -> str:
    """repeat."""
    return f"jnp.repeat({call.inputs[0]}, {call.a.repeats}, axis={call.a.axis})"


def pad(call) -> str:
    """Pad."""
    a, width = call.a, tuple(call.a.pad_width)
    pairs = tuple(zip(width[::2], width[1::2]))
    value = f", constant_values={_number(a.constant_value)}" if a.mode == "constant" and a.constant_value else ""
    return f"jnp.pad({call.inputs[0]}, {pairs}, mode={a.mode!r}{value})"


# ---- sequences


def _inside(call, axis):
    """Whether each step is before the end of its sequence: of the rank of the data."""
    length, rank = call.inputs[1], len(call.shapes[0])
    steps = f"jnp.arange({call.inputs[0]}.shape[{axis}])"
    inside = f"{steps}[:, None] < {length}" if axis == 0 else f"{steps} < {length}[:, None]"
    more = "".join(", None" for _ in range(rank - 2))
    return f"({inside})[..., {more[2:]}]" if more else inside


def sequence_mask(call) -> str:
    """SequenceMask."""
    if not call.a.use_sequence_length:
        return call.inputs[0]
    return f"jnp.where({_inside(call, call.a.axis)}, {call.inputs[0]}, {_number(call.a.value)})"


def sequence_last(call) -> str:
    """SequenceLast."""
    x, axis = call.inputs[0], call.a.axis
    if not call.a.use_sequence_length:
        return f"{x}[-1]" if axis == 0 else f"{x}[:, -1]"
    end, batch = f"{_as_int(call.inputs[1])} - 1", f"jnp.arange({x}.shape[{1 - axis}])"
    return f"{x}[{end}, {batch}]" if axis == 0 else f"{x}[{batch}, {end}]"


def sequence_reverse(call) -> str:
    """SequenceReverse."""
    if not call.a.use_sequence_length:
        return f"jnp.flip({call.inputs[0]}, {call.a.axis})"
    call.helpers.add("reversed_sequences")
    return f"reversed_sequences({call.inputs[0]}, {call.inputs[1]}, {call.a.axis})"


def masked_softmax(call) -> str:
    """softmax of rows of which some are shorter; what is behind their end becomes 0."""
    x, length = call.inputs[:2]
    if call.a.dtype is not None or call.a.axis not in (-1, len(call.shapes[0]) - 1):
        raise NoSource("use_length with another axis or a dtype")
    scaled = x if call.a.temperature in (None, 1.0) else f"{x} / {_number(call.a.temperature)}"
    return f"jax.nn.softmax({scaled}, where=jnp.arange({x}.shape[-1]) < {length}[..., None])"


# ---- layers


def dense(call) -> str:
    """FullyConnected."""
    x, weight, *bias = call.inputs
    if len(call.shapes[0]) < 2:
        raise NoSource("a vector")
    if call.a.flatten and len(call.shapes[0]) > 2:
        x = f"{x}.reshape({x}.shape[0], -1)"
    return f"{x} @ {weight}.T{f' + {bias[0]}' if bias else ''}"


def dropout(call) -> str:
    """Dropout, which is a module of the block."""
    if call.a.mode != "training":
        raise NoSource(f"mode={call.a.mode}")
    return call.dropout(_number(call.a.p), tuple(call.a.axes or ()), call.inputs[0])


def l2_normalization(call) -> str:
    """L2Normalization."""
    x, rank = call.inputs[0], len(call.shapes[0])
    axes = {"instance": tuple(range(1, rank)), "channel": (1,), "spatial": tuple(range(2, rank))}[call.a.mode]
    return f"{x} / jnp.sqrt(jnp.sum({x} * {x}, axis={axes}, keepdims=True) + {_number(call.a.eps)})"


def up_sampling(call) -> str:
    """UpSampling of one array to the nearest."""
    a, x = call.a, call.inputs[0]
    if a.sample_type != "nearest" or len(call.inputs) != 1:
        raise NoSource("bilinear or several arrays")
    return f"jnp.repeat(jnp.repeat({x}, {a.scale}, axis=2), {a.scale}, axis=3)"


def adaptive_pooling(call) -> str:
    """_contrib_AdaptiveAvgPooling2D where all windows are of one size."""
    (channels, *before), after = call.shapes[0][1:], call.out[0][2:]
    if any(size % count for size, count in zip(before, after)):
        raise NoSource(f"windows of different sizes, from {tuple(before)} to {tuple(after)}")
    (rows, columns), x = after, call.inputs[0]
    pieces = f"{rows}, {before[0] // rows}, {columns}, {before[1] // columns}"
    return f"{x}.reshape(-1, {channels}, {pieces}).mean(axis=(3, 5))"


def norm(call) -> str:
    """norm."""
    a, x = call.a, call.inputs[0]
    if a.out_dtype is not None:
        raise NoSource("out_dtype")
    axis = "" if not a.axis else f", axis={tuple(a.axis)}"
    keep = ", keepdims=True" if a.keepdims else ""
    text = f"jnp.sum(jnp.abs({x}){axis}{keep})" if a.ord == 1 else f"jnp.sqrt(jnp.sum({x} * {x}{axis}{keep}))"
    return never_a_scalar(call, text)


def smooth_l1(call) -> str:
    """smooth_l1."""
    x, square = call.inputs[0], call.a.scalar**2
    near, far = f"{_number(square / 2)} * {x} * {x}", f"jnp.abs({x}) - {_number(0.5 / square)}"
    return f"jnp.where(jnp.abs({x}) < {_number(1 / square)}, {near}, {far})"


def gemm2(call) -> str:
    """_linalg_gemm2."""
    a = call.a
    if a.axis != -2:
        raise NoSource(f"axis={a.axis}")
    left, right = (f"jnp.swapaxes({x}, -1, -2)" if t else x for x, t in zip(call.inputs, (a.transpose_a, a.transpose_b)))
    return f"{left} @ {right}" if a.alpha == 1 else f"{_number(a.alpha)} * ({left} @ {right})"


def cholesky(call) -> str:
    """_linalg_potrf."""
    if not call.a.lower:
        raise NoSource("lower=False")
    return f"jnp.linalg.cholesky({call.inputs[0]})"


def sum_of_logarithms(call) -> str:
    """_linalg_sumlogdiag."""
    return never_a_scalar(call, f"jnp.log(jnp.diagonal({call.inputs[0]}, axis1=-2, axis2=-1)).sum(-1)")


def div_sqrt_dim(call) -> str:
    """_contrib_div_sqrt_dim."""
    return f"{call.inputs[0]} / {call.inputs[0]}.shape[-1] ** 0.5"


# ---- attention and detections: by functions of `rewrite.twins.operator_helpers`


def attention(call, helper, *counts) -> str:
    """Products of interleaved projections of heads; `counts` says how many projections each input has, 0 for weights."""
    for shape, count in zip(call.shapes, counts):
        if count and shape[2] % (count * call.a.heads):
            raise NoSource("sizes that the heads do not divide")
    return with_helper(call, helper, "heads")


def with_helper(call, helper, *attributes) -> str:
    """A function of these attributes and of the inputs."""
    call.helpers.add(helper)
    return f"{helper}({', '.join([*call.inputs, *(repr(getattr(call.a, name)) for name in attributes)])})"


def multibox_prior(call) -> str:
    """_contrib_MultiBoxPrior: of its input only the sizes of the image count."""
    a = call.a
    call.helpers.add("anchors")
    steps = "" if min(a.steps) <= 0 else f", steps={tuple(a.steps)}"
    offsets = "" if tuple(a.offsets) == (0.5, 0.5) else f", offsets={tuple(a.offsets)}"
    clip = ", clip=True" if a.clip else ""
    return f"anchors({call.inputs[0]}.shape[2:], {tuple(a.sizes)}, {tuple(a.ratios)}{steps}{offsets}{clip})"


def multibox_detection(call) -> str:
    """_contrib_MultiBoxDetection."""
    a = call.a
    if not 0 < a.nms_threshold <= 1:
        raise NoSource("a threshold that suppresses nothing")
    call.helpers.add("detections")
    rules = f"{_number(a.threshold)}, {_number(a.nms_threshold)}, {a.nms_topk}, {a.force_suppress}, {a.clip}"
    return f"detections({', '.join(call.inputs)}, {rules}, {tuple(a.variances)})"


def box_nms(call) -> str:
    """_contrib_box_nms, where boxes stay in their format."""
    a = call.a
    if a.in_format != a.out_format:
        raise NoSource("another format of its output")
    if a.topk == 0:
        return call.inputs[0]
    call.helpers.add("box_nms")
    columns = f"{a.score_index}, {a.coord_start}, {a.id_index}, {a.background_id}"
    return (
        f"box_nms({call.inputs[0]}, {_number(a.overlap_thresh)}, {_number(a.valid_thresh)}, {a.topk}, {columns}, "
        f"{a.force_suppress}, {a.in_format!r})"
    )


def roi_align(call) -> str:
    """_contrib_ROIAlign with a given number of samples."""
    a = call.a
    if a.position_sensitive or a.sample_ratio < 1:
        raise NoSource("position_sensitive, or as many samples as a bin covers places")
    call.helpers.add("roi_align")
    return (
        f"roi_align({', '.join(call.inputs)}, {tuple(a.pooled_size)}, {_number(a.spatial_scale)}, {a.sample_ratio}, {a.aligned})"
    )
