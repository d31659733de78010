# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Literal, overload
from jmx._typing import DTypeLike, Float, Floats, Int, OptShape, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def activation(data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An activation function, applied to each element. As mx.nd.Activation."""
def add_n(*args: ndarray | Sequence[ndarray], num_args: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sum of any number of arrays. As mx.nd.add_n."""
def arange_like(data: ndarray, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long. As mx.nd.contrib.arange_like."""
def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Products of the matrices of two batches. As mx.nd.batch_dot."""
def batch_flatten(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. As mx.nd.flatten."""
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`. As mx.nd.BatchNorm."""
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """BatchNorm followed by max(x, 0). As mx.nd.contrib.BatchNormWithReLU."""
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def batch_norm_with_relu(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def bipartite_matching(data: ndarray, is_ascend: bool = False, threshold: Float = ..., topk: Int = -1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Pair rows with columns, the best scores first, each at most once. As mx.nd.contrib.bipartite_matching."""
def box_decode(data: ndarray, anchors: ndarray, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0, std3: Float = 1.0, clip: Float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode. As mx.nd.contrib.box_decode."""
def box_encode(samples: ndarray, matches: ndarray, anchors: ndarray, refs: ndarray, means: ndarray, stds: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """What a network should predict for anchors that were matched to boxes, and where that counts. As mx.nd.contrib.box_encode."""
def box_iou(lhs: ndarray, rhs: ndarray, format: Literal['center', 'corner'] | str = 'corner', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Intersection over union of every box of `lhs` with every box of `rhs`. As mx.nd.contrib.box_iou."""
def box_nms(data: ndarray, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up. As mx.nd.contrib.box_nms."""
def broadcast_greater(lhs: ndarray, rhs: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """1 where the first element is greater, else 0. The derivative is 0. As mx.nd.broadcast_greater."""
def broadcast_like(lhs: ndarray, rhs: ndarray, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`. As mx.nd.broadcast_like."""
def cast(data: ndarray, dtype: DTypeLike | None = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. As mx.nd.cast."""
def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Whether all elements are true; the result multiplied into a computation makes it fail otherwise. Declared in jmx/ops/npi/conditions.py.

    input    boolean array
    msg    what the error says

    Returns True as a boolean array without dimension. An element that is false is a ValueError, raised when the result is
    waited for. Raises MXNetError for other element types.

    Examples
    --------
    >>> mx.npx.constraint_check(mx.np.array([True, True], dtype="bool"), msg="a weight is negative").asnumpy().tolist()
    True
    """
def contrib_calibrate_entropy(hist: ndarray, hist_edges: ndarray, num_quantized_bins: Int = 255, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence. As mx.nd.contrib.calibrate_entropy."""
def contrib_quantize(data: ndarray, min_range: ndarray, max_range: ndarray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8"). As mx.nd.contrib.quantize."""
def contrib_quantize_v2(data: ndarray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5. As mx.nd.contrib.quantize_v2."""
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution over one, two or three spatial axes. As mx.nd.Convolution."""
def ctc_loss(data: ndarray, label: ndarray, data_lengths: ndarray | None = None, label_lengths: ndarray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. As mx.nd.CTCLoss."""
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The transpose of a convolution, which maps a small feature map to a larger one. As mx.nd.Deconvolution."""
def deformable_convolution(data: ndarray, offset: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution that looks at each of its places moved by an offset. As mx.nd.contrib.DeformableConvolution."""
def digamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithmic derivative of the gamma function. As mx.nd.digamma."""
def dropout(data: ndarray, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Zeros in random places during training, as regularization. As mx.nd.Dropout."""
def embedding(data: ndarray, weight: ndarray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The rows of a table that integers name. As mx.nd.Embedding."""
def erf(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Error function. As mx.nd.erf."""
def erfinv(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Inverse of the error function; NaN outside [-1, 1]. As mx.nd.erfinv."""
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A dense layer, data @ weight.T + bias. As mx.nd.FullyConnected."""
def gamma(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Gamma function. As mx.nd.gamma."""
def gammaln(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of the absolute gamma function. As mx.nd.gammaln."""
def gather_nd(data: ndarray, indices: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements or slices at positions given by several coordinates. As mx.nd.gather_nd."""
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, *, output_mean_var: Literal[True], num_groups: Int = 1, eps: Float = 0.001, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """MXNet 2.0's group normalization: as `GroupNorm`, but every channel is scaled and shifted by itself. Declared in jmx/ops/nn/layernorm.py.

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
    """
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, num_groups: Int, eps: Float, output_mean_var: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def group_norm(data: ndarray, gamma: ndarray, beta: ndarray, num_groups: Int = 1, eps: Float = 0.001, output_mean_var: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def index_add(a: ndarray, ind: ndarray, val: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with `val` added at the positions `ind`; the array itself is left as it is. Declared in jmx/ops/npi/positions.py.

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
    """
def index_update(a: ndarray, ind: ndarray, val: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with `val` written at the positions `ind`; the array itself is left as it is. Declared in jmx/ops/npi/positions.py.

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
    """
def instance_norm(data: ndarray, gamma: ndarray, beta: ndarray, eps: Float = 0.001, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels. As mx.nd.InstanceNorm."""
def interleaved_matmul_encdec_qk(queries: ndarray, keys_values: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size). As mx.nd.contrib.interleaved_matmul_encdec_qk."""
def interleaved_matmul_encdec_valatt(keys_values: ndarray, attention: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The encoder's values weighted by attention. As mx.nd.contrib.interleaved_matmul_encdec_valatt."""
def interleaved_matmul_selfatt_qk(queries_keys_values: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size). As mx.nd.contrib.interleaved_matmul_selfatt_qk."""
def interleaved_matmul_selfatt_valatt(queries_keys_values: ndarray, attention: ndarray, heads: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Values weighted by attention, from interleaved projections. As mx.nd.contrib.interleaved_matmul_selfatt_valatt."""
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, *, output_mean_var: Literal[True], axis: Int = -1, eps: Float = 1e-05, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis. As mx.nd.LayerNorm."""
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int, eps: Float, output_mean_var: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Rectifiers that are not flat below zero. As mx.nd.LeakyReLU."""
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def log_softmax(data: ndarray, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small. As mx.nd.log_softmax."""
def masked_log_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logarithm of `masked_softmax`. MXNet has it from 2.0 on. As mx.nd.masked_log_softmax."""
def masked_softmax(data: ndarray, mask: ndarray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Softmax of the elements that `mask` lets through. MXNet has it from 2.0 on. As mx.nd.masked_softmax."""
def modulated_deformable_convolution(data: ndarray, offset: ndarray, mask: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, im2col_step: Int = 64, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Convolution that looks at each of its places moved by an offset, and weighs it. As mx.nd.contrib.ModulatedDeformableConvolution."""
def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Detections from a network's predictions. As mx.nd.contrib.MultiBoxDetection."""
def multibox_prior(data: ndarray, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False, steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Anchor boxes around every place of a feature map, by corners relative to the image. As mx.nd.contrib.MultiBoxPrior."""
def multibox_target(anchor: ndarray, label: ndarray, cls_pred: ndarray, overlap_threshold: Float = 0.5, ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0, negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0, variances: Floats = (0.1, 0.1, 0.2, 0.2), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """What a network should predict for anchors, given the boxes in the images. As mx.nd.contrib.MultiBoxTarget."""
def nonzero(x: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Positions of the elements that are not 0. Declared in jmx/ops/npi/dynamic.py.

    x    array of any type

    Returns int64 positions of shape (number of elements, dimensions), an array without dimension counting as a vector.

    Examples
    --------
    >>> mx.npx.nonzero(mx.np.array([[0, 3], [5, 0]]))
    array([[0, 1],
           [1, 0]], dtype=int64)
    """
def norm(data: ndarray, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes. As mx.nd.norm."""
def one_hot(indices: ndarray, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Classes as rows with one element set: a new last dimension. As mx.nd.one_hot."""
def pad(data: ndarray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A margin around the spatial dimensions of images. As mx.nd.pad."""
def pick(data: ndarray, index: ndarray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. As mx.nd.pick."""
def pooling(data: ndarray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes. As mx.nd.Pooling."""
def quantized_act(data: ndarray, min_data: ndarray, max_data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet. As mx.nd.contrib.quantized_act."""
def quantized_conv(data: ndarray, weight: ndarray, bias: ndarray | None = None, min_data: ndarray | None = None, max_data: ndarray | None = None, min_weight: ndarray | None = None, max_weight: ndarray | None = None, min_bias: ndarray | None = None, max_bias: ndarray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Convolution in integers, in two or three dimensions, channels first, one group. As mx.nd.contrib.quantized_conv."""
def quantized_elemwise_add(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The sum of two arrays of one shape. As mx.nd.contrib.quantized_elemwise_add."""
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, *, enable_float_output: Literal[True], min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The product of two int8 arrays of one shape. As mx.nd.contrib.quantized_elemwise_mul."""
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None, max_calib_range: Float | None, enable_float_output: Literal[True], out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def quantized_elemwise_mul(lhs: ndarray, rhs: ndarray, lhs_min: ndarray, lhs_max: ndarray, rhs_min: ndarray, rhs_max: ndarray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, enable_float_output: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
def quantized_embedding(data: ndarray, weight: ndarray, min_weight: ndarray, max_weight: ndarray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The rows of an int8 table that integers name. As mx.nd.contrib.quantized_embedding."""
def quantized_flatten(data: ndarray, min_data: ndarray, max_data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """An array of integers as a matrix. As mx.nd.contrib.quantized_flatten."""
def quantized_fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, min_data: ndarray | None = None, max_data: ndarray | None = None, min_weight: ndarray | None = None, max_weight: ndarray | None = None, min_bias: ndarray | None = None, max_bias: ndarray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """data @ weight.T + bias in integers. As mx.nd.contrib.quantized_fully_connected."""
def quantized_pooling(data: ndarray, min_data: ndarray, max_data: ndarray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Largest or mean integer of each window. As mx.nd.contrib.quantized_pooling."""
def relu(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """max(data, 0); the derivative at 0 is 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.relu(nd.array([-2, 0, 0.5]))
    [0.  0.  0.5]
    <NDArray 3 @cpu(0)>
    """
def requantize(data: ndarray, min_range: ndarray, max_range: ndarray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data. As mx.nd.contrib.requantize."""
def reshape(a: ndarray, newshape: Shape = ..., reverse: bool = False, order: str = 'C', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`a` with another shape, elements in the same order. Declared in jmx/ops/npi/rearrange.py.

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
    """
def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`. As mx.nd.reshape_like."""
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """Recurrent layers over a whole sequence. As mx.nd.RNN."""
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None, sequence_length: ndarray | None, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def roi_pooling(data: ndarray, rois: ndarray, pooled_size: Shape = ..., spatial_scale: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The largest element in each bin of each region of interest. As mx.nd.ROIPooling."""
def round_ste(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Nearest whole number, halves away from zero; gradients pass unchanged. As mx.nd.contrib.round_ste."""
def scalar_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Poisson-distributed whole numbers, in a floating element type. As mx.nd.random_poisson."""
def sequence_last(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The last element of each sequence. As mx.nd.SequenceLast."""
def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data` with all elements from each sequence's length on set to `value`. As mx.nd.SequenceMask."""
def sequence_reverse(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Each sequence backwards, its padding left in place. As mx.nd.SequenceReverse."""
def shape_array(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The shape of an array, as an array. As mx.nd.shape_array."""
def sigmoid(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Logistic function, 1 / (1 + exp(-data)). Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sigmoid(nd.array([-2, 0, 2])).asnumpy().round(4)
    array([0.1192, 0.5   , 0.8808], dtype=float32)
    """
def sign_ste(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sign: -1, 0 or 1; gradients pass unchanged. As mx.nd.contrib.sign_ste."""
def sldwin_atten_context(score: ndarray, value: ndarray, dilation: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on. As mx.nd.contrib.sldwin_atten_context."""
def sldwin_atten_mask_like(score: ndarray, dilation: ndarray, valid_length: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on. As mx.nd.contrib.sldwin_atten_mask_like."""
def sldwin_atten_score(query: ndarray, key: ndarray, dilation: ndarray, w: Int = ..., symmetric: bool = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on. As mx.nd.contrib.sldwin_atten_score."""
def slice(data: ndarray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Elements begin:end:step of each leading dimension. As mx.nd.slice."""
@overload
def slice_channel(data: ndarray, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An array cut into equal parts along a dimension. As mx.nd.split."""
@overload
def slice_channel(data: ndarray, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
@overload
def slice_channel(data: ndarray, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
def slice_like(data: ndarray, shape_like: ndarray, axes: Shape = (), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The leading part of an array that has the size of another one. As mx.nd.slice_like."""
def smooth_l1(data: ndarray, scalar: Float = 1.0, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2). As mx.nd.smooth_l1."""
def softmax(data: ndarray, length: ndarray | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one. As mx.nd.softmax."""
def softsign(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """data / (1 + abs(data)). As mx.nd.softsign."""
def stop_gradient(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """`data`, through which no gradient flows. As mx.nd.stop_gradient."""
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, *, output_mean_var: Literal[True], eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together. As mx.nd.contrib.SyncBatchNorm."""
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def sync_batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: Int = 1, key: str = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
def tensor_poisson(lam: ndarray, shape: Shape = (), dtype: DTypeLike | None = None, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Poisson-distributed samples, for each mean. As mx.nd.sample_poisson."""
@overload
def topk(data: ndarray, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones. As mx.nd.topk."""
@overload
def topk(data: ndarray, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> list[ndarray]: ...
@overload
def topk(data: ndarray, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray: ...
