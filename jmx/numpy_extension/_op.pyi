# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Literal, overload
from jmx._typing import DTypeLike, Float, Floats, Int, OptShape, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def activation(data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Apply an activation elementwise: relu max(x, 0), sigmoid, tanh, softrelu log(1 + exp(x)), softsign x / (1 +
    |x|).

    relu makes 0 of NaN in float32, as MXNet's CPU build does; `relu`, the operator, keeps it.

    Declared in jmx/ops/nn/activation.py.
    """
def arange_like(data: ndarray, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """start, start + step, ... in the shape and type of `data`, or as long as its dimension `axis`.

    Declared in jmx/ops/creation.py.
    """
def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Matrix products over the last two dimensions of (..., n, k) and (..., k, m), leading dimensions being equal.

    Declared in jmx/ops/matrix.py.
    """
def batch_flatten(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Keep the first dimension and collapse all others into a second one.

    Declared in jmx/ops/shape.py.
    """
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Normalize `data` over all axes but `axis`, then scale by `gamma` and shift by `beta` (vectors of that axis'
    length).

    In training the statistics are those of the batch and the moving ones are updated, momentum * old + (1 - momentum) *
    new, on CPUs in the backward pass, on GPUs in the forward pass; otherwise, and with `use_global_stats`, they are the moving
    ones. `fix_gamma` takes gamma as one, with gradient zero. With `output_mean_var` also returns the mean and the inverse
    standard deviation.

    Declared in jmx/ops/nn/norm.py.
    """
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def cast(data: ndarray, dtype: DTypeLike | None = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around.

    data    array of any shape and type
    dtype    the element type to convert to

    Gradients pass through integers and booleans too, cut off to their type.

    Returns an array of the shape of `data`.

    Declared in jmx/ops/gradient.py.
    """
def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Whether all elements are true; the result multiplied into a computation makes it fail otherwise.

    input    boolean array
    msg    what the error says

    Returns True as a boolean array without dimension. An element that is false is a ValueError, raised when the result is
    waited for. Raises MXNetError for other element types.

    Declared in jmx/ops/npi/conditions.py.
    """
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution of `data` (batch, channels, *space) with `num_filter` kernels (channels / num_group, *kernel).

    `layout` names the axes of data and output; with channels last the weight is
    (num_filter, *kernel, channels / num_group).
    `workspace` and `cudnn_*` are accepted and have no effect. Returns (batch, num_filter, *space).

    Declared in jmx/ops/nn/conv.py.
    """
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The transpose of a convolution.

    data      (batch, channels, *space)
    weight    (channels, num_filter / num_group, *kernel)

    The output has (size - 1) * stride - 2 * pad + dilated kernel + adj elements along each axis, or `target_shape`,
    from which `pad` and `adj` are then worked out.

    Declared in jmx/ops/nn/conv.py.
    """
def digamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithmic derivative of the gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def dropout(data: ndarray, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Zero each element with probability `p` and scale the others by 1 / (1 - p), in training or with mode "always".

    One draw serves all elements along `axes`.

    Declared in jmx/ops/nn/dense.py.
    """
def embedding(data: ndarray, weight: ndarray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The rows of `weight` (input_dim, output_dim) that `data`, of any shape and type, names: (*data.shape,
    output_dim).

    Indices out of range are moved to the nearest row. `dtype` is the type of a weight that is still unknown.

    Declared in jmx/ops/nn/dense.py.
    """
def erf(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Error function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def erfinv(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Inverse of the error function; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """data @ weight.T + bias, with `weight` (num_hidden, features) and `bias` (num_hidden,).

    With `flatten` data is (batch, *features) and the result (batch, num_hidden); otherwise the last axis holds the
    features and all others are kept.

    Declared in jmx/ops/nn/dense.py.
    """
def gamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def gammaln(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of the absolute gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def gather_nd(data: ndarray, indices: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements or slices of `data` at the positions that the columns of `indices`, shape (M, ...), give.

    Negative positions count from the end. Eager calls refuse positions outside with IndexError; in a compiled graph
    they wrap around.

    Declared in jmx/ops/indexing.py.
    """
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, *, output_mean_var: Literal[True], axis: Int = -1, eps: Float = 1e-05, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Normalize `data` along `axis`, then scale by `gamma` and shift by `beta`, vectors of that axis' length.

    With `output_mean_var` also returns the mean and the standard deviation, with that axis of length one.

    Declared in jmx/ops/nn/layernorm.py.
    """
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int, eps: Float, output_mean_var: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Rectifiers that are not flat below zero.

    leaky, prelu  slope * x below zero; the slope of prelu is `gamma`, of one element or one per channel (axis 1)
    elu, selu     slope * (exp(x) - 1) below zero; selu has its own constants. The gradient of selu is its
                  derivative, scale * alpha * exp(x) below zero. MXNet's differs: it has scale * (alpha + y), with a
                  result y that has been scaled already, 0.59 in place of 0.65 at -1
    gelu          x * Phi(x), exactly
    rrelu         the slope is drawn from [lower_bound, upper_bound) for each element in training, else their mean;
                  also returns the slopes

    Declared in jmx/ops/nn/activation.py.
    """
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def log_softmax(data: ndarray, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The logarithm of softmax(data / temperature) along `axis`, in the type `dtype` if given.

    Declared in jmx/ops/nn/softmax.py.
    """
def masked_log_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of `masked_softmax`.

    data    array of a floating type
    mask    array that broadcasts to the shape of `data`; elements where it is 0 take no part
    axis    the axis, negative ones counting from the end
    temperature    divides `data`
    normalize    subtract the greatest element first, which avoids overflow

    Returns an array like `data`, minus infinity where the mask is 0. Raises MXNetError for integers and for masks that do not broadcast.

    Declared in jmx/ops/nn/masked_softmax.py.
    """
def masked_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Softmax of the elements that `mask` lets through.

    data    array of a floating type
    mask    array that broadcasts to the shape of `data`; elements where it is 0 take no part
    axis    the axis, negative ones counting from the end
    temperature    divides `data`
    normalize    subtract the greatest element first, which avoids overflow

    Returns an array like `data`, 0 where the mask is 0. Raises MXNetError for integers and for masks that do not broadcast.

    Declared in jmx/ops/nn/masked_softmax.py.
    """
def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Detections from a network's predictions.

    cls_prob    (batch, classes + 1, n): probabilities, of the background first
    loc_pred    (batch, 4 * n)
    anchor    (1, n, 4) by corners
    clip    keep the boxes inside of the image
    threshold    less probable ones are left out
    nms_threshold    boxes that overlap a better one of their class so much are suppressed
    force_suppress    let boxes suppress those of other classes too
    variances    what location predictions are multiplied by
    nms_topk    how many of the best to keep; -1 for all

    Returns (batch, n, 6): rows (class, probability, x1, y1, x2, y2), the best first; class -1 for what is suppressed, rows
    of -1 behind. Has a gradient of zero.

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
    variances    what location targets are divided by

    Returns location targets and mask, both (batch, 4 * n), and class targets (batch, n), 0 for background. Have gradients
    of zero.

    Declared in jmx/ops/multibox.py.
    """
def nonzero(x: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Positions of the elements that are not 0.

    x    array of any type

    Returns int64 positions of shape (number of elements, dimensions), an array without dimension counting as a vector.

    Declared in jmx/ops/npi/dynamic.py.
    """
def one_hot(indices: ndarray, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A new last dimension of size `depth`: `on_value` at the index, `off_value` elsewhere and for indices outside.

    Declared in jmx/ops/indexing.py.
    """
def pick(data: ndarray, index: ndarray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """One element of `data` along `axis` for each position of the other dimensions, as `index` says.

    Declared in jmx/ops/indexing.py.
    """
def pooling(data: ndarray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Largest, mean, total or p-norm of each window of `data` (batch, channels, *space), one to three spatial axes.

    `pooling_convention`: "valid" rounds the number of windows down, "full" up, "same" (one axis) covers the whole
    input. `count_include_pad` (default True) says whether padding counts in a mean. With `global_pool` the window is
    the whole feature map and `kernel`, `stride` and `pad` are ignored.

    Declared in jmx/ops/nn/pool.py.
    """
def relu(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """max(data, 0); the derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def reshape(a: ndarray, newshape: Shape = ..., reverse: bool = False, order: str = 'C', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with another shape, elements in the same order.

    a    array of any shape and type
    newshape    the shape; -1 follows from the others, -2 keeps a dimension, -3 drops one of length 1, -4 keeps all that are
                left, -5 merges two, -6 splits one into the two numbers that follow
    reverse    read both shapes from the right
    order    accepted as MXNet does, which goes through elements in C order whatever it says

    Returns an array of the type of `a`. Raises MXNetError if the number of elements differs and for other codes.

    Declared in jmx/ops/npi/rearrange.py.
    """
def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Replace dimensions [lhs_begin, lhs_end) of `lhs` by dimensions [rhs_begin, rhs_end) of `rhs`.

    Declared in jmx/ops/shape.py.
    """
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Run recurrent layers over `data` (time, batch, inputs).

    parameters        all weights, then all biases, in one vector
    state             (layers * directions, batch, state_size), or projection_size for the last axis with a projection
    state_cell        the same for the cells of an LSTM, always state_size
    sequence_length   (batch,) numbers of steps, with `use_sequence_length`; later outputs are zero
    p                 in training, the share of each layer's outputs but the last's that is dropped

    Returns the outputs (time, batch, directions * size) and with `state_outputs` the last states in the shapes given.

    Declared in jmx/ops/nn/rnn.py.
    """
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None, sequence_length: ndarray | None, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def roi_pooling(data: ndarray, rois: ndarray, pooled_size: Shape = ..., spatial_scale: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The largest element in each of `pooled_size` (rows, columns) bins of each region: (regions, channels,
    *pooled_size).

    data is (batch, channels, y, x); a row of rois is (image number, x1, y1, x2, y2), scaled by `spatial_scale`.

    Declared in jmx/ops/nn/roi.py.
    """
def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` with all elements from each sequence's length on set to `value`; without lengths, data itself.

    Declared in jmx/ops/nn/sequence.py.
    """
def shape_array(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The shape of `data` as a 1-D int64 array.

    Declared in jmx/ops/shape.py.
    """
def sigmoid(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logistic function, 1 / (1 + exp(-data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def slice(data: ndarray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements begin:end:step of each leading dimension; None stands for "from the start" or "to the end".

    Declared in jmx/ops/slicing.py.
    """
def smooth_l1(data: ndarray, scalar: Float = 1.0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2).

    data    array of any shape, of a numeric type
    scalar    where the parabola turns into straight lines

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/scalar.py.
    """
def softmax(data: ndarray, length: ndarray | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """exp(data / temperature), scaled to sum to one along `axis`, in the type `dtype` if given.

    With `use_length`, `length` has the shape of data without that axis; elements from that position on count as zero
    probability.

    Declared in jmx/ops/nn/softmax.py.
    """
def tensor_poisson(lam: ndarray, shape: Shape = (), dtype: DTypeLike | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`shape` Poisson samples for each mean.

    Declared in jmx/ops/random.py.
    """
@overload
def topk(data: ndarray, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The `k` largest (smallest with `is_ascend`) elements along `axis`: positions, values, both, or a mask of ones.

    k=0 means all. Positions have element type `dtype`, values and mask that of the data.

    Declared in jmx/ops/ordering.py.
    """
@overload
def topk(data: ndarray, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def topk(data: ndarray, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
