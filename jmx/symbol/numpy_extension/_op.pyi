# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Literal, Unpack, overload
from jmx._typing import DTypeLike, Float, Floats, Int, NodeAttributes, OptShape, Shape
from jmx.context import Context
from jmx.symbol.numpy._symbol import _Symbol

def activation(data: _Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """An activation function, applied to each element. As mx.npx.activation."""
def add_n(*args: _Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Sum of any number of arrays. As mx.npx.add_n."""
def arange_like(data: _Symbol | None = None, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long. As mx.npx.arange_like."""
def batch_dot(lhs: _Symbol | None = None, rhs: _Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Products of the matrices of two batches. As mx.npx.batch_dot."""
def batch_flatten(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. As mx.npx.batch_flatten."""
@overload
def batch_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`. As mx.npx.batch_norm."""
@overload
def batch_norm(data: _Symbol | None, gamma: _Symbol | None, beta: _Symbol | None, moving_mean: _Symbol | None, moving_var: _Symbol | None, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def batch_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
@overload
def batch_norm_with_relu(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """BatchNorm followed by max(x, 0). As mx.npx.batch_norm_with_relu."""
@overload
def batch_norm_with_relu(data: _Symbol | None, gamma: _Symbol | None, beta: _Symbol | None, moving_mean: _Symbol | None, moving_var: _Symbol | None, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def batch_norm_with_relu(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
def bipartite_matching(data: _Symbol | None = None, is_ascend: bool = False, threshold: Float = ..., topk: Int = -1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Pair rows with columns, the best scores first, each at most once. As mx.npx.bipartite_matching."""
def box_decode(data: _Symbol | None = None, anchors: _Symbol | None = None, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0, std3: Float = 1.0, clip: Float = -1.0, format: Literal['center', 'corner'] | str = 'center', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode. As mx.npx.box_decode."""
def box_encode(samples: _Symbol | None = None, matches: _Symbol | None = None, anchors: _Symbol | None = None, refs: _Symbol | None = None, means: _Symbol | None = None, stds: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """What a network should predict for anchors that were matched to boxes, and where that counts. As mx.npx.box_encode."""
def box_iou(lhs: _Symbol | None = None, rhs: _Symbol | None = None, format: Literal['center', 'corner'] | str = 'corner', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Intersection over union of every box of `lhs` with every box of `rhs`. As mx.npx.box_iou."""
def box_nms(data: _Symbol | None = None, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up. As mx.npx.box_nms."""
def broadcast_greater(lhs: _Symbol | None = None, rhs: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """1 where the first element is greater, else 0. The derivative is 0. As mx.npx.broadcast_greater."""
def broadcast_like(lhs: _Symbol | None = None, rhs: _Symbol | None = None, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`. As mx.npx.broadcast_like."""
def cast(data: _Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. As mx.npx.cast."""
def constraint_check(input: _Symbol | None = None, msg: str = 'Constraint violated.', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Whether all elements are true; the result multiplied into a computation makes it fail otherwise. As mx.npx.constraint_check."""
def contrib_calibrate_entropy(hist: _Symbol | None = None, hist_edges: _Symbol | None = None, num_quantized_bins: Int = 255, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence. As mx.npx.contrib_calibrate_entropy."""
def contrib_quantize(data: _Symbol | None = None, min_range: _Symbol | None = None, max_range: _Symbol | None = None, out_type: Literal['int8', 'uint8'] | str = 'uint8', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8"). As mx.npx.contrib_quantize."""
def contrib_quantize_v2(data: _Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5. As mx.npx.contrib_quantize_v2."""
def convolution(data: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Convolution over one, two or three spatial axes. As mx.npx.convolution."""
def ctc_loss(data: _Symbol | None = None, label: _Symbol | None = None, data_lengths: _Symbol | None = None, label_lengths: _Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. As mx.npx.ctc_loss."""
def deconvolution(data: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The transpose of a convolution, which maps a small feature map to a larger one. As mx.npx.deconvolution."""
def deformable_convolution(data: _Symbol | None = None, offset: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Convolution that looks at each of its places moved by an offset. As mx.npx.deformable_convolution."""
def digamma(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Logarithmic derivative of the gamma function. As mx.npx.digamma."""
def dropout(data: _Symbol | None = None, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Zeros in random places during training, as regularization. As mx.npx.dropout."""
def embedding(data: _Symbol | None = None, weight: _Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The rows of a table that integers name. As mx.npx.embedding."""
def erf(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Error function. As mx.npx.erf."""
def erfinv(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Inverse of the error function; NaN outside [-1, 1]. As mx.npx.erfinv."""
def fully_connected(data: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """A dense layer, data @ weight.T + bias. As mx.npx.fully_connected."""
def gamma(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Gamma function. As mx.npx.gamma."""
def gammaln(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Logarithm of the absolute gamma function. As mx.npx.gammaln."""
def gather_nd(data: _Symbol | None = None, indices: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Elements or slices at positions given by several coordinates. As mx.npx.gather_nd."""
@overload
def group_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, *, output_mean_var: Literal[True], num_groups: Int = 1, eps: Float = 0.001, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """MXNet 2.0's group normalization: as `GroupNorm`, but every channel is scaled and shifted by itself. As mx.npx.group_norm."""
@overload
def group_norm(data: _Symbol | None, gamma: _Symbol | None, beta: _Symbol | None, num_groups: Int, eps: Float, output_mean_var: Literal[True], name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def group_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, num_groups: Int = 1, eps: Float = 0.001, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
def index_add(a: _Symbol | None = None, ind: _Symbol | None = None, val: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`a` with `val` added at the positions `ind`; the array itself is left as it is. As mx.npx.index_add."""
def index_update(a: _Symbol | None = None, ind: _Symbol | None = None, val: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`a` with `val` written at the positions `ind`; the array itself is left as it is. As mx.npx.index_update."""
def instance_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, eps: Float = 0.001, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels. As mx.npx.instance_norm."""
def interleaved_matmul_encdec_qk(queries: _Symbol | None = None, keys_values: _Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size). As mx.npx.interleaved_matmul_encdec_qk."""
def interleaved_matmul_encdec_valatt(keys_values: _Symbol | None = None, attention: _Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The encoder's values weighted by attention. As mx.npx.interleaved_matmul_encdec_valatt."""
def interleaved_matmul_selfatt_qk(queries_keys_values: _Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size). As mx.npx.interleaved_matmul_selfatt_qk."""
def interleaved_matmul_selfatt_valatt(queries_keys_values: _Symbol | None = None, attention: _Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Values weighted by attention, from interleaved projections. As mx.npx.interleaved_matmul_selfatt_valatt."""
@overload
def layer_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, *, output_mean_var: Literal[True], axis: Int = -1, eps: Float = 1e-05, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis. As mx.npx.layer_norm."""
@overload
def layer_norm(data: _Symbol | None, gamma: _Symbol | None, beta: _Symbol | None, axis: Int, eps: Float, output_mean_var: Literal[True], name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def layer_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
@overload
def leaky_relu(data: _Symbol | None = None, gamma: _Symbol | None = None, *, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Rectifiers that are not flat below zero. As mx.npx.leaky_relu."""
@overload
def leaky_relu(data: _Symbol | None, gamma: _Symbol | None, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def leaky_relu(data: _Symbol | None = None, gamma: _Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
def log_softmax(data: _Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small. As mx.npx.log_softmax."""
def masked_log_softmax(data: _Symbol | None = None, mask: _Symbol | None = None, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Logarithm of `masked_softmax`. MXNet has it from 2.0 on. As mx.npx.masked_log_softmax."""
def masked_softmax(data: _Symbol | None = None, mask: _Symbol | None = None, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Softmax of the elements that `mask` lets through. MXNet has it from 2.0 on. As mx.npx.masked_softmax."""
def modulated_deformable_convolution(data: _Symbol | None = None, offset: _Symbol | None = None, mask: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, im2col_step: Int = 64, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Convolution that looks at each of its places moved by an offset, and weighs it. As mx.npx.modulated_deformable_convolution."""
def multibox_detection(cls_prob: _Symbol | None = None, loc_pred: _Symbol | None = None, anchor: _Symbol | None = None, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Detections from a network's predictions. As mx.npx.multibox_detection."""
def multibox_prior(data: _Symbol | None = None, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False, steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Anchor boxes around every place of a feature map, by corners relative to the image. As mx.npx.multibox_prior."""
def multibox_target(anchor: _Symbol | None = None, label: _Symbol | None = None, cls_pred: _Symbol | None = None, overlap_threshold: Float = 0.5, ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0, negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0, variances: Floats = (0.1, 0.1, 0.2, 0.2), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """What a network should predict for anchors, given the boxes in the images. As mx.npx.multibox_target."""
def nonzero(x: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Positions of the elements that are not 0. As mx.npx.nonzero."""
def norm(data: _Symbol | None = None, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes. As mx.npx.norm."""
def one_hot(indices: _Symbol | None = None, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Classes as rows with one element set: a new last dimension. As mx.npx.one_hot."""
def pad(data: _Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """A margin around the spatial dimensions of images. As mx.npx.pad."""
def pick(data: _Symbol | None = None, index: _Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. As mx.npx.pick."""
def pooling(data: _Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes. As mx.npx.pooling."""
def quantized_act(data: _Symbol | None = None, min_data: _Symbol | None = None, max_data: _Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet. As mx.npx.quantized_act."""
def quantized_conv(data: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, min_data: _Symbol | None = None, max_data: _Symbol | None = None, min_weight: _Symbol | None = None, max_weight: _Symbol | None = None, min_bias: _Symbol | None = None, max_bias: _Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Convolution in integers, in two or three dimensions, channels first, one group. As mx.npx.quantized_conv."""
def quantized_elemwise_add(lhs: _Symbol | None = None, rhs: _Symbol | None = None, lhs_min: _Symbol | None = None, lhs_max: _Symbol | None = None, rhs_min: _Symbol | None = None, rhs_max: _Symbol | None = None, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """The sum of two arrays of one shape. As mx.npx.quantized_elemwise_add."""
@overload
def quantized_elemwise_mul(lhs: _Symbol | None = None, rhs: _Symbol | None = None, lhs_min: _Symbol | None = None, lhs_max: _Symbol | None = None, rhs_min: _Symbol | None = None, rhs_max: _Symbol | None = None, *, enable_float_output: Literal[True], min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The product of two int8 arrays of one shape. As mx.npx.quantized_elemwise_mul."""
@overload
def quantized_elemwise_mul(lhs: _Symbol | None, rhs: _Symbol | None, lhs_min: _Symbol | None, lhs_max: _Symbol | None, rhs_min: _Symbol | None, rhs_max: _Symbol | None, min_calib_range: Float | None, max_calib_range: Float | None, enable_float_output: Literal[True], name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
@overload
def quantized_elemwise_mul(lhs: _Symbol | None = None, rhs: _Symbol | None = None, lhs_min: _Symbol | None = None, lhs_max: _Symbol | None = None, rhs_min: _Symbol | None = None, rhs_max: _Symbol | None = None, min_calib_range: Float | None = None, max_calib_range: Float | None = None, enable_float_output: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
def quantized_embedding(data: _Symbol | None = None, weight: _Symbol | None = None, min_weight: _Symbol | None = None, max_weight: _Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """The rows of an int8 table that integers name. As mx.npx.quantized_embedding."""
def quantized_flatten(data: _Symbol | None = None, min_data: _Symbol | None = None, max_data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """An array of integers as a matrix. As mx.npx.quantized_flatten."""
def quantized_fully_connected(data: _Symbol | None = None, weight: _Symbol | None = None, bias: _Symbol | None = None, min_data: _Symbol | None = None, max_data: _Symbol | None = None, min_weight: _Symbol | None = None, max_weight: _Symbol | None = None, min_bias: _Symbol | None = None, max_bias: _Symbol | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """data @ weight.T + bias in integers. As mx.npx.quantized_fully_connected."""
def quantized_pooling(data: _Symbol | None = None, min_data: _Symbol | None = None, max_data: _Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Largest or mean integer of each window. As mx.npx.quantized_pooling."""
def relu(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """max(data, 0); the derivative at 0 is 0. As mx.npx.relu."""
def requantize(data: _Symbol | None = None, min_range: _Symbol | None = None, max_range: _Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data. As mx.npx.requantize."""
def reshape(a: _Symbol | None = None, newshape: Shape = ..., reverse: bool = False, order: str = 'C', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`a` with another shape, elements in the same order. As mx.npx.reshape."""
def reshape_like(lhs: _Symbol | None = None, rhs: _Symbol | None = None, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`. As mx.npx.reshape_like."""
@overload
def rnn(data: _Symbol | None = None, parameters: _Symbol | None = None, state: _Symbol | None = None, state_cell: _Symbol | None = None, sequence_length: _Symbol | None = None, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """Recurrent layers over a whole sequence. As mx.npx.rnn."""
@overload
def rnn(data: _Symbol | None, parameters: _Symbol | None, state: _Symbol | None, state_cell: _Symbol | None, sequence_length: _Symbol | None, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def rnn(data: _Symbol | None = None, parameters: _Symbol | None = None, state: _Symbol | None = None, state_cell: _Symbol | None = None, sequence_length: _Symbol | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
def roi_pooling(data: _Symbol | None = None, rois: _Symbol | None = None, pooled_size: Shape = ..., spatial_scale: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The largest element in each bin of each region of interest. As mx.npx.roi_pooling."""
def round_ste(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Nearest whole number, halves away from zero; gradients pass unchanged. As mx.npx.round_ste."""
def scalar_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Poisson-distributed whole numbers, in a floating element type. As mx.npx.scalar_poisson."""
def sequence_last(data: _Symbol | None = None, sequence_length: _Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The last element of each sequence. As mx.npx.sequence_last."""
def sequence_mask(data: _Symbol | None = None, sequence_length: _Symbol | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`data` with all elements from each sequence's length on set to `value`. As mx.npx.sequence_mask."""
def sequence_reverse(data: _Symbol | None = None, sequence_length: _Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Each sequence backwards, its padding left in place. As mx.npx.sequence_reverse."""
def shape_array(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The shape of an array, as an array. As mx.npx.shape_array."""
def sigmoid(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Logistic function, 1 / (1 + exp(-data)). As mx.npx.sigmoid."""
def sign_ste(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Sign: -1, 0 or 1; gradients pass unchanged. As mx.npx.sign_ste."""
def sldwin_atten_context(score: _Symbol | None = None, value: _Symbol | None = None, dilation: _Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on. As mx.npx.sldwin_atten_context."""
def sldwin_atten_mask_like(score: _Symbol | None = None, dilation: _Symbol | None = None, valid_length: _Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on. As mx.npx.sldwin_atten_mask_like."""
def sldwin_atten_score(query: _Symbol | None = None, key: _Symbol | None = None, dilation: _Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on. As mx.npx.sldwin_atten_score."""
def slice(data: _Symbol | None = None, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Elements begin:end:step of each leading dimension. As mx.npx.slice."""
@overload
def slice_channel(data: _Symbol | None = None, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """An array cut into equal parts along a dimension. As mx.npx.slice_channel."""
@overload
def slice_channel(data: _Symbol | None, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
@overload
def slice_channel(data: _Symbol | None = None, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
def slice_like(data: _Symbol | None = None, shape_like: _Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """The leading part of an array that has the size of another one. As mx.npx.slice_like."""
def smooth_l1(data: _Symbol | None = None, scalar: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2). As mx.npx.smooth_l1."""
def softmax(data: _Symbol | None = None, length: _Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one. As mx.npx.softmax."""
def softsign(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """data / (1 + abs(data)). As mx.npx.softsign."""
def stop_gradient(data: _Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """`data`, through which no gradient flows. As mx.npx.stop_gradient."""
@overload
def sync_batch_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, *, output_mean_var: Literal[True], eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, ndev: Int = 1, key: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together. As mx.npx.sync_batch_norm."""
@overload
def sync_batch_norm(data: _Symbol | None, gamma: _Symbol | None, beta: _Symbol | None, moving_mean: _Symbol | None, moving_var: _Symbol | None, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], ndev: Int = 1, key: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def sync_batch_norm(data: _Symbol | None = None, gamma: _Symbol | None = None, beta: _Symbol | None = None, moving_mean: _Symbol | None = None, moving_var: _Symbol | None = None, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: Int = 1, key: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
def tensor_poisson(lam: _Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol:
    """Poisson-distributed samples, for each mean. As mx.npx.tensor_poisson."""
@overload
def topk(data: _Symbol | None = None, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones. As mx.npx.topk."""
@overload
def topk(data: _Symbol | None, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> list[_Symbol]: ...
@overload
def topk(data: _Symbol | None = None, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> _Symbol: ...
