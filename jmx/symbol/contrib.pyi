# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Literal, Unpack
from jmx._typing import DTypeLike, Float, Floats, Int, NodeAttributes, Shape
from jmx.context import Context
from jmx.symbol._control_flow import cond as cond, foreach as foreach, while_loop as while_loop
from jmx.symbol.random import uniform as uniform
from jmx.symbol.symbol import Symbol as Symbol, full as full

def rand_zipfian(true_classes: Symbol, num_sampled: Int, range_max: Int) -> tuple[Symbol, Symbol, Symbol]: ...
def adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, rescale_grad: Any, lr: Float, eta: Float, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Float = 1e-08, wd: Float = 0, clip_gradient: Float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol: ...
def mp_adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, weight32: Symbol, rescale_grad: Any, lr: Float, eta: Float, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Float = 1e-08, wd: Float = 0, clip_gradient: Float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol: ...
from .op import CTCLoss as CTCLoss
from .op import ctc_loss as ctc_loss
def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Means over a grid of windows that cover the image, whatever its size.

    As mx.nd.contrib.AdaptiveAvgPooling2D.
    """
def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """BatchNorm followed by max(x, 0).

    As mx.nd.contrib.BatchNormWithReLU.
    """
def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: Int = 1, width: Int = 1, scale_height: Float | None = None, scale_width: Float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images resized by linear interpolation along both axes.

    As mx.nd.contrib.BilinearResize2D.
    """
def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Convolution that looks at each of its places moved by an offset.

    As mx.nd.contrib.DeformableConvolution.
    """
def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: Float = ..., output_dim: Int = ..., group_size: Int = ..., pooled_size: Int = ..., part_size: Int = 0, sample_per_part: Int = 1, trans_std: Float = 0.0, no_trans: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """PSROIPooling by interpolation, with bins that are moved by learned offsets.

    As mx.nd.contrib.DeformablePSROIPooling.
    """
def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, im2col_step: Int = 64, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Convolution that looks at each of its places moved by an offset, and weighs it.

    As mx.nd.contrib.ModulatedDeformableConvolution.
    """
def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Detections from a network's predictions.

    As mx.nd.contrib.MultiBoxDetection.
    """
def MultiBoxPrior(data: Symbol | None = None, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False, steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Anchor boxes around every place of a feature map, by corners relative to the image.

    As mx.nd.contrib.MultiBoxPrior.
    """
def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: Float = 0.5, ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0, negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0, variances: Floats = (0.1, 0.1, 0.2, 0.2), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """What a network should predict for anchors, given the boxes in the images.

    As mx.nd.contrib.MultiBoxTarget.
    """
def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, output_score: bool = False, iou_loss: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The best regions in each image of a batch, one after the other.

    As mx.nd.contrib.MultiProposal.
    """
def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: Float = ..., output_dim: Int = ..., pooled_size: Int = ..., group_size: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Position-sensitive means: each bin of a region has channels of its own.

    As mx.nd.contrib.PSROIPooling.
    """
def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, output_score: bool = False, iou_loss: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The best regions in an image, as rows (0, x1, y1, x2, y2).

    As mx.nd.contrib.Proposal.
    """
def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Shape = ..., spatial_scale: Float = ..., sample_ratio: Int = -1, position_sensitive: bool = False, aligned: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The mean of interpolated samples in each bin of each region of interest.

    As mx.nd.contrib.ROIAlign.
    """
def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Shape = ..., spatial_scale: Float = ..., sampling_ratio: Int = -1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """ROIAlign for rotated regions.

    As mx.nd.contrib.RROIAlign.
    """
def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The former name of Embedding with a row-sparse gradient.

    As mx.nd.contrib.SparseEmbedding.
    """
def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: Int = 1, key: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together.

    As mx.nd.contrib.SyncBatchNorm.
    """
def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: Float = 1e-05, atol: Float = 1e-08, equal_nan: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whether two arrays are equal within tolerances: abs(a - b) <= atol + rtol * abs(b) everywhere.

    As mx.nd.contrib.allclose.
    """
def arange_like(data: Symbol | None = None, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long.

    As mx.nd.contrib.arange_like.
    """
