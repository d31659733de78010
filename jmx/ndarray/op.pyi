# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, overload
from jmx._typing import DTypeLike, Float, Floats, Int, OptShape, Shape
from jmx.context import Context
from jmx.ndarray.ndarray import NDArray

def Activation(data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An activation function, applied to each element. Declared in jmx/ops/nn/activation.py.

    data    array of any shape, of a floating type
    act_type    which function: "relu" max(x, 0), "sigmoid" 1 / (1 + exp(-x)), "tanh", "softrelu" log(1 + exp(x)),
                "softsign" x / (1 + |x|); with the interface of MXNet 2.0 also "log_sigmoid" log(1 / (1 + exp(-x))) and
                "mish" x * tanh(log(1 + exp(x)))

    "relu" makes 0 of NaN in float32 and bfloat16, as MXNet's CPU build does; `relu`, the operator, keeps it.

    Returns an array like `data`.

    Examples
    --------
    >>> nd.Activation(nd.array([-2, 0, 3]), act_type="relu")
    [0. 0. 3.]
    <NDArray 3 @cpu(0)>
    >>> nd.Activation(nd.array([-1, 0, 3]), act_type="softsign")
    [-0.5   0.    0.75]
    <NDArray 3 @cpu(0)>
    """
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, *, output_mean_var: Literal[True], eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`. Declared in jmx/ops/nn/norm.py.

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
    """
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, *, output_mean_var: Literal[True], eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The BatchNorm of old symbol files: channels are axis 1 of two or four, and the third output is the variance. Declared in jmx/ops/nn/norm.py.

    output_mean_var    also return mean and variance
    data    (batch, channels, *space), or with channels elsewhere; see `axis`
    gamma, beta    factor and shift, one for each channel: (channels,)
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too

    Returns an array like `data`, and with `output_mean_var` the mean and the variance, both (channels,). Raises MXNetError for
    data of three or five dimensions.

    Examples
    --------
    >>> net = mx.sym.BatchNorm_v1(mx.sym.var("data"), name="bn")
    >>> net.list_arguments(), net.list_auxiliary_states()
    (['data', 'bn_gamma', 'bn_beta'], ['bn_moving_mean', 'bn_moving_var'])
    """
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, eps: Float, momentum: Float, fix_gamma: bool, use_global_stats: bool, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def BilinearSampler(data: NDArray, grid: NDArray, cudnn_off: bool | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Images sampled at places between their pixels, by linear interpolation; zero outside. Declared in jmx/ops/nn/resample.py.

    data    (batch, channels, y, x)
    grid    (batch, 2, height, width): x, then y, from -1 (the first pixel) to 1 (the last one)
    cudnn_off    accepted, without effect

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> image, middle = nd.array([[[[0, 4], [8, 12]]]]), nd.zeros((1, 2, 1, 1))
    >>> nd.BilinearSampler(image, middle)
    [[[[6.]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
def BlockGrad(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data`, through which no gradient flows. As mx.nd.stop_gradient."""
def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. Declared in jmx/ops/nn/ctc.py.

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
    """
def Cast(data: NDArray, dtype: DTypeLike | None = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. As mx.nd.cast."""
def Concat(*data: NDArray | Sequence[NDArray], num_args: Int = ..., dim: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Arrays joined along a dimension that they have. As mx.nd.concat."""
def Convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Convolution over one, two or three spatial axes. Declared in jmx/ops/nn/conv.py.

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
    """
def Convolution_v1(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The former name of Convolution, kept for old symbol files; the same computation. Declared in jmx/ops/nn/conv.py.

    layout    axes of data and output: "NCHW" or "NCDHW" (the default), "NHWC" or "NDHWC"
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
    workspace, cudnn_tune, cudnn_off    accepted, without effect
    no_bias    add no bias

    Returns what Convolution returns.

    Examples
    --------
    >>> nd.Convolution_v1(nd.ones((1, 1, 3, 3)), nd.ones((1, 1, 2, 2)), kernel=(2, 2), num_filter=1, no_bias=True)
    [[[[4. 4.]
       [4. 4.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
def Correlation(data1: NDArray, data2: NDArray, kernel_size: Int = 1, max_displacement: Int = 1, stride1: Int = 1, stride2: Int = 1, pad_size: Int = 0, is_multiply: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mean products (or absolute differences) of patches of two feature maps, as in FlowNet. Declared in jmx/ops/nn/correlation.py.

    data1, data2    (batch, channels, y, x), of one shape
    kernel_size    size of the patches, an odd number
    max_displacement    how far away from its own place, along each axis, a patch of `data1` is compared
    stride1    steps between the patches of `data1`
    stride2    steps between the displacements
    pad_size    zeros added at all edges of both maps
    is_multiply    take products; False for absolute differences

    Returns (batch, displacements, y, x) with (2 * floor(max_displacement / stride2) + 1)**2 displacements.

    Examples
    --------
    >>> a = nd.arange(4).reshape((1, 1, 2, 2))
    >>> nd.Correlation(a, a, max_displacement=0, is_multiply=True)
    [[[[0. 1.]
       [4. 9.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Correlation(nd.ones((2, 8, 16, 16)), nd.ones((2, 8, 16, 16)), max_displacement=2, pad_size=2).shape
    (2, 25, 16, 16)
    """
def Crop(*data: NDArray | Sequence[NDArray], num_args: Int = ..., offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A window cut out of images. Declared in jmx/ops/slicing.py.

    data    (batch, channels, height, width), then optionally an array whose height and width the window takes
    num_args    how many arrays are given, 1 or 2
    offset    (y, x) of the window's upper left corner
    h_w    (height, width) of the window, if one array is given
    center_crop    put the window into the middle, whatever `offset` is

    Returns (batch, channels, height and width of the window). Raises MXNetError if it reaches out of the images.

    Examples
    --------
    >>> x = nd.arange(9).reshape((1, 1, 3, 3))
    >>> nd.Crop(x, num_args=1, h_w=(2, 2), offset=(1, 0))
    [[[[3. 4.]
       [6. 7.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Crop(x, nd.zeros((1, 1, 1, 1)), num_args=2, center_crop=True)
    [[[[4.]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
def Custom(*data: NDArray | Sequence[NDArray], op_type: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """An operator written in Python: a CustomOp that was registered under the name `op_type`. Declared in jmx/ops/custom.py.

    data       its arguments, then its auxiliary states
    op_type    the name given to mx.operator.register

    Further keywords reach the registered CustomOpProp as strings.

    Examples
    --------
    >>> class Double(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    >>> @mx.operator.register("double_of_it")
    ... class DoubleProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Double()
    >>> nd.Custom(nd.array([1, 2]), op_type="double_of_it")
    [2. 4.]
    <NDArray 2 @cpu(0)>
    """
def Deconvolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The transpose of a convolution, which maps a small feature map to a larger one. Declared in jmx/ops/nn/conv.py.

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
    """
def Dropout(data: NDArray, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Zeros in random places during training, as regularization. Declared in jmx/ops/nn/dense.py.

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
    """
def ElementWiseSum(*args: NDArray | Sequence[NDArray], num_args: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays. As mx.nd.add_n."""
def Embedding(data: NDArray, weight: NDArray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The rows of a table that integers name. Declared in jmx/ops/nn/dense.py.

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
    """
def Flatten(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. As mx.nd.flatten."""
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A dense layer, data @ weight.T + bias. Declared in jmx/ops/nn/dense.py.

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
    """
def GridGenerator(data: NDArray, transform_type: Literal['affine', 'warp'] | str = ..., target_shape: Shape = (0, 0), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Places in an image for BilinearSampler to look at. Declared in jmx/ops/nn/resample.py.

    data    for "affine" (batch, 6): 2x3 matrices that map places (x, y, 1) of the target to those of the source; for "warp"
            (batch, 2, height, width): a flow (x, y) in pixels, added to each pixel's own place
    transform_type    "affine" or "warp"
    target_shape    (height, width), for "affine"

    Returns (batch, 2, height, width): x, then y, from -1 (the first pixel) to 1 (the last one).

    Examples
    --------
    >>> nd.GridGenerator(nd.array([[1, 0, 0, 0, 1, 0]]), transform_type="affine", target_shape=(2, 3))
    [[[[-1.  0.  1.]
       [-1.  0.  1.]]
    <BLANKLINE>
      [[-1. -1. -1.]
       [ 1.  1.  1.]]]]
    <NDArray 1x2x2x3 @cpu(0)>
    """
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, *, output_mean_var: Literal[True], num_groups: Int = 1, eps: Float = 1e-05, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Group normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each group of channels. Declared in jmx/ops/nn/layernorm.py.

    data    (batch, channels, *space), three dimensions or more
    gamma, beta    factor and shift, one for each group: (num_groups,); with the interface of MXNet 2.0 one for each channel
    num_groups    how many groups the channels are split into; it divides their number
    eps    added to the variance
    output_mean_var    also return mean and standard deviation

    Returns an array like `data`, and with `output_mean_var` the mean and the standard deviation, both (batch, num_groups).
    Raises MXNetError if the groups do not divide the channels.

    Examples
    --------
    >>> x = nd.array([[[1, 3], [1, 3], [10, 30], [10, 30]]])
    >>> nd.GroupNorm(x, nd.array([1, 1]), nd.array([0, 5]), num_groups=2).round()
    [[[-1.  1.]
      [-1.  1.]
      [ 4.  6.]
      [ 4.  6.]]]
    <NDArray 1x4x2 @cpu(0)>
    """
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: Int, eps: Float, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: Int = 1, eps: Float = 1e-05, output_mean_var: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def IdentityAttachKLSparseReg(data: NDArray, sparseness_target: Float = 0.1, penalty: Float = 0.001, momentum: Float = 0.9, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself; its gradient pulls the mean activation of every unit of a sigmoid towards `sparseness_target`. Declared in jmx/ops/nn/output.py.

    data    (batch, units): outputs of a sigmoid
    moving_avg    (units,): running mean over the samples, which training updates in place
    sparseness_target    the mean activation wanted, between 0 and 1
    penalty    weight of the gradient of the divergence between the target and `moving_avg`
    momentum    the share of the running mean that stays, 0 to 1

    Returns `data`.

    Examples
    --------
    >>> net = mx.sym.IdentityAttachKLSparseReg(mx.sym.sigmoid(mx.sym.var("x")), name="sparse")
    >>> net.list_auxiliary_states()
    ['sparse_moving_avg']
    """
def InstanceNorm(data: NDArray, gamma: NDArray, beta: NDArray, eps: Float = 0.001, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels. Declared in jmx/ops/nn/layernorm.py.

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
    """
def L2Normalization(data: NDArray, eps: Float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` divided by its norm, data / sqrt(sum of squares + eps). Declared in jmx/ops/nn/layernorm.py.

    data    (batch, channels, *space)
    eps    added to the sum of squares
    mode    what is summed over: "instance" all of each sample, "channel" axis 1 at each place, "spatial" all places of
            each channel

    Returns an array like `data`.

    Examples
    --------
    >>> nd.L2Normalization(nd.array([[3, 4], [0, 2]]))
    [[0.6 0.8]
     [0.  1. ]]
    <NDArray 2x2 @cpu(0)>
    """
def LRN(data: NDArray, alpha: Float = 0.0001, beta: Float = 0.75, knorm: Float = 2.0, nsize: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Local response normalization, data / (knorm + alpha / nsize * sum of squares over neighbouring channels)**beta. Declared in jmx/ops/nn/layernorm.py.

    data    (batch, channels, height, width)
    alpha    factor of the sum of squares
    beta    exponent
    knorm    what the sum is added to
    nsize    how many channels around each one are summed over; of an even number the farthest is left out

    Returns an array like `data`.

    Examples
    --------
    >>> nd.LRN(nd.array([[[[1]], [[3]]]]), alpha=3, beta=1, knorm=0, nsize=3).reshape(-1)
    [0.1 0.3]
    <NDArray 2 @cpu(0)>
    """
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, *, output_mean_var: Literal[True], axis: Int = -1, eps: Float = 1e-05, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis. Declared in jmx/ops/nn/layernorm.py.

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
    """
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: Int, eps: Float, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, *, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Rectifiers that are not flat below zero. Declared in jmx/ops/nn/activation.py.

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
    """
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None, act_type: Literal['rrelu'], slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself, with the gradient of half the squared error: (data - label) * grad_scale / numbers per sample. Declared in jmx/ops/nn/output.py.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LinearRegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-2.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>
    """
def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """sigmoid(data), with the gradient of the cross entropy: (output - label) * grad_scale / numbers per sample. Declared in jmx/ops/nn/output.py.

    data    (batch, ...): scores
    label    as many numbers, 0 to 1, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns the probabilities, an array like `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[0], [0]]), nd.array([[1], [0]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LogisticRegressionOutput(x, label)
    >>> y.backward()
    >>> y, x.grad
    (
    [[0.5]
     [0.5]]
    <NDArray 2x1 @cpu(0)>,
    [[-0.5]
     [ 0.5]]
    <NDArray 2x1 @cpu(0)>)
    """
def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself, with the gradient of the absolute error: sign(data - label) * grad_scale / numbers per sample. Declared in jmx/ops/nn/output.py.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.MAERegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-1.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>
    """
def MakeLoss(data: NDArray, grad_scale: Float = 1.0, valid_thresh: Float = 0.0, normalization: Literal['null', 'batch', 'valid'] | str = 'null', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` as a loss: its gradient is `grad_scale` for every element, whatever follows. Declared in jmx/ops/gradient.py.

    data    array of one dimension or more
    grad_scale    the gradient
    valid_thresh    elements above it count as valid
    normalization    divide the gradient by nothing ("null"), by the length of the first axis ("batch"), or by the
                     number of valid elements, at least 1 ("valid")

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = nd.MakeLoss(x * x, grad_scale=0.5, normalization="batch")
    >>> loss.backward()
    >>> x.grad
    [[0.5 1. ]
     [1.5 2. ]]
    <NDArray 2x2 @cpu(0)>
    """
def Pad(data: NDArray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A margin around the spatial dimensions of images. As mx.nd.pad."""
def Pooling(data: NDArray, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes. Declared in jmx/ops/nn/pool.py.

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
    """
def Pooling_v1(data: NDArray, kernel: Shape = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The two-dimensional pooling of old symbol files: padding is zeros that take part in maxima and means. Declared in jmx/ops/nn/pool.py.

    data    (batch, channels, y, x)
    kernel    (rows, columns) of the window
    pool_type    "max", "avg" or "sum"
    global_pool    one window as large as the whole map; `kernel`, `stride` and `pad` are ignored
    pooling_convention    how many windows: "valid" rounds down, "full" rounds up
    stride    steps between windows, one for each axis; 1 by default
    pad    zeros added at both ends of each axis; 0 by default

    The gradient of a maximum goes to every element that equals it.

    Returns (batch, channels, *out) as Pooling does.

    Examples
    --------
    >>> nd.Pooling_v1(-nd.ones((1, 1, 2, 2)), kernel=(2, 2), stride=(2, 2), pad=(1, 1))
    [[[[0. 0.]
       [0. 0.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
@overload
def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, *, state_outputs: Literal[True], state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Recurrent layers over a whole sequence. Declared in jmx/ops/nn/rnn.py.

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
    """
@overload
def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None, sequence_length: NDArray | None, state_size: Int, num_layers: Int, bidirectional: bool, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str, p: Float, state_outputs: Literal[True], projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def ROIPooling(data: NDArray, rois: NDArray, pooled_size: Shape = ..., spatial_scale: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The largest element in each bin of each region of interest. Declared in jmx/ops/nn/roi.py.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2; zeros are the result where there is no such image
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
    """
def Reshape(data: NDArray, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The same elements in another shape. As mx.nd.reshape."""
def SVMOutput(data: NDArray, label: NDArray, margin: Float = 1.0, regularization_coefficient: Float = 1.0, use_linear: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself, with the gradient of a hinge loss, one class against all, as a support vector machine has it. Declared in jmx/ops/nn/output.py.

    data    (*any, classes): scores
    label    class numbers, in the shape of data without the last axis; has no gradient
    margin    scores of the label below this, and of the others above its negative, count
    regularization_coefficient    what the gradient is multiplied by
    use_linear    the hinge loss itself (L1-SVM); by default its square (L2-SVM)

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[0.5, -2]]), nd.array([0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.SVMOutput(x, label, use_linear=True)
    >>> y.backward()
    >>> x.grad
    [[-1.  0.]]
    <NDArray 1x2 @cpu(0)>
    """
def SequenceLast(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The last element of each sequence. Declared in jmx/ops/nn/sequence.py.

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
    """
def SequenceMask(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` with all elements from each sequence's length on set to `value`. Declared in jmx/ops/nn/sequence.py.

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
    """
def SequenceReverse(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Each sequence backwards, its padding left in place. Declared in jmx/ops/nn/sequence.py.

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
    """
@overload
def SliceChannel(data: NDArray, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An array cut into equal parts along a dimension. As mx.nd.split."""
@overload
def SliceChannel(data: NDArray, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def SliceChannel(data: NDArray, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
def Softmax(data: NDArray, label: NDArray, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """softmax of `data`, with the gradient of its cross entropy with `label`: (probability - 1) * grad_scale at the label, else
    probability * grad_scale. As mx.nd.SoftmaxOutput.
    """
def SoftmaxActivation(data: NDArray, mode: Literal['channel', 'instance'] | str = 'instance', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Softmax of old networks; `softmax` is the newer one. Declared in jmx/ops/nn/softmax.py.

    data    array of two dimensions or more
    mode    "instance" over the last axis, "channel" over axis 1

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SoftmaxActivation(nd.array([[1, 1]]))
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>
    """
def SoftmaxOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """softmax of `data`, with the gradient of its cross entropy with `label`: (probability - 1) * grad_scale at the label, else
    probability * grad_scale. Declared in jmx/ops/nn/output.py.

    data    scores: (batch, classes), with `multi_output` (batch, classes, *space), with `preserve_shape` (*any, classes)
    label    class numbers, one for each softmax, or probabilities in the shape of data; has no gradient
    grad_scale    what the gradient is multiplied by
    ignore_label    with `use_ignore`, labels of this number have a gradient of zero
    multi_output    classes are axis 1; there is a label for each place behind it
    use_ignore    heed `ignore_label`
    preserve_shape    classes are the last axis; by default all axes but the first
    normalization    what the gradient is divided by: "null" nothing, "batch" the number of labels, "valid" the number of
            labels other than `ignore_label`
    out_grad    multiply by the gradient of what follows; by default this layer ends a network and the gradient is ignored
    smooth_alpha    the share of the label's probability that is spread over the other classes, 0 to 1

    Returns the probabilities, an array like `data`.

    Examples
    --------
    >>> x, label = nd.zeros((1, 2)), nd.array([1])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.SoftmaxOutput(x, label)
    >>> y.backward()
    >>> y, x.grad
    (
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>,
    [[ 0.5 -0.5]]
    <NDArray 1x2 @cpu(0)>)
    """
def SpatialTransformer(data: NDArray, loc: NDArray, target_shape: Shape = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Images seen through affine maps: GridGenerator and BilinearSampler in one. Declared in jmx/ops/nn/resample.py.

    data    (batch, channels, y, x)
    loc    (batch, 6): 2x3 matrices that map places (x, y, 1) of the target, from -1 to 1, to those of the source
    target_shape    (height, width)
    transform_type    "affine"
    sampler_type    "bilinear"
    cudnn_off    accepted, without effect

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> image, mirrored = nd.array([[[[0, 4], [8, 12]]]]), nd.array([[-1, 0, 0, 0, 1, 0]])
    >>> nd.SpatialTransformer(image, mirrored, target_shape=(2, 2), transform_type="affine", sampler_type="bilinear")
    [[[[ 4.  0.]
       [12.  8.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
def SwapAxis(data: NDArray, dim1: Int = 0, dim2: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Two dimensions exchanged. As mx.nd.swapaxes."""
def UpSampling(*data: NDArray | Sequence[NDArray], num_args: Int = ..., scale: Int = ..., num_filter: Int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', workspace: Int = 512, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Images enlarged by a whole number. Declared in jmx/ops/nn/resample.py.

    data    (batch, channels, y, x). For "nearest" any number of them: all are enlarged to the first one's new size. For
            "bilinear" the images and a weight (num_filter, 1, k, k), k = 2 * scale - scale % 2
    scale    the factor
    num_filter    number of channels, for "bilinear"
    sample_type    "nearest" repeats pixels; "bilinear" is a transposed convolution of each channel with the weight
    multi_input_mode    what becomes of several inputs: "concat" joins them along the channels, "sum" adds them up
    workspace    accepted, without effect

    Returns (batch, channels, y * scale, x * scale).

    Examples
    --------
    >>> nd.UpSampling(nd.array([[[[1, 2]]]]), scale=2, sample_type="nearest")
    [[[[1. 1. 2. 2.]
       [1. 1. 2. 2.]]]]
    <NDArray 1x1x2x4 @cpu(0)>
    """
def abs(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Absolute value; its derivative at 0 is 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.abs(nd.array([-2, 0, 0.5]))
    [2.  0.  0.5]
    <NDArray 3 @cpu(0)>
    """
def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: Float = ..., beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Adam: mean = beta1 * mean + (1 - beta1) * g and var = beta2 * var + (1 - beta2) * g**2 with g = grad + wd * weight, then
    weight - lr * mean / (sqrt(var) + epsilon). Declared in jmx/ops/optimizer.py.

    mean, var    states in the weight's shape, zeros at first; updated in place
    lr    learning rate; the caller multiplies it by the bias correction sqrt(1 - beta2**t) / (1 - beta1**t)
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mean, var = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), nd.zeros(2)
    >>> nd.adam_update(weight, grad, mean, var, lr=0.5, beta1=0.5, beta2=0.75, epsilon=0)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    >>> mean, var
    (
    [ 2. -1.]
    <NDArray 2 @cpu(0)>,
    [4. 1.]
    <NDArray 2 @cpu(0)>)
    """
def add_n(*args: NDArray | Sequence[NDArray], num_args: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays. Declared in jmx/ops/elemwise.py.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Examples
    --------
    >>> nd.add_n(nd.array([1, 2]), nd.array([10, 20]), nd.array([100, 200]))
    [111. 222.]
    <NDArray 2 @cpu(0)>
    """
def all_finite(data: NDArray, init_output: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whether an array is free of NaN and infinities. Declared in jmx/ops/reduce.py.

    data    array of a floating type
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements are finite, else 0. Raises MXNetError for
    init_output=False.

    Examples
    --------
    >>> nd.all_finite(nd.array([1, np.inf]))
    [0.]
    <NDArray 1 @cpu(0)>
    """
def amp_cast(data: NDArray, dtype: DTypeLike | None = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` in another element type if it is float16, bfloat16 or float32, else unchanged. Declared in jmx/ops/gradient.py.

    data    array of any shape and type
    dtype    the element type to convert to

    Returns an array of the shape of `data`.

    Examples
    --------
    >>> nd.amp_cast(nd.array([1, 2]), dtype="float16").dtype
    <class 'numpy.float16'>
    """
def amp_multicast(*data: NDArray | Sequence[NDArray], num_outputs: Int = ..., cast_narrow: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """Arrays of different floating types in a common one, the widest among them. Declared in jmx/ops/gradient.py.

    data    arrays of any shapes; those that are not float16, bfloat16 or float32 stay as they are
    num_outputs    how many they are
    cast_narrow    choose the narrowest type instead

    Returns a list of arrays. Raises MXNetError if `num_outputs` is wrong.

    Examples
    --------
    >>> x, y = nd.amp_multicast(nd.zeros(2, dtype="float16"), nd.zeros(3), num_outputs=2)
    >>> x.dtype, y.dtype
    (<class 'numpy.float32'>, <class 'numpy.float32'>)
    """
def arccos(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse cosine, in radians; NaN outside [-1, 1]. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arccos(nd.array([0, 1])).asnumpy().round(4)
    array([1.5708, 0.    ], dtype=float32)
    """
def arccosh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic cosine; NaN below 1. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arccosh(nd.array([1, 2])).asnumpy().round(4)
    array([0.   , 1.317], dtype=float32)
    """
def arcsin(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse sine, in radians; NaN outside [-1, 1]. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arcsin(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.5708], dtype=float32)
    """
def arcsinh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic sine. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arcsinh(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
def arctan(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse tangent, in radians. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arctan(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def arctanh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arctanh(nd.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
def argmax(data: NDArray, axis: Int | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Positions of the greatest elements along an axis; of equal ones the first, and NaN counts as greatest. Declared in jmx/ops/reduce.py.

    data    array of a numeric type
    axis    the axis to search, negative ones counting from the end; None searches the flattened array
    keepdims    keep the searched axis with length 1

    Returns positions as numbers of the type of `data`, with shape (1,) for the flattened array. Raises MXNetError if
    the axis does not exist and for boolean or empty arrays. There is no gradient.


    Examples
    --------
    >>> nd.argmax(nd.array([[3, 7, 5], [9, 2, 4]]), axis=1)
    [1. 0.]
    <NDArray 2 @cpu(0)>
    """
def argmax_channel(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Positions of the greatest elements along axis 1; of equal ones the first. Declared in jmx/ops/reduce.py.

    data    array of two dimensions or more, of a numeric type

    Returns positions as numbers of the type of `data`, without axis 1. Raises MXNetError for fewer dimensions and for
    boolean or empty arrays. There is no gradient.

    Examples
    --------
    >>> nd.argmax_channel(nd.array([[3, 7, 5], [9, 2, 4]]))
    [1. 0.]
    <NDArray 2 @cpu(0)>
    """
def argmin(data: NDArray, axis: Int | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Positions of the smallest elements along an axis; of equal ones the first, and NaN counts as smallest. Declared in jmx/ops/reduce.py.

    data    array of a numeric type
    axis    the axis to search, negative ones counting from the end; None searches the flattened array
    keepdims    keep the searched axis with length 1

    Returns positions as numbers of the type of `data`, with shape (1,) for the flattened array. Raises MXNetError if
    the axis does not exist and for boolean or empty arrays. There is no gradient.


    Examples
    --------
    >>> nd.argmin(nd.array([[3, 7, 5], [9, 2, 4]]), axis=1)
    [0. 1.]
    <NDArray 2 @cpu(0)>
    """
def argsort(data: NDArray, axis: Int | None = -1, is_ascend: bool = True, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The positions that would put elements in order; equal elements keep their order. Declared in jmx/ops/ordering.py.

    data    array of any shape, of a numeric type
    axis    the dimension to sort along, negative ones counting from the end; None sorts the flattened array
    is_ascend    the smallest first; False for the greatest first
    dtype    element type of the positions

    Returns an array of the shape of `data`, flat if `axis` is None. Raises MXNetError if the dimension does not exist.
    There is no gradient.

    Examples
    --------
    >>> nd.argsort(nd.array([30, 10, 20]), dtype="int32")
    [1 2 0]
    <NDArray 3 @cpu(0)>
    """
def batch_dot(lhs: NDArray, rhs: NDArray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Products of the matrices of two batches. Declared in jmx/ops/matrix.py.

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
    """
def batch_take(a: NDArray, indices: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One element of each row. Declared in jmx/ops/indexing.py.

    a    array of two dimensions or more
    indices    int32 positions, one for each row; those outside are clipped

    Returns an array of the shape of `indices`. Raises MXNetError for another type, or another number of positions. There is no
    gradient.

    Examples
    --------
    >>> nd.batch_take(nd.array([[1, 2], [3, 4]]), nd.array([1, 0], dtype="int32"))
    [2. 3.]
    <NDArray 2 @cpu(0)>
    """
def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_add(nd.array([[1], [2]]), nd.array([10, 20]))
    [[11. 21.]
     [12. 22.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_axes(data: NDArray, axis: Shape = (), size: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` repeated along the axes `axis`, which have length 1. As mx.nd.broadcast_axis."""
def broadcast_axis(data: NDArray, axis: Shape = (), size: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` repeated along the axes `axis`, which have length 1. Declared in jmx/ops/broadcast.py.

    data    array of any type
    axis    one axis or several, not negative
    size    new length of each of them

    Returns the longer array. Raises MXNetError if an axis does not exist or is not 1 long, or if `size` has another
    length than `axis`.

    Examples
    --------
    >>> nd.broadcast_axis(nd.array([[1], [2]]), axis=1, size=3)
    [[1. 1. 1.]
     [2. 2. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0). Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_div(nd.array([[1], [2]]), nd.array([2, 4]))
    [[0.5  0.25]
     [1.   0.5 ]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_equal(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the elements are equal, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_equal(nd.array([[1], [2]]), nd.array([1, 2]))
    [[1. 0.]
     [0. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_greater(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the first element is greater, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_greater(nd.array([[1], [2]]), nd.array([1, 2]))
    [[0. 0.]
     [1. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the first element is greater or equal, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_greater_equal(nd.array([[1], [2]]), nd.array([1, 2]))
    [[1. 0.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_hypot(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Length of the hypotenuse, sqrt(lhs**2 + rhs**2). Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_hypot(nd.array([[0], [3]]), nd.array([0, 4]))
    [[0. 4.]
     [3. 5.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_lesser(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the first element is smaller, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_lesser(nd.array([[1], [2]]), nd.array([1, 2]))
    [[0. 1.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the first element is smaller or equal, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_lesser_equal(nd.array([[1], [2]]), nd.array([1, 2]))
    [[1. 1.]
     [0. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_like(lhs: NDArray, rhs: NDArray, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`. Declared in jmx/ops/broadcast.py.

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
    """
def broadcast_logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where both elements are not 0, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_logical_and(nd.array([[0], [1]]), nd.array([0, 1]))
    [[0. 0.]
     [0. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where at least one element is not 0, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_logical_or(nd.array([[0], [1]]), nd.array([0, 1]))
    [[0. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where exactly one element is not 0, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_logical_xor(nd.array([[0], [1]]), nd.array([0, 1]))
    [[0. 1.]
     [1. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_maximum(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Greater of two elements; of equal ones the first gets the gradient. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_maximum(nd.array([[1], [2]]), nd.array([1, 2]))
    [[1. 2.]
     [2. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_minimum(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Smaller of two elements; of equal ones the first gets the gradient. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_minimum(nd.array([[1], [2]]), nd.array([1, 2]))
    [[1. 1.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second. As mx.nd.broadcast_sub."""
def broadcast_mod(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Remainder of the division, with the sign of the divisor; 0 where the divisor is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_mod(nd.array([[7], [-7]]), nd.array([2, 3]))
    [[1. 1.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_mul(nd.array([[1], [2]]), nd.array([10, 20]))
    [[10. 20.]
     [20. 40.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the elements differ, else 0. The derivative is 0. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_not_equal(nd.array([[1], [2]]), nd.array([1, 2]))
    [[0. 1.]
     [1. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays. As mx.nd.broadcast_add."""
def broadcast_power(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array raised to the second. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_power(nd.array([[2], [3]]), nd.array([1, 2]))
    [[2. 4.]
     [3. 9.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second. Declared in jmx/ops/broadcast.py.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_sub(nd.array([[1], [2]]), nd.array([10, 20]))
    [[ -9. -19.]
     [ -8. -18.]]
    <NDArray 2x2 @cpu(0)>
    """
def broadcast_to(data: NDArray, shape: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` repeated along axes of length 1 until it has the shape `shape`. Declared in jmx/ops/broadcast.py.

    data    array of any type
    shape    the new shape, with as many axes as `data` has; 0 keeps an axis as it is

    Returns an array of that shape. Raises MXNetError if the number of axes differs or an axis that would change is
    not 1 long.

    Examples
    --------
    >>> nd.broadcast_to(nd.array([[1], [2]]), shape=(2, 3))
    [[1. 1. 1.]
     [2. 2. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
def cast(data: NDArray, dtype: DTypeLike | None = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. Declared in jmx/ops/gradient.py.

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
    """
def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An array in another storage type, its values unchanged. Declared in jmx/ops/sparse.py.

    data    a matrix for "csr"; else an array of any shape and type
    stype    "default", "csr" or "row_sparse"

    Returns the array in this storage type.

    Examples
    --------
    >>> x = nd.cast_storage(nd.array([[0, 0], [0, 3]]), stype="csr")
    >>> x.indices, x.data
    (
    [1]
    <NDArray 1 @cpu(0)>,
    [3.]
    <NDArray 1 @cpu(0)>)
    """
def cbrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cube root. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cbrt(nd.array([-8, 27])).asnumpy().round(4)
    array([-2.,  3.], dtype=float32)
    """
def ceil(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Smallest whole number that is not less. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.ceil(nd.array([-1.5, 0.4, 2]))
    [-1.  1.  2.]
    <NDArray 3 @cpu(0)>
    """
def choose_element_0index(data: NDArray, index: NDArray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. As mx.nd.pick."""
def clip(data: NDArray, a_min: Float = ..., a_max: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; the limits are converted to it
    a_min, a_max    lower and upper limit

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.clip(nd.array([-2, 0.5, 3]), a_min=0, a_max=1)
    [0.  0.5 1. ]
    <NDArray 3 @cpu(0)>
    """
def col2im(data: NDArray, output_size: Shape = ..., kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The transpose of im2col: columns added up where they came from. Declared in jmx/ops/nn/conv.py.

    data    (batch, channels * prod(kernel), positions)
    output_size    the spatial size of the result
    kernel    size of the window along each spatial axis
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros that were added at both ends of each axis; 0 by default

    Returns (batch, channels, *output_size). Raises MXNetError if `data` has not the shape that im2col gives it.

    Examples
    --------
    >>> nd.col2im(nd.ones((1, 4, 4)), output_size=(3, 3), kernel=(2, 2))
    [[[[1. 2. 1.]
       [2. 4. 2.]
       [1. 2. 1.]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
def concat(*data: NDArray | Sequence[NDArray], num_args: Int = ..., dim: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Arrays joined along a dimension that they have. Declared in jmx/ops/slicing.py.

    data    arrays of one type, and of one shape but for the dimension `dim`
    dim    the dimension, negative ones counting from the end

    Returns the joined array. Raises MXNetError if other dimensions differ.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5], [6]])
    >>> nd.concat(x, y, dim=1)
    [[1. 2. 5.]
     [3. 4. 6.]]
    <NDArray 2x3 @cpu(0)>
    """
def cos(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cosine of angles in radians. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cos(nd.array([0, np.pi / 3])).asnumpy().round(4)
    array([1. , 0.5], dtype=float32)
    """
def cosh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic cosine. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cosh(nd.array([0, 1])).asnumpy().round(4)
    array([1.    , 1.5431], dtype=float32)
    """
def crop(data: NDArray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements begin:end:step of each leading dimension. As mx.nd.slice."""
def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. As mx.nd.CTCLoss."""
def cumsum(a: NDArray, axis: Int | None = None, dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Running sums along an axis. Declared in jmx/ops/reduce.py.

    a    array of any type
    axis    the axis, negative ones counting from the end; None runs through the flattened array
    dtype    element type of the sums; default: that of `a`, for booleans int64

    Returns an array of the shape of `a`, flat if `axis` is None. Raises MXNetError if the axis does not exist.

    Examples
    --------
    >>> nd.cumsum(nd.array([[1, 2], [3, 4]]), axis=1)
    [[1. 3.]
     [3. 7.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.cumsum(nd.array([[1, 2], [3, 4]]))
    [ 1.  3.  6. 10.]
    <NDArray 4 @cpu(0)>
    """
def degrees(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Angles in radians converted to degrees. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.degrees(nd.array([0, np.pi / 2])).asnumpy().round(4)
    array([ 0., 90.], dtype=float32)
    """
def depth_to_space(data: NDArray, block_size: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Blocks of channels moved into space: the last step of sub-pixel convolution. Declared in jmx/ops/shape.py.

    data    (batch, channels * b * b, height, width)
    block_size    b

    Returns (batch, channels, height * b, width * b). Raises MXNetError if the channels are no multiple of b * b.

    Examples
    --------
    >>> nd.depth_to_space(nd.array([1, 2, 3, 4]).reshape((1, 4, 1, 1)), block_size=2)
    [[[[1. 2.]
       [3. 4.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
def diag(data: NDArray, k: Int = 0, axis1: Int = 0, axis2: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A diagonal of a matrix, or of the planes of a larger array; of a vector, the matrix with it on the diagonal. Declared in jmx/ops/shape.py.

    data    array of one dimension or more
    k    the diagonal: 0 the main one, above it if positive, below it if negative
    axis1, axis2    the dimensions that span the planes, negative ones counting from the end

    Returns the array without these dimensions and with the diagonal as the last one; of a vector, a square matrix. Raises
    MXNetError if the dimensions or the diagonal do not exist.

    Examples
    --------
    >>> nd.diag(nd.array([[1, 2, 3], [4, 5, 6]]))
    [1. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.diag(nd.array([1, 2]), k=1)
    [[0. 1. 0.]
     [0. 0. 2.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
def digamma(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithmic derivative of the gamma function. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.digamma(nd.array([1, 2])).asnumpy().round(4)
    array([-0.5772,  0.4228], dtype=float32)
    """
def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of products over the last dimension of `lhs` and the first of `rhs`: the product of matrices and vectors. Declared in jmx/ops/matrix.py.

    lhs    array of one dimension or more, or a csr matrix
    rhs    array of one dimension or more, or a csr or row-sparse matrix
    transpose_a    sum over the first dimension of `lhs` instead
    transpose_b    sum over the last dimension of `rhs` instead
    forward_stype    storage type of the result of sparse arrays; without effect for dense ones

    Returns an array of the other dimensions, and of shape (1,) for two vectors. Raises MXNetError if the dimensions differ
    in size.

    Examples
    --------
    >>> nd.dot(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]))
    [[3. 2.]
     [7. 4.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.dot(nd.array([1, 2]), nd.array([3, 4]))
    [11.]
    <NDArray 1 @cpu(0)>
    """
def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays. Declared in jmx/ops/elemwise.py.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_add(nd.array([1, 2]), nd.array([2, 8]))
    [ 3. 10.]
    <NDArray 2 @cpu(0)>
    """
def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0). Declared in jmx/ops/elemwise.py.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_div(nd.array([1, 2]), nd.array([2, 8]))
    [0.5  0.25]
    <NDArray 2 @cpu(0)>
    """
def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays. Declared in jmx/ops/elemwise.py.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_mul(nd.array([1, 2]), nd.array([2, 8]))
    [ 2. 16.]
    <NDArray 2 @cpu(0)>
    """
def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second. Declared in jmx/ops/elemwise.py.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_sub(nd.array([1, 2]), nd.array([2, 8]))
    [-1. -6.]
    <NDArray 2 @cpu(0)>
    """
def erf(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Error function. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.erf(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8427], dtype=float32)
    """
def erfinv(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse of the error function; NaN outside [-1, 1]. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.erfinv(nd.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.4769], dtype=float32)
    """
def exp(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exponential. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.exp(nd.array([0, np.log(2)])).asnumpy().round(4)
    array([1., 2.], dtype=float32)
    """
def expand_dims(data: NDArray, axis: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A new dimension of size 1. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    axis    its place in the result: 0 first, -1 last

    Returns the array with one dimension more. Raises MXNetError if there is no such place.

    Examples
    --------
    >>> nd.expand_dims(nd.array([1, 2, 3]), axis=0)
    [[1. 2. 3.]]
    <NDArray 1x3 @cpu(0)>
    >>> nd.expand_dims(nd.zeros((2, 3)), axis=-1).shape
    (2, 3, 1)
    """
def expm1(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """exp(data) - 1, accurate near 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.expm1(nd.array([0, np.log(2)])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def fill_element_0index(lhs: NDArray, mhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A matrix with one element of each row replaced. Declared in jmx/ops/indexing.py.

    lhs    (n, m)
    mhs    (n,): the new elements
    rhs    (n,): their positions in the rows

    Returns an array like `lhs`. Raises MXNetError for other shapes.

    Examples
    --------
    >>> nd.fill_element_0index(nd.zeros((2, 3)), nd.array([5, 6]), nd.array([2, 0]))
    [[0. 0. 5.]
     [6. 0. 0.]]
    <NDArray 2x3 @cpu(0)>
    """
def fix(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whole number next to zero, as `trunc`. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.fix(nd.array([-1.5, 0.4, 2]))
    [-1.  0.  2.]
    <NDArray 3 @cpu(0)>
    """
def flatten(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. Declared in jmx/ops/shape.py.

    data    (batch, ...)

    Returns (batch, product of the other dimensions).

    Examples
    --------
    >>> nd.flatten(nd.zeros((2, 3, 4))).shape
    (2, 12)
    """
def flip(data: NDArray, axis: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The order of elements along dimensions reversed. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    axis    one dimension or several, negative ones counting from the end

    Returns an array like `data`. Raises MXNetError if a dimension does not exist.

    Examples
    --------
    >>> nd.flip(nd.array([[1, 2, 3], [4, 5, 6]]), axis=1)
    [[3. 2. 1.]
     [6. 5. 4.]]
    <NDArray 2x3 @cpu(0)>
    """
def floor(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Largest whole number that is not greater. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.floor(nd.array([-1.5, 0.4, 2]))
    [-2.  0.  2.]
    <NDArray 3 @cpu(0)>
    """
def ftml_update(weight: NDArray, grad: NDArray, d: NDArray, v: NDArray, z: NDArray, lr: Float = ..., beta1: Float = 0.6, beta2: Float = 0.999, epsilon: Float = 1e-08, t: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_grad: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Follow the moving leader (FTML), an optimizer between Adam and RMSProp that forgets slowly. Declared in jmx/ops/optimizer.py.

    d, v, z    states in the weight's shape, zeros at first; updated in place
    clip_grad    the rescaled gradient is cut to [-clip_grad, clip_grad]; not if negative, the default
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    t    number of the update, from 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size

    Returns the new weight; with out=weight it replaces the old one. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, grad, zero = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2)
    >>> nd.ftml_update(weight, grad, zero, zero.copy(), zero.copy(), lr=0.5, beta1=0.5, beta2=0.75, epsilon=0, t=1)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: Float = ..., lamda1: Float = 0.01, beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Follow the regularized leader (FTRL-proximal), which makes weights that matter little exactly zero. Declared in jmx/ops/optimizer.py.

    z, n    states in the weight's shape, zeros at first; updated in place
    lamda1    strength of the L1 regularization
    beta    number added to the root of the sum of squared gradients
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.ftrl_update(nd.zeros(2), nd.array([3, 0.5]), nd.zeros(2), nd.zeros(2), lr=0.5, lamda1=1)
    [-0.25  0.  ]
    <NDArray 2 @cpu(0)>
    """
def gamma(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gamma function. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gamma(nd.array([1, 4, 0.5])).asnumpy().round(4)
    array([1.    , 6.    , 1.7725], dtype=float32)
    """
def gammaln(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the absolute gamma function. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gammaln(nd.array([1, 4])).asnumpy().round(4)
    array([0.    , 1.7918], dtype=float32)
    """
def gather_nd(data: NDArray, indices: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements or slices at positions given by several coordinates. Declared in jmx/ops/indexing.py.

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
    """
def hard_sigmoid(data: NDArray, alpha: Float = 0.2, beta: Float = 0.5, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """alpha * data + beta, cut off below 0 and above 1; the derivative is 0 from the two corners outwards. Declared in jmx/ops/unary.py.

    data    array of any shape, of a floating type
    alpha, beta    slope and value at 0

    Returns an array like `data`. Raises MXNetError for other element types.

    Examples
    --------
    >>> nd.hard_sigmoid(nd.array([-5, 0, 1, 5]), alpha=0.25)
    [0.   0.5  0.75 1.  ]
    <NDArray 4 @cpu(0)>
    """
def identity(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A copy of `data`. Declared in jmx/ops/unary.py.

    data    array of any shape and type

    Returns an array like `data`.

    Examples
    --------
    >>> nd.identity(nd.array([1, 2]))
    [1. 2.]
    <NDArray 2 @cpu(0)>
    """
def im2col(data: NDArray, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The blocks that a convolution looks at, as columns. Declared in jmx/ops/nn/conv.py.

    data    (batch, channels, *space), one to three spatial axes
    kernel    size of the window along each spatial axis
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default

    Returns (batch, channels * prod(kernel), positions). Raises MXNetError if the window is larger than the padded data.

    Examples
    --------
    >>> nd.im2col(nd.arange(9).reshape((1, 1, 3, 3)), kernel=(2, 2))
    [[[0. 1. 3. 4.]
      [1. 2. 4. 5.]
      [3. 4. 6. 7.]
      [4. 5. 7. 8.]]]
    <NDArray 1x4x4 @cpu(0)>
    """
def khatri_rao(*args: NDArray | Sequence[NDArray], num_args: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The Khatri-Rao product: column by column the Kronecker product of matrices. Declared in jmx/ops/matrix.py.

    args    matrices with one number of columns

    Returns a matrix of as many columns, whose rows are the products of all combinations of rows. Raises MXNetError for
    different numbers of columns.

    Examples
    --------
    >>> nd.khatri_rao(nd.array([[1, 2], [3, 4]]), nd.array([[1, 10], [2, 20]]))
    [[ 1. 20.]
     [ 2. 40.]
     [ 3. 40.]
     [ 6. 80.]]
    <NDArray 4x2 @cpu(0)>
    """
def lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The direction of a LAMB step, that of Adam plus wd * weight; lamb_update_phase2 scales it by the ratio of norms. Declared in jmx/ops/optimizer_lamb.py.

    mean, var    states in the weight's shape, zeros at first; updated in place
    bias_correction    divide `mean` by 1 - beta1**t and `var` by 1 - beta2**t
    wd    weight decay: wd * weight is added to the direction
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    t    number of the update, from 1
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the direction, in the weight's shape. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, grad, mean, var = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), nd.zeros(2)
    >>> nd.lamb_update_phase1(weight, grad, mean, var, beta1=0.5, beta2=0.75, epsilon=0, t=1, wd=0.5)
    [1.5 0. ]
    <NDArray 2 @cpu(0)>
    """
def lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The LAMB step: weight - lr * (r1 / r2) * g, or lr * g where a norm is zero. Declared in jmx/ops/optimizer_lamb.py.

    g    the direction that lamb_update_phase1 gave
    r1, r2    shape (1,): the norms of the weight and of `g`
    lower_bound, upper_bound    limits of `r1`; a negative one, the default, is none
    weight    the weight, of any shape and floating type
    lr    learning rate

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, step = nd.array([3, 4]), nd.array([0, 1])
    >>> nd.lamb_update_phase2(weight, step, weight.norm(), step.norm(), lr=0.5)
    [3.  1.5]
    <NDArray 2 @cpu(0)>
    """
def linalg_det(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The determinant of each matrix. As mx.nd.linalg.det."""
def linalg_extractdiag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A diagonal of each square matrix. As mx.nd.linalg.extractdiag."""
def linalg_extracttrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A triangle of each square matrix, packed into a vector. As mx.nd.linalg.extracttrian."""
def linalg_gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """LQ factorization: A = L Q, with orthonormal rows in Q and lower triangular L. As mx.nd.linalg.gelqf."""
def linalg_gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of matrices plus a matrix: alpha * op(A) op(B) + beta * C, where op transposes if asked. As mx.nd.linalg.gemm."""
def linalg_gemm2(A: NDArray, B: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of matrices: alpha * op(A) op(B), where op transposes if asked. As mx.nd.linalg.gemm2."""
def linalg_inverse(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of each matrix. As mx.nd.linalg.inverse."""
def linalg_makediag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a vector on a diagonal, and zeros elsewhere. As mx.nd.linalg.makediag."""
def linalg_maketrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a packed triangle, and zeros elsewhere; the reverse of extracttrian. As mx.nd.linalg.maketrian."""
def linalg_potrf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cholesky factorization: the lower triangular L with A = L L^T. As mx.nd.linalg.potrf."""
def linalg_potri(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of A = L L^T from its Cholesky factor. As mx.nd.linalg.potri."""
def linalg_slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sign and logarithm of the absolute value of the determinant of each matrix, where the determinant itself would overflow. As mx.nd.linalg.slogdet."""
def linalg_sumlogdiag(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The sum of the logarithms of the diagonal of each matrix, such as half the log determinant from a Cholesky factor. Declared in jmx/ops/linalg.py.

    A    (..., n, n), float32 or float64

    Returns (...), and (1,) for one matrix.

    Examples
    --------
    >>> nd.exp(nd.linalg.sumlogdiag(nd.array([[2, 0], [1, 4]]))).round()
    [8.]
    <NDArray 1 @cpu(0)>
    """
def linalg_syrk(A: NDArray, transpose: bool = False, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A matrix multiplied by its own transpose: alpha * A A^T, or alpha * A^T A with `transpose`. As mx.nd.linalg.syrk."""
def linalg_trmm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product with a triangular matrix: alpha * op(A) B, or alpha * B op(A) with `rightside`. As mx.nd.linalg.trmm."""
def linalg_trsm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A system of equations with a triangular matrix solved: X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`. As mx.nd.linalg.trsm."""
def log(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log(nd.array([1, np.e])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def log10(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm to base 10. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log10(nd.array([1, 100])).asnumpy().round(4)
    array([0., 2.], dtype=float32)
    """
def log1p(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """log(1 + data), accurate near 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log1p(nd.array([0, np.e - 1])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def log2(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm to base 2. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log2(nd.array([1, 8])).asnumpy().round(4)
    array([0., 3.], dtype=float32)
    """
def log_sigmoid(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the logistic function, log(1 / (1 + exp(-data))). MXNet has it from 2.0 on. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log_sigmoid(nd.array([-20, 0])).asnumpy().round(4)
    array([-20.    ,  -0.6931], dtype=float32)
    """
def log_softmax(data: NDArray, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small. Declared in jmx/ops/nn/softmax.py.

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
    """
def logical_not(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """1 where the element is 0, and 0 elsewhere. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.logical_not(nd.array([-2, 0, 0.5]))
    [0. 1. 0.]
    <NDArray 3 @cpu(0)>
    """
def make_loss(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` as a loss: its gradient is 1 for every element, whatever follows. Declared in jmx/ops/gradient.py.

    data    array of any shape, of a numeric type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = nd.make_loss(x * x)
    >>> loss.backward()
    >>> x.grad
    [2. 4.]
    <NDArray 2 @cpu(0)>
    """
def masked_log_softmax(data: NDArray, mask: NDArray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm of `masked_softmax`. MXNet has it from 2.0 on. Declared in jmx/ops/nn/masked_softmax.py.

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
    """
def masked_softmax(data: NDArray, mask: NDArray, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Softmax of the elements that `mask` lets through. MXNet has it from 2.0 on. Declared in jmx/ops/nn/masked_softmax.py.

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
    """
def max(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.max(nd.array([[1, 2], [3, 4]]), axis=1)
    [2. 4.]
    <NDArray 2 @cpu(0)>
    """
def max_axis(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.max."""
def mean(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mean of the elements over axes. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type and are cut off; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.mean(nd.array([[1, 2], [3, 4]]), axis=1)
    [1.5 3.5]
    <NDArray 2 @cpu(0)>
    """
def min(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.min(nd.array([[1, 2], [3, 4]]), axis=1)
    [1. 3.]
    <NDArray 2 @cpu(0)>
    """
def min_axis(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.min."""
def mish(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """data * tanh(log(1 + exp(data))). MXNet has it from 2.0 on. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.mish(nd.array([0, 1, 20])).asnumpy().round(4)
    array([ 0.    ,  0.8651, 20.    ], dtype=float32)
    """
def moments(data: NDArray, axes: Shape | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Mean and (biased) variance over axes. Declared in jmx/ops/reduce.py.

    data    array of any numeric type
    axes    the axes to reduce, negative ones counting from the end
    keepdims    keep reduced axes with length 1

    Returns two arrays of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError
    if `axes` is not given, or names an axis twice or one that does not exist.

    Examples
    --------
    >>> mean, var = nd.moments(nd.array([[1, 3], [2, 6]]), axes=1)
    >>> mean, var
    (
    [2. 4.]
    <NDArray 2 @cpu(0)>,
    [1. 4.]
    <NDArray 2 @cpu(0)>)
    """
def mp_lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """lamb_update_phase1 in single precision for a weight of lower precision. Declared in jmx/ops/optimizer_lamb.py.

    mean, var    states in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    t    number of the update, from 1
    bias_correction    divide `mean` by 1 - beta1**t and `var` by 1 - beta2**t
    wd    weight decay: wd * weight is added to the direction
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the direction, float32. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, mean, var = nd.array([1, -2], dtype="float16"), nd.zeros(2), nd.zeros(2)
    >>> nd.mp_lamb_update_phase1(
    ...     weight, weight, mean, var, weight.astype("float32"), beta1=0.5, beta2=0.75, epsilon=0, t=1, wd=0
    ... )
    [ 1. -1.]
    <NDArray 2 @cpu(0)>
    """
def mp_lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, weight32: NDArray, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """lamb_update_phase2 in single precision for a weight of lower precision. Declared in jmx/ops/optimizer_lamb.py.

    g    the direction that mp_lamb_update_phase1 gave, float32
    weight32    the weight in float32, updated in place
    weight    the weight, of any shape and floating type
    r1, r2    shape (1,): the norms of the weight and of `g`
    lr    learning rate
    lower_bound, upper_bound    limits of `r1`; a negative one, the default, is none

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, step = nd.array([3, 4], dtype="float16"), nd.array([0, 1])
    >>> nd.mp_lamb_update_phase2(weight, step, nd.array([5]), nd.array([1]), weight.astype("float32"), lr=0.5)
    [3.  1.5]
    <NDArray 2 @cpu(0)>
    """
def mp_nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """nag_mom_update in single precision; as in MXNet the momentum's weight decay sees the new weight. Declared in jmx/ops/optimizer.py.

    mom    state in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32, updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, mom = nd.array([1, 2], dtype="float16"), nd.zeros(2)
    >>> nd.mp_nag_mom_update(weight, weight, mom, weight.astype("float32"), lr=0.5, momentum=0.5)
    [0.25 0.5 ]
    <NDArray 2 @cpu(0)>
    """
def mp_sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """sgd_mom_update in single precision for a weight of lower precision. Declared in jmx/ops/optimizer.py.

    mom    state in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32, updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, mom = nd.array([1, 2], dtype="float16"), nd.zeros(2)
    >>> nd.mp_sgd_mom_update(weight, weight, mom, weight.astype("float32"), lr=0.5, momentum=0.9)
    [0.5 1. ]
    <NDArray 2 @cpu(0)>
    """
def mp_sgd_update(weight: NDArray, grad: NDArray, weight32: NDArray, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """sgd_update in single precision for a weight of lower precision. Declared in jmx/ops/optimizer.py.

    weight32    the weight in float32, updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.mp_sgd_update(weight, weight, weight.astype("float32"), lr=0.5)
    [0.5 1. ]
    <NDArray 2 @cpu(0)>
    """
def multi_all_finite(*data: NDArray | Sequence[NDArray], num_arrays: Int | None = None, init_output: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whether many arrays are free of NaN and infinities. Declared in jmx/ops/reduce.py.

    data    arrays of one floating type
    num_arrays    how many they are; counted if not given
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements of all arrays are finite, else 0. Raises MXNetError for
    init_output=False, without arrays, or if `num_arrays` is wrong.

    Examples
    --------
    >>> nd.multi_all_finite(nd.array([1, 2]), nd.array([3]), num_arrays=2)
    [1.]
    <NDArray 1 @cpu(0)>
    """
def multi_lars(lrs: NDArray, weights_sum_sq: NDArray, grads_sum_sq: NDArray, wds: NDArray, eta: Float = ..., eps: Float = ..., rescale_grad: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """LARS: learning rates scaled layer by layer, lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps). Declared in jmx/ops/optimizer_multi.py.

    lrs, wds    learning rates and weight decays, (layers,)
    weights_sum_sq, grads_sum_sq    |w|**2 and |g|**2, as multi_sum_sq gives them, (layers,)
    eta    how far a step may go beside the length of the weight
    eps    small number that keeps the divisor from zero
    rescale_grad    what the gradients will be multiplied by

    Returns learning rates (layers,); those with |w| or |g| of zero are kept.

    Examples
    --------
    >>> nd.multi_lars(nd.array([1, 1]), nd.array([16, 0]), nd.array([4, 4]), nd.zeros(2), eta=0.5, eps=0)
    [1. 1.]
    <NDArray 2 @cpu(0)>
    """
def multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """mp_sgd_mom_update of several weights in one call. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, mom, weight32 for each weight, one after the other; the last two are float32 and updated in place
    lrs, wds    learning rate and weight decay of each weight
    momentum    the share of momenta that stays, 0 to 1
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.multi_mp_sgd_mom_update(
    ...     weight, weight, nd.zeros(2), weight.astype("float32"), lrs=(0.5,), wds=(0,), momentum=0.9, num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
def multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """mp_sgd_update of several weights in one call. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, weight32 for each weight, one after the other; those in float32 are updated in place
    lrs, wds    learning rate and weight decay of each weight
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.multi_mp_sgd_update(weight, weight, weight.astype("float32"), lrs=(0.5,), wds=(0,), num_weights=1, out=[weight])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
def multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """sgd_mom_update of several weights in one call. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, mom for each weight, one after the other; momenta are updated in place
    lrs, wds    learning rate and weight decay of each weight
    momentum    the share of momenta that stays, 0 to 1
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.multi_sgd_mom_update(
    ...     a, a, nd.zeros(2), b, b, nd.zeros(1), lrs=(0.5, 1), wds=(0, 0), momentum=0.9, num_weights=2, out=[a, b]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
def multi_sgd_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """sgd_update of several weights in one call. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad for each weight, one after the other
    lrs, wds    learning rate and weight decay of each weight
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.multi_sgd_update(a, a, b, b, lrs=(0.5, 1), wds=(0, 0), num_weights=2, out=[a, b])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
def multi_sum_sq(*data: NDArray | Sequence[NDArray], num_arrays: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The sum of squares of each array. Declared in jmx/ops/optimizer_multi.py.

    data    arrays of any shapes
    num_arrays    number of arrays

    Returns float32 numbers, (num_arrays,).

    Examples
    --------
    >>> nd.multi_sum_sq(nd.array([3, 4]), nd.array([[1, 1], [1, 1]]), num_arrays=2)
    [25.  4.]
    <NDArray 2 @cpu(0)>
    """
def nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nesterov's accelerated gradient: step = lr * (grad + wd * weight), mom = momentum * mom - step, then
    weight + momentum * mom - step. Declared in jmx/ops/optimizer.py.

    mom    state in the weight's shape, zeros at first; updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.nag_mom_update(nd.array([1, 2]), nd.array([4, 2]), nd.zeros(2), lr=0.5, momentum=0.5)
    [-2.   0.5]
    <NDArray 2 @cpu(0)>
    """
def nanprod(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of the elements over axes; NaN counts as 1. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.nanprod(nd.array([[1, np.nan], [3, 4]]), axis=1)
    [ 1. 12.]
    <NDArray 2 @cpu(0)>
    """
def nansum(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements over axes; NaN counts as 0. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.nansum(nd.array([[1, np.nan], [3, 4]]), axis=1)
    [1. 7.]
    <NDArray 2 @cpu(0)>
    """
def negative(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers with their sign changed. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.negative(nd.array([-2, 0.5]))
    [ 2.  -0.5]
    <NDArray 2 @cpu(0)>
    """
def norm(data: NDArray, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes. Declared in jmx/ops/reduce.py.

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
    """
def normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normally distributed numbers. As mx.nd.random_normal."""
def one_hot(indices: NDArray, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Classes as rows with one element set: a new last dimension. Declared in jmx/ops/indexing.py.

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
    """
def ones_like(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Ones of the shape and type of an array. Declared in jmx/ops/creation.py.

    data    the array

    Returns an array like `data`. There is no gradient.

    Examples
    --------
    >>> nd.ones_like(nd.array([[1, 2], [3, 4]]))
    [[1. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
def pad(data: NDArray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A margin around the spatial dimensions of images. Declared in jmx/ops/shape.py.

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
    """
def pick(data: NDArray, index: NDArray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. Declared in jmx/ops/indexing.py.

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
    """
def preloaded_multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """multi_mp_sgd_mom_update with learning rates and weight decays in arrays. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, mom, weight32 for each weight, one after the other; then the learning rates and the weight decays,
            both (num_weights,). `mom` and `weight32` are float32 and updated in place
    momentum    the share of momenta that stays, 0 to 1
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.preloaded_multi_mp_sgd_mom_update(
    ...     weight, weight, nd.zeros(2), weight.astype("float32"), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
def preloaded_multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """multi_mp_sgd_update with learning rates and weight decays in arrays. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, weight32 for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,). Weights in float32 are updated in place
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.preloaded_multi_mp_sgd_update(
    ...     weight, weight, weight.astype("float32"), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
def preloaded_multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """multi_sgd_mom_update with learning rates and weight decays in arrays. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad, mom for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,). Momenta are updated in place
    momentum    the share of momenta that stays, 0 to 1
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2])
    >>> nd.preloaded_multi_sgd_mom_update(weight, weight, nd.zeros(2), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
def preloaded_multi_sgd_update(*data: NDArray | Sequence[NDArray], num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """multi_sgd_update with learning rates and weight decays in arrays. Declared in jmx/ops/optimizer_multi.py.

    data    weight, grad for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,)
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.preloaded_multi_sgd_update(a, a, b, b, nd.array([0.5, 1]), nd.zeros(2), num_weights=2, out=[a, b])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
def prod(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of the elements over axes. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.prod(nd.array([[1, 2], [3, 4]]), axis=1)
    [ 2. 12.]
    <NDArray 2 @cpu(0)>
    """
def radians(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Angles in degrees converted to radians. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.radians(nd.array([0, 90])).asnumpy().round(4)
    array([0.    , 1.5708], dtype=float32)
    """
def random_binomial(n: Float = 1, p: Float = 0.5, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers of successes in `n` trials, of mean n * p. MXNet has it from 2.0 on. Declared in jmx/ops/random_counts.py.

    n    number of trials
    p    probability of success, 0 to 1
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for a negative `n` and for another `p`.

    Examples
    --------
    >>> nd.random_binomial(n=3, p=1, shape=(2, 2))
    [[3. 3.]
     [3. 3.]]
    <NDArray 2x2 @cpu(0)>
    """
def random_exponential(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exponentially distributed numbers, of mean 1 / lam. Declared in jmx/ops/random.py.

    lam    rate, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for another rate.

    Examples
    --------
    >>> nd.random_exponential(lam=4, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_exponential(4, shape=10000).mean() - 0.25) < 0.05)
    True
    """
def random_gamma(alpha: Float = 1.0, beta: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gamma-distributed numbers, of mean alpha * beta. Declared in jmx/ops/random.py.

    alpha    shape parameter, positive
    beta    scale, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for other parameters.

    Examples
    --------
    >>> nd.random_gamma(alpha=9, beta=0.5, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_gamma(9, 0.5, shape=10000).mean() - 4.5) < 0.1)
    True
    """
def random_generalized_negative_binomial(mu: Float = 1.0, alpha: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Negative binomial numbers by mean and dispersion; their variance is mu + alpha * mu**2. Declared in jmx/ops/random.py.

    mu    mean, not negative
    alpha    dispersion, not negative; 0 gives the Poisson distribution
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for negative parameters.

    Examples
    --------
    >>> nd.random_generalized_negative_binomial(mu=2, alpha=0.3, shape=(2, 3)).shape
    (2, 3)
    """
def random_negative_binomial(k: Float = 1, p: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers of failures before the `k`-th success, of mean k * (1 - p) / p. Declared in jmx/ops/random.py.

    k    number of successes
    p    probability of success, 0 to 1
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for negative parameters.

    Examples
    --------
    >>> nd.random_negative_binomial(k=3, p=0.5, shape=(2, 3)).shape
    (2, 3)
    """
def random_normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normally distributed numbers. Declared in jmx/ops/random.py.

    loc    mean
    scale    standard deviation, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for another scale.

    Examples
    --------
    >>> nd.random_normal(loc=1, scale=0.1, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_normal(loc=5, shape=10000).mean() - 5) < 0.1)
    True
    """
def random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the Dirichlet distribution. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*any, *more, k): each sums to one along the last axis
    alpha    concentrations, (*any, k)
    is_log    return logarithms

    Returns (*any, *more). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_dirichlet(nd.array([[0.25, 0.75]]), nd.array([2, 1])) * 1000).round()
    [500.]
    <NDArray 1 @cpu(0)>
    """
def random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the exponential distribution, lam * exp(-lam * sample). Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    lam    rates
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_exponential(nd.array([[0, 1000]]), nd.array([2])).round()
    [[2. 0.]]
    <NDArray 1x2 @cpu(0)>
    """
def random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the gamma distribution. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    alpha, beta    shape parameters and rates, arrays of one shape; the samplers take scales, 1 / rate
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_gamma(nd.array([[1, 2]]), nd.array([2]), nd.array([1])) * 1000).round()
    [[368. 271.]]
    <NDArray 1x2 @cpu(0)>
    """
def random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the negative binomial distribution by mean and dispersion. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    mu, alpha    means and dispersions, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_generalized_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([1])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>
    """
def random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts of failures before the `k`-th success. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    k    numbers of successes
    p    probabilities of success, in the shape of `k`
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([0.5])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>
    """
def random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the normal distribution. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    mu, sigma    means and standard deviations, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_normal(nd.array([[0, 1, 2]]), nd.array([0]), nd.array([1])) * 1000).round()
    [[399. 242.  54.]]
    <NDArray 1x3 @cpu(0)>
    """
def random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the Poisson distribution. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    lam    means
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_poisson(nd.array([[0, 1, 2]]), nd.array([1])) * 1000).round()
    [[368. 368. 184.]]
    <NDArray 1x3 @cpu(0)>
    """
def random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart. Declared in jmx/ops/random_pdf.py.

    sample    samples, (*parameters, *any)
    low, high    bounds, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_uniform(nd.array([[1, 1.5]]), nd.array([0]), nd.array([2]))
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>
    """
def random_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Poisson-distributed whole numbers, in a floating element type. Declared in jmx/ops/random.py.

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
    """
def random_randint(low: Float = ..., high: Float = ..., shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whole numbers spread evenly over [low, high). Declared in jmx/ops/random.py.

    low, high    bounds, whole numbers; `high` itself is not drawn
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    "int32", the default, or "int64"

    Returns new numbers in the shape asked for. Raises MXNetError if `low` is not less than `high`, for fractions and for other
    element types.

    Examples
    --------
    >>> x = nd.random_randint(0, 10, shape=(2, 3))
    >>> x.shape, x.dtype, bool(x.min() >= 0), bool(x.max() < 10)
    ((2, 3), <class 'numpy.int32'>, True, True)
    """
def random_uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers spread evenly over [low, high). Declared in jmx/ops/random.py.

    low, high    bounds; `high` itself is not drawn
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError if `low` exceeds `high`.

    Examples
    --------
    >>> x = nd.random_uniform(0, 10, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0), bool(x.max() < 10)
    ((2, 3), True, True)
    """
def ravel_multi_index(data: NDArray, shape: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Positions given by several coordinates as positions in the flattened array. Declared in jmx/ops/indexing.py.

    data    (m, n): n columns of m coordinates
    shape    the m dimensions of the array

    Returns (n,), of the type of `data`. Raises MXNetError if `shape` is missing or has another length than the columns.

    Examples
    --------
    >>> nd.ravel_multi_index(nd.array([[0, 1, 2], [3, 0, 1]]), shape=(3, 4))
    [3. 4. 9.]
    <NDArray 3 @cpu(0)>
    """
def rcbrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reciprocal cube root, 1 / cbrt(data). Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.rcbrt(nd.array([-8, 1])).asnumpy().round(4)
    array([-0.5,  1. ], dtype=float32)
    """
def reciprocal(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reciprocal, 1 / data. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.reciprocal(nd.array([-2, 0.5, 4]))
    [-0.5   2.    0.25]
    <NDArray 3 @cpu(0)>
    """
def relu(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """max(data, 0); the derivative at 0 is 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.relu(nd.array([-2, 0, 0.5]))
    [0.  0.  0.5]
    <NDArray 3 @cpu(0)>
    """
def repeat(data: NDArray, repeats: Int = ..., axis: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Each element repeated, next to itself. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    repeats    how many times
    axis    the dimension that grows, negative ones counting from the end; None repeats in the flattened array

    Returns the larger array. Raises MXNetError for a negative number, or if the dimension does not exist.

    Examples
    --------
    >>> nd.repeat(nd.array([1, 2]), repeats=2)
    [1. 1. 2. 2.]
    <NDArray 4 @cpu(0)>
    >>> nd.repeat(nd.array([[1, 2]]), repeats=2, axis=0)
    [[1. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def reset_arrays(*data: NDArray | Sequence[NDArray], num_arrays: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> Any:
    """Every array set to zero, in place. Declared in jmx/ops/optimizer_multi.py.

    data    arrays of any shapes and types
    num_arrays    number of arrays

    Returns None.

    Examples
    --------
    >>> a, b = nd.ones(2), nd.ones(3)
    >>> nd.reset_arrays(a, b, num_arrays=2)
    []
    >>> a, b
    (
    [0. 0.]
    <NDArray 2 @cpu(0)>,
    [0. 0. 0.]
    <NDArray 3 @cpu(0)>)
    """
def reshape(data: NDArray, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The same elements in another shape. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    shape    the new shape. 0 keeps the dimension at this place; -1, once, stands for what is left; -2 copies all dimensions that
             remain; -3 merges two dimensions into one; -4 splits one into the two entries that follow, one of which may be -1.
    reverse    read shapes from the right, so that 0 and -1 count from the last dimension
    target_shape    the new shape in the form that MXNet had before `shape`; 0, once, stands for what is left
    keep_highest    with `target_shape`, keep the first dimension

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `data`.

    Examples
    --------
    >>> nd.reshape(nd.arange(6), shape=(2, -1))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    >>> x = nd.zeros((2, 3, 4))
    >>> nd.reshape(x, shape=(0, -1)).shape, nd.reshape(x, shape=(-3, 0)).shape, nd.reshape(x, shape=(-4, 1, 2, -2)).shape
    ((2, 12), (6, 4), (1, 2, 3, 4))
    """
def reshape_like(lhs: NDArray, rhs: NDArray, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`. Declared in jmx/ops/shape.py.

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
    """
def reverse(data: NDArray, axis: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The order of elements along dimensions reversed. As mx.nd.flip."""
def rint(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves downwards. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.rint(nd.array([-1.5, 0.4, 2.5]))
    [-2.  0.  2.]
    <NDArray 3 @cpu(0)>
    """
def rmsprop_update(weight: NDArray, grad: NDArray, n: NDArray, lr: Float = ..., gamma1: Float = 0.95, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """RMSProp as Tieleman and Hinton have it: n = gamma1 * n + (1 - gamma1) * g**2 with g = grad + wd * weight, then
    weight - lr * g / sqrt(n + epsilon). Declared in jmx/ops/optimizer.py.

    n    state in the weight's shape, zeros at first; updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    gamma1    the share of the running means that stays, 0 to 1
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    clip_weights    new weights are cut to [-clip_weights, clip_weights]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.rmsprop_update(nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), lr=0.25, gamma1=0.75, epsilon=0)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
def rmspropalex_update(weight: NDArray, grad: NDArray, n: NDArray, g: NDArray, delta: NDArray, lr: Float = ..., gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """RMSProp as Graves has it, centred and with momentum: n and g are running means of the squared gradient and of the gradient,
    delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon), then weight + delta. Declared in jmx/ops/optimizer.py.

    n, g, delta    states in the weight's shape, zeros at first; updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    gamma1    the share of the running means that stays, 0 to 1
    gamma2    the share of `delta` that stays, 0 to 1
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    clip_weights    new weights are cut to [-clip_weights, clip_weights]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> zero = nd.zeros(2)
    >>> nd.rmspropalex_update(
    ...     nd.array([1, 2]), nd.array([4, -2]), zero, zero.copy(), zero.copy(), lr=0.25, gamma1=0.5, epsilon=0
    ... )
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
def round(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves away from zero. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.round(nd.array([-1.5, 0.4, 2.5]))
    [-2.  0.  3.]
    <NDArray 3 @cpu(0)>
    """
def rsqrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reciprocal square root, 1 / sqrt(data). Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.rsqrt(nd.array([4, 16])).asnumpy().round(4)
    array([0.5 , 0.25], dtype=float32)
    """
def sample_binomial(n: NDArray, p: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers of successes in a row of trials, for each pair of parameters. MXNet has it from 2.0 on. Declared in jmx/ops/random_counts.py.

    n    numbers of trials
    p    probabilities of success, in the shape of `n`
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_binomial(nd.array([3, 8]), nd.array([1, 0]), shape=2)
    [[3. 3.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
@overload
def sample_categorical(data: NDArray, *, get_prob: Literal[True], shape: Shape = (), dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Positions drawn from discrete distributions. As mx.nd.sample_multinomial."""
@overload
def sample_categorical(data: NDArray, shape: Shape, get_prob: Literal[True], dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def sample_categorical(data: NDArray, shape: Shape = (), get_prob: bool = False, dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def sample_exponential(lam: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exponentially distributed samples, for each rate. Declared in jmx/ops/random.py.

    lam    rates; the means are 1 / lam
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_exponential(nd.array([1, 100]), shape=3).shape
    (2, 3)
    """
def sample_gamma(alpha: NDArray, beta: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gamma-distributed samples, for each pair of shape and scale. Declared in jmx/ops/random.py.

    alpha, beta    shape parameters and scales, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_gamma(nd.array([1, 9]), nd.array([1, 0.5]), shape=3).shape
    (2, 3)
    """
def sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Negative binomial samples, for each pair of mean and dispersion. Declared in jmx/ops/random.py.

    mu, alpha    means and dispersions, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_generalized_negative_binomial(nd.array([2, 5]), nd.array([0.3, 0]), shape=3).shape
    (2, 3)
    """
@overload
def sample_multinomial(data: NDArray, *, get_prob: Literal[True], shape: Shape = (), dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Positions drawn from discrete distributions. Declared in jmx/ops/random.py.

    data    (*any, k): probabilities, which sum to one along the last axis
    shape    shape of the draws from each distribution; () for one
    get_prob    also return the logarithm of each drawn position's probability, which carries a gradient to `data`
    dtype    element type of the positions

    Returns positions from 0 to k - 1, (*any, *shape), and with `get_prob` the logarithms in that shape.

    Examples
    --------
    >>> nd.sample_multinomial(nd.array([[0, 1, 0], [0, 0, 1]]), shape=4)
    [[1 1 1 1]
     [2 2 2 2]]
    <NDArray 2x4 @cpu(0)>
    """
@overload
def sample_multinomial(data: NDArray, shape: Shape, get_prob: Literal[True], dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def sample_multinomial(data: NDArray, shape: Shape = (), get_prob: bool = False, dtype: DTypeLike | None = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def sample_negative_binomial(k: NDArray, p: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers of failures before the k-th success, for each pair of parameters. Declared in jmx/ops/random.py.

    k    numbers of successes
    p    probabilities of success, in the shape of `k`
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_negative_binomial(nd.array([3, 5]), nd.array([0.5, 0.9]), shape=3).shape
    (2, 3)
    """
def sample_normal(mu: NDArray, sigma: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normally distributed samples, for each pair of mean and standard deviation. Declared in jmx/ops/random.py.

    mu, sigma    means and standard deviations, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> x = nd.sample_normal(nd.array([0, 100]), nd.array([1, 1]), shape=(3, 4))
    >>> x.shape, bool(x[1].min() > 50)
    ((2, 3, 4), True)
    """
def sample_poisson(lam: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Poisson-distributed samples, for each mean. Declared in jmx/ops/random.py.

    lam    means
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_poisson(nd.array([1, 100]), shape=3).shape
    (2, 3)
    """
def sample_uniform(low: NDArray, high: NDArray, shape: Shape = (), dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Samples spread evenly over [low, high), for each pair of bounds. Declared in jmx/ops/random.py.

    low, high    bounds, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> low, high = nd.array([0, 10]), nd.array([1, 20])
    >>> x = nd.sample_uniform(low, high, shape=100)
    >>> x.shape, bool(x[0].max() < 1), bool(x[1].min() >= 10)
    ((2, 100), True, True)
    """
def scatter_nd(data: NDArray, indices: NDArray, shape: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Zeros with elements or slices written at positions given by several coordinates: the reverse of gather_nd. Declared in jmx/ops/indexing.py.

    data    what is written, one element or slice for each column of `indices`
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of the result
    shape    the shape of the result

    Which value stays where a position occurs twice is not defined.

    Returns an array of this shape. Raises MXNetError if the shapes do not fit together.

    Examples
    --------
    >>> nd.scatter_nd(nd.array([5, 6]), nd.array([[0, 1], [2, 0]]), shape=(2, 3))
    [[0. 0. 5.]
     [6. 0. 0.]]
    <NDArray 2x3 @cpu(0)>
    """
def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gradient descent with momentum: mom = momentum * mom - lr * (grad + wd * weight), then weight + mom. Declared in jmx/ops/optimizer.py.

    mom    state in the weight's shape, zeros at first; updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mom = nd.array([1, 2]), nd.array([4, 2]), nd.zeros(2)
    >>> for _ in range(2):
    ...     weight = nd.sgd_mom_update(weight, grad, mom, lr=0.25, momentum=0.5)
    >>> weight, mom
    (
    [-1.5   0.75]
    <NDArray 2 @cpu(0)>,
    [-1.5  -0.75]
    <NDArray 2 @cpu(0)>)
    """
def sgd_update(weight: NDArray, grad: NDArray, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gradient descent: weight - lr * (grad + wd * weight), the gradient rescaled and clipped first. Declared in jmx/ops/optimizer.py.

    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight = nd.array([1, 2])
    >>> nd.sgd_update(weight, nd.array([4, 2]), lr=0.5, out=weight)
    [-1.  1.]
    <NDArray 2 @cpu(0)>
    """
def shape_array(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The shape of an array, as an array. Declared in jmx/ops/shape.py.

    data    array of any shape and type

    Returns an int64 array with one element for each dimension.

    Examples
    --------
    >>> nd.shape_array(nd.zeros((2, 3)))
    [2 3]
    <NDArray 2 @cpu(0)>
    """
def shuffle(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The rows of an array in random order. Declared in jmx/ops/ordering.py.

    data    array of one dimension or more; it is shuffled along the first one

    Returns an array like `data`.

    Examples
    --------
    >>> nd.sort(nd.shuffle(nd.array([1, 2, 3])))
    [1. 2. 3.]
    <NDArray 3 @cpu(0)>
    """
def sigmoid(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logistic function, 1 / (1 + exp(-data)). Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sigmoid(nd.array([-2, 0, 2])).asnumpy().round(4)
    array([0.1192, 0.5   , 0.8808], dtype=float32)
    """
def sign(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sign(nd.array([-2, 0, 0.5]))
    [-1.  0.  1.]
    <NDArray 3 @cpu(0)>
    """
def signsgd_update(weight: NDArray, grad: NDArray, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gradient descent along the sign of the gradient: (1 - lr * wd) * weight - lr * sign(grad). Declared in jmx/ops/optimizer.py.

    clip_gradient, rescale_grad    without effect: only the sign of the gradient counts
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.signsgd_update(nd.array([1, 2]), nd.array([4, -2]), lr=0.5)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
def signum_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A step along the sign of the momentum: mom = momentum * mom - (1 - momentum) * (grad + wd * weight), then
    (1 - lr * wd_lh) * weight + lr * sign(mom). Declared in jmx/ops/optimizer.py.

    mom    state in the weight's shape, zeros at first; updated in place
    wd_lh    weight decay beside the sign, as Loshchilov and Hutter have it
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.signum_update(nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), lr=0.5, momentum=0.9)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
def sin(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sine of angles in radians. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sin(nd.array([0, np.pi / 6])).asnumpy().round(4)
    array([0. , 0.5], dtype=float32)
    """
def sinh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic sine. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sinh(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.1752], dtype=float32)
    """
def size_array(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The number of elements of an array, as an array. Declared in jmx/ops/shape.py.

    data    array of any shape and type

    Returns an int64 array of shape (1,).

    Examples
    --------
    >>> nd.size_array(nd.zeros((2, 3)))
    [6]
    <NDArray 1 @cpu(0)>
    """
def slice(data: NDArray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements begin:end:step of each leading dimension. Declared in jmx/ops/slicing.py.

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
    """
def slice_axis(data: NDArray, axis: Int = ..., begin: Int = ..., end: Int | None = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements begin:end of one dimension. Declared in jmx/ops/slicing.py.

    data    array of any shape and type
    axis    the dimension, negative ones counting from the end
    begin    first position; negative ones count from the end
    end    position where to stop, not included; negative ones count from the end, None is the end

    Returns the elements, in as many dimensions. Raises MXNetError if the dimension or the positions do not exist.

    Examples
    --------
    >>> nd.slice_axis(nd.array([[1, 2, 3], [4, 5, 6]]), axis=1, begin=1, end=None)
    [[2. 3.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    """
def slice_like(data: NDArray, shape_like: NDArray, axes: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The leading part of an array that has the size of another one. Declared in jmx/ops/slicing.py.

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
    """
def smooth_l1(data: NDArray, scalar: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2). Declared in jmx/ops/scalar.py.

    data    array of any shape, of a numeric type
    scalar    where the parabola turns into straight lines

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.smooth_l1(nd.array([-2, -0.5, 0, 1]))
    [1.5   0.125 0.    0.5  ]
    <NDArray 4 @cpu(0)>
    """
def softmax(data: NDArray, length: NDArray | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one. Declared in jmx/ops/nn/softmax.py.

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
    """
def softmax_cross_entropy(data: NDArray, label: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The sum over rows of -log(softmax(data)[label]). Declared in jmx/ops/nn/output.py.

    data    (rows, classes): scores
    label    (rows,): class numbers; has no gradient

    Returns one number, of shape (1,).

    Examples
    --------
    >>> nd.softmax_cross_entropy(nd.zeros((3, 2)), nd.array([0, 1, 1])) / np.log(2)
    [3.]
    <NDArray 1 @cpu(0)>
    """
def softmin(data: NDArray, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """softmax of -data / temperature: the smallest element gets the largest share. Declared in jmx/ops/nn/softmax.py.

    data    array of any shape
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    only False; for lengths use `softmax`

    Returns an array like `data`.

    Examples
    --------
    >>> nd.softmin(nd.array([[0, 1000]]))
    [[1. 0.]]
    <NDArray 1x2 @cpu(0)>
    """
def softsign(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """data / (1 + abs(data)). Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.softsign(nd.array([-1, 0, 3]))
    [-0.5   0.    0.75]
    <NDArray 3 @cpu(0)>
    """
def sort(data: NDArray, axis: Int | None = -1, is_ascend: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements in order. Declared in jmx/ops/ordering.py.

    data    array of any shape, of a numeric type
    axis    the dimension to sort along, negative ones counting from the end; None sorts the flattened array
    is_ascend    the smallest first; False for the greatest first

    Returns an array like `data`, flat if `axis` is None. Raises MXNetError if the dimension does not exist.

    Examples
    --------
    >>> nd.sort(nd.array([[3, 1, 2], [4, 6, 5]]))
    [[1. 2. 3.]
     [4. 5. 6.]]
    <NDArray 2x3 @cpu(0)>
    >>> nd.sort(nd.array([3, 1, 2]), is_ascend=False)
    [3. 2. 1.]
    <NDArray 3 @cpu(0)>
    """
def space_to_depth(data: NDArray, block_size: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Blocks of space moved into channels: the reverse of depth_to_space. Declared in jmx/ops/shape.py.

    data    (batch, channels, height * b, width * b)
    block_size    b

    Returns (batch, channels * b * b, height, width). Raises MXNetError if height or width are no multiple of b.

    Examples
    --------
    >>> nd.space_to_depth(nd.array([[[[1, 2], [3, 4]]]]), block_size=2).shape
    (1, 4, 1, 1)
    """
@overload
def split(data: NDArray, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An array cut into equal parts along a dimension. Declared in jmx/ops/slicing.py.

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
    """
@overload
def split(data: NDArray, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
@overload
def split(data: NDArray, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
def sqrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square root. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sqrt(nd.array([0, 4, 9]))
    [0. 2. 3.]
    <NDArray 3 @cpu(0)>
    """
def square(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Squares. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.square(nd.array([-2, 0.5]))
    [4.   0.25]
    <NDArray 2 @cpu(0)>
    """
def squeeze(data: NDArray, axis: Shape | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Dimensions of size 1 removed. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    axis    one dimension or several, negative ones counting from the end; None for all of size 1

    Returns the array with fewer dimensions, and with shape (1,) if none remain. Raises MXNetError for a dimension that has
    another size, or that does not exist.

    Examples
    --------
    >>> x = nd.zeros((1, 3, 1))
    >>> nd.squeeze(x).shape, nd.squeeze(x, axis=0).shape
    ((3,), (3, 1))
    """
def stack(*data: NDArray | Sequence[NDArray], num_args: Int = ..., axis: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Arrays of one shape joined along a new dimension. Declared in jmx/ops/slicing.py.

    data    arrays of one shape and type
    axis    the place of the new dimension in the result: 0 first, -1 last

    Returns an array with one dimension more. Raises MXNetError if shapes differ.

    Examples
    --------
    >>> nd.stack(nd.array([1, 2]), nd.array([3, 4]))
    [[1. 2.]
     [3. 4.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.stack(nd.array([1, 2]), nd.array([3, 4]), axis=1)
    [[1. 3.]
     [2. 4.]]
    <NDArray 2x2 @cpu(0)>
    """
def stop_gradient(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data`, through which no gradient flows. Declared in jmx/ops/gradient.py.

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
    """
def sum(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements over axes. Declared in jmx/ops/reduce.py.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.sum(nd.array([[1, 2], [3, 4]]), axis=1)
    [3. 7.]
    <NDArray 2 @cpu(0)>
    """
def sum_axis(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements over axes. As mx.nd.sum."""
def swapaxes(data: NDArray, dim1: Int = 0, dim2: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Two dimensions exchanged. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    dim1, dim2    the dimensions, negative ones counting from the end

    Returns the array with `dim1` and `dim2` exchanged. Raises MXNetError if one does not exist.

    Examples
    --------
    >>> nd.swapaxes(nd.zeros((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """
def take(a: NDArray, indices: NDArray, axis: Int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements or slices of an array at positions along a dimension. Declared in jmx/ops/indexing.py.

    a    array of one dimension or more
    indices    positions, of any shape and numeric type; fractions are cut off. They get no gradient.
    axis    the dimension, negative ones counting from the end
    mode    for positions outside: "clip" takes the nearest element, "wrap" counts on from the other end, "raise" refuses them

    Returns an array of the shape of `a` with the dimension `axis` replaced by the shape of `indices`. Raises MXNetError if the
    dimension does not exist, and with mode "raise" for positions outside.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4], [5, 6]])
    >>> nd.take(x, nd.array([2, 0]))
    [[5. 6.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.take(x, nd.array([[0, 1], [1, -1]]), axis=1, mode="wrap").shape
    (3, 2, 2)
    """
def tan(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Tangent of angles in radians. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.tan(nd.array([0, np.pi / 4])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def tanh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic tangent. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.tanh(nd.array([-20, 0, 1])).asnumpy().round(4)
    array([-1.    ,  0.    ,  0.7616], dtype=float32)
    """
def tile(data: NDArray, reps: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The whole array repeated along dimensions. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    reps    repetitions along each dimension, aligned at the last; more of them than dimensions add dimensions in front

    Returns the larger array. Raises MXNetError for repetitions below 1.

    Examples
    --------
    >>> nd.tile(nd.array([[1, 2]]), reps=(2, 2))
    [[1. 2. 1. 2.]
     [1. 2. 1. 2.]]
    <NDArray 2x4 @cpu(0)>
    """
@overload
def topk(data: NDArray, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones. Declared in jmx/ops/ordering.py.

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
    """
@overload
def topk(data: NDArray, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
@overload
def topk(data: NDArray, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
def transpose(data: NDArray, axes: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The dimensions of an array in another order. Declared in jmx/ops/shape.py.

    data    array of any shape and type
    axes    the dimensions in their new order, negative ones counting from the end; without it they are reversed

    Returns the transposed array. Raises MXNetError unless `axes` names every dimension once.

    Examples
    --------
    >>> nd.transpose(nd.array([[1, 2, 3], [4, 5, 6]]))
    [[1. 4.]
     [2. 5.]
     [3. 6.]]
    <NDArray 3x2 @cpu(0)>
    >>> nd.transpose(nd.zeros((2, 3, 4)), axes=(0, 2, 1)).shape
    (2, 4, 3)
    """
def trunc(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whole number next to zero: the fraction is cut off. Declared in jmx/ops/unary.py.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.trunc(nd.array([-1.5, 0.4, 2]))
    [-1.  0.  2.]
    <NDArray 3 @cpu(0)>
    """
def uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers spread evenly over [low, high). As mx.nd.random_uniform."""
def unravel_index(data: NDArray, shape: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Positions in a flattened array as coordinates. Declared in jmx/ops/indexing.py.

    data    array of positions, of a numeric type
    shape    the dimensions of the array

    Returns one row of coordinates for each dimension, each of the shape of `data`. Raises MXNetError if `shape` is missing.

    Examples
    --------
    >>> nd.unravel_index(nd.array([3, 4, 9]), shape=(3, 4))
    [[0. 1. 2.]
     [3. 0. 1.]]
    <NDArray 2x3 @cpu(0)>
    """
def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements of `x` where `condition` is not 0, else of `y`. Declared in jmx/ops/elemwise.py.

    condition    array of the shape of `x`, or of one dimension as long as the first axis of `x` to choose whole rows;
                 of any type. It gets no gradient.
    x, y    arrays of one shape and type

    Returns an array like `x`. Raises MXNetError for other shapes and for different types of `x` and `y`.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5, 6], [7, 8]])
    >>> nd.where(nd.array([[0, 1], [1, 0]]), x, y)
    [[5. 2.]
     [3. 8.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.where(nd.array([1, 0]), x, y)
    [[1. 2.]
     [7. 8.]]
    <NDArray 2x2 @cpu(0)>
    """
def zeros_like(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Zeros of the shape and type of an array. Declared in jmx/ops/creation.py.

    data    the array

    Returns an array like `data`.

    Examples
    --------
    >>> nd.zeros_like(nd.array([[1, 2], [3, 4]]))
    [[0. 0.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
