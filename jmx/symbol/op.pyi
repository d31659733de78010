# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Literal, Unpack
from jmx._typing import DTypeLike, Float, Floats, Int, NodeAttributes, OptShape, Shape
from jmx.context import Context
from jmx.symbol.symbol import Symbol

def Activation(data: Symbol | None = None, act_type: Literal['log_sigmoid', 'mish', 'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Apply an activation elementwise: relu max(x, 0), sigmoid, tanh, softrelu log(1 + exp(x)), softsign x / (1 +
    |x|), log_sigmoid -log(1 + exp(-x)), mish x * tanh(softrelu(x)).

    relu makes 0 of NaN in float32, as MXNet's CPU build does; `relu`, the operator, keeps it.

    Declared in jmx/ops/nn/activation.py.
    """
def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normalize `data` over all axes but `axis`, then scale by `gamma` and shift by `beta` (vectors of that axis'
    length).

    In training the statistics are those of the batch and the moving ones are updated, momentum * old + (1 - momentum) *
    new, on CPUs in the backward pass, on GPUs in the forward pass; otherwise, and with `use_global_stats`, they are the moving
    ones. `fix_gamma` takes gamma as one, with gradient zero. With `output_mean_var` also returns the mean and the inverse
    standard deviation.

    Declared in jmx/ops/nn/norm.py.
    """
def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The BatchNorm of old symbol files, over axis 1 of two or four; its third output is the variance.

    Declared in jmx/ops/nn/norm.py.
    """
def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images (batch, channels, y, x) sampled at `grid` (batch, 2, height, width): x, then y, in [-1, 1]; zero
    outside.

    Declared in jmx/ops/nn/resample.py.
    """
def BlockGrad(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data`, through which no gradient flows.

    data    array of any shape and type

    Returns an array like `data`.

    Declared in jmx/ops/gradient.py.
    """
def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The negative log likelihood of each label sequence, (batch,).

    data           (time, batch, classes): scores before softmax, blank included
    label          (batch, length): class numbers. With blank "first" class 0 is the blank and pads labels; with "last"
                   the last class is the blank and -1 pads
    data_lengths   (batch,) number of steps of each sequence, with `use_data_lengths`
    label_lengths  (batch,) number of labels of each sequence, with `use_label_lengths`; otherwise up to the first
                   padding

    Declared in jmx/ops/nn/ctc.py.
    """
def Cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around.

    data    array of any shape and type
    dtype    the element type to convert to

    Gradients pass through integers and booleans too, cut off to their type.

    Returns an array of the shape of `data`.

    Declared in jmx/ops/gradient.py.
    """
def Concat(*data: Symbol, num_args: Int = ..., dim: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Join arrays along the existing dimension `dim`.

    Declared in jmx/ops/slicing.py.
    """
def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Convolution of `data` (batch, channels, *space) with `num_filter` kernels (channels / num_group, *kernel).

    `layout` names the axes of data and output; with channels last the weight is
    (num_filter, *kernel, channels / num_group).
    `workspace` and `cudnn_*` are accepted and have no effect. Returns (batch, num_filter, *space).

    Declared in jmx/ops/nn/conv.py.
    """
def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The former name of Convolution, kept for old symbol files; the same computation.

    Declared in jmx/ops/nn/conv.py.
    """
def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: Int = 1, max_displacement: Int = 1, stride1: Int = 1, stride2: Int = 1, pad_size: Int = 0, is_multiply: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean products (or absolute differences) of patches of two maps (batch, channels, y, x) of one shape.

    Patches of `kernel_size` lie on a grid of `stride1` in the first map, padded by `pad_size`; each is compared with the
    patches of the second up to `max_displacement` away in steps of `stride2`. Returns (batch, displacements, y, x).

    Declared in jmx/ops/nn/correlation.py.
    """
def Crop(*data: Symbol, num_args: Int = ..., offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cut a window out of the last two dimensions: of size `h_w`, or of the second input's size.

    Declared in jmx/ops/slicing.py.
    """
def Custom(*data: Symbol, op_type: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **kwargs: Any) -> Symbol:
    """An operator written in Python: a CustomOp that was registered under the name `op_type`.

    data       its arguments, then its auxiliary states
    op_type    the name given to mx.operator.register

    Further keywords reach the registered CustomOpProp as strings.

    Declared in jmx/ops/custom.py.
    """
def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The transpose of a convolution.

    data      (batch, channels, *space)
    weight    (channels, num_filter / num_group, *kernel)

    The output has (size - 1) * stride - 2 * pad + dilated kernel + adj elements along each axis, or `target_shape`,
    from which `pad` and `adj` are then worked out.

    Declared in jmx/ops/nn/conv.py.
    """
def Dropout(data: Symbol | None = None, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Zero each element with probability `p` and scale the others by 1 / (1 - p), in training or with mode "always".

    One draw serves all elements along `axes`.

    Declared in jmx/ops/nn/dense.py.
    """
def ElementWiseSum(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of `weight` (input_dim, output_dim) that `data`, of any shape and type, names: (*data.shape,
    output_dim).

    Indices out of range are moved to the nearest row. `dtype` is the type of a weight that is still unknown.

    Declared in jmx/ops/nn/dense.py.
    """
def Flatten(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Keep the first dimension and collapse all others into a second one.

    Declared in jmx/ops/shape.py.
    """
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """data @ weight.T + bias, with `weight` (num_hidden, features) and `bias` (num_hidden,).

    With `flatten` data is (batch, *features) and the result (batch, num_hidden); otherwise the last axis holds the
    features and all others are kept.

    Declared in jmx/ops/nn/dense.py.
    """
def GridGenerator(data: Symbol | None = None, transform_type: Literal['affine', 'warp'] | str = ..., target_shape: Shape = (0, 0), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sampling coordinates (batch, 2, height, width) for BilinearSampler: x, then y, in [-1, 1].

    "affine": data (batch, 6) holds the 2x3 matrices that map target to source; `target_shape` is (height, width).
    "warp": data (batch, 2, height, width) is a flow in pixels, added to each pixel's own place.

    Declared in jmx/ops/nn/resample.py.
    """
def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: Int = 1, eps: Float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normalize each of `num_groups` groups of the channels (axis 1) of each sample, then scale and shift each group.

    `gamma` and `beta` have one element per group. With `output_mean_var` also returns mean and standard deviation, both
    (batch, num_groups).

    Declared in jmx/ops/nn/layernorm.py.
    """
def IdentityAttachKLSparseReg(data: Symbol | None = None, sparseness_target: Float = 0.1, penalty: Float = 0.001, momentum: Float = 0.9, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself; its gradient pulls the mean activation of every unit of a sigmoid towards `sparseness_target`.

    The penalty is the divergence between the target and `moving_avg`, the running mean over the samples, which a forward
    pass in training brings up to date.

    Declared in jmx/ops/nn/output.py.
    """
def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: Float = 0.001, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normalize each channel (axis 1) of each sample, then scale by `gamma` and shift by `beta`, one element per
    channel.

    Declared in jmx/ops/nn/layernorm.py.
    """
def L2Normalization(data: Symbol | None = None, eps: Float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Divide by the square root of the sum of squares (plus `eps`).

    `mode` says over what: "instance" each sample, "channel" axis 1 at each place, "spatial" all places of each channel.

    Declared in jmx/ops/nn/layernorm.py.
    """
def LRN(data: Symbol | None = None, alpha: Float = 0.0001, beta: Float = 0.75, knorm: Float = 2.0, nsize: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Local response normalization: data / (knorm + alpha / nsize * sum of squares of `nsize` neighbouring channels)
    ** beta.

    `data` is (batch, channels, height, width). Of an even number of neighbours the farthest is left out of the sum.

    Declared in jmx/ops/nn/layernorm.py.
    """
def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normalize `data` along `axis`, then scale by `gamma` and shift by `beta`, vectors of that axis' length.

    With `output_mean_var` also returns the mean and the standard deviation, with that axis of length one.

    Declared in jmx/ops/nn/layernorm.py.
    """
def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
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
def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of half the squared error: (data - label) * grad_scale / numbers per sample.

    Declared in jmx/ops/nn/output.py.
    """
def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sigmoid(data), with the gradient of the cross entropy: (output - label) * grad_scale / numbers per sample.

    Declared in jmx/ops/nn/output.py.
    """
def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of the absolute error: sign(data - label) * grad_scale / numbers per sample.

    Declared in jmx/ops/nn/output.py.
    """
def MakeLoss(data: Symbol | None = None, grad_scale: Float = 1.0, valid_thresh: Float = 0.0, normalization: Literal['null', 'batch', 'valid'] | str = 'null', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` as a loss: its gradient is `grad_scale` for every element, whatever follows.

    data    array of one dimension or more
    grad_scale    the gradient
    valid_thresh    elements above it count as valid
    normalization    divide the gradient by nothing ("null"), by the length of the first axis ("batch"), or by the
                     number of valid elements, at least 1 ("valid")

    Returns an array like `data`.

    Declared in jmx/ops/gradient.py.
    """
def Pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Pad the spatial dimensions of a 4-D or 5-D array; `pad_width` holds (before, after) for every dimension.

    Declared in jmx/ops/shape.py.
    """
def Pooling(data: Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Largest, mean, total or p-norm of each window of `data` (batch, channels, *space), one to three spatial axes.

    `pooling_convention`: "valid" rounds the number of windows down, "full" up, "same" (one axis) covers the whole
    input. `count_include_pad` (default True) says whether padding counts in a mean. With `global_pool` the window is
    the whole feature map and `kernel`, `stride` and `pad` are ignored.

    Declared in jmx/ops/nn/pool.py.
    """
def Pooling_v1(data: Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The two-dimensional pooling of old symbol files: padding is zeros that take part in maxima and means.

    The gradient of a maximum goes to every element that equals it.

    Declared in jmx/ops/nn/pool.py.
    """
def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Run recurrent layers over `data` (time, batch, inputs).

    parameters        all weights, then all biases, in one vector
    state             (layers * directions, batch, state_size), or projection_size for the last axis with a projection
    state_cell        the same for the cells of an LSTM, always state_size
    sequence_length   (batch,) numbers of steps, with `use_sequence_length`; later outputs are zero
    p                 in training, the share of each layer's outputs but the last's that is dropped

    Returns the outputs (time, batch, directions * size) and with `state_outputs` the last states in the shapes given.

    Declared in jmx/ops/nn/rnn.py.
    """
def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Shape = ..., spatial_scale: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The largest element in each of `pooled_size` (rows, columns) bins of each region: (regions, channels,
    *pooled_size).

    data is (batch, channels, y, x); a row of rois is (image number, x1, y1, x2, y2), scaled by `spatial_scale`.

    Declared in jmx/ops/nn/roi.py.
    """
def Reshape(data: Symbol | None = None, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Give `data` the shape `shape`, whose entries may be the codes 0, -1, -2, -3 and -4.

    Declared in jmx/ops/shape.py.
    """
def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: Float = 1.0, regularization_coefficient: Float = 1.0, use_linear: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of the squared (or with `use_linear` the plain) hinge loss of one class
    against all.

    `label` holds class numbers and has the shape of data without the last axis.

    Declared in jmx/ops/nn/output.py.
    """
def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The last element of each sequence, (batch, *rest).

    Declared in jmx/ops/nn/sequence.py.
    """
def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` with all elements from each sequence's length on set to `value`; without lengths, data itself.

    Declared in jmx/ops/nn/sequence.py.
    """
def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Each sequence backwards, its padding left in place; time is axis 0.

    Declared in jmx/ops/nn/sequence.py.
    """
def SliceChannel(data: Symbol | None = None, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cut into `num_outputs` equal parts along `axis`; `squeeze_axis` drops that dimension from parts of size 1.

    Declared in jmx/ops/slicing.py.
    """
def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax of `data`, with the gradient of its cross entropy with `label`.

    The classes are all axes but the first, with `preserve_shape` the last axis, with `multi_output` axis 1. `label`
    holds class numbers, one for each softmax, or probabilities in the shape of data. The gradient is scaled by
    `grad_scale`, divided by the number of labels ("batch") or of labels other than `ignore_label` ("valid"), left out
    where `use_ignore` and the label is `ignore_label`, and multiplied with the head gradient if `out_grad`.

    Declared in jmx/ops/nn/output.py.
    """
def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] | str = 'instance', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax along the last axis ("instance") or along axis 1 ("channel").

    Declared in jmx/ops/nn/softmax.py.
    """
def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax of `data`, with the gradient of its cross entropy with `label`.

    The classes are all axes but the first, with `preserve_shape` the last axis, with `multi_output` axis 1. `label`
    holds class numbers, one for each softmax, or probabilities in the shape of data. The gradient is scaled by
    `grad_scale`, divided by the number of labels ("batch") or of labels other than `ignore_label` ("valid"), left out
    where `use_ignore` and the label is `ignore_label`, and multiplied with the head gradient if `out_grad`.

    Declared in jmx/ops/nn/output.py.
    """
def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: Shape = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images (batch, channels, y, x) seen through the affine maps `loc` (batch, 6), with `target_shape` (height,
    width).

    Declared in jmx/ops/nn/resample.py.
    """
def SwapAxis(data: Symbol | None = None, dim1: Int = 0, dim2: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exchange two dimensions.

    Declared in jmx/ops/shape.py.
    """
def UpSampling(*data: Symbol, num_args: Int = ..., scale: Int = ..., num_filter: Int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', workspace: Int = 512, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Enlarge images (batch, channels, y, x) by the whole number `scale`.

    "nearest" repeats pixels; all inputs are enlarged to the first one's new size, then joined along the channels or
    added up. "bilinear" takes the images and a weight (num_filter, 1, k, k), k = 2 * scale - scale % 2, of a transposed
    convolution that treats each of the `num_filter` channels alone.

    Declared in jmx/ops/nn/resample.py.
    """
def abs(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Absolute value; its derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: Float = ..., beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Adam; the caller's `lr` carries the bias correction.

    Declared in jmx/ops/optimizer.py.
    """
def add_n(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def all_finite(data: Symbol | None = None, init_output: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whether an array is free of NaN and infinities.

    data    array of a floating type
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements are finite, else 0. Raises MXNetError for
    init_output=False.

    Declared in jmx/ops/reduce.py.
    """
def amp_cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type if it is float16, bfloat16 or float32, else unchanged.

    data    array of any shape and type
    dtype    the element type to convert to

    Returns an array of the shape of `data`.

    Declared in jmx/ops/gradient.py.
    """
def amp_multicast(*data: Symbol, num_outputs: Int = ..., cast_narrow: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays of different floating types in a common one, the widest among them.

    data    arrays of any shapes; those that are not float16, bfloat16 or float32 stay as they are
    num_outputs    how many they are
    cast_narrow    choose the narrowest type instead

    Returns a list of arrays. Raises MXNetError if `num_outputs` is wrong.

    Declared in jmx/ops/gradient.py.
    """
def arccos(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse cosine, in radians; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def arccosh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic cosine; NaN below 1.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def arcsin(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse sine, in radians; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def arcsinh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic sine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def arctan(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse tangent, in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def arctanh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic tangent; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def argmax(data: Symbol | None = None, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the greatest elements along an axis; of equal ones the first, and NaN counts as greatest.

    data    array of a numeric type
    axis    the axis to search, negative ones counting from the end; None searches the flattened array
    keepdims    keep the searched axis with length 1

    Returns positions as numbers of the type of `data`, with shape (1,) for the flattened array. Raises MXNetError if
    the axis does not exist and for boolean or empty arrays. There is no gradient.

    Declared in jmx/ops/reduce.py.
    """
def argmax_channel(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the greatest elements along axis 1; of equal ones the first.

    data    array of two dimensions or more, of a numeric type

    Returns positions as numbers of the type of `data`, without axis 1. Raises MXNetError for fewer dimensions and for
    boolean or empty arrays. There is no gradient.

    Declared in jmx/ops/reduce.py.
    """
def argmin(data: Symbol | None = None, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the smallest elements along an axis; of equal ones the first, and NaN counts as smallest.

    data    array of a numeric type
    axis    the axis to search, negative ones counting from the end; None searches the flattened array
    keepdims    keep the searched axis with length 1

    Returns positions as numbers of the type of `data`, with shape (1,) for the flattened array. Raises MXNetError if
    the axis does not exist and for boolean or empty arrays. There is no gradient.

    Declared in jmx/ops/reduce.py.
    """
def argsort(data: Symbol | None = None, axis: Int | None = -1, is_ascend: bool = True, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The positions, as numbers of type `dtype`, that would sort the array along `axis`; ties keep their order.

    Declared in jmx/ops/ordering.py.
    """
def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Matrix products over the last two dimensions of (..., n, k) and (..., k, m), leading dimensions being equal.

    Declared in jmx/ops/matrix.py.
    """
def batch_take(a: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element of each row of `a`, at the (clipped) int32 position that `indices` names for it.

    Declared in jmx/ops/indexing.py.
    """
def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_axes(data: Symbol | None = None, axis: Shape = (), size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along the axes `axis`, which have length 1.

    data    array of any type
    axis    one axis or several, not negative
    size    new length of each of them

    Returns the longer array. Raises MXNetError if an axis does not exist or is not 1 long, or if `size` has another
    length than `axis`.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_axis(data: Symbol | None = None, axis: Shape = (), size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along the axes `axis`, which have length 1.

    data    array of any type
    axis    one axis or several, not negative
    size    new length of each of them

    Returns the longer array. Raises MXNetError if an axis does not exist or is not 1 long, or if `size` has another
    length than `axis`.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0).

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the elements are equal, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is greater, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is greater or equal, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Length of the hypotenuse, sqrt(lhs**2 + rhs**2).

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is smaller, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is smaller or equal, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`.

    lhs    array of any type
    rhs    array whose shape is taken; it gets no gradient
    lhs_axes, rhs_axes    these axes of `lhs` take the lengths of those of `rhs`; all, in order, unless both are given

    Returns the longer array. Raises MXNetError if shapes or axes do not fit together.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where both elements are not 0, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where at least one element is not 0, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where exactly one element is not 0, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greater of two elements; of equal ones the first gets the gradient.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smaller of two elements; of equal ones the first gets the gradient.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Remainder of the division, with the sign of the divisor; 0 where the divisor is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the elements differ, else 0. The derivative is 0.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array raised to the second.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_to(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along axes of length 1 until it has the shape `shape`.

    data    array of any type
    shape    the new shape, with as many axes as `data` has; 0 keeps an axis as it is

    Returns an array of that shape. Raises MXNetError if the number of axes differs or an axis that would change is
    not 1 long.

    Declared in jmx/ops/broadcast.py.
    """
def cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around.

    data    array of any shape and type
    dtype    the element type to convert to

    Gradients pass through integers and booleans too, cut off to their type.

    Returns an array of the shape of `data`.

    Declared in jmx/ops/gradient.py.
    """
def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another storage type, its values unchanged.

    Declared in jmx/ops/sparse.py.
    """
def cbrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cube root.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def ceil(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest whole number that is not less.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element of `data` along `axis` for each position of the other dimensions, as `index` says.

    Declared in jmx/ops/indexing.py.
    """
def clip(data: Symbol | None = None, a_min: Float = ..., a_max: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1.

    data    array of any shape, of a numeric type; the limits are converted to it
    a_min, a_max    lower and upper limit

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def col2im(data: Symbol | None = None, output_size: Shape = ..., kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The transpose of im2col: columns summed into an array (batch, channels, *output_size).

    Declared in jmx/ops/nn/conv.py.
    """
def concat(*data: Symbol, num_args: Int = ..., dim: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Join arrays along the existing dimension `dim`.

    Declared in jmx/ops/slicing.py.
    """
def cos(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cosine of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def cosh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic cosine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def crop(data: Symbol | None = None, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end:step of each leading dimension; None stands for "from the start" or "to the end".

    Declared in jmx/ops/slicing.py.
    """
def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The negative log likelihood of each label sequence, (batch,).

    data           (time, batch, classes): scores before softmax, blank included
    label          (batch, length): class numbers. With blank "first" class 0 is the blank and pads labels; with "last"
                   the last class is the blank and -1 pads
    data_lengths   (batch,) number of steps of each sequence, with `use_data_lengths`
    label_lengths  (batch,) number of labels of each sequence, with `use_label_lengths`; otherwise up to the first
                   padding

    Declared in jmx/ops/nn/ctc.py.
    """
def cumsum(a: Symbol | None = None, axis: Int | None = None, dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Running sums along an axis.

    a    array of any type
    axis    the axis, negative ones counting from the end; None runs through the flattened array
    dtype    element type of the sums; default: that of `a`, for booleans int64

    Returns an array of the shape of `a`, flat if `axis` is None. Raises MXNetError if the axis does not exist.

    Declared in jmx/ops/reduce.py.
    """
def degrees(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Angles in radians converted to degrees.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def depth_to_space(data: Symbol | None = None, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Move blocks of channels, (N, C*b*b, H, W), into space, (N, C, H*b, W*b).

    Declared in jmx/ops/shape.py.
    """
def diag(data: Symbol | None = None, k: Int = 0, axis1: Int = 0, axis2: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The `k`-th diagonal of the planes spanned by two dimensions, or the matrix with a 1-D input on its diagonal.

    Declared in jmx/ops/shape.py.
    """
def digamma(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithmic derivative of the gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of products over the last dimension of `lhs` and the first of `rhs`.

    With transpose_a it is the first of `lhs`, with transpose_b the last of `rhs`. The product of two vectors has shape
    (1,). `forward_stype` is accepted for dense arrays and ignored.

    Declared in jmx/ops/matrix.py.
    """
def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0).

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of two arrays.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Declared in jmx/ops/elemwise.py.
    """
def erf(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Error function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def erfinv(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse of the error function; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def exp(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exponential.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def expand_dims(data: Symbol | None = None, axis: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Insert a dimension of size 1 at `axis`.

    Declared in jmx/ops/shape.py.
    """
def expm1(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """exp(data) - 1, accurate near 0.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`lhs` with element `rhs[i]` of row i replaced by `mhs[i]`.

    Declared in jmx/ops/indexing.py.
    """
def fix(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole number next to zero, as `trunc`.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def flatten(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Keep the first dimension and collapse all others into a second one.

    Declared in jmx/ops/shape.py.
    """
def flip(data: Symbol | None = None, axis: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reverse the order of elements along each dimension in `axis`.

    Declared in jmx/ops/shape.py.
    """
def floor(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Largest whole number that is not greater.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: Float = ..., beta1: Float = 0.6, beta2: Float = 0.999, epsilon: Float = 1e-08, t: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_grad: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Follow the moving leader; `t` counts updates from 1.

    Declared in jmx/ops/optimizer.py.
    """
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: Float = ..., lamda1: Float = 0.01, beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Follow the regularized leader, with L1 strength `lamda1`.

    Declared in jmx/ops/optimizer.py.
    """
def gamma(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def gammaln(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm of the absolute gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements or slices of `data` at the positions that the columns of `indices`, shape (M, ...), give.

    Negative positions count from the end. Eager calls refuse positions outside with IndexError; in a compiled graph
    they wrap around.

    Declared in jmx/ops/indexing.py.
    """
def hard_sigmoid(data: Symbol | None = None, alpha: Float = 0.2, beta: Float = 0.5, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * data + beta, cut off below 0 and above 1; the derivative is 0 from the two corners outwards.

    data    array of any shape, of a floating type
    alpha, beta    slope and value at 0

    Returns an array like `data`. Raises MXNetError for other element types.

    Declared in jmx/ops/unary.py.
    """
def identity(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A copy of `data`.

    data    array of any shape and type

    Returns an array like `data`.

    Declared in jmx/ops/unary.py.
    """
def im2col(data: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The blocks a convolution looks at, as columns: (batch, channels * prod(kernel), number of positions).

    Declared in jmx/ops/nn/conv.py.
    """
def khatri_rao(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Column by column the Kronecker product of matrices with one number of columns.

    Declared in jmx/ops/matrix.py.
    """
def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The direction of a LAMB step; phase 2 scales it by the ratio of norms.

    Declared in jmx/ops/optimizer.py.
    """
def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """weight - lr * (r1 / r2) * g, where r1 and r2, shape (1,), are the norms of the weight and of `g`.

    Declared in jmx/ops/optimizer.py.
    """
def linalg_det(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def linalg_extractdiag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The diagonal `offset` of each square matrix.

    Declared in jmx/ops/linalg.py.
    """
def linalg_extracttrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A triangle of each square matrix, packed into a vector; `offset` moves it off the main diagonal.

    Declared in jmx/ops/linalg.py.
    """
def linalg_gelqf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(Q, L): A = L Q, orthonormal rows in Q, L lower triangular, for matrices with no more rows than columns.

    Declared in jmx/ops/linalg.py.
    """
def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) op(B) + beta * C over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) op(B) over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def linalg_inverse(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def linalg_makediag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with the last dimension of `A` on the diagonal `offset`.

    Declared in jmx/ops/linalg.py.
    """
def linalg_maketrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with zeros around the triangle that extracttrian packs.

    Declared in jmx/ops/linalg.py.
    """
def linalg_potrf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The lower Cholesky factor L, A = L L^T, of symmetric positive-definite matrices, or else its transpose.

    Declared in jmx/ops/linalg.py.
    """
def linalg_potri(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of the matrices whose lower (or upper) Cholesky factors are given.

    Declared in jmx/ops/linalg.py.
    """
def linalg_slogdet(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(sign, logarithm of the absolute value) of the determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def linalg_sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of the logarithms of the diagonal of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def linalg_syrk(A: Symbol | None = None, transpose: bool = False, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * A A^T, or alpha * A^T A with `transpose`.

    Declared in jmx/ops/linalg.py.
    """
def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) B, or alpha * B op(A) with `rightside`, for triangular A; op transposes where asked.

    Declared in jmx/ops/linalg.py.
    """
def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`, for triangular A.

    Declared in jmx/ops/linalg.py.
    """
def log(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Natural logarithm.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def log10(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm to base 10.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def log1p(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """log(1 + data), accurate near 0.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def log2(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm to base 2.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def log_softmax(data: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The logarithm of softmax(data / temperature) along `axis`, in the type `dtype` if given.

    Declared in jmx/ops/nn/softmax.py.
    """
def logical_not(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the element is 0, and 0 elsewhere.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def make_loss(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` as a loss: its gradient is 1 for every element, whatever follows.

    data    array of any shape, of a numeric type

    Returns an array like `data`.

    Declared in jmx/ops/gradient.py.
    """
def max(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def max_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def mean(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean of the elements over axes.

    data    array of any type; integers keep their type and are cut off; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def min(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def min_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def moments(data: Symbol | None = None, axes: Shape | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean and (biased) variance over axes.

    data    array of any numeric type
    axes    the axes to reduce, negative ones counting from the end
    keepdims    keep reduced axes with length 1

    Returns two arrays of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError
    if `axes` is not given, or names an axis twice or one that does not exist.

    Declared in jmx/ops/reduce.py.
    """
def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """lamb_update_phase1 in single precision; the direction has single precision too.

    Declared in jmx/ops/optimizer.py.
    """
def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """lamb_update_phase2 in single precision for a weight of lower precision.

    Declared in jmx/ops/optimizer.py.
    """
def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """nag_mom_update in single precision; as in MXNet the momentum's weight decay sees the new weight.

    Declared in jmx/ops/optimizer.py.
    """
def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_mom_update in single precision for a weight of lower precision.

    Declared in jmx/ops/optimizer.py.
    """
def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_update in single precision for a weight of lower precision.

    Declared in jmx/ops/optimizer.py.
    """
def multi_all_finite(*data: Symbol, num_arrays: Int | None = None, init_output: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whether many arrays are free of NaN and infinities.

    data    arrays of one floating type
    num_arrays    how many they are; counted if not given
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements of all arrays are finite, else 0. Raises MXNetError for
    init_output=False, without arrays, or if `num_arrays` is wrong.

    Declared in jmx/ops/reduce.py.
    """
def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: Float = ..., eps: Float = ..., rescale_grad: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Learning rates scaled layer by layer with the ratio of the norms of weights and gradients.

    Declared in jmx/ops/optimizer_multi.py.
    """
def multi_mp_sgd_mom_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """mp_sgd_mom_update of several weights; inputs weight, grad, mom, weight32 for each.

    Declared in jmx/ops/optimizer_multi.py.
    """
def multi_mp_sgd_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """mp_sgd_update of several weights; inputs weight, grad, weight32 for each.

    Declared in jmx/ops/optimizer_multi.py.
    """
def multi_sgd_mom_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_mom_update of several weights; inputs weight, grad, mom for each.

    Declared in jmx/ops/optimizer_multi.py.
    """
def multi_sgd_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_update of several weights; inputs weight, grad for each.

    Declared in jmx/ops/optimizer_multi.py.
    """
def multi_sum_sq(*data: Symbol, num_arrays: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of squares of each array, as one float32 array of shape (num_arrays,).

    Declared in jmx/ops/optimizer_multi.py.
    """
def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nesterov's accelerated gradient.

    Declared in jmx/ops/optimizer.py.
    """
def nanprod(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of the elements over axes; NaN counts as 1.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def nansum(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes; NaN counts as 0.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def negative(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers with their sign changed.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def norm(data: Symbol | None = None, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes.

    data    array of any type
    ord    1 or 2
    axis    one axis or several, negative ones counting from the end; None or () for all
    out_dtype    element type of the result; default: that of `data`
    keepdims    keep reduced axes with length 1

    Returns an array of the remaining axes, of shape (1,) if none remain. Raises MXNetError for another `ord` and if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normally distributed numbers of mean `loc` and standard deviation `scale`.

    Declared in jmx/ops/random.py.
    """
def one_hot(indices: Symbol | None = None, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A new last dimension of size `depth`: `on_value` at the index, `off_value` elsewhere and for indices outside.

    Declared in jmx/ops/indexing.py.
    """
def ones_like(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Ones of the shape and type of `data`.

    Declared in jmx/ops/creation.py.
    """
def pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Pad the spatial dimensions of a 4-D or 5-D array; `pad_width` holds (before, after) for every dimension.

    Declared in jmx/ops/shape.py.
    """
def pick(data: Symbol | None = None, index: Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element of `data` along `axis` for each position of the other dimensions, as `index` says.

    Declared in jmx/ops/indexing.py.
    """
def preloaded_multi_mp_sgd_mom_update(*data: Symbol, num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_mp_sgd_mom_update with learning rates and weight decays as the last two input arrays.

    Declared in jmx/ops/optimizer_multi.py.
    """
def preloaded_multi_mp_sgd_update(*data: Symbol, num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_mp_sgd_update with learning rates and weight decays as the last two input arrays.

    Declared in jmx/ops/optimizer_multi.py.
    """
def preloaded_multi_sgd_mom_update(*data: Symbol, num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_sgd_mom_update with learning rates and weight decays as the last two input arrays.

    Declared in jmx/ops/optimizer_multi.py.
    """
def preloaded_multi_sgd_update(*data: Symbol, num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_sgd_update with learning rates and weight decays as the last two input arrays.

    Declared in jmx/ops/optimizer_multi.py.
    """
def prod(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of the elements over axes.

    data    array of any type; integers keep their type
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def radians(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Angles in degrees converted to radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def random_exponential(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exponentially distributed numbers of rate `lam`.

    Declared in jmx/ops/random.py.
    """
def random_gamma(alpha: Float = 1.0, beta: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gamma-distributed numbers of shape `alpha` and scale `beta`.

    Declared in jmx/ops/random.py.
    """
def random_generalized_negative_binomial(mu: Float = 1.0, alpha: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Negative binomial numbers of mean `mu` and dispersion `alpha`; alpha=0 is the Poisson distribution.

    Declared in jmx/ops/random.py.
    """
def random_negative_binomial(k: Float = 1, p: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of failures before the `k`-th success, each try succeeding with probability `p`.

    Declared in jmx/ops/random.py.
    """
def random_normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normally distributed numbers of mean `loc` and standard deviation `scale`.

    Declared in jmx/ops/random.py.
    """
def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the Dirichlet distribution; the last dimension of both inputs is that of the simplex.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the exponential distribution of rate `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the gamma distribution of shape `alpha` and rate `beta`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the negative binomial distribution of mean `mu` and dispersion `alpha`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts of failures before the `k`-th success, each try succeeding with probability `p`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the normal distribution of mean `mu` and standard deviation `sigma`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the Poisson distribution of mean `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the uniform distribution over [low, high); samples outside are not told apart.

    Declared in jmx/ops/random_pdf.py.
    """
def random_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Poisson-distributed whole numbers of mean `lam`, in a floating element type.

    Declared in jmx/ops/random.py.
    """
def random_randint(low: Float = ..., high: Float = ..., shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole numbers spread evenly over [low, high).

    Declared in jmx/ops/random.py.
    """
def random_uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers spread evenly over [low, high).

    Declared in jmx/ops/random.py.
    """
def ravel_multi_index(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Flat positions of the columns of `data`, shape (len(shape), n), in an array of `shape`.

    Declared in jmx/ops/indexing.py.
    """
def rcbrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal cube root, 1 / cbrt(data).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def reciprocal(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal, 1 / data.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def relu(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """max(data, 0); the derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def repeat(data: Symbol | None = None, repeats: Int = ..., axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Repeat each element `repeats` times along `axis`, or in the flattened array.

    Declared in jmx/ops/shape.py.
    """
def reset_arrays(*data: Symbol, num_arrays: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Set every array to zero.

    Declared in jmx/ops/optimizer_multi.py.
    """
def reshape(data: Symbol | None = None, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Give `data` the shape `shape`, whose entries may be the codes 0, -1, -2, -3 and -4.

    Declared in jmx/ops/shape.py.
    """
def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Replace dimensions [lhs_begin, lhs_end) of `lhs` by dimensions [rhs_begin, rhs_end) of `rhs`.

    Declared in jmx/ops/shape.py.
    """
def reverse(data: Symbol | None = None, axis: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reverse the order of elements along each dimension in `axis`.

    Declared in jmx/ops/shape.py.
    """
def rint(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves downwards.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: Float = ..., gamma1: Float = 0.95, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """RMSProp after Tieleman and Hinton.

    Declared in jmx/ops/optimizer.py.
    """
def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: Float = ..., gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """RMSProp after Graves, centred and with momentum.

    Declared in jmx/ops/optimizer.py.
    """
def round(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves away from zero.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def rsqrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal square root, 1 / sqrt(data).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def sample_exponential(lam: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` exponential samples for each rate.

    Declared in jmx/ops/random.py.
    """
def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` gamma samples for each pair of shape and scale.

    Declared in jmx/ops/random.py.
    """
def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` generalized negative binomial samples for each pair of mean and dispersion.

    Declared in jmx/ops/random.py.
    """
def sample_multinomial(data: Symbol | None = None, shape: Shape = (), get_prob: bool = False, dtype: DTypeLike | None = 'int32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` draws of a position from each distribution in the last dimension of `data`.

    With `get_prob` also the logarithm of each drawn position's probability, which carries a gradient to `data`.

    Declared in jmx/ops/random.py.
    """
def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` negative binomial samples for each pair of parameters.

    Declared in jmx/ops/random.py.
    """
def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` normal samples for each pair of mean and standard deviation.

    Declared in jmx/ops/random.py.
    """
def sample_poisson(lam: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` Poisson samples for each mean.

    Declared in jmx/ops/random.py.
    """
def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`shape` even samples over [low, high) for each pair of parameters.

    Declared in jmx/ops/random.py.
    """
def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An array of zeros of `shape` with `data` written at the positions that the columns of `indices` give.

    Which value stays where a position occurs twice is not defined.

    Declared in jmx/ops/indexing.py.
    """
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gradient descent with momentum: mom = momentum * mom - lr * (grad + wd * weight), weight + mom.

    Declared in jmx/ops/optimizer.py.
    """
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """weight - lr * (grad + wd * weight), the gradient rescaled and clipped first.

    Declared in jmx/ops/optimizer.py.
    """
def shape_array(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The shape of `data` as a 1-D int64 array.

    Declared in jmx/ops/shape.py.
    """
def shuffle(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of `data` (along its first dimension) in random order.

    Declared in jmx/ops/ordering.py.
    """
def sigmoid(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logistic function, 1 / (1 + exp(-data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def sign(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gradient descent along the sign of the gradient.

    Declared in jmx/ops/optimizer.py.
    """
def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Momentum of the gradient, a step along its sign; `wd_lh` is decoupled weight decay.

    Declared in jmx/ops/optimizer.py.
    """
def sin(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sine of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def sinh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic sine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def size_array(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The number of elements of `data` as an int64 array of shape (1,).

    Declared in jmx/ops/shape.py.
    """
def slice(data: Symbol | None = None, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end:step of each leading dimension; None stands for "from the start" or "to the end".

    Declared in jmx/ops/slicing.py.
    """
def slice_axis(data: Symbol | None = None, axis: Int = ..., begin: Int = ..., end: Int | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end of one dimension.

    Declared in jmx/ops/slicing.py.
    """
def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The leading part of `data` that has the size of `shape_like` along `axes` (along all of them by default).

    Declared in jmx/ops/slicing.py.
    """
def smooth_l1(data: Symbol | None = None, scalar: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2).

    data    array of any shape, of a numeric type
    scalar    where the parabola turns into straight lines

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/scalar.py.
    """
def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """exp(data / temperature), scaled to sum to one along `axis`, in the type `dtype` if given.

    With `use_length`, `length` has the shape of data without that axis; elements from that position on count as zero
    probability.

    Declared in jmx/ops/nn/softmax.py.
    """
def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum over rows of -log(softmax(data)[label]), of shape (1,); `data` (rows, classes), `label` (rows,).

    Declared in jmx/ops/nn/output.py.
    """
def softmin(data: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax(-data / temperature) along `axis`, in the type `dtype` if given.

    Declared in jmx/ops/nn/softmax.py.
    """
def softsign(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """data / (1 + abs(data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def sort(data: Symbol | None = None, axis: Int | None = -1, is_ascend: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The elements in order along `axis`, or of the flattened array.

    Declared in jmx/ops/ordering.py.
    """
def space_to_depth(data: Symbol | None = None, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Move blocks of space, (N, C, H*b, W*b), into channels, (N, C*b*b, H, W).

    Declared in jmx/ops/shape.py.
    """
def split(data: Symbol | None = None, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cut into `num_outputs` equal parts along `axis`; `squeeze_axis` drops that dimension from parts of size 1.

    Declared in jmx/ops/slicing.py.
    """
def sqrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square root.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def square(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Squares.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def squeeze(data: Symbol | None = None, axis: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Remove dimensions of size 1: those in `axis`, or all of them.

    Declared in jmx/ops/shape.py.
    """
def stack(*data: Symbol, num_args: Int = ..., axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Join arrays of one shape along a new dimension.

    Declared in jmx/ops/slicing.py.
    """
def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data`, through which no gradient flows.

    data    array of any shape and type

    Returns an array like `data`.

    Declared in jmx/ops/gradient.py.
    """
def sum(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def sum_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.

    Declared in jmx/ops/reduce.py.
    """
def swapaxes(data: Symbol | None = None, dim1: Int = 0, dim2: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exchange two dimensions.

    Declared in jmx/ops/shape.py.
    """
def take(a: Symbol | None = None, indices: Symbol | None = None, axis: Int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements of `a` at `indices` along `axis`; indices outside are clipped, wrapped around or refused.

    Declared in jmx/ops/indexing.py.
    """
def tan(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Tangent of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def tanh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic tangent.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def tile(data: Symbol | None = None, reps: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Repeat the whole array `reps` times along each dimension.

    Declared in jmx/ops/shape.py.
    """
def topk(data: Symbol | None = None, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The `k` largest (smallest with `is_ascend`) elements along `axis`: positions, values, both, or a mask of ones.

    k=0 means all. Positions have element type `dtype`, values and mask that of the data.

    Declared in jmx/ops/ordering.py.
    """
def transpose(data: Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Permute the dimensions; without `axes` reverse them.

    Declared in jmx/ops/shape.py.
    """
def trunc(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole number next to zero: the fraction is cut off.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.

    Declared in jmx/ops/unary.py.
    """
def uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers spread evenly over [low, high).

    Declared in jmx/ops/random.py.
    """
def unravel_index(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions, in an array of `shape`, of the flat positions `data`: one row for each dimension of `shape`.

    Declared in jmx/ops/indexing.py.
    """
def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements of `x` where `condition` is not 0, else of `y`.

    condition    array of the shape of `x`, or of one dimension as long as the first axis of `x` to choose whole rows;
                 of any type. It gets no gradient.
    x, y    arrays of one shape and type

    Returns an array like `x`. Raises MXNetError for other shapes and for different types of `x` and `y`.

    Declared in jmx/ops/elemwise.py.
    """
def zeros_like(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Zeros of the shape and type of `data`.

    Declared in jmx/ops/creation.py.
    """