def backward_gradientmultiplier(data: Symbol | None = None, scalar: Float = 1.0, is_int: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The gradient of `gradientmultiplier`: `data` times `scalar`.

    As mx.nd.contrib.backward_gradientmultiplier.
    """
def backward_hawkesll(name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The gradient of `hawkesll`, which is no function to call.

    As mx.nd.contrib.backward_hawkesll.
    """
def backward_index_copy(name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The gradient of `index_copy`, which is no function to call.

    As mx.nd.contrib.backward_index_copy.
    """
def backward_quadratic(name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The gradient of `quadratic`, which is no function to call.

    As mx.nd.contrib.backward_quadratic.
    """
def bipartite_matching(data: Symbol | None = None, is_ascend: bool = False, threshold: Float = ..., topk: Int = -1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Pair rows with columns, the best scores first, each at most once.

    As mx.nd.contrib.bipartite_matching.
    """
def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of an array where a mask is not 0.

    As mx.nd.contrib.boolean_mask.
    """
def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0, std3: Float = 1.0, clip: Float = -1.0, format: Literal['center', 'corner'] | str = 'center', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode.

    As mx.nd.contrib.box_decode.
    """
def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """What a network should predict for anchors that were matched to boxes, and where that counts.

    As mx.nd.contrib.box_encode.
    """
def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['center', 'corner'] | str = 'corner', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Intersection over union of every box of `lhs` with every box of `rhs`.

    As mx.nd.contrib.box_iou.
    """
def box_nms(data: Symbol | None = None, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up.

    As mx.nd.contrib.box_nms.
    """
def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up.

    As mx.nd.contrib.box_non_maximum_suppression.
    """
def calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: Int = 255, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence.

    As mx.nd.contrib.calibrate_entropy.
    """
def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: Int = ..., processing_batch_size: Int = 32, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Every feature added, with its sign, to the place that it is assigned.

    As mx.nd.contrib.count_sketch.
    """
def dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['float32'] | str = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The numbers that 8-bit (or, from sums of products, 32-bit) integers stand for.

    As mx.nd.contrib.dequantize.
    """
def dgl_adjacency(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A graph's matrix with ones for its values.

    As mx.nd.contrib.dgl_adjacency.
    """
def dgl_csr_neighbor_non_uniform_sample(*data: Symbol, num_args: Int = 0, num_hops: Int = 1, num_neighbor: Int = 2, max_num_vertices: Int = 100, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Neighbourhoods of vertices, drawn from a graph, each vertex as probable as a vector says.

    As mx.nd.contrib.dgl_csr_neighbor_non_uniform_sample.
    """
def dgl_csr_neighbor_uniform_sample(*data: Symbol, num_args: Int = 0, num_hops: Int = 1, num_neighbor: Int = 2, max_num_vertices: Int = 100, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Neighbourhoods of vertices, drawn from a graph, all neighbours alike.

    As mx.nd.contrib.dgl_csr_neighbor_uniform_sample.
    """
def dgl_graph_compact(*data: Symbol, num_args: Int = 0, return_mapping: bool = ..., graph_sizes: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sampled graphs without the rows and columns of vertices that were not visited.

    As mx.nd.contrib.dgl_graph_compact.
    """
def dgl_subgraph(*data: Symbol, num_args: Int = 0, return_mapping: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """What a graph has between the vertices of each list.

    As mx.nd.contrib.dgl_subgraph.
    """
def div_sqrt_dim(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` divided by the square root of the length of its last axis, as scores of scaled attention are.

    As mx.nd.contrib.div_sqrt_dim.
    """
def dynamic_reshape(data: Symbol | None = None, shape: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The same elements in a shape that is computed: `reshape` with the shape in an array. MXNet has it from 2.0 on.

    As mx.nd.contrib.dynamic_reshape.
    """
def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of the edges from vertices to vertices.

    As mx.nd.contrib.edge_id.
    """
def fft(data: Symbol | None = None, compute_size: Int = 128, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The Fourier transform along the last axis.

    As mx.nd.contrib.fft.
    """
def getnnz(data: Symbol | None = None, axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The number of elements that a csr matrix stores.

    As mx.nd.contrib.getnnz.
    """
def gradientmultiplier(data: Symbol | None = None, scalar: Float = 1.0, is_int: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data`, whose gradient is multiplied by a number: a negative one reverses gradients.

    As mx.nd.contrib.gradientmultiplier.
    """
def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, epsilon: Float = 1e-05, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """AdaGrad with one history value for each row: history += mean of the row's squared gradients, then
    weight - lr * grad / sqrt(history + epsilon).

    As mx.nd.contrib.group_adagrad_update.
    """
def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The log likelihood of observed points under processes that excite themselves.

    As mx.nd.contrib.hawkesll.
    """
def ifft(data: Symbol | None = None, compute_size: Int = 128, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The real part of the inverse Fourier transform along the last axis, not divided by its length d.

    As mx.nd.contrib.ifft.
    """
def index_array(data: Symbol | None = None, axes: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The position of each element of an array.

    As mx.nd.contrib.index_array.
    """
def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A tensor with some of its rows replaced.

    As mx.nd.contrib.index_copy.
    """
def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size).

    As mx.nd.contrib.interleaved_matmul_encdec_qk.
    """
def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The encoder's values weighted by attention.

    As mx.nd.contrib.interleaved_matmul_encdec_valatt.
    """
def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size).

    As mx.nd.contrib.interleaved_matmul_selfatt_qk.
    """
def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Values weighted by attention, from interleaved projections.

    As mx.nd.contrib.interleaved_matmul_selfatt_valatt.
    """
def quadratic(data: Symbol | None = None, a: Float = 0.0, b: Float = 0.0, c: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """a * data**2 + b * data + c.

    As mx.nd.contrib.quadratic.
    """
def quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['int8', 'uint8'] | str = 'uint8', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8").

    As mx.nd.contrib.quantize.
    """
def quantize_asym(data: Symbol | None = None, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers as uint8 integers `data * scale + shift`, so that the range, or that of the data, becomes 0 to 255.

    As mx.nd.contrib.quantize_asym.
    """
def quantize_v2(data: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5.

    As mx.nd.contrib.quantize_v2.
    """
def quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet.

    As mx.nd.contrib.quantized_act.
    """
def quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """BatchNorm with its moving statistics, from int8 or uint8 integers to int8 ones.

    As mx.nd.contrib.quantized_batch_norm.
    """
def quantized_concat(*data: Symbol, num_args: Int = ..., dim: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays joined along an axis, as integers of one range, the widest: int8 if any is, else uint8.

    As mx.nd.contrib.quantized_concat.
    """
def quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Convolution in integers, in two or three dimensions, channels first, one group.

    As mx.nd.contrib.quantized_conv.
    """
def quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of two arrays of one shape.

    As mx.nd.contrib.quantized_elemwise_add.
    """
def quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: Float | None = None, max_calib_range: Float | None = None, enable_float_output: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The product of two int8 arrays of one shape.

    As mx.nd.contrib.quantized_elemwise_mul.
    """
def quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of an int8 table that integers name.

    As mx.nd.contrib.quantized_embedding.
    """
def quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An array of integers as a matrix.

    As mx.nd.contrib.quantized_flatten.
    """
def quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """data @ weight.T + bias in integers.

    As mx.nd.contrib.quantized_fully_connected.
    """
def quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Largest or mean integer of each window.

    As mx.nd.contrib.quantized_pooling.
    """
def quantized_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, data_scale: Symbol | None = None, data_shift: Symbol | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """LSTM layers over uint8 data, as `quantize_asym` makes it.

    As mx.nd.contrib.quantized_rnn.
    """
def requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data.

    As mx.nd.contrib.requantize.
    """
def round_ste(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves away from zero; gradients pass unchanged.

    As mx.nd.contrib.round_ste.
    """
def sign_ste(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign: -1, 0 or 1; gradients pass unchanged.

    As mx.nd.contrib.sign_ste.
    """
def sldwin_atten_context(score: Symbol | None = None, value: Symbol | None = None, dilation: Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on.

    As mx.nd.contrib.sldwin_atten_context.
    """
def sldwin_atten_mask_like(score: Symbol | None = None, dilation: Symbol | None = None, valid_length: Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on.

    As mx.nd.contrib.sldwin_atten_mask_like.
    """
def sldwin_atten_score(query: Symbol | None = None, key: Symbol | None = None, dilation: Symbol | None = None, w: Int = ..., symmetric: bool = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on.

    As mx.nd.contrib.sldwin_atten_score.
    """
