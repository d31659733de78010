# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, overload
from jmx._typing import DTypeLike, Float, Floats, Int, Shape
from jmx.context import Context
from jmx.ndarray.ndarray import NDArray
from jmx.ndarray._control_flow import cond as cond, foreach as foreach, while_loop as while_loop
from jmx.ndarray._updates import adabelief_update as adabelief_update, adamw_update as adamw_update, mp_adabelief_update as mp_adabelief_update, mp_adamw_update as mp_adamw_update, multi_adabelief_update as multi_adabelief_update, multi_adamw_update as multi_adamw_update, multi_lamb_update as multi_lamb_update, multi_mp_adabelief_update as multi_mp_adabelief_update, multi_mp_adamw_update as multi_mp_adamw_update, multi_mp_lamb_update as multi_mp_lamb_update
from jmx.ndarray.random import uniform as uniform

def isinf(data: NDArray) -> NDArray:
    ...
def isfinite(data: NDArray) -> NDArray:
    ...
def isnan(data: NDArray) -> NDArray:
    ...
def rand_zipfian(true_classes: NDArray, num_sampled: Int, range_max: Int, ctx: Context | None=None) -> tuple[NDArray, NDArray, NDArray]:
    ...
from .op import CTCLoss as CTCLoss
from .op import ctc_loss as ctc_loss
def AdaptiveAvgPooling2D(data: NDArray, output_size: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Means over a grid of windows that cover the image, whatever its size. Declared in jmx/ops/nn/pool.py.

    data    (batch, channels, y, x)
    output_size    (rows, columns) of the grid, or one number for a square; 1 by default

    Returns (batch, channels, rows, columns).

    Examples
    --------
    >>> nd.contrib.AdaptiveAvgPooling2D(nd.arange(16).reshape((1, 1, 4, 4)), output_size=2)
    [[[[ 2.5  4.5]
       [10.5 12.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """BatchNorm followed by max(x, 0). Declared in jmx/ops/nn/norm.py.

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
    """
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def BilinearResize2D(data: NDArray, like: NDArray | None = None, height: Int = 1, width: Int = 1, scale_height: Float | None = None, scale_width: Float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Images resized by linear interpolation along both axes. Declared in jmx/ops/nn/resample.py.

    data    (batch, channels, y, x)
    like    array whose last two axes are the new size, for mode "like"
    height, width    the new size, for mode "size"
    scale_height, scale_width    factors: of mode "size" in place of height and width, and of "odd_scale"
    mode    "size" to the size given; "like" to that of a second input; "odd_scale" by the scales, odd lengths staying odd;
            "to_even_down", "to_even_up", "to_odd_down", "to_odd_up" to the next even or odd length
    align_corners    corner pixels keep their places; False aligns the edges of the image

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> nd.contrib.BilinearResize2D(nd.array([[[[0, 4], [8, 12]]]]), height=3, width=3)
    [[[[ 0.  2.  4.]
       [ 4.  6.  8.]
       [ 8. 10. 12.]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
def DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolution that looks at each of its places moved by an offset. Declared in jmx/ops/nn/deformable.py.

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
    """
def DeformablePSROIPooling(data: NDArray, rois: NDArray, trans: NDArray | None = None, spatial_scale: Float = ..., output_dim: Int = ..., group_size: Int = ..., pooled_size: Int = ..., part_size: Int = 0, sample_per_part: Int = 1, trans_std: Float = 0.0, no_trans: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """PSROIPooling by interpolation, with bins that are moved by learned offsets. Declared in jmx/ops/nn/roi_align.py.

    data    (batch, output_dim * group_size**2, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
    trans    (regions, 2 * classes, part_size, part_size): offsets (x, y) in sizes of the region; left out with `no_trans`
    spatial_scale    what coordinates are multiplied by
    output_dim    channels of the output
    group_size    groups of channels along each axis
    pooled_size    the number of rows, and of columns, of bins
    part_size    the number of rows, and of columns, of offsets; 0 for pooled_size
    sample_per_part    samples in a bin along each axis
    trans_std    what offsets are multiplied by
    no_trans    leave the bins where they are

    Returns (regions, output_dim, pooled_size, pooled_size). `rois` have a gradient of zero.

    Examples
    --------
    >>> x, roi, still = nd.ones((1, 4, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), nd.zeros((1, 2, 2, 2))
    >>> nd.contrib.DeformablePSROIPooling(
    ...     x, roi, still, spatial_scale=1, output_dim=1, group_size=2, pooled_size=2, sample_per_part=2
    ... )[0].shape
    (1, 2, 2)
    """
def ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, im2col_step: Int = 64, layout: Literal['NCW', 'NCHW', 'NCDHW'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolution that looks at each of its places moved by an offset, and weighs it. Declared in jmx/ops/nn/deformable.py.

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
    """
def MultiBoxDetection(cls_prob: NDArray, loc_pred: NDArray, anchor: NDArray, clip: bool = True, threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5, force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2), nms_topk: Int = -1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Detections from a network's predictions. Declared in jmx/ops/multibox.py.

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
    """
def MultiBoxPrior(data: NDArray, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False, steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Anchor boxes around every place of a feature map, by corners relative to the image. Declared in jmx/ops/multibox.py.

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
    """
def MultiBoxTarget(anchor: NDArray, label: NDArray, cls_pred: NDArray, overlap_threshold: Float = 0.5, ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0, negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0, variances: Floats = (0.1, 0.1, 0.2, 0.2), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """What a network should predict for anchors, given the boxes in the images. Declared in jmx/ops/multibox.py.

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
    """
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, *, output_score: Literal[True], rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The best regions in each image of a batch, one after the other. Declared in jmx/ops/proposal.py.

    cls_prob    (batch, 2 * anchors, height, width): probabilities of background, then of objects
    bbox_pred    (batch, 4 * anchors, height, width): what a network predicts for the anchors
    im_info    (batch, 3): height, width and scale of each image
    rpn_pre_nms_top_n    how many of the best to look at
    rpn_post_nms_top_n    how many regions to return; too few are repeated
    threshold    regions that overlap a better one more are left out
    rpn_min_size    the least height and width, at scale 1
    scales, ratios    of the anchors, one for each pair
    feature_stride    the distance of places in the image
    output_score    return their probabilities (rpn_post_nms_top_n, 1) too
    iou_loss    bbox_pred moves the corners

    Returns (batch * rpn_post_nms_top_n, 5): rows (image number, x1, y1, x2, y2). Has a gradient of zero.

    Examples
    --------
    >>> probabilities, boxes = nd.ones((2, 2, 4, 4)) / 2, nd.zeros((2, 4, 4, 4))
    >>> size = nd.array([[64, 64, 1], [64, 64, 1]])
    >>> nd.contrib.MultiProposal(
    ...     probabilities, boxes, size, scales=(2,), ratios=(1,), rpn_pre_nms_top_n=8, rpn_post_nms_top_n=3
    ... ).shape
    (6, 5)
    """
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: Int, rpn_post_nms_top_n: Int, threshold: Float, rpn_min_size: Int, scales: Floats, ratios: Floats, feature_stride: Int, output_score: Literal[True], iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, output_score: bool = False, iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def PSROIPooling(data: NDArray, rois: NDArray, spatial_scale: Float = ..., output_dim: Int = ..., pooled_size: Int = ..., group_size: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Position-sensitive means: each bin of a region has channels of its own. Declared in jmx/ops/nn/roi_align.py.

    data    (batch, output_dim * group_size**2, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
    spatial_scale    what coordinates are multiplied by
    output_dim    channels of the output
    pooled_size    the number of rows, and of columns, of bins
    group_size    groups of channels along each axis; 0 for pooled_size

    Returns (regions, output_dim, pooled_size, pooled_size). Only `data` has a gradient other than zero.

    Examples
    --------
    >>> x = nd.arange(4).reshape((1, 4, 1, 1)).broadcast_to((1, 4, 4, 4))
    >>> nd.contrib.PSROIPooling(x, nd.array([[0, 0, 0, 3, 3]]), spatial_scale=1, output_dim=1, pooled_size=2)
    [[[[0. 1.]
       [2. 3.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, *, output_score: Literal[True], rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The best regions in an image, as rows (0, x1, y1, x2, y2). Declared in jmx/ops/proposal.py.

    cls_prob    (1, 2 * anchors, height, width): probabilities, of the background first
    bbox_pred    (1, 4 * anchors, height, width): how the anchors move
    im_info    (1, 3): height, width and scale of the image
    rpn_pre_nms_top_n    how many of the best to look at
    rpn_post_nms_top_n    how many regions to return; too few are repeated
    threshold    regions that overlap a better one more are left out
    rpn_min_size    the least height and width, at scale 1
    scales, ratios    of the anchors, one for each pair
    feature_stride    the distance of places in the image
    output_score    return their probabilities (rpn_post_nms_top_n, 1) too
    iou_loss    bbox_pred moves the corners

    Returns (rpn_post_nms_top_n, 5). Has a gradient of zero.

    Examples
    --------
    >>> probabilities, boxes, size = nd.ones((1, 2, 4, 4)) / 2, nd.zeros((1, 4, 4, 4)), nd.array([[64, 64, 1]])
    >>> nd.contrib.Proposal(
    ...     probabilities, boxes, size, scales=(2,), ratios=(1,), rpn_pre_nms_top_n=8, rpn_post_nms_top_n=3
    ... ).shape
    (3, 5)
    """
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: Int, rpn_post_nms_top_n: Int, threshold: Float, rpn_min_size: Int, scales: Floats, ratios: Floats, feature_stride: Int, output_score: Literal[True], iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: Int = 6000, rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16, output_score: bool = False, iou_loss: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def ROIAlign(data: NDArray, rois: NDArray, pooled_size: Shape = ..., spatial_scale: Float = ..., sample_ratio: Int = -1, position_sensitive: bool = False, aligned: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The mean of interpolated samples in each bin of each region of interest. Declared in jmx/ops/nn/roi_align.py.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2; an image number below 0 for none: zeros
    pooled_size    (rows, columns) of bins
    spatial_scale    what coordinates are multiplied by, such as 1 / 16 for a map 16 times smaller than its image
    sample_ratio    samples in a bin along each axis; by default as many as it covers places
    position_sensitive    every bin has channels of its own: channels / (rows * columns) are left
    aligned    move regions by half a place, so that places are points

    Returns (regions, channels, *pooled_size). Only `data` has a gradient other than zero.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.contrib.ROIAlign(x, nd.array([[0, 0, 0, 2, 2]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[2.5 3.5]
       [6.5 7.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
def RROIAlign(data: NDArray, rois: NDArray, pooled_size: Shape = ..., spatial_scale: Float = ..., sampling_ratio: Int = -1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """ROIAlign for rotated regions. Declared in jmx/ops/nn/roi_align.py.

    data    (batch, channels, y, x)
    rois    (regions, 6): image number, x, y of the middle, width, height and an angle in degrees
    pooled_size    (rows, columns) of bins
    spatial_scale    what places and sizes are multiplied by
    sampling_ratio    samples in a bin along each axis; by default as many as it covers places

    Returns (regions, channels, *pooled_size). Has no gradient.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.contrib.RROIAlign(x, nd.array([[0, 1, 1, 2, 2, 0]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[2.5 3.5]
       [6.5 7.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The former name of Embedding with a row-sparse gradient. Declared in jmx/ops/nn/dense.py.

    deterministic    without effect: gradients are always summed in one order
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
    >>> nd.contrib.SparseEmbedding(nd.array([2, 1]), table, input_dim=3, output_dim=2)
    [[ 2. 20.]
     [ 1. 10.]]
    <NDArray 2x2 @cpu(0)>
    """
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, *, output_mean_var: Literal[True], eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, ndev: Int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together. Declared in jmx/ops/nn/norm.py.

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
    """
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], ndev: Int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: Int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def allclose(a: NDArray, b: NDArray, rtol: Float = 1e-05, atol: Float = 1e-08, equal_nan: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whether two arrays are equal within tolerances: abs(a - b) <= atol + rtol * abs(b) everywhere. Declared in jmx/ops/reduce.py.

    a, b    arrays of one shape and type
    rtol, atol    relative and absolute tolerance
    equal_nan    whether NaN equals NaN

    Returns a uint8 array without dimension, 1 or 0. Raises MXNetError for different shapes or types.

    Examples
    --------
    >>> nd.contrib.allclose(nd.array([1, 2]), nd.array([1, 2.5]), rtol=0.5)
    1
    <NDArray  @cpu(0)>
    """
def arange_like(data: NDArray, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: Context | str | None = '', axis: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long. Declared in jmx/ops/creation.py.

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
    """
def backward_gradientmultiplier(data: NDArray, scalar: Float = 1.0, is_int: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The gradient of `gradientmultiplier`: `data` times `scalar`. Declared in jmx/ops/gradient.py.

    data    array of any shape
    scalar    the factor
    is_int    accepted for the sake of graphs that name it

    Returns an array like `data`.

    Examples
    --------
    >>> nd.contrib.backward_gradientmultiplier(nd.array([1, 2]), scalar=3.0)
    [3. 6.]
    <NDArray 2 @cpu(0)>
    """
def backward_hawkesll(out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The gradient of `hawkesll`, which is no function to call. Declared in jmx/ops/gradient.py.

    Returns nothing. Raises MXNetError always, as in MXNet: record `hawkesll` and call `backward`, as in the example.

    Examples
    --------
    >>> rate = nd.ones((1, 1))
    >>> rate.attach_grad()
    >>> lags, marks = nd.array([[1, 1]]), nd.zeros((1, 2), dtype="int32")    # two points, 1 and 2
    >>> with mx.autograd.record():
    ...     likelihood, state = nd.contrib.hawkesll(
    ...         rate, nd.zeros(1), nd.ones(1), nd.zeros((1, 1)), lags, marks, nd.array([2]), nd.array([3])
    ...     )
    >>> likelihood.backward()
    >>> rate.grad    # of 2 * log(rate) - 3 * rate
    [[-1.]]
    <NDArray 1x1 @cpu(0)>
    """
def backward_index_copy(out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The gradient of `index_copy`, which is no function to call. Declared in jmx/ops/gradient.py.

    Returns nothing. Raises MXNetError always, as in MXNet: record `index_copy` and call `backward`, as in the example.

    Examples
    --------
    >>> x, rows = nd.zeros((3, 2)), nd.array([[1, 2], [3, 4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.index_copy(x, nd.array([2, 0], dtype="int32"), rows)
    >>> y.backward()
    >>> x.grad    # rows 0 and 2 were overwritten
    [[0. 0.]
     [1. 1.]
     [0. 0.]]
    <NDArray 3x2 @cpu(0)>
    """
def backward_quadratic(out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The gradient of `quadratic`, which is no function to call. Declared in jmx/ops/gradient.py.

    Returns nothing. Raises MXNetError always, as in MXNet: record `quadratic` and call `backward`, as in the example.

    Examples
    --------
    >>> x = nd.array([0, 1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.quadratic(x, a=1, b=2, c=3)
    >>> y.backward()
    >>> x.grad    # 2 * a * x + b
    [2. 4. 6.]
    <NDArray 3 @cpu(0)>
    """
def bipartite_matching(data: NDArray, is_ascend: bool = False, threshold: Float = ..., topk: Int = -1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Pair rows with columns, the best scores first, each at most once. Declared in jmx/ops/boxes.py.

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
    """
def boolean_mask(data: NDArray, index: NDArray, axis: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The rows of an array where a mask is not 0. Declared in jmx/ops/indexing.py.

    data    array of one dimension or more
    index    (n,) for the n rows of `data`: the mask. It gets no gradient.
    axis    must be 0

    Returns as many rows as there are elements other than 0 in `index`, so that the shape depends on values. Raises MXNetError for
    another axis, or a mask of another length.

    Examples
    --------
    >>> nd.contrib.boolean_mask(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([1, 0, 1]))
    [[1. 2.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    """
def box_decode(data: NDArray, anchors: NDArray, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0, std3: Float = 1.0, clip: Float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode. Declared in jmx/ops/boxes.py.

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
    """
def box_encode(samples: NDArray, matches: NDArray, anchors: NDArray, refs: NDArray, means: NDArray, stds: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """What a network should predict for anchors that were matched to boxes, and where that counts. Declared in jmx/ops/boxes.py.

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
    """
def box_iou(lhs: NDArray, rhs: NDArray, format: Literal['center', 'corner'] | str = 'corner', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Intersection over union of every box of `lhs` with every box of `rhs`. Declared in jmx/ops/boxes.py.

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
    """
def box_nms(data: NDArray, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up. Declared in jmx/ops/boxes.py.

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
    """
def box_non_maximum_suppression(data: NDArray, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1, coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up. As mx.nd.contrib.box_nms."""
def calibrate_entropy(hist: NDArray, hist_edges: NDArray, num_quantized_bins: Int = 255, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence. Declared in jmx/ops/quantize.py.

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
    """
def count_sketch(data: NDArray, h: NDArray, s: NDArray, out_dim: Int = ..., processing_batch_size: Int = 32, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Every feature added, with its sign, to the place that it is assigned. Declared in jmx/ops/fourier.py.

    data    (n, features)
    h    (1, features): the places, from 0 to out_dim - 1
    s    (1, features): the signs, 1 or -1
    out_dim    how many places there are
    processing_batch_size    accepted, without effect

    Returns (n, out_dim). Only `data` has a gradient other than zero.

    Examples
    --------
    Features 0 and 2 go to place 0, the latter with a minus; feature 1 goes to place 1.

    >>> nd.contrib.count_sketch(nd.array([[1, 2, 3]]), nd.array([[0, 1, 0]]), nd.array([[1, 1, -1]]), out_dim=2)
    [[-2.  2.]]
    <NDArray 1x2 @cpu(0)>
    """
def dequantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['float32'] | str = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The numbers that 8-bit (or, from sums of products, 32-bit) integers stand for. Declared in jmx/ops/quantize.py.

    data    int8, uint8 or int32 array
    min_range, max_range    float32, shape (1,): the range that they stand for
    out_type    "float32"

    Returns a float32 array.

    Examples
    --------
    >>> x = nd.array([-127, 0, 64], dtype="int8")
    >>> nd.contrib.dequantize(x, nd.array([-127]), nd.array([127])).round()
    [-127.    0.   64.]
    <NDArray 3 @cpu(0)>
    """
def dgl_adjacency(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A graph's matrix with ones for its values. Declared in jmx/ops/graph_sampling.py.

    data    the graph, csr of int64, (n, n)

    Returns csr of float32, (n, n).

    Examples
    --------
    >>> graph = nd.sparse.csr_matrix((np.array([5, 6]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2), dtype="int64")
    >>> nd.contrib.dgl_adjacency(graph).asnumpy()
    array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
def dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Int = 0, num_hops: Int = 1, num_neighbor: Int = 2, max_num_vertices: Int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """Neighbourhoods of vertices, drawn from a graph, each vertex as probable as a vector says. Declared in jmx/ops/graph_sampling.py.

    data    the graph, csr of int64, (n, n); the probabilities, float32, (n,); then one list of vertices to start from or more
    num_args    number of inputs
    num_hops    how far to go
    num_neighbor    how many neighbours of a vertex are drawn
    max_num_vertices    how many vertices are visited at most

    Returns what the uniform one returns, with the probabilities of the vertices visited, float32 (max_num_vertices,), before
    the hops.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start, chances = nd.array([0], dtype="int64"), nd.array([1, 1, 1])
    >>> result = nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph, chances, start, max_num_vertices=2)
    >>> result[0]
    [0 1 2]
    <NDArray 3 @cpu(0)>
    """
def dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Int = 0, num_hops: Int = 1, num_neighbor: Int = 2, max_num_vertices: Int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """Neighbourhoods of vertices, drawn from a graph, all neighbours alike. Declared in jmx/ops/graph_sampling.py.

    data    the graph, csr of int64, (n, n); then one list of vertices to start from or more, int64, (m,)
    num_args    number of inputs
    num_hops    how far to go
    num_neighbor    how many neighbours of a vertex are drawn
    max_num_vertices    how many vertices are visited at most

    Returns for each list the vertices visited, ascending, int64, (max_num_vertices + 1,), their number in the last place;
    then for each list the edges drawn, csr (max_num_vertices, n); then for each list how many hops away each vertex is,
    (max_num_vertices,). Unused places are zero.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start = nd.array([0], dtype="int64")
    >>> vertices, edges, hops = nd.contrib.dgl_csr_neighbor_uniform_sample(graph, start, max_num_vertices=2)
    >>> vertices
    [0 1 2]
    <NDArray 3 @cpu(0)>
    """
def dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: Int = 0, return_mapping: bool = ..., graph_sizes: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """Sampled graphs without the rows and columns of vertices that were not visited. Declared in jmx/ops/graph_sampling.py.

    data    csr matrices from sampling; then as many lists of vertices, as sampling returns them
    num_args    number of inputs
    return_mapping    also return matrices with the values given
    graph_sizes    the number of vertices of each

    Returns for each a csr matrix (size, size) whose values number its edges, and with `return_mapping` behind them for each
    another one with the values of the matrix given.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start = nd.array([0], dtype="int64")
    >>> vertices, edges, hops = nd.contrib.dgl_csr_neighbor_uniform_sample(graph, start, max_num_vertices=5)
    >>> nd.contrib.dgl_graph_compact(edges, vertices, return_mapping=False, graph_sizes=(2,)).shape
    (2, 2)
    """
def dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: Int = 0, return_mapping: bool = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """What a graph has between the vertices of each list. Declared in jmx/ops/graph_sampling.py.

    data    the graph, csr of int64, (n, n); then one list of vertices or more, int64, ascending, (m,)
    num_args    number of inputs
    return_mapping    also return matrices with the graph's own values

    Returns for each list a csr matrix (m, m) whose values number its edges, and with `return_mapping` behind them for each
    list another one with the graph's own values.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> vertices = nd.array([0, 1], dtype="int64")
    >>> edges, original = nd.contrib.dgl_subgraph(graph, vertices, return_mapping=True)
    >>> original.asnumpy()
    array([[0, 1],
           [0, 0]])
    """
def div_sqrt_dim(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` divided by the square root of the length of its last axis, as scores of scaled attention are. Declared in jmx/ops/unary.py.

    data    array of one dimension or more, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.contrib.div_sqrt_dim(nd.array([[2, 4, 6, 8]]))
    [[1. 2. 3. 4.]]
    <NDArray 1x4 @cpu(0)>
    """
def dynamic_reshape(data: NDArray, shape: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The same elements in a shape that is computed: `reshape` with the shape in an array. MXNet has it from 2.0 on. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    shape    vector: the new shape, with the special values of `reshape`. It gets no gradient.

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `data`.

    Examples
    --------
    >>> nd.contrib.dynamic_reshape(nd.arange(6), nd.array([2, -1]))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    """
def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers of the edges from vertices to vertices. Declared in jmx/ops/graph_sampling.py.

    data    csr, (n, n): the number of each edge
    u, v    (m,): where edges begin, and where they end

    Returns (m,), in the element type of `data`; -1 where there is no edge.

    Examples
    --------
    >>> graph = nd.sparse.csr_matrix((np.array([5, 6]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2), dtype="float32")
    >>> nd.contrib.edge_id(graph, nd.array([0, 0]), nd.array([1, 0]))
    [ 5. -1.]
    <NDArray 2 @cpu(0)>
    """
def fft(data: NDArray, compute_size: Int = 128, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The Fourier transform along the last axis. Declared in jmx/ops/fourier.py.

    data    real numbers (..., d)
    compute_size    accepted, without effect

    Returns (..., 2 * d): real and imaginary parts by turns.

    Examples
    --------
    >>> nd.contrib.fft(nd.array([[1, 0, -1, 0]]))
    [[0. 0. 2. 0. 0. 0. 2. 0.]]
    <NDArray 1x8 @cpu(0)>
    """
def getnnz(data: NDArray, axis: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The number of elements that a csr matrix stores. Declared in jmx/ops/sparse.py.

    data    csr matrix
    axis    None counts all elements, 1 those of each row

    Returns int64, of shape (1,) or with one element for each row. Raises MXNetError for a dense array.

    Examples
    --------
    >>> nd.contrib.getnnz(nd.array([[0, 1], [2, 3]]).tostype("csr"))
    [3]
    <NDArray 1 @cpu(0)>
    """
def gradientmultiplier(data: NDArray, scalar: Float = 1.0, is_int: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data`, whose gradient is multiplied by a number: a negative one reverses gradients. Declared in jmx/ops/gradient.py.

    data    array of any shape, of a numeric type
    scalar    the factor
    is_int    accepted for the sake of graphs that name it

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.gradientmultiplier(x, scalar=-0.5)
    >>> y.backward()
    >>> y, x.grad
    (
    [1. 2.]
    <NDArray 2 @cpu(0)>,
    [-0.5 -0.5]
    <NDArray 2 @cpu(0)>)
    """
def group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, epsilon: Float = 1e-05, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """AdaGrad with one history value for each row: history += mean of the row's squared gradients, then
    weight - lr * grad / sqrt(history + epsilon). Declared in jmx/ops/optimizer.py.

    weight    the weight, of one dimension or more
    history    (rows, 1), zeros at first; updated in place
    epsilon    small number that keeps the divisor from zero
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad = nd.array([[1, 2]]), nd.array([[4, 4]]).tostype("row_sparse")
    >>> nd.contrib.group_adagrad_update(weight, grad, nd.zeros((1, 1)), lr=0.5, epsilon=0, out=weight)
    [[0.5 1.5]]
    <NDArray 1x2 @cpu(0)>
    """
def hawkesll(lda: NDArray, alpha: NDArray, beta: NDArray, state: NDArray, lags: NDArray, marks: NDArray, valid_length: NDArray, max_time: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The log likelihood of observed points under processes that excite themselves. Declared in jmx/ops/hawkes.py.

    The intensity of process k is lda[k] + alpha[k] * beta[k] * (the sum of exp(-beta[k] * age) over its former points).

    lda    (n, k): background intensities
    alpha, beta    (k,): branching ratios, and rates of decay
    state    (n, k): what earlier points contribute at the start
    lags    (n, t): times from point to point
    marks    (n, t), int32: the process of each point
    valid_length    (n,): how many points there are
    max_time    (n,): how long was observed

    Returns the likelihoods (n,) and the states at the end (n, k). Only lda, alpha and beta have gradients other than zero,
    those of the likelihoods.

    Examples
    --------
    >>> lags, marks = nd.array([[1, 1]]), nd.zeros((1, 2), dtype="int32")    # two points, 1 and 2
    >>> likelihood, state = nd.contrib.hawkesll(
    ...     nd.ones((1, 1)), nd.zeros(1), nd.ones(1), nd.zeros((1, 1)), lags, marks, nd.array([2]), nd.array([3])
    ... )
    >>> likelihood    # of a Poisson process of rate 1: -rate * max_time
    [-3.]
    <NDArray 1 @cpu(0)>
    """
def ifft(data: NDArray, compute_size: Int = 128, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The real part of the inverse Fourier transform along the last axis, not divided by its length d. Declared in jmx/ops/fourier.py.

    data    (..., 2 * d): real and imaginary parts by turns
    compute_size    accepted, without effect

    Returns (..., d).

    Examples
    --------
    As the result is not divided by d, it is d times what `fft` was given.

    >>> nd.contrib.ifft(nd.contrib.fft(nd.array([[1, 2, 3, 4]])))
    [[ 4.  8. 12. 16.]]
    <NDArray 1x4 @cpu(0)>
    """
def index_array(data: NDArray, axes: Shape | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The position of each element of an array. Declared in jmx/ops/indexing.py.

    data    array of any shape and type
    axes    the dimensions whose coordinates are wanted, in their order, negative ones counting from the end; all by default

    Returns int64 coordinates in a new last dimension. Raises MXNetError if a dimension does not exist.

    Examples
    --------
    >>> nd.contrib.index_array(nd.zeros((2, 2)), axes=(1, 0))
    [[[0 0]
      [1 0]]
     [[0 1]
      [1 1]]]
    <NDArray 2x2x2 @cpu(0)>
    """
def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A tensor with some of its rows replaced. Declared in jmx/ops/indexing.py.

    old_tensor    array of one dimension or more
    index_vector    (n,): positions of rows; those outside are passed over
    new_tensor    the n rows that replace them

    Returns an array like `old_tensor`. Raises MXNetError if shapes do not fit together.

    Examples
    --------
    >>> x, rows = nd.zeros((3, 2)), nd.array([[1, 2], [3, 4]])
    >>> nd.contrib.index_copy(x, nd.array([2, 0], dtype="int32"), rows)
    [[3. 4.]
     [0. 0.]
     [1. 2.]]
    <NDArray 3x2 @cpu(0)>
    """
def interleaved_matmul_encdec_qk(queries: NDArray, keys_values: NDArray, heads: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size). Declared in jmx/ops/attention.py.

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
    """
def interleaved_matmul_encdec_valatt(keys_values: NDArray, attention: NDArray, heads: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The encoder's values weighted by attention. Declared in jmx/ops/attention.py.

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
    """
def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray, heads: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size). Declared in jmx/ops/attention.py.

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
    """
def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, heads: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Values weighted by attention, from interleaved projections. Declared in jmx/ops/attention.py.

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
    """
def quadratic(data: NDArray, a: Float = 0.0, b: Float = 0.0, c: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """a * data**2 + b * data + c. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type
    a, b, c    coefficients

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.contrib.quadratic(nd.array([0, 1, 2]), a=1, b=2, c=3)
    [ 3.  6. 11.]
    <NDArray 3 @cpu(0)>
    """
def quantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8"). Declared in jmx/ops/quantize.py.

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
    """
def quantize_asym(data: NDArray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Numbers as uint8 integers `data * scale + shift`, so that the range, or that of the data, becomes 0 to 255. Declared in jmx/ops/quantize.py.

    data    float32; int8 is moved up by 128 and uint8 stays as it is
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, the scale and the shift, float32 of shape (1,).

    Examples
    --------
    >>> mx.sym.contrib.quantize_asym(mx.sym.var("x"), name="q").list_outputs()
    ['q_output', 'q_scale', 'q_shift']
    """
def quantize_v2(data: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5. Declared in jmx/ops/quantize.py.

    data    float32 array
    out_type    "int8", "uint8", or "auto": "uint8" where min_calib_range is not negative, else "int8"
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> nd.contrib.quantize_v2(nd.array([-127, 0, 64]), min_calib_range=-127, max_calib_range=127)[0]
    [-128    0   64]
    <NDArray 3 @cpu(0)>
    """
def quantized_act(data: NDArray, min_data: NDArray, max_data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet. Declared in jmx/ops/quantized_arrays.py.

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
    """
def quantized_batch_norm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, min_data: NDArray, max_data: NDArray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """BatchNorm with its moving statistics, from int8 or uint8 integers to int8 ones. Declared in jmx/ops/quantized.py.

    data    int8 or uint8, (batch, channels, *space)
    gamma, beta    float32, (channels,): factor and shift; gamma counts whatever fix_gamma says
    moving_mean, moving_var    float32, (channels,): the statistics, which stay as they are
    min_data, max_data    float32, shape (1,): the range that the data stand for
    min_calib_range, max_calib_range    the range of the result, needed
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too
    output_mean_var    also return the mean and the inverse standard deviation
    axis    the axis of the channels
    cudnn_off    accepted, without effect

    Returns the integers and the range that they stand for.

    Examples
    --------
    >>> x, one, zero = nd.array([[[[64, -64]]]], dtype="int8"), nd.ones(1), nd.zeros(1)
    >>> low, high = nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_batch_norm(
    ...     x, one, zero, zero, one, low, high, eps=0.001, min_calib_range=-127, max_calib_range=127
    ... )[0].shape
    (1, 1, 1, 2)
    """
def quantized_concat(*data: NDArray | Sequence[NDArray], num_args: Int = ..., dim: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Arrays joined along an axis, as integers of one range, the widest: int8 if any is, else uint8. Declared in jmx/ops/quantized_arrays.py.

    data    num_args arrays, int8 or uint8, then for each of them its range: minimum and maximum, float32 of shape (1,)
    num_args    number of arrays
    dim    the axis

    Returns the integers and the range that they stand for.

    Examples
    --------
    >>> x, low, high = nd.ones((1, 2), dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_concat(x, x, low, high, low, high, num_args=2)[0]
    [[1 1 1 1]]
    <NDArray 1x4 @cpu(0)>
    """
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Convolution in integers, in two or three dimensions, channels first, one group. Declared in jmx/ops/quantized.py.

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
    """
def quantized_elemwise_add(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The sum of two arrays of one shape. Declared in jmx/ops/quantized_arrays.py.

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
    """
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, *, enable_float_output: Literal[True], min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The product of two int8 arrays of one shape. Declared in jmx/ops/quantized_arrays.py.

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
    """
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: Float | None, max_calib_range: Float | None, enable_float_output: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: Float | None = None, max_calib_range: Float | None = None, enable_float_output: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
def quantized_embedding(data: NDArray, weight: NDArray, min_weight: NDArray, max_weight: NDArray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The rows of an int8 table that integers name. Declared in jmx/ops/quantized.py.

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
    """
def quantized_flatten(data: NDArray, min_data: NDArray, max_data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """An array of integers as a matrix. Declared in jmx/ops/quantized_arrays.py.

    data    int8 or uint8, (n, ...)
    min_data, max_data    float32, shape (1,): the range that it stands for

    Returns the integers, (n, rest), and the range, unchanged.

    Examples
    --------
    >>> x = nd.ones((2, 3, 4), dtype="int8")
    >>> nd.contrib.quantized_flatten(x, nd.array([-127]), nd.array([127]))[0].shape
    (2, 12)
    """
def quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """data @ weight.T + bias in integers. Declared in jmx/ops/quantized.py.

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
    """
def quantized_pooling(data: NDArray, min_data: NDArray, max_data: NDArray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Largest or mean integer of each window. Declared in jmx/ops/quantized_arrays.py.

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
    """
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """LSTM layers over uint8 data, as `quantize_asym` makes it. Declared in jmx/ops/nn/quantized_rnn.py.

    data    (time, batch, inputs), uint8
    parameters    float32, all weights, then all biases, as RNN takes them; rows of weights become int8 in here
    state, state_cell    float32, (layers * directions, batch, state_size)
    data_scale, data_shift    float32, shape (1,): data are uint8 numbers `x * data_scale + data_shift`; outputs of the layers
        are rounded to such numbers too
    mode    "lstm"
    projection_size    not supported
    p    accepted, without effect
    state_size    numbers in a state
    num_layers    layers on top of each other
    bidirectional    run each layer in both directions and join the outputs
    state_outputs    also return the last states
    lstm_state_clip_min, lstm_state_clip_max    of "lstm": limits of the cells
    lstm_state_clip_nan    accepted, without effect
    use_sequence_length    whether `sequence_length` is an input

    Returns float32 outputs (time, batch, directions * state_size) and with `state_outputs` the last states. Raises MXNetError
    for other modes and for a projection. Has no gradient.

    Examples
    --------
    >>> net = mx.sym.contrib.quantized_rnn(mx.sym.var("x", dtype="uint8"), mode="lstm", state_size=4, num_layers=1)
    >>> net.infer_shape(x=(3, 2, 5))[1]
    [(3, 2, 4)]
    """
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def requantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data. Declared in jmx/ops/quantize.py.

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
    """
def round_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves away from zero; gradients pass unchanged. Declared in jmx/ops/gradient.py.

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
    """
def sign_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sign: -1, 0 or 1; gradients pass unchanged. Declared in jmx/ops/gradient.py.

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
    """
def sldwin_atten_context(score: NDArray, value: NDArray, dilation: NDArray, w: Int = ..., symmetric: bool = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on. Declared in jmx/ops/sliding_attention.py.

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
    """
def sldwin_atten_mask_like(score: NDArray, dilation: NDArray, valid_length: NDArray, w: Int = ..., symmetric: bool = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on. Declared in jmx/ops/sliding_attention.py.

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
    """
def sldwin_atten_score(query: NDArray, key: NDArray, dilation: NDArray, w: Int = ..., symmetric: bool = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on. Declared in jmx/ops/sliding_attention.py.

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
    """
