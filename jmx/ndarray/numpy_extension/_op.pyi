# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Literal, overload
from jmx._typing import DTypeLike, Float, Floats, Int, OptShape, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def activation(data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An activation function, applied to each element.

    data    array of any shape, of a floating type
    act_type    which function: "relu" max(x, 0), "sigmoid" 1 / (1 + exp(-x)), "tanh", "softrelu" log(1 + exp(x)),
                "softsign" x / (1 + |x|); with the interface of MXNet 2.0 also "log_sigmoid" log(1 / (1 + exp(-x))) and
                "mish" x * tanh(log(1 + exp(x)))

    "relu" makes 0 of NaN in float32, as MXNet's CPU build does; `relu`, the operator, keeps it.

    Returns an array like `data`.

    Examples
    --------
    >>> nd.Activation(nd.array([-2, 0, 3]), act_type="relu")
    [0. 0. 3.]
    <NDArray 3 @cpu(0)>
    >>> nd.Activation(nd.array([-1, 0, 3]), act_type="softsign")
    [-0.5   0.    0.75]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/nn/activation.py.
    """
def add_n(*args: ndarray | Sequence[ndarray], num_args: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Examples
    --------
    >>> nd.add_n(nd.array([1, 2]), nd.array([10, 20]), nd.array([100, 200]))
    [111. 222.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def arange_like(data: ndarray, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long.

    data    the array
    start    the first number
    step    the distance
    repeat    how often each number occurs
    ctx    without effect: the numbers are where `data` is
    axis    the dimension whose size counts, negative ones counting from the end; None numbers all elements

    Returns an array like `data`, or of one dimension. Raises MXNetError for fewer than one repetition, or if the dimension does
    not exist.

    Examples
    --------
    >>> nd.contrib.arange_like(nd.zeros((2, 3)), axis=1, start=1)
    [1. 2. 3.]
    <NDArray 3 @cpu(0)>
    >>> nd.contrib.arange_like(nd.zeros((2, 3)))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>

    Declared in jmx/ops/creation.py.
    """
def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Products of the matrices of two batches.

    lhs    (..., n, k), or with `transpose_a` (..., k, n)
    rhs    (..., k, m), or with `transpose_b` (..., m, k); the leading dimensions are those of `lhs`
    transpose_a    transpose the matrices of `lhs` first
    transpose_b    transpose the matrices of `rhs` first
    forward_stype    storage type of the result; without effect

    Returns (..., n, m). Raises MXNetError if shapes do not fit, or for matrices without a batch.

    Examples
    --------
    >>> nd.batch_dot(nd.array([[[1, 2]], [[3, 4]]]), nd.array([[[1], [1]], [[1], [2]]]))
    [[[ 3.]]
     [[11.]]]
    <NDArray 2x1x1 @cpu(0)>

    Declared in jmx/ops/matrix.py.
    """
def batch_flatten(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it.

    data    (batch, ...)

    Returns (batch, product of the other dimensions).

    Examples
    --------
    >>> nd.flatten(nd.zeros((2, 3, 4))).shape
    (2, 12)

    Declared in jmx/ops/shape.py.
    """
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`.

    data    (batch, channels, *space), or with channels elsewhere; see `axis`
    gamma, beta    factor and shift, one for each channel: (channels,)
    moving_mean, moving_var    (channels,): running statistics, which training updates in place: momentum * moving +
            (1 - momentum) * batch
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too
    output_mean_var    also return the mean and the inverse standard deviation
    axis    the axis of the channels
    min_calib_range, max_calib_range    range of the output, for quantized graphs
    cudnn_off    accepted, without effect

    In training (inside of `autograd.record`, or `forward(is_train=True)`) the statistics are those of the batch, otherwise the
    moving ones. The moving ones are updated on CPUs in the backward pass, on GPUs in the forward pass.

    Returns an array like `data`, and with `output_mean_var` the mean and the inverse standard deviation, both (channels,).

    Examples
    --------
    >>> x, one, zero = nd.array([[1, 10], [3, 30]]), nd.ones(2), nd.zeros(2)
    >>> nd.BatchNorm(x, one, zero, nd.array([1, 10]), nd.array([4, 100]), eps=0, fix_gamma=False)
    [[0. 0.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> with mx.autograd.train_mode():
    ...     y = nd.BatchNorm(x, one, zero, nd.zeros(2), nd.ones(2), fix_gamma=False)
    >>> y.round()
    [[-1. -1.]
     [ 1.  1.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/nn/norm.py.
    """
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """BatchNorm followed by max(x, 0).

    data    (batch, channels, *space), or with channels elsewhere; see `axis`
    gamma, beta    factor and shift, one for each channel: (channels,)
    moving_mean, moving_var    (channels,): running statistics, which training updates in place: momentum * moving +
        (1 - momentum) * batch
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too
    output_mean_var    also return the mean and the inverse standard deviation
    axis    the axis of the channels
    cudnn_off    accepted, without effect
    min_calib_range, max_calib_range    range of the output, for quantized graphs

    Returns an array like `data`, and with `output_mean_var` the mean and the inverse standard deviation, both (channels,).

    Examples
    --------
    >>> one, zero = nd.ones(1), nd.zeros(1)
    >>> nd.contrib.BatchNormWithReLU(nd.array([[[[-1, 1]]]]), one, zero, zero, one).round()
    [[[[0. 1.]]]]
    <NDArray 1x1x1x2 @cpu(0)>

    Declared in jmx/ops/nn/norm.py.
    """
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def bipartite_matching(data: ndarray, is_ascend: bool = False, threshold: Float = ..., topk: Int = -1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Pair rows with columns, the best scores first, each at most once.

    data    scores (..., rows, columns)
    is_ascend    whether low scores are the best
    threshold    scores that are not better are not paired
    topk    pair at most topk + 1; -1 for no limit

    Returns for every row its column, and for every column its row; -1 for none. Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.bipartite_matching(nd.array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]]), threshold=1e-12)
    [
    [ 1. -1.  0.]
    <NDArray 3 @cpu(0)>,
    [2. 0.]
    <NDArray 2 @cpu(0)>]

    Declared in jmx/ops/boxes.py.
    """
def box_decode(data: ndarray, anchors: ndarray, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0, std3: Float = 1.0, clip: Float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode.

    data    (batch, n, 4): predictions (x, y, width, height), the last two logarithms
    anchors    (1, n, 4), in the format given
    std0, std1, std2, std3    what the predictions are multiplied by
    clip    above 0: the largest logarithm of a size
    format    of the anchors: "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns (batch, n, 4). Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.box_decode(nd.array([[[0.5, 0, 0, 0]]]), nd.array([[[1, 1, 2, 2]]]))
    [[[1. 0. 3. 2.]]]
    <NDArray 1x1x4 @cpu(0)>

    Declared in jmx/ops/boxes.py.
    """
def box_encode(samples: ndarray, matches: ndarray, anchors: ndarray, refs: ndarray, means: ndarray, stds: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """What a network should predict for anchors that were matched to boxes, and where that counts.

    samples    (batch, n): above 0.5 for anchors that count
    matches    (batch, n): the number of the box of each anchor
    anchors    (batch, n, 4) by corners
    refs    (batch, m, 4): the boxes, by corners
    means, stds    (4,): what is subtracted from the targets, then divides them

    Returns the targets and the mask, both (batch, n, 4). Has a gradient of zero.

    Examples
    --------
    >>> anchors, boxes = nd.array([[[0, 0, 2, 2]]]), nd.array([[[1, 0, 3, 2]]])
    >>> targets, mask = nd.contrib.box_encode(nd.ones((1, 1)), nd.zeros((1, 1)), anchors, boxes, nd.zeros(4), nd.ones(4))
    >>> targets, mask
    (
    [[[0.5 0.  0.  0. ]]]
    <NDArray 1x1x4 @cpu(0)>,
    [[[1. 1. 1. 1.]]]
    <NDArray 1x1x4 @cpu(0)>)

    Declared in jmx/ops/boxes.py.
    """
def box_iou(lhs: ndarray, rhs: ndarray, format: Literal['center', 'corner'] | str = 'corner', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Intersection over union of every box of `lhs` with every box of `rhs`.

    lhs, rhs    boxes (..., 4)
    format    "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns the leading dimensions of `lhs`, then those of `rhs`. Has a gradient of zero.

    Examples
    --------
    >>> boxes = nd.array([[0, 0, 2, 2], [1, 0, 2, 2]])
    >>> nd.contrib.box_iou(boxes, boxes)
    [[1.  0.5]
     [0.5 1. ]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/boxes.py.
    """
def box_nms(data: ndarray, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up.

    data    (..., boxes, columns): rows with a score, four coordinates and maybe a class
    overlap_thresh    the largest overlap that does not suppress
    valid_thresh    boxes with no higher score are left out
    topk    how many of the best to look at; -1 for all
    coord_start, score_index, id_index    the columns of these; id_index=-1 for no classes
    background_id    the class that is left out
    force_suppress    let boxes suppress those of other classes too
    in_format, out_format    "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns an array like `data`.

    Examples
    --------
    >>> boxes = nd.array([[0, 0.5, 0, 0, 2, 2], [0, 0.75, 0, 0, 2, 2], [0, 0.25, 5, 5, 6, 6]])    # class, score, corners
    >>> nd.contrib.box_nms(boxes, overlap_thresh=0.5)
    [[ 0.    0.75  0.    0.    2.    2.  ]
     [ 0.    0.25  5.    5.    6.    6.  ]
     [-1.   -1.   -1.   -1.   -1.   -1.  ]]
    <NDArray 3x6 @cpu(0)>

    Declared in jmx/ops/boxes.py.
    """
def broadcast_greater(lhs: ndarray, rhs: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """1 where the first element is greater, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_greater(nd.array([[1], [2]]), nd.array([1, 2]))
    [[0. 0.]
     [1. 0.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_like(lhs: ndarray, rhs: ndarray, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`.

    lhs    array of any type
    rhs    array whose shape is taken; it gets no gradient
    lhs_axes, rhs_axes    these axes of `lhs` take the lengths of those of `rhs`; all, in order, unless both are given

    Returns the longer array. Raises MXNetError if shapes or axes do not fit together.

    Examples
    --------
    >>> nd.broadcast_like(nd.array([[1, 2]]), nd.zeros((2, 2)))
    [[1. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.broadcast_like(nd.array([[1], [2]]), nd.zeros((5, 3)), lhs_axes=(1,), rhs_axes=(1,)).shape
    (2, 3)

    Declared in jmx/ops/broadcast.py.
    """
def cast(data: ndarray, dtype: DTypeLike | None = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around.

    data    array of any shape and type
    dtype    the element type to convert to

    Gradients pass through integers and booleans too, cut off to their type.

    Returns an array of the shape of `data`.

    Examples
    --------
    >>> nd.cast(nd.array([-1.5, 2.75]), dtype="int32")
    [-1  2]
    <NDArray 2 @cpu(0)>
    >>> nd.cast(nd.array([300], dtype="int32"), dtype="uint8")
    [44]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/gradient.py.
    """
def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Whether all elements are true; the result multiplied into a computation makes it fail otherwise.

    input    boolean array
    msg    what the error says

    Returns True as a boolean array without dimension. An element that is false is a ValueError, raised when the result is
    waited for. Raises MXNetError for other element types.

    Examples
    --------
    >>> mx.npx.constraint_check(mx.np.array([True, True], dtype="bool"), msg="a weight is negative").asnumpy().tolist()
    True

    Declared in jmx/ops/npi/conditions.py.
    """
def contrib_calibrate_entropy(hist: ndarray, hist_edges: ndarray, num_quantized_bins: Int = 255, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence.

    hist    float32, (bins,): a histogram over a range around zero; an odd number of bins
    hist_edges    float32, (bins + 1,)
    num_quantized_bins    how many integers there are

    Returns the bound and its divergence, twice shape (1,).

    Examples
    --------
    >>> hist, edges = nd.ones(257), nd.arange(258) - 128.5
    >>> bound, divergence = nd.contrib.calibrate_entropy(hist, edges)
    >>> bound.shape
    (1,)

    Declared in jmx/ops/quantize.py.
    """
def contrib_quantize(data: ndarray, min_range: ndarray, max_range: ndarray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8").

    data    float32 array
    min_range, max_range    float32, shape (1,): the range of its values
    out_type    "uint8" or "int8"

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x = nd.array([-127, 0, 64])
    >>> nd.contrib.quantize(x, nd.array([-127]), nd.array([127]), out_type="int8")[0]
    [-127    0   64]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/quantize.py.
    """
def contrib_quantize_v2(data: ndarray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5.

    data    float32 array
    out_type    "int8", "uint8", or "auto": "uint8" where min_calib_range is not negative, else "int8"
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> nd.contrib.quantize_v2(nd.array([-127, 0, 64]), min_calib_range=-127, max_calib_range=127)[0]
    [-128    0   64]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/quantize.py.
    """
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution over one, two or three spatial axes.

    output[n, f, y, x] = bias[f] + sum over c, i, j of weight[f, c, i, j] * data[n, c, y * stride + i * dilate - pad, ...]

    data    (batch, channels, *space), or in the order that `layout` gives
    weight    (num_filter, channels / num_group, *kernel); with channels last (num_filter, *kernel, channels / num_group)
    bias    (num_filter,); left out with `no_bias`
    kernel    size of the window along each spatial axis; its length says how many there are
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own. With as many groups as
                 channels this is a depthwise convolution
    no_bias    add no bias
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the length of `kernel`), "NHWC" or "NDHWC"
    workspace, cudnn_tune, cudnn_off    accepted, without effect

    Returns (batch, num_filter, *out) with out = floor((size + 2 * pad - dilate * (kernel - 1) - 1) / stride) + 1 along each
    axis. Raises MXNetError if shapes do not fit or the window is larger than the padded data.

    Examples
    --------
    >>> image, edges = nd.arange(9).reshape((1, 1, 3, 3)), nd.array([[[[-1, 1]]]])
    >>> nd.Convolution(image, edges, kernel=(1, 2), num_filter=1, no_bias=True)
    [[[[1. 1.]
       [1. 1.]
       [1. 1.]]]]
    <NDArray 1x1x3x2 @cpu(0)>
    >>> images, weight, bias = nd.ones((2, 3, 32, 32)), nd.ones((8, 3, 5, 5)), nd.zeros(8)
    >>> nd.Convolution(images, weight, bias, kernel=(5, 5), stride=(2, 2), num_filter=8).shape
    (2, 8, 14, 14)

    Declared in jmx/ops/nn/conv.py.
    """
def ctc_loss(data: ndarray, label: ndarray, data_lengths: ndarray | None = None, label_lengths: ndarray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Connectionist temporal classification: the negative log likelihood of each label sequence.

    data           (time, batch, classes): scores before softmax, blank included
    label          (batch, length): class numbers. With blank "first" class 0 is the blank and pads labels; with "last"
                   the last class is the blank and -1 pads
    data_lengths   (batch,) number of steps of each sequence, with `use_data_lengths`
    label_lengths  (batch,) number of labels of each sequence, with `use_label_lengths`; otherwise up to the first
                   padding
    use_data_lengths    whether `data_lengths` is an input; otherwise all steps count
    use_label_lengths    whether `label_lengths` is an input
    blank_label    where the blank is among the classes: "first" or "last"

    Returns (batch,).

    Examples
    --------
    >>> scores = nd.log(nd.array([[[0.5, 0.25, 0.25]], [[0.5, 0.25, 0.25]]]))    # two steps, one sequence, three classes
    >>> nd.exp(-nd.ctc_loss(scores, nd.array([[1, 2]])))    # only the path 1, 2
    [0.0625]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/nn/ctc.py.
    """
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The transpose of a convolution, which maps a small feature map to a larger one.

    data    (batch, channels, *space), or in the order that `layout` gives
    weight    (channels, num_filter / num_group, *kernel); with channels last (channels, *kernel, num_filter / num_group)
    bias    (num_filter,); left out with `no_bias`, which is the default
    kernel    size of the window along each spatial axis; its length, one to three, says how many there are
    stride    how far apart the elements of data are put in the output; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    elements cut off at both ends of each axis of the output; 0 by default
    adj    elements added at the far end of each axis of the output; less than `stride`, 0 by default
    target_shape    the spatial size of the output; `pad` and `adj` are then worked out from it
    num_filter    channels of the output
    num_group    groups that the channels are split into
    no_bias    add no bias
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the length of `kernel`), "NHWC" or "NDHWC"
    workspace, cudnn_tune, cudnn_off    accepted, without effect

    Returns (batch, num_filter, *out) with out = (size - 1) * stride + dilate * (kernel - 1) + 1 - 2 * pad + adj along each
    axis, or `target_shape`. Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> nd.Deconvolution(nd.array([[[1, 2, 3]]]), nd.array([[[1, 1]]]), kernel=(2,), stride=(2,), num_filter=1)
    [[[1. 1. 2. 2. 3. 3.]]]
    <NDArray 1x1x6 @cpu(0)>
    >>> maps, weight = nd.ones((1, 8, 16, 16)), nd.ones((8, 3, 4, 4))
    >>> nd.Deconvolution(maps, weight, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=3).shape
    (1, 3, 32, 32)

    Declared in jmx/ops/nn/conv.py.
    """
def deformable_convolution(data: ndarray, offset: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution that looks at each of its places moved by an offset.

    data    (batch, channels, y, x)
    offset    (batch, num_deformable_group * taps * 2, rows, columns): (y, x) for each tap of the kernel
    weight    (num_filter, channels / num_group, *kernel)
    bias    (num_filter,); left out with `no_bias`
    kernel    (rows, columns) of the window
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own
    num_deformable_group    groups that the channels are split into; each has offsets of its own
    workspace    accepted, without effect
    no_bias    add no bias
    layout    "NCHW", the default

    Returns (batch, num_filter, rows, columns).

    Examples
    --------
    >>> x, weight = nd.arange(9).reshape((1, 1, 3, 3)), nd.ones((1, 1, 1, 1))
    >>> offset = nd.concat(nd.zeros((1, 1, 3, 3)), nd.ones((1, 1, 3, 3)))    # one place to the right
    >>> nd.contrib.DeformableConvolution(x, offset, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    [[[[1. 2. 0.]
       [4. 5. 0.]
       [7. 8. 0.]]]]
    <NDArray 1x1x3x3 @cpu(0)>

    Declared in jmx/ops/nn/deformable.py.
    """
def digamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithmic derivative of the gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.digamma(nd.array([1, 2])).asnumpy().round(4)
    array([-0.5772,  0.4228], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def dropout(data: ndarray, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Zeros in random places during training, as regularization.

    data    array of any shape, of a floating type
    p    probability of each element to become zero, 0 to 1; the others are multiplied by 1 / (1 - p)
    mode    "training" drops only in training (inside of `autograd.record`, or `forward(is_train=True)`), "always" everywhere
    axes    axes along which all elements share one draw; by default each has its own
    cudnn_off    accepted, without effect

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.ones((2, 2))
    >>> nd.Dropout(x, p=0.5)    # not in training
    [[1. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    >>> with mx.autograd.train_mode():
    ...     y = nd.Dropout(x, p=0.5)
    >>> bool(((y == 0) + (y == 2)).asnumpy().all())
    True

    Declared in jmx/ops/nn/dense.py.
    """
def embedding(data: ndarray, weight: ndarray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The rows of a table that integers name.

    data    row numbers, of any shape and type; those out of range are moved to the nearest row
    weight    (input_dim, output_dim): the table
    input_dim    number of rows
    output_dim    length of a row
    dtype    element type of a weight that is still unknown
    sparse_grad    make the gradient of `weight` row-sparse, so that only rows that were read are updated

    Returns (*data.shape, output_dim).

    Examples
    --------
    >>> table = nd.array([[0, 0], [1, 10], [2, 20]])
    >>> nd.Embedding(nd.array([2, 1]), table, input_dim=3, output_dim=2)
    [[ 2. 20.]
     [ 1. 10.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/nn/dense.py.
    """
def erf(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Error function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.erf(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8427], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def erfinv(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Inverse of the error function; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.erfinv(nd.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.4769], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A dense layer, data @ weight.T + bias.

    data    (batch, *features), or without `flatten` (*any, features)
    weight    (num_hidden, features); with `flatten` the product of all axes of data but the first
    bias    (num_hidden,); left out with `no_bias`
    num_hidden    numbers in the output
    no_bias    add no bias
    flatten    make one axis of all but the first; False keeps all axes but the last

    Returns (batch, num_hidden), or without `flatten` (*any, num_hidden). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.FullyConnected(nd.array([[1, 2]]), nd.array([[1, 0], [0, 1], [1, 1]]), nd.array([0, 0, 10]), num_hidden=3)
    [[ 1.  2. 13.]]
    <NDArray 1x3 @cpu(0)>
    >>> nd.FullyConnected(nd.ones((2, 5, 4)), nd.ones((3, 4)), num_hidden=3, no_bias=True, flatten=False).shape
    (2, 5, 3)

    Declared in jmx/ops/nn/dense.py.
    """
def gamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gamma(nd.array([1, 4, 0.5])).asnumpy().round(4)
    array([1.    , 6.    , 1.7725], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def gammaln(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of the absolute gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gammaln(nd.array([1, 4])).asnumpy().round(4)
    array([0.    , 1.7918], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def gather_nd(data: ndarray, indices: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements or slices at positions given by several coordinates.

    data    array of one dimension or more
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of `data`; negative ones count from the
               end. They get no gradient.

    Eager calls refuse positions outside; in a compiled graph they wrap around.

    Returns an array of the shape of `indices` without its first dimension, then the other dimensions of `data`. Raises
    IndexError for positions outside.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4], [5, 6]])
    >>> nd.gather_nd(x, nd.array([[0, 2], [1, 0]]))
    [2. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.gather_nd(x, nd.array([[2, 0]]))
    [[5. 6.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/indexing.py.
    """
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, *, output_mean_var: Literal[True], num_groups: Int = 1, eps: Float = 0.001, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """MXNet 2.0's group normalization: as `GroupNorm`, but every channel is scaled and shifted by itself.

    data    array of three dimensions or more; axis 1 has the channels
    gamma, beta    vectors with one element per channel
    num_groups    how many groups of channels are normalized
    eps    added to the variance
    output_mean_var    also return mean and standard deviation, both (batch, num_groups)

    Returns an array like `data`. Raises MXNetError if the groups do not divide the channels.

    Examples
    --------
    >>> data = mx.np.array([[[1, 3], [2, 6]]])
    >>> mx.npx.group_norm(data, mx.np.ones(2), mx.np.zeros(2), num_groups=2).asnumpy().round(2)
    array([[[-1.,  1.],
            [-1.,  1.]]], dtype=float32)

    Declared in jmx/ops/nn/layernorm.py.
    """
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, num_groups: Int, eps: Float, output_mean_var: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, num_groups: Int = 1, eps: Float = 0.001, output_mean_var: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def index_add(a: ndarray, ind: ndarray, val: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with `val` added at the positions `ind`; the array itself is left as it is.

    a    array of one dimension or more
    ind    int32 or int64 positions: one column for each place, one row for each of the leading axes of `a`; a vector or a number
           holds positions along the first axis. Negative ones count from the end, those outside are left out.
    val    array of the type of `a`, which broadcasts to (places, the other axes of `a`)

    Returns an array like `a`. Raises MXNetError for other types, for more rows than `a` has axes, and for shapes that do not fit.

    Examples
    --------
    >>> places = mx.np.array([[0, 1], [1, 2]], dtype="int32")
    >>> mx.npx.index_add(mx.np.ones((2, 3)), places, mx.np.array([5, 7]))
    array([[1., 6., 1.],
           [1., 1., 8.]])

    Declared in jmx/ops/npi/positions.py.
    """
def index_update(a: ndarray, ind: ndarray, val: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with `val` written at the positions `ind`; the array itself is left as it is.

    a    array of one dimension or more
    ind    int32 or int64 positions: one column for each place, one row for each of the leading axes of `a`; a vector or a number
           holds positions along the first axis. Negative ones count from the end, those outside are left out.
    val    array of the type of `a`, which broadcasts to (places, the other axes of `a`)

    Returns an array like `a`. Raises MXNetError for other types, for more rows than `a` has axes, and for shapes that do not fit.

    Examples
    --------
    >>> places = mx.np.array([[0, 1], [1, 2]], dtype="int32")
    >>> mx.npx.index_update(mx.np.ones((2, 3)), places, mx.np.array([5, 7]))
    array([[1., 5., 1.],
           [1., 1., 7.]])

    Declared in jmx/ops/npi/positions.py.
    """
def instance_norm(data: ndarray, gamma: ndarray, beta: ndarray, eps: Float = 0.001, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels.

    data    (batch, channels, *space)
    gamma, beta    factor and shift, one for each channel: (channels,)
    eps    added to the variance

    Returns an array like `data`.

    Examples
    --------
    >>> nd.InstanceNorm(nd.array([[[1, 3], [10, 30]]]), nd.array([1, 1]), nd.array([0, 5])).round()
    [[[-1.  1.]
      [ 4.  6.]]]
    <NDArray 1x2x2 @cpu(0)>

    Declared in jmx/ops/nn/layernorm.py.
    """
def interleaved_matmul_encdec_qk(queries: ndarray, keys_values: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size).

    queries    (queries, batch, heads * size)
    keys_values    (keys, batch, heads * 2 * size): key and value of each head, one after the other
    heads    number of heads

    Returns (batch * heads, queries, keys).

    Examples
    --------
    >>> queries, kv = nd.array([[[1]], [[2]]]), nd.array([[[3, 30]]])
    >>> nd.contrib.interleaved_matmul_encdec_qk(queries, kv, heads=1)
    [[[3.]
      [6.]]]
    <NDArray 1x2x1 @cpu(0)>

    Declared in jmx/ops/attention.py.
    """
def interleaved_matmul_encdec_valatt(keys_values: ndarray, attention: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The encoder's values weighted by attention.

    keys_values    (keys, batch, heads * 2 * size): key and value of each head, one after the other
    attention    (batch * heads, queries, keys): weights
    heads    number of heads

    Returns (queries, batch, heads * size).

    Examples
    --------
    >>> kv, weights = nd.array([[[3, 30]], [[4, 40]]]), nd.array([[[0.5, 0.5]]])
    >>> nd.contrib.interleaved_matmul_encdec_valatt(kv, weights, heads=1)
    [[[35.]]]
    <NDArray 1x1x1 @cpu(0)>

    Declared in jmx/ops/attention.py.
    """
def interleaved_matmul_selfatt_qk(queries_keys_values: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size).

    queries_keys_values    (length, batch, heads * 3 * size): query, key and value of each head, one after the other
    heads    number of heads

    Returns (batch * heads, length, length).

    Examples
    --------
    >>> qkv = nd.array([[[1, 2, 3]], [[4, 5, 6]]])    # two steps, one head of size 1
    >>> nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=1)
    [[[ 2.  5.]
      [ 8. 20.]]]
    <NDArray 1x2x2 @cpu(0)>

    Declared in jmx/ops/attention.py.
    """
def interleaved_matmul_selfatt_valatt(queries_keys_values: ndarray, attention: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Values weighted by attention, from interleaved projections.

    queries_keys_values    (length, batch, heads * 3 * size): query, key and value of each head, one after the other
    attention    (batch * heads, length, length): weights
    heads    number of heads

    Returns (length, batch, heads * size).

    Examples
    --------
    >>> qkv, weights = nd.array([[[1, 2, 3]], [[4, 5, 6]]]), nd.array([[[1, 0], [0.5, 0.5]]])
    >>> nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=1).reshape(-1)
    [3.  4.5]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/attention.py.
    """
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, *, output_mean_var: Literal[True], axis: Int = -1, eps: Float = 1e-05, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis.

    data    array of any shape, of a floating type
    gamma, beta    factor and shift, vectors of the length of the axis
    axis    the axis to normalize along; the last by default
    eps    added to the variance
    output_mean_var    also return mean and standard deviation

    Returns an array like `data`, and with `output_mean_var` the mean and the standard deviation, where the axis has length 1.

    Examples
    --------
    >>> nd.LayerNorm(nd.array([[1, 3], [10, 30]]), nd.array([1, 1]), nd.array([0, 5])).round()
    [[-1.  6.]
     [-1.  6.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/nn/layernorm.py.
    """
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int, eps: Float, output_mean_var: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Rectifiers that are not flat below zero.

    data    (batch, channels, *space), of a floating type
    gamma    the slopes of "prelu": one element, or one for each channel (axis 1); no input of the others
    act_type    which function below zero; above zero all but "gelu" and "selu" are x itself.
                "leaky" and "prelu" slope * x, "elu" slope * (exp(x) - 1), "selu" the same with constants of its own,
                "rrelu" leaky with a slope drawn for each element in training, else the mean of its bounds;
                "gelu" is x * Phi(x) everywhere, exactly
    slope    slope of "leaky", factor of "elu"
    lower_bound, upper_bound    the slopes of "rrelu" are drawn from [lower_bound, upper_bound); 0 <= lower <= upper < 1

    The gradient of "selu" is its derivative, scale * alpha * exp(x) below zero. MXNet's differs: it has scale * (alpha + y),
    with a result y that has been scaled already, 0.59 in place of 0.65 at -1.

    Returns an array like `data`, and for "rrelu" the factors. Raises MXNetError if `gamma` fits no axis of `data`.

    Examples
    --------
    >>> nd.LeakyReLU(nd.array([-2, 0, 3]), act_type="leaky", slope=0.5)
    [-1.  0.  3.]
    <NDArray 3 @cpu(0)>
    >>> nd.LeakyReLU(nd.array([[-2, -2]]), nd.array([0.25, 0.5]), act_type="prelu")
    [[-0.5 -1. ]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/nn/activation.py.
    """
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def log_softmax(data: ndarray, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small.

    data    array of any shape
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    only False; for lengths use `softmax`

    Returns an array like `data`.

    Examples
    --------
    >>> nd.log_softmax(nd.array([[0, 1000]])).round()
    [[-1000.     0.]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/nn/softmax.py.
    """
def masked_log_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of `masked_softmax`. MXNet has it from 2.0 on.

    data    array of a floating type
    mask    array that broadcasts to the shape of `data`; elements where it is 0 take no part
    axis    the axis, negative ones counting from the end
    temperature    divides `data`
    normalize    subtract the greatest element first, which avoids overflow

    Returns an array like `data`, minus infinity where the mask is 0. Raises MXNetError for integers and for masks that do not broadcast.

    Examples
    --------
    >>> x, mask = nd.array([[1, 1, 9]]), nd.array([[1, 1, 0]])
    >>> nd.masked_log_softmax(x, mask).asnumpy().round(4)
    array([[-0.6931, -0.6931,    -inf]], dtype=float32)

    Declared in jmx/ops/nn/masked_softmax.py.
    """
def masked_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Softmax of the elements that `mask` lets through. MXNet has it from 2.0 on.

    data    array of a floating type
    mask    array that broadcasts to the shape of `data`; elements where it is 0 take no part
    axis    the axis, negative ones counting from the end
    temperature    divides `data`
    normalize    subtract the greatest element first, which avoids overflow

    Returns an array like `data`, 0 where the mask is 0. Raises MXNetError for integers and for masks that do not broadcast.

    Examples
    --------
    >>> x, mask = nd.array([[1, 1, 9]]), nd.array([[1, 1, 0]])
    >>> nd.masked_softmax(x, mask).asnumpy().round(4)
    array([[0.5, 0.5, 0. ]], dtype=float32)

    Declared in jmx/ops/nn/masked_softmax.py.
    """
def modulated_deformable_convolution(data: ndarray, offset: ndarray, mask: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, im2col_step: Int = 64, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution that looks at each of its places moved by an offset, and weighs it.

    mask    (batch, num_deformable_group * taps, rows, columns): the weights
    im2col_step    divides the batch, or is larger; the result does not depend on it
    data    (batch, channels, y, x)
    offset    (batch, num_deformable_group * taps * 2, rows, columns): (y, x) for each tap of the kernel
    weight    (num_filter, channels / num_group, *kernel)
    bias    (num_filter,); left out with `no_bias`
    kernel    (rows, columns) of the window
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own
    num_deformable_group    groups that the channels are split into; each has offsets of its own
    workspace    accepted, without effect
    no_bias    add no bias
    layout    "NCHW", the default

    Returns (batch, num_filter, rows, columns).

    Examples
    --------
    >>> x, weight = nd.arange(9).reshape((1, 1, 3, 3)), nd.ones((1, 1, 1, 1))
    >>> offset = nd.concat(nd.zeros((1, 1, 3, 3)), nd.ones((1, 1, 3, 3)))    # one place to the right
    >>> mask = nd.ones((1, 1, 3, 3)) / 2
    >>> nd.contrib.ModulatedDeformableConvolution(x, offset, mask, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    [[[[0.5 1.  0. ]
       [2.  2.5 0. ]
       [3.5 4.  0. ]]]]
    <NDArray 1x1x3x3 @cpu(0)>

    Declared in jmx/ops/nn/deformable.py.
    """
def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Detections from a network's predictions.

    cls_prob    (batch, classes + 1, n): probabilities, of the background first
    loc_pred    (batch, 4 * n)
    anchor    (1, n, 4) by corners
    clip    keep the boxes inside of the image
    threshold    less probable ones are left out
    background_id    accepted, without effect: the background is class 0
    nms_threshold    boxes that overlap a better one of their class so much are suppressed
    force_suppress    let boxes suppress those of other classes too
    variances    what location predictions are multiplied by
    nms_topk    how many of the best to keep; -1 for all

    Returns (batch, n, 6): rows (class, probability, x1, y1, x2, y2), the best first; class -1 for what is suppressed, rows
    of -1 behind. Has a gradient of zero.

    Examples
    --------
    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> probabilities = nd.array([[[0.25, 1], [0.75, 0]]])
    >>> nd.contrib.MultiBoxDetection(probabilities, nd.zeros((1, 8)), anchors)
    [[[ 0.    0.75  0.    0.    0.5   0.5 ]
      [-1.   -1.   -1.   -1.   -1.   -1.  ]]]
    <NDArray 1x2x6 @cpu(0)>

    Declared in jmx/ops/multibox.py.
    """
def multibox_prior(data: ndarray, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False, steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Anchor boxes around every place of a feature map, by corners relative to the image.

    data    (batch, channels, height, width); only its shape counts
    sizes, ratios    each place gets all sizes with the first ratio, and the first size with all other ratios
    clip    keep the boxes inside of the image
    steps    distance of the places (y, x); by default 1 / height, 1 / width
    offsets    where in its cell a place lies (y, x), from 0 to 1

    Returns (1, height * width * (sizes + ratios - 1), 4). Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.MultiBoxPrior(nd.zeros((1, 3, 1, 2)), sizes=(0.5, 0.25))
    [[[0.125  0.25   0.375  0.75  ]
      [0.1875 0.375  0.3125 0.625 ]
      [0.625  0.25   0.875  0.75  ]
      [0.6875 0.375  0.8125 0.625 ]]]
    <NDArray 1x4x4 @cpu(0)>

    Declared in jmx/ops/multibox.py.
    """
def multibox_target(anchor: ndarray, label: ndarray, cls_pred: ndarray, overlap_threshold: Float = 0.5, ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0, negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0, variances: Floats = (0.1, 0.1, 0.2, 0.2), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """What a network should predict for anchors, given the boxes in the images.

    anchor    (1, n, 4) by corners
    label    (batch, m, 5 or more): rows (class, x1, y1, x2, y2, ...), ended by a row of -1
    cls_pred    (batch, classes + 1, n): predictions, looked at to find hard negatives
    overlap_threshold    anchors that overlap a box more are positive, besides the best one for each box
    ignore_label    the class target of anchors that do not count
    negative_mining_ratio    above 0: let only so many negatives count for each positive, those taken least for background
    negative_mining_thresh    negatives must overlap boxes less
    minimum_negative_samples    accepted, without effect
    variances    what location targets are divided by

    Returns location targets and mask, both (batch, 4 * n), and class targets (batch, n), 0 for background. Have gradients
    of zero.

    Examples
    --------
    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> label = nd.array([[[2, 0, 0, 0.5, 0.5]]])    # one object of class 2
    >>> nd.contrib.MultiBoxTarget(anchors, label, nd.zeros((1, 4, 2)))
    [
    [[0. 0. 0. 0. 0. 0. 0. 0.]]
    <NDArray 1x8 @cpu(0)>,
    [[1. 1. 1. 1. 0. 0. 0. 0.]]
    <NDArray 1x8 @cpu(0)>,
    [[3. 0.]]
    <NDArray 1x2 @cpu(0)>]

    Declared in jmx/ops/multibox.py.
    """
def nonzero(x: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Positions of the elements that are not 0.

    x    array of any type

    Returns int64 positions of shape (number of elements, dimensions), an array without dimension counting as a vector.

    Examples
    --------
    >>> mx.npx.nonzero(mx.np.array([[0, 3], [5, 0]]))
    array([[0, 1],
           [1, 0]], dtype=int64)

    Declared in jmx/ops/npi/dynamic.py.
    """
def norm(data: ndarray, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes.

    data    array of any type
    ord    1 or 2
    axis    one axis or several, negative ones counting from the end; None or () for all
    out_dtype    element type of the result; default: that of `data`
    keepdims    keep reduced axes with length 1

    Returns an array of the remaining axes, of shape (1,) if none remain. Raises MXNetError for another `ord` and if an
    axis does not exist or is named twice.

    Examples
    --------
    >>> x = nd.array([[3, 4], [0, 5]])
    >>> nd.norm(x, axis=1)
    [5. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.norm(x, ord=1)
    [12.]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/reduce.py.
    """
def one_hot(indices: ndarray, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Classes as rows with one element set: a new last dimension.

    indices    classes, of any shape and numeric type; fractions are cut off
    depth    the number of classes, the size of the new dimension
    on_value    what stands at the class
    off_value    what stands elsewhere, and everywhere for classes outside
    dtype    element type of the result

    Returns an array of the shape of `indices` and a last dimension more. Raises MXNetError if `depth` is negative. There is no
    gradient.

    Examples
    --------
    >>> nd.one_hot(nd.array([1, 0, 3]), depth=3)
    [[0. 1. 0.]
     [1. 0. 0.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>

    Declared in jmx/ops/indexing.py.
    """
def pad(data: ndarray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A margin around the spatial dimensions of images.

    data    (batch, channels, height, width) or (batch, channels, depth, height, width)
    mode    what the margin holds: "constant" `constant_value`, "edge" the outermost elements, "reflect" the elements mirrored at
            the outermost ones
    pad_width    (before, after) for each dimension, in one tuple; 0 for batch and channels
    constant_value    what fills the margin in mode "constant"

    Returns the larger array. Raises MXNetError for other numbers of dimensions, a margin around batch or channels, and a
    reflection of more elements than there are.

    Examples
    --------
    >>> nd.pad(nd.array([[[[1, 2, 3]]]]), mode="edge", pad_width=(0, 0, 0, 0, 0, 1, 1, 1))
    [[[[1. 1. 2. 3. 3.]
       [1. 1. 2. 3. 3.]]]]
    <NDArray 1x1x2x5 @cpu(0)>

    Declared in jmx/ops/shape.py.
    """
def pick(data: ndarray, index: ndarray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """One element along a dimension for each position of the others, such as the probability of each sample's class.

    data    array of one dimension or more
    index    positions along `axis`, in the shape of `data` without this dimension, or with size 1 there; of any numeric type
    axis    the dimension, negative ones counting from the end
    keepdims    keep the dimension with size 1
    mode    for positions outside: "clip" takes the nearest element, "wrap" counts on from the other end

    Returns an array of the shape of `data` without the dimension, and of shape (1,) if none remain. Raises MXNetError if
    shapes do not fit, and for axis=None.

    Examples
    --------
    >>> nd.pick(nd.array([[0.25, 0.75], [0.5, 0.5], [1, 0]]), nd.array([1, 0, 0]))
    [0.75 0.5  1.  ]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/indexing.py.
    """
def pooling(data: ndarray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes.

    data    (batch, channels, *space), or in the order that `layout` gives
    kernel    size of the window along each spatial axis; not needed with `global_pool`
    pool_type    "max", "avg", "sum", or "lp", the `p_value`-th root of the sum of powers
    global_pool    one window as large as the whole map; `kernel`, `stride` and `pad` are ignored
    pooling_convention    how many windows: "valid" rounds down, "full" rounds up, "same" (of one axis) covers the whole input,
            ceil(size / stride)
    stride    steps between windows, one for each axis; 1 by default
    pad    elements added at both ends of each axis, which never are the largest; 0 by default
    p_value    1, 2 or 3, for "lp"
    count_include_pad    whether padding counts in a mean; it does by default
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the dimensions), "NWC", "NHWC" or "NDHWC"
    cudnn_off    accepted, without effect

    Returns (batch, channels, *out) with out = floor((size + 2 * pad - kernel) / stride) + 1 along each axis, 1 with
    `global_pool`. Raises MXNetError for integers, or if the window is larger than the padded data.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.Pooling(x, kernel=(2, 2), stride=(2, 2))
    [[[[ 5.  7.]
       [13. 15.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Pooling(x, global_pool=True, pool_type="avg")
    [[[[7.5]]]]
    <NDArray 1x1x1x1 @cpu(0)>

    Declared in jmx/ops/nn/pool.py.
    """
def quantized_act(data: ndarray, min_data: ndarray, max_data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet.

    data    int8 or uint8 array
    min_data, max_data    float32, shape (1,): the range that it stands for
    act_type    only "relu" is supported

    Returns the integers and the range that they stand for, which is that of `data`.

    Examples
    --------
    >>> x = nd.array([-3, 5], dtype="int8")
    >>> nd.contrib.quantized_act(x, nd.array([-127]), nd.array([127]), act_type="relu")[0]
    [0 5]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
def quantized_conv(data: ndarray, weight: ndarray, bias: ndarray | None = None, min_data: ndarray | None = None, max_data: ndarray | None = None, min_weight: ndarray | None = None, max_weight: ndarray | None = None, min_bias: ndarray | None = None, max_bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Convolution in integers, in two or three dimensions, channels first, one group.

    data    uint8 or int8 (which MXNet takes on GPUs only), (batch, channels, *space)
    weight    int8, (num_filter, channels, *kernel)
    bias    int8, (num_filter,); with uint8 data it is added to the sums as it is, whatever its range; left out with no_bias
    min_data, max_data    float32, shape (1,): the range that `data` stands for
    min_weight, max_weight    float32, shape (1,): the range that `weight` stands for
    min_bias, max_bias    float32, shape (1,): the range that `bias` stands for; left out with no_bias
    kernel    size of the window along each spatial axis; its length says how many there are
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own. With as many groups as
        channels this is a depthwise convolution
    workspace, cudnn_tune, cudnn_off    accepted, without effect
    no_bias    add no bias
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the length of `kernel`), "NHWC" or "NDHWC"

    Returns the int32 sums (batch, num_filter, *space) and the range that they stand for, twice shape (1,). They are exact;
    MXNet's are cut off in pairs at 16 bits on processors that know no better.

    Examples
    --------
    >>> x, weight = nd.ones((1, 2, 3, 3), dtype="uint8"), nd.ones((1, 2, 2, 2), dtype="int8")
    >>> zero, low, high = nd.array([0]), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_conv(x, weight, zero, high, low, high, kernel=(2, 2), num_filter=1, no_bias=True)[0]
    [[[[8 8]
       [8 8]]]]
    <NDArray 1x1x2x2 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
def quantized_elemwise_add(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The sum of two arrays of one shape.

    lhs, rhs    int8 or uint8
    lhs_min, lhs_max    float32, shape (1,): the range that `lhs` stands for
    rhs_min, rhs_max    float32, shape (1,): the range that `rhs` stands for
    min_calib_range, max_calib_range    the range of the result; by default the sum of both

    With a calibrated range the result is of the inputs' type (int8 if they differ) and has that range; without one it is
    int32, and its range the sum of both. (MXNet cuts such a sum off at 127 for the uint8 one of different types.)

    Returns the integers and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x, low, high = nd.array([10, 20], dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_elemwise_add(x, x, low, high, low, high, min_calib_range=-254, max_calib_range=254)[0]
    [10 20]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, *, enable_float_output: Literal[True], min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The product of two int8 arrays of one shape.

    lhs, rhs    int8
    min_calib_range, max_calib_range    the range of the result, int8 with fractions cut off; without them it is int32
    enable_float_output    return the float32 product alone
    lhs_min, lhs_max    float32, shape (1,): the range that `lhs` stands for
    rhs_min, rhs_max    float32, shape (1,): the range that `rhs` stands for

    Returns the integers and the range that they stand for, twice shape (1,), or with enable_float_output the product.

    Examples
    --------
    >>> x, low, high = (mx.sym.var(name) for name in ("x", "low", "high"))
    >>> mx.sym.contrib.quantized_elemwise_mul(x, x, low, high, low, high, name="product").list_outputs()
    ['product_output', 'product_min_output', 'product_max_output']

    Declared in jmx/ops/quantized.py.
    """
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None, max_calib_range: Float | None, enable_float_output: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, enable_float_output: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
def quantized_embedding(data: ndarray, weight: ndarray, min_weight: ndarray, max_weight: ndarray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The rows of an int8 table that integers name.

    weight    int8, (input_dim, output_dim): the table
    min_weight, max_weight    float32, shape (1,): the range that it stands for
    dtype    accepted, without effect
    sparse_grad    accepted, without effect: there is no gradient
    data    row numbers, of any shape and type; those out of range are moved to the nearest row
    input_dim    number of rows
    output_dim    length of a row

    Returns int8 of shape (*data.shape, output_dim), and the range of the weight.

    Examples
    --------
    >>> table, low, high = nd.array([[1, 2], [3, 4]], dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_embedding(nd.array([1, 0]), table, low, high, input_dim=2, output_dim=2)[0]
    [[3 4]
     [1 2]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
def quantized_flatten(data: ndarray, min_data: ndarray, max_data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """An array of integers as a matrix.

    data    int8 or uint8, (n, ...)
    min_data, max_data    float32, shape (1,): the range that it stands for

    Returns the integers, (n, rest), and the range, unchanged.

    Examples
    --------
    >>> x = nd.ones((2, 3, 4), dtype="int8")
    >>> nd.contrib.quantized_flatten(x, nd.array([-127]), nd.array([127]))[0].shape
    (2, 12)

    Declared in jmx/ops/quantized.py.
    """
def quantized_fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, min_data: ndarray | None = None, max_data: ndarray | None = None, min_weight: ndarray | None = None, max_weight: ndarray | None = None, min_bias: ndarray | None = None, max_bias: ndarray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """data @ weight.T + bias in integers.

    data    int8 or uint8, (batch, *features), or with flatten=False the last axis has the features
    weight    int8, (num_hidden, features)
    bias    int8, (num_hidden,); left out with no_bias
    min_data, max_data    float32, shape (1,): the range that `data` stands for
    min_weight, max_weight    float32, shape (1,): the range that `weight` stands for
    min_bias, max_bias    float32, shape (1,): the range that `bias` stands for; left out with no_bias
    num_hidden    numbers in the output
    no_bias    add no bias
    flatten    make one axis of all but the first; False keeps all axes but the last

    Returns the int32 sums and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x, weight = nd.array([[1, 2]], dtype="int8"), nd.array([[3, 4]], dtype="int8")
    >>> low, high = nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_fully_connected(x, weight, low, high, low, high, num_hidden=1, no_bias=True)[0]
    [[11]]
    <NDArray 1x1 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
def quantized_pooling(data: ndarray, min_data: ndarray, max_data: ndarray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Largest or mean integer of each window.

    data    int8 or uint8, (batch, channels, *space) with two or three axes
    min_data, max_data    float32, shape (1,): the range that they stand for
    pool_type    "max" or "avg"; means are rounded to the nearest integer
    p_value    accepted, without effect
    kernel    size of the window along each spatial axis; not needed with `global_pool`
    global_pool    one window as large as the whole map; `kernel`, `stride` and `pad` are ignored
    cudnn_off    accepted, without effect
    pooling_convention    how many windows: "valid" rounds down, "full" rounds up, "same" (of one axis) covers the whole input,
        ceil(size / stride)
    stride    steps between windows, one for each axis; 1 by default
    pad    elements added at both ends of each axis, which never are the largest; 0 by default
    count_include_pad    whether padding counts in a mean; it does by default
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the dimensions), "NWC", "NHWC" or "NDHWC"

    With count_include_pad (the default) means are taken over the whole kernel.

    Returns the integers and the range that they stand for, which is that of `data`.

    Examples
    --------
    >>> x = nd.array([[[[1, 2], [3, 4]]]], dtype="uint8")
    >>> nd.contrib.quantized_pooling(x, nd.array([0]), nd.array([255]), kernel=(2, 2))[0]
    [[[[4]]]]
    <NDArray 1x1x1x1 @cpu(0)>

    Declared in jmx/ops/quantized.py.
    """
def relu(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """max(data, 0); the derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.relu(nd.array([-2, 0, 0.5]))
    [0.  0.  0.5]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def requantize(data: ndarray, min_range: ndarray, max_range: ndarray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data.

    data    int32 array
    min_range, max_range    float32, shape (1,): the range that it stands for
    out_type    "int8", "uint8", or "auto": "uint8" where min_calib_range is not negative, else "int8"
    min_calib_range, max_calib_range    the range of the result; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x = nd.array([0, 2**30], dtype="int32")
    >>> nd.contrib.requantize(x, nd.array([-4]), nd.array([4]), min_calib_range=-2, max_calib_range=2)[0]
    [  0 127]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/quantize.py.
    """
def reshape(a: ndarray, newshape: Shape = ..., reverse: bool = False, order: str = 'C', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with another shape, elements in the same order.

    a    array of any shape and type
    newshape    the shape; -1 follows from the others, -2 keeps a dimension, -3 drops one of length 1, -4 keeps all that are
                left, -5 merges two, -6 splits one into the two numbers that follow
    reverse    read both shapes from the right
    order    accepted as MXNet does, which goes through elements in C order whatever it says

    Returns an array of the type of `a`. Raises MXNetError if the number of elements differs and for other codes.

    Examples
    --------
    >>> mx.npx.reshape(mx.np.zeros((2, 3, 4)), (-2, -5)).shape
    (2, 12)
    >>> mx.npx.reshape(mx.np.zeros((6, 4)), (-6, 2, -1, -4)).shape
    (2, 3, 4)

    Declared in jmx/ops/npi/rearrange.py.
    """
def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`.

    lhs    array of any shape and type
    rhs    array whose shape is taken; it gets no gradient
    lhs_begin, lhs_end    dimensions [lhs_begin, lhs_end) of `lhs` are replaced; negative ones count from the end, None for all
    rhs_begin, rhs_end    by dimensions [rhs_begin, rhs_end) of `rhs`

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `lhs`.

    Examples
    --------
    >>> nd.reshape_like(nd.arange(6), nd.zeros((2, 3)))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    >>> nd.reshape_like(nd.zeros((6, 5)), nd.zeros((2, 3, 4)), lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2).shape
    (2, 3, 5)

    Declared in jmx/ops/shape.py.
    """
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Recurrent layers over a whole sequence.

    "rnn_tanh" and "rnn_relu": h = f(W x + b + R h + c). "lstm": i, f, o = sigmoid(...), g = tanh(...), cell = f * cell + i * g,
    h = o * tanh(cell). "gru": r, z = sigmoid(...), n = tanh(W x + b + r * (R h + c)), h = (1 - z) * n + z * h.

    data              (time, batch, inputs)
    parameters        all weights, then all biases, in one vector
    state             (layers * directions, batch, state_size), or projection_size for the last axis with a projection
    state_cell        the same for the cells of an LSTM, always state_size
    sequence_length   (batch,) numbers of steps, with `use_sequence_length`; later outputs are zero
    state_size        numbers in a state
    num_layers        layers on top of each other
    bidirectional     run each layer in both directions and join the outputs
    mode              "rnn_relu", "rnn_tanh", "lstm" or "gru"
    p                 in training, the share of each layer's outputs but the last's that is dropped
    state_outputs     also return the last states
    projection_size   of "lstm": project each state to so many numbers
    lstm_state_clip_min, lstm_state_clip_max    of "lstm": limits of the cells
    lstm_state_clip_nan    accepted, without effect
    use_sequence_length    whether `sequence_length` is an input

    Returns the outputs (time, batch, directions * size) and with `state_outputs` the last states in the shapes given.
    Raises MXNetError if the vector has not as many elements as these layers need.

    Examples
    --------
    >>> x, weights, h = nd.ones((3, 1, 1)), nd.array([1, 1, 0, 0]), nd.zeros((1, 1, 1))
    >>> nd.RNN(x, weights, h, state_size=1, num_layers=1, mode="rnn_relu")
    [[[1.]]
    <BLANKLINE>
     [[2.]]
    <BLANKLINE>
     [[3.]]]
    <NDArray 3x1x1 @cpu(0)>

    Declared in jmx/ops/nn/rnn.py.
    """
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None, sequence_length: ndarray | None, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def roi_pooling(data: ndarray, rois: ndarray, pooled_size: Shape = ..., spatial_scale: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The largest element in each bin of each region of interest.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
    pooled_size    (rows, columns) of bins
    spatial_scale    what coordinates are multiplied by, such as 1 / 16 for a map 16 times smaller than its image

    Returns (regions, channels, *pooled_size).

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.ROIPooling(x, nd.array([[0, 0, 0, 3, 3]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[ 5.  7.]
       [13. 15.]]]]
    <NDArray 1x1x2x2 @cpu(0)>

    Declared in jmx/ops/nn/roi.py.
    """
def round_ste(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Nearest whole number, halves away from zero; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.round_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [0. 6.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/gradient.py.
    """
def scalar_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Poisson-distributed whole numbers, in a floating element type.

    lam    mean, not negative
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for a negative mean.

    Examples
    --------
    >>> nd.random_poisson(lam=4, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_poisson(4, shape=10000).mean() - 4) < 0.2)
    True

    Declared in jmx/ops/random.py.
    """
def sequence_last(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The last element of each sequence.

    data    (time, batch, *rest), or with axis=1 (batch, time, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it all steps count
    axis    the axis of time, 0 or 1

    Returns (batch, *rest).

    Examples
    --------
    >>> nd.SequenceLast(nd.array([[1, 2, 3], [4, 5, 6]]), nd.array([1, 3]), use_sequence_length=True, axis=1)
    [1. 6.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/nn/sequence.py.
    """
def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` with all elements from each sequence's length on set to `value`.

    data    (time, batch, *rest), or with axis=1 (batch, time, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it the result is `data` itself
    value    what padding becomes
    axis    the axis of time, 0 or 1

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SequenceMask(nd.ones((2, 3)), nd.array([1, 3]), use_sequence_length=True, axis=1)
    [[1. 0. 0.]
     [1. 1. 1.]]
    <NDArray 2x3 @cpu(0)>

    Declared in jmx/ops/nn/sequence.py.
    """
def sequence_reverse(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Each sequence backwards, its padding left in place.

    data    (time, batch, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it all steps count
    axis    the axis of time; only 0

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SequenceReverse(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([2, 3]), use_sequence_length=True)
    [[3. 6.]
     [1. 4.]
     [5. 2.]]
    <NDArray 3x2 @cpu(0)>

    Declared in jmx/ops/nn/sequence.py.
    """
def shape_array(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The shape of an array, as an array.

    data    array of any shape and type

    Returns an int64 array with one element for each dimension.

    Examples
    --------
    >>> nd.shape_array(nd.zeros((2, 3)))
    [2 3]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/shape.py.
    """
def sigmoid(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logistic function, 1 / (1 + exp(-data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sigmoid(nd.array([-2, 0, 2])).asnumpy().round(4)
    array([0.1192, 0.5   , 0.8808], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def sign_ste(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sign: -1, 0 or 1; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([-0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.sign_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [-3.  3.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/gradient.py.
    """
def sldwin_atten_context(score: ndarray, value: ndarray, dilation: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on.

    value    (batch, length, heads, units)
    score    (batch, length, heads, window), where window is 2 * w + 1 if symmetric, else w + 1
    dilation    (heads,): the distance of neighbours in the window, whole numbers
    w    how many places before a place belong to its window
    symmetric    whether as many behind it do, too

    Returns (batch, length, heads, units). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> value = nd.array([1, 2, 3]).reshape((1, 3, 1, 1))
    >>> nd.contrib.sldwin_atten_context(
    ...     nd.ones((1, 3, 1, 2)), value, nd.array([1], dtype="int32"), w=1, symmetric=False
    ... ).reshape((3,))
    [1. 3. 5.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/sliding_attention.py.
    """
def sldwin_atten_mask_like(score: ndarray, dilation: ndarray, valid_length: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on.

    valid_length    (batch,): the lengths of the sequences
    score    (batch, length, heads, window), where window is 2 * w + 1 if symmetric, else w + 1
    dilation    (heads,): the distance of neighbours in the window, whole numbers
    w    how many places before a place belong to its window
    symmetric    whether as many behind it do, too

    Returns an array like `score`: 1 where the place itself and the one that it attends to belong to the sequence, else 0.

    Examples
    --------
    >>> lengths = nd.array([2], dtype="int32")
    >>> mask = nd.contrib.sldwin_atten_mask_like(
    ...     nd.zeros((1, 3, 1, 3)), nd.array([1], dtype="int32"), lengths, w=1, symmetric=True
    ... )
    >>> mask.reshape((3, 3))
    [[0. 1. 1.]
     [1. 1. 0.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>

    Declared in jmx/ops/sliding_attention.py.
    """
def sldwin_atten_score(query: ndarray, key: ndarray, dilation: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on.

    query, key    (batch, length, heads, units)
    dilation    (heads,): the distance of neighbours in the window, whole numbers
    w    how many places before a place belong to its window
    symmetric    whether as many behind it do, too

    Returns (batch, length, heads, window); 0 where the window leaves the sequence. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> x = nd.array([1, 2, 3]).reshape((1, 3, 1, 1))
    >>> nd.contrib.sldwin_atten_score(x, x, nd.array([1], dtype="int32"), w=1, symmetric=True).reshape((3, 3))
    [[0. 1. 2.]
     [2. 4. 6.]
     [6. 9. 0.]]
    <NDArray 3x3 @cpu(0)>

    Declared in jmx/ops/sliding_attention.py.
    """
def slice(data: ndarray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements begin:end:step of each leading dimension.

    data    array of any shape and type
    begin    first positions, of as many leading dimensions as it has entries; negative ones count from the end, None is the
             start
    end    positions where to stop, not included; None is the end
    step    distances, negative ones going backwards; 1 by default

    Returns the elements, in as many dimensions. Raises MXNetError for more entries than dimensions, or a step of 0.

    Examples
    --------
    >>> x = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> nd.slice(x, begin=(0, 1), end=(2, 3))
    [[2. 3.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.slice(x, begin=(None, -1), end=(None, None), step=(1, -2))
    [[3. 1.]
     [6. 4.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/slicing.py.
    """
@overload
def slice_channel(data: ndarray, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An array cut into equal parts along a dimension.

    data    array of any shape and type
    num_outputs    the number of parts
    axis    the dimension, negative ones counting from the end
    squeeze_axis    leave the dimension out; it must be `num_outputs` long

    Returns a list of arrays, or the array if there is one part. Raises MXNetError if the dimension does not divide by
    `num_outputs`.

    Examples
    --------
    >>> nd.split(nd.array([[1, 2], [3, 4]]), num_outputs=2, axis=1)
    [
    [[1.]
     [3.]]
    <NDArray 2x1 @cpu(0)>,
    [[2.]
     [4.]]
    <NDArray 2x1 @cpu(0)>]
    >>> x, y = nd.split(nd.array([[1, 2], [3, 4]]), num_outputs=2, axis=0, squeeze_axis=True)
    >>> y
    [3. 4.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/slicing.py.
    """
@overload
def slice_channel(data: ndarray, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def slice_channel(data: ndarray, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
def slice_like(data: ndarray, shape_like: ndarray, axes: Shape = (), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The leading part of an array that has the size of another one.

    data    array of any shape and type
    shape_like    array whose shape is taken; it gets no gradient
    axes    the dimensions to cut, negative ones counting from the end; all of them by default

    Returns the part of `data`. Raises MXNetError where `shape_like` is the larger one.

    Examples
    --------
    >>> x = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> nd.slice_like(x, nd.zeros((1, 2)))
    [[1. 2.]]
    <NDArray 1x2 @cpu(0)>
    >>> nd.slice_like(x, nd.zeros((1, 2)), axes=(1,)).shape
    (2, 2)

    Declared in jmx/ops/slicing.py.
    """
def smooth_l1(data: ndarray, scalar: Float = 1.0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2).

    data    array of any shape, of a numeric type
    scalar    where the parabola turns into straight lines

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.smooth_l1(nd.array([-2, -0.5, 0, 1]))
    [1.5   0.125 0.    0.5  ]
    <NDArray 4 @cpu(0)>

    Declared in jmx/ops/scalar.py.
    """
def softmax(data: ndarray, length: ndarray | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one.

    data    array of any shape
    length    in the shape of data without `axis`, with `use_length`: elements from that position on have probability zero
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; above 1 probabilities come closer together, 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    whether `length` is an input

    Returns an array like `data`.

    Examples
    --------
    >>> nd.softmax(nd.log(nd.array([[1, 3], [1, 1]])))
    [[0.25 0.75]
     [0.5  0.5 ]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.softmax(nd.zeros((2, 4)), nd.array([4, 2], dtype="int32"), use_length=True)
    [[0.25 0.25 0.25 0.25]
     [0.5  0.5  0.   0.  ]]
    <NDArray 2x4 @cpu(0)>

    Declared in jmx/ops/nn/softmax.py.
    """
def softsign(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """data / (1 + abs(data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.softsign(nd.array([-1, 0, 3]))
    [-0.5   0.    0.75]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def stop_gradient(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data`, through which no gradient flows.

    data    array of any shape and type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * nd.stop_gradient(x)
    >>> y.backward()
    >>> x.grad
    [1. 2.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/gradient.py.
    """
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together.

    ndev    number of devices that share a batch
    key    a name that is the same on all devices and other than that of all other layers
    data    (batch, channels, *space), or with channels elsewhere; see `axis`
    gamma, beta    factor and shift, one for each channel: (channels,)
    moving_mean, moving_var    (channels,): running statistics, which training updates in place: momentum * moving +
        (1 - momentum) * batch
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too
    output_mean_var    also return mean and variance

    Training with `ndev` above one needs a program that these devices run together; operators that run one after the other
    would wait for ever for what the next one brings.

    Returns an array like `data`, and with `output_mean_var` the mean and the variance, both (channels,). Raises MXNetError
    in training with `ndev` above one outside of such a program.

    Examples
    --------
    >>> one, zero = nd.ones(2), nd.zeros(2)
    >>> nd.contrib.SyncBatchNorm(nd.array([[-1, 1]]), one, zero, zero, one, key="bn0", eps=0)
    [[-1.  1.]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/nn/norm.py.
    """
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def tensor_poisson(lam: ndarray, shape: Shape = (), dtype: DTypeLike | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Poisson-distributed samples, for each mean.

    lam    means
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_poisson(nd.array([1, 100]), shape=3).shape
    (2, 3)

    Declared in jmx/ops/random.py.
    """
@overload
def topk(data: ndarray, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones.

    data    array of any shape, of a numeric type
    axis    the dimension to search, negative ones counting from the end; None searches the flattened array
    k    how many elements; 0 for all, in order
    ret_typ    "indices" for positions, "value" for the elements, "both" for elements and positions, "mask" for 1 where one of
               them is and 0 elsewhere
    is_ascend    the smallest elements, the smallest first
    dtype    element type of positions; elements and mask have that of `data`

    Returns an array with `k` elements along the dimension, two of them for "both", and one like `data` for "mask". Raises
    MXNetError if `k` is larger than the dimension.

    Examples
    --------
    >>> x = nd.array([[3, 1, 2], [4, 6, 5]])
    >>> nd.topk(x, k=2)
    [[0. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.topk(x, ret_typ="value", is_ascend=True)
    [[1.]
     [4.]]
    <NDArray 2x1 @cpu(0)>
    >>> nd.topk(x, ret_typ="mask", k=1)
    [[1. 0. 0.]
     [0. 1. 0.]]
    <NDArray 2x3 @cpu(0)>

    Declared in jmx/ops/ordering.py.
    """
@overload
def topk(data: ndarray, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def topk(data: ndarray, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
