# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Literal, Unpack
from jmx._typing import DTypeLike, Float, Floats, Int, NodeAttributes, OptShape, Shape
from jmx.context import Context
from jmx.symbol.symbol import Symbol

def Activation(data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An activation function, applied to each element. As mx.nd.Activation."""
def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: Float = 0.0010000000474974513, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: Int = 1, cudnn_off: bool = False, min_calib_range: Float | None = None, max_calib_range: Float | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`. As mx.nd.BatchNorm."""
def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: Float = 0.001, momentum: Float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The BatchNorm of old symbol files: channels are axis 1 of two or four, and the third output is the variance. As mx.nd.BatchNorm_v1."""
def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images sampled at places between their pixels, by linear interpolation; zero outside. As mx.nd.BilinearSampler."""
def BlockGrad(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data`, through which no gradient flows. As mx.nd.BlockGrad."""
def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. As mx.nd.CTCLoss."""
def Cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. As mx.nd.Cast."""
def Concat(*data: Symbol, num_args: Int = ..., dim: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays joined along a dimension that they have. As mx.nd.Concat."""
def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Convolution over one, two or three spatial axes. As mx.nd.Convolution."""
def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 1024, no_bias: bool = False, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The former name of Convolution, kept for old symbol files; the same computation. As mx.nd.Convolution_v1."""
def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: Int = 1, max_displacement: Int = 1, stride1: Int = 1, stride2: Int = 1, pad_size: Int = 0, is_multiply: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean products (or absolute differences) of patches of two feature maps, as in FlowNet. As mx.nd.Correlation."""
def Crop(*data: Symbol, num_args: Int = ..., offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A window cut out of images. As mx.nd.Crop."""
def Custom(*data: Symbol, op_type: str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **kwargs: Any) -> Symbol:
    """An operator written in Python: a CustomOp that was registered under the name `op_type`. As mx.nd.Custom."""
def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int = ..., num_group: Int = 1, workspace: Int = 512, no_bias: bool = True, cudnn_tune: Literal['off', 'limited_workspace', 'fastest'] | str | None = None, cudnn_off: bool = False, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The transpose of a convolution, which maps a small feature map to a larger one. As mx.nd.Deconvolution."""
def Dropout(data: Symbol | None = None, p: Float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: Shape = (), cudnn_off: bool | None = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Zeros in random places during training, as regularization. As mx.nd.Dropout."""
def ElementWiseSum(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of any number of arrays. As mx.nd.ElementWiseSum."""
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of a table that integers name. As mx.nd.Embedding."""
def Flatten(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. As mx.nd.Flatten."""
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A dense layer, data @ weight.T + bias. As mx.nd.FullyConnected."""
def GridGenerator(data: Symbol | None = None, transform_type: Literal['affine', 'warp'] | str = ..., target_shape: Shape = (0, 0), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Places in an image for BilinearSampler to look at. As mx.nd.GridGenerator."""
def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: Int = 1, eps: Float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Group normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each group of channels. As mx.nd.GroupNorm."""
def IdentityAttachKLSparseReg(data: Symbol | None = None, sparseness_target: Float = 0.1, penalty: Float = 0.001, momentum: Float = 0.9, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself; its gradient pulls the mean activation of every unit of a sigmoid towards `sparseness_target`. As mx.nd.IdentityAttachKLSparseReg."""
def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: Float = 0.001, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels. As mx.nd.InstanceNorm."""
def L2Normalization(data: Symbol | None = None, eps: Float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` divided by its norm, data / sqrt(sum of squares + eps). As mx.nd.L2Normalization."""
def LRN(data: Symbol | None = None, alpha: Float = 0.0001, beta: Float = 0.75, knorm: Float = 2.0, nsize: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Local response normalization, data / (knorm + alpha / nsize * sum of squares over neighbouring channels)**beta. As mx.nd.LRN."""
def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: Int = -1, eps: Float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis. As mx.nd.LayerNorm."""
def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: Float = 0.25, lower_bound: Float = 0.125, upper_bound: Float = 0.334, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Rectifiers that are not flat below zero. As mx.nd.LeakyReLU."""
def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of half the squared error: (data - label) * grad_scale / numbers per sample. As mx.nd.LinearRegressionOutput."""
def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sigmoid(data), with the gradient of the cross entropy: (output - label) * grad_scale / numbers per sample. As mx.nd.LogisticRegressionOutput."""
def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of the absolute error: sign(data - label) * grad_scale / numbers per sample. As mx.nd.MAERegressionOutput."""
def MakeLoss(data: Symbol | None = None, grad_scale: Float = 1.0, valid_thresh: Float = 0.0, normalization: Literal['null', 'batch', 'valid'] | str = 'null', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` as a loss: its gradient is `grad_scale` for every element, whatever follows. As mx.nd.MakeLoss."""
def Pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A margin around the spatial dimensions of images. As mx.nd.Pad."""
def Pooling(data: Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), p_value: Int | None = None, count_include_pad: bool | None = None, layout: Literal['NCW', 'NCHW', 'NCDHW', 'NWC', 'NHWC', 'NDHWC'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes. As mx.nd.Pooling."""
def Pooling_v1(data: Symbol | None = None, kernel: Shape = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The two-dimensional pooling of old symbol files: padding is zeros that take part in maxima and means. As mx.nd.Pooling_v1."""
def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: Int = ..., num_layers: Int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Float = 0.0, state_outputs: bool = False, projection_size: Int | None = None, lstm_state_clip_min: Float | None = None, lstm_state_clip_max: Float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Recurrent layers over a whole sequence. As mx.nd.RNN."""
def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Shape = ..., spatial_scale: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The largest element in each bin of each region of interest. As mx.nd.ROIPooling."""
def Reshape(data: Symbol | None = None, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The same elements in another shape. As mx.nd.Reshape."""
def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: Float = 1.0, regularization_coefficient: Float = 1.0, use_linear: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` itself, with the gradient of a hinge loss, one class against all, as a support vector machine has it. As mx.nd.SVMOutput."""
def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The last element of each sequence. As mx.nd.SequenceLast."""
def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: Float = 0.0, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` with all elements from each sequence's length on set to `value`. As mx.nd.SequenceMask."""
def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Each sequence backwards, its padding left in place. As mx.nd.SequenceReverse."""
def SliceChannel(data: Symbol | None = None, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An array cut into equal parts along a dimension. As mx.nd.SliceChannel."""
def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax of `data`, with the gradient of its cross entropy with `label`: (probability - 1) * grad_scale at the label, else
    probability * grad_scale. As mx.nd.Softmax.
    """
def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] | str = 'instance', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Softmax of old networks; `softmax` is the newer one. As mx.nd.SoftmaxActivation."""
def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: Float = 1.0, ignore_label: Float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool = False, smooth_alpha: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax of `data`, with the gradient of its cross entropy with `label`: (probability - 1) * grad_scale at the label, else
    probability * grad_scale. As mx.nd.SoftmaxOutput.
    """
def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: Shape = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images seen through affine maps: GridGenerator and BilinearSampler in one. As mx.nd.SpatialTransformer."""
def SwapAxis(data: Symbol | None = None, dim1: Int = 0, dim2: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Two dimensions exchanged. As mx.nd.SwapAxis."""
def UpSampling(*data: Symbol, num_args: Int = ..., scale: Int = ..., num_filter: Int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', workspace: Int = 512, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Images enlarged by a whole number. As mx.nd.UpSampling."""
def abs(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Absolute value; its derivative at 0 is 0. As mx.nd.abs."""
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: Float = ..., beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Adam: mean = beta1 * mean + (1 - beta1) * g and var = beta2 * var + (1 - beta2) * g**2 with g = grad + wd * weight, then
    weight - lr * mean / (sqrt(var) + epsilon). As mx.nd.adam_update.
    """
def add_n(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of any number of arrays. As mx.nd.add_n."""
def all_finite(data: Symbol | None = None, init_output: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whether an array is free of NaN and infinities. As mx.nd.all_finite."""
def amp_cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type if it is float16, bfloat16 or float32, else unchanged. As mx.nd.amp_cast."""
def amp_multicast(*data: Symbol, num_outputs: Int = ..., cast_narrow: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays of different floating types in a common one, the widest among them. As mx.nd.amp_multicast."""
def arccos(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse cosine, in radians; NaN outside [-1, 1]. As mx.nd.arccos."""
def arccosh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic cosine; NaN below 1. As mx.nd.arccosh."""
def arcsin(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse sine, in radians; NaN outside [-1, 1]. As mx.nd.arcsin."""
def arcsinh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic sine. As mx.nd.arcsinh."""
def arctan(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse tangent, in radians. As mx.nd.arctan."""
def arctanh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]. As mx.nd.arctanh."""
def argmax(data: Symbol | None = None, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the greatest elements along an axis; of equal ones the first, and NaN counts as greatest. As mx.nd.argmax."""
def argmax_channel(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the greatest elements along axis 1; of equal ones the first. As mx.nd.argmax_channel."""
def argmin(data: Symbol | None = None, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions of the smallest elements along an axis; of equal ones the first, and NaN counts as smallest. As mx.nd.argmin."""
def argsort(data: Symbol | None = None, axis: Int | None = -1, is_ascend: bool = True, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The positions that would put elements in order; equal elements keep their order. As mx.nd.argsort."""
def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Products of the matrices of two batches. As mx.nd.batch_dot."""
def batch_take(a: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element of each row. As mx.nd.batch_take."""
def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays. As mx.nd.broadcast_add."""
def broadcast_axes(data: Symbol | None = None, axis: Shape = (), size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along the axes `axis`, which have length 1. As mx.nd.broadcast_axes."""
def broadcast_axis(data: Symbol | None = None, axis: Shape = (), size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along the axes `axis`, which have length 1. As mx.nd.broadcast_axis."""
def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0). As mx.nd.broadcast_div."""
def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the elements are equal, else 0. The derivative is 0. As mx.nd.broadcast_equal."""
def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is greater, else 0. The derivative is 0. As mx.nd.broadcast_greater."""
def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is greater or equal, else 0. The derivative is 0. As mx.nd.broadcast_greater_equal."""
def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Length of the hypotenuse, sqrt(lhs**2 + rhs**2). As mx.nd.broadcast_hypot."""
def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is smaller, else 0. The derivative is 0. As mx.nd.broadcast_lesser."""
def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the first element is smaller or equal, else 0. The derivative is 0. As mx.nd.broadcast_lesser_equal."""
def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`. As mx.nd.broadcast_like."""
def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where both elements are not 0, else 0. The derivative is 0. As mx.nd.broadcast_logical_and."""
def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where at least one element is not 0, else 0. The derivative is 0. As mx.nd.broadcast_logical_or."""
def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where exactly one element is not 0, else 0. The derivative is 0. As mx.nd.broadcast_logical_xor."""
def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greater of two elements; of equal ones the first gets the gradient. As mx.nd.broadcast_maximum."""
def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smaller of two elements; of equal ones the first gets the gradient. As mx.nd.broadcast_minimum."""
def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second. As mx.nd.broadcast_minus."""
def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Remainder of the division, with the sign of the divisor; 0 where the divisor is 0. As mx.nd.broadcast_mod."""
def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of two arrays. As mx.nd.broadcast_mul."""
def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the elements differ, else 0. The derivative is 0. As mx.nd.broadcast_not_equal."""
def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays. As mx.nd.broadcast_plus."""
def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array raised to the second. As mx.nd.broadcast_power."""
def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second. As mx.nd.broadcast_sub."""
def broadcast_to(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` repeated along axes of length 1 until it has the shape `shape`. As mx.nd.broadcast_to."""
def cast(data: Symbol | None = None, dtype: DTypeLike | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around. As mx.nd.cast."""
def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An array in another storage type, its values unchanged. As mx.nd.cast_storage."""
def cbrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cube root. As mx.nd.cbrt."""
def ceil(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest whole number that is not less. As mx.nd.ceil."""
def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. As mx.nd.choose_element_0index."""
def clip(data: Symbol | None = None, a_min: Float = ..., a_max: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1. As mx.nd.clip."""
def col2im(data: Symbol | None = None, output_size: Shape = ..., kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The transpose of im2col: columns added up where they came from. As mx.nd.col2im."""
def concat(*data: Symbol, num_args: Int = ..., dim: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays joined along a dimension that they have. As mx.nd.concat."""
def cos(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cosine of angles in radians. As mx.nd.cos."""
def cosh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic cosine. As mx.nd.cosh."""
def crop(data: Symbol | None = None, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end:step of each leading dimension. As mx.nd.crop."""
def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Connectionist temporal classification: the negative log likelihood of each label sequence. As mx.nd.ctc_loss."""
def cumsum(a: Symbol | None = None, axis: Int | None = None, dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Running sums along an axis. As mx.nd.cumsum."""
def degrees(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Angles in radians converted to degrees. As mx.nd.degrees."""
def depth_to_space(data: Symbol | None = None, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Blocks of channels moved into space: the last step of sub-pixel convolution. As mx.nd.depth_to_space."""
def diag(data: Symbol | None = None, k: Int = 0, axis1: Int = 0, axis2: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A diagonal of a matrix, or of the planes of a larger array; of a vector, the matrix with it on the diagonal. As mx.nd.diag."""
def digamma(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithmic derivative of the gamma function. As mx.nd.digamma."""
def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of products over the last dimension of `lhs` and the first of `rhs`: the product of matrices and vectors. As mx.nd.dot."""
def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of two arrays. As mx.nd.elemwise_add."""
def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0). As mx.nd.elemwise_div."""
def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of two arrays. As mx.nd.elemwise_mul."""
def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """First array minus the second. As mx.nd.elemwise_sub."""
def erf(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Error function. As mx.nd.erf."""
def erfinv(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Inverse of the error function; NaN outside [-1, 1]. As mx.nd.erfinv."""
def exp(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exponential. As mx.nd.exp."""
def expand_dims(data: Symbol | None = None, axis: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A new dimension of size 1. As mx.nd.expand_dims."""
def expm1(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """exp(data) - 1, accurate near 0. As mx.nd.expm1."""
def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A matrix with one element of each row replaced. As mx.nd.fill_element_0index."""
def fix(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole number next to zero, as `trunc`. As mx.nd.fix."""
def flatten(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it. As mx.nd.flatten."""
def flip(data: Symbol | None = None, axis: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The order of elements along dimensions reversed. As mx.nd.flip."""
def floor(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Largest whole number that is not greater. As mx.nd.floor."""
def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: Float = ..., beta1: Float = 0.6, beta2: Float = 0.999, epsilon: Float = 1e-08, t: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_grad: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Follow the moving leader (FTML), an optimizer between Adam and RMSProp that forgets slowly. As mx.nd.ftml_update."""
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: Float = ..., lamda1: Float = 0.01, beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Follow the regularized leader (FTRL-proximal), which makes weights that matter little exactly zero. As mx.nd.ftrl_update."""
def gamma(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gamma function. As mx.nd.gamma."""
def gammaln(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm of the absolute gamma function. As mx.nd.gammaln."""
def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements or slices at positions given by several coordinates. As mx.nd.gather_nd."""
def hard_sigmoid(data: Symbol | None = None, alpha: Float = 0.2, beta: Float = 0.5, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * data + beta, cut off below 0 and above 1; the derivative is 0 from the two corners outwards. As mx.nd.hard_sigmoid."""
def identity(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A copy of `data`. As mx.nd.identity."""
def im2col(data: Symbol | None = None, kernel: Shape = ..., stride: Shape = (), dilate: Shape = (), pad: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The blocks that a convolution looks at, as columns. As mx.nd.im2col."""
def khatri_rao(*args: Symbol, num_args: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The Khatri-Rao product: column by column the Kronecker product of matrices. As mx.nd.khatri_rao."""
def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The direction of a LAMB step, that of Adam plus wd * weight; lamb_update_phase2 scales it by the ratio of norms. As mx.nd.lamb_update_phase1."""
def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The LAMB step: weight - lr * (r1 / r2) * g, or lr * g where a norm is zero. As mx.nd.lamb_update_phase2."""
def linalg_det(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The determinant of each matrix. As mx.nd.linalg_det."""
def linalg_extractdiag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A diagonal of each square matrix. As mx.nd.linalg_extractdiag."""
def linalg_extracttrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A triangle of each square matrix, packed into a vector. As mx.nd.linalg_extracttrian."""
def linalg_gelqf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """LQ factorization: A = L Q, with orthonormal rows in Q and lower triangular L. As mx.nd.linalg_gelqf."""
def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of matrices plus a matrix: alpha * op(A) op(B) + beta * C, where op transposes if asked. As mx.nd.linalg_gemm."""
def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of matrices: alpha * op(A) op(B), where op transposes if asked. As mx.nd.linalg_gemm2."""
def linalg_inverse(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of each matrix. As mx.nd.linalg_inverse."""
def linalg_makediag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with a vector on a diagonal, and zeros elsewhere. As mx.nd.linalg_makediag."""
def linalg_maketrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with a packed triangle, and zeros elsewhere; the reverse of extracttrian. As mx.nd.linalg_maketrian."""
def linalg_potrf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cholesky factorization: the lower triangular L with A = L L^T. As mx.nd.linalg_potrf."""
def linalg_potri(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of A = L L^T from its Cholesky factor. As mx.nd.linalg_potri."""
def linalg_slogdet(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign and logarithm of the absolute value of the determinant of each matrix, where the determinant itself would overflow. As mx.nd.linalg_slogdet."""
def linalg_sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of the logarithms of the diagonal of each matrix, such as half the log determinant from a Cholesky factor. As mx.nd.linalg_sumlogdiag."""
def linalg_syrk(A: Symbol | None = None, transpose: bool = False, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A matrix multiplied by its own transpose: alpha * A A^T, or alpha * A^T A with `transpose`. As mx.nd.linalg_syrk."""
def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product with a triangular matrix: alpha * op(A) B, or alpha * B op(A) with `rightside`. As mx.nd.linalg_trmm."""
def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A system of equations with a triangular matrix solved: X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`. As mx.nd.linalg_trsm."""
def log(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Natural logarithm. As mx.nd.log."""
def log10(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm to base 10. As mx.nd.log10."""
def log1p(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """log(1 + data), accurate near 0. As mx.nd.log1p."""
def log2(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm to base 2. As mx.nd.log2."""
def log_sigmoid(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm of the logistic function, log(1 / (1 + exp(-data))). MXNet has it from 2.0 on. As mx.nd.log_sigmoid."""
def log_softmax(data: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small. As mx.nd.log_softmax."""
def logical_not(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """1 where the element is 0, and 0 elsewhere. As mx.nd.logical_not."""
def make_loss(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data` as a loss: its gradient is 1 for every element, whatever follows. As mx.nd.make_loss."""
def masked_log_softmax(data: Symbol | None = None, mask: Symbol | None = None, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logarithm of `masked_softmax`. MXNet has it from 2.0 on. As mx.nd.masked_log_softmax."""
def masked_softmax(data: Symbol | None = None, mask: Symbol | None = None, axis: Int = -1, temperature: Float = 1.0, normalize: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Softmax of the elements that `mask` lets through. MXNet has it from 2.0 on. As mx.nd.masked_softmax."""
def max(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.max."""
def max_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.max_axis."""
def mean(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean of the elements over axes. As mx.nd.mean."""
def min(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.min."""
def min_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.nd.min_axis."""
def mish(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """data * tanh(log(1 + exp(data))). MXNet has it from 2.0 on. As mx.nd.mish."""
def moments(data: Symbol | None = None, axes: Shape | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Mean and (biased) variance over axes. As mx.nd.moments."""
def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, t: Float = ..., bias_correction: bool = True, wd: Float = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """lamb_update_phase1 in single precision for a weight of lower precision. As mx.nd.mp_lamb_update_phase1."""
def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., lower_bound: Float = -1.0, upper_bound: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """lamb_update_phase2 in single precision for a weight of lower precision. As mx.nd.mp_lamb_update_phase2."""
def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """nag_mom_update in single precision; as in MXNet the momentum's weight decay sees the new weight. As mx.nd.mp_nag_mom_update."""
def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_mom_update in single precision for a weight of lower precision. As mx.nd.mp_sgd_mom_update."""
def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_update in single precision for a weight of lower precision. As mx.nd.mp_sgd_update."""
def multi_all_finite(*data: Symbol, num_arrays: Int | None = None, init_output: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whether many arrays are free of NaN and infinities. As mx.nd.multi_all_finite."""
def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: Float = ..., eps: Float = ..., rescale_grad: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """LARS: learning rates scaled layer by layer, lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps). As mx.nd.multi_lars."""
def multi_mp_sgd_mom_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """mp_sgd_mom_update of several weights in one call. As mx.nd.multi_mp_sgd_mom_update."""
def multi_mp_sgd_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """mp_sgd_update of several weights in one call. As mx.nd.multi_mp_sgd_update."""
def multi_sgd_mom_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_mom_update of several weights in one call. As mx.nd.multi_sgd_mom_update."""
def multi_sgd_update(*data: Symbol, num_args: Int = ..., lrs: Floats = ..., wds: Floats = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """sgd_update of several weights in one call. As mx.nd.multi_sgd_update."""
def multi_sum_sq(*data: Symbol, num_arrays: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of squares of each array. As mx.nd.multi_sum_sq."""
def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nesterov's accelerated gradient: step = lr * (grad + wd * weight), mom = momentum * mom - step, then
    weight + momentum * mom - step. As mx.nd.nag_mom_update.
    """
def nanprod(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of the elements over axes; NaN counts as 1. As mx.nd.nanprod."""
def nansum(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes; NaN counts as 0. As mx.nd.nansum."""
def negative(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers with their sign changed. As mx.nd.negative."""
def norm(data: Symbol | None = None, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes. As mx.nd.norm."""
def normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normally distributed numbers. As mx.nd.normal."""
def one_hot(indices: Symbol | None = None, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Classes as rows with one element set: a new last dimension. As mx.nd.one_hot."""
def ones_like(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Ones of the shape and type of an array. As mx.nd.ones_like."""
def pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A margin around the spatial dimensions of images. As mx.nd.pad."""
def pick(data: Symbol | None = None, index: Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """One element along a dimension for each position of the others, such as the probability of each sample's class. As mx.nd.pick."""
def preloaded_multi_mp_sgd_mom_update(*data: Symbol, num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_mp_sgd_mom_update with learning rates and weight decays in arrays. As mx.nd.preloaded_multi_mp_sgd_mom_update."""
def preloaded_multi_mp_sgd_update(*data: Symbol, num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_mp_sgd_update with learning rates and weight decays in arrays. As mx.nd.preloaded_multi_mp_sgd_update."""
def preloaded_multi_sgd_mom_update(*data: Symbol, num_args: Int = ..., momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_sgd_mom_update with learning rates and weight decays in arrays. As mx.nd.preloaded_multi_sgd_mom_update."""
def preloaded_multi_sgd_update(*data: Symbol, num_args: Int = ..., rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """multi_sgd_update with learning rates and weight decays in arrays. As mx.nd.preloaded_multi_sgd_update."""
def prod(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of the elements over axes. As mx.nd.prod."""
def radians(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Angles in degrees converted to radians. As mx.nd.radians."""
def random_binomial(n: Float = 1, p: Float = 0.5, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of successes in `n` trials, of mean n * p. MXNet has it from 2.0 on. As mx.nd.random_binomial."""
def random_exponential(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exponentially distributed numbers, of mean 1 / lam. As mx.nd.random_exponential."""
def random_gamma(alpha: Float = 1.0, beta: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gamma-distributed numbers, of mean alpha * beta. As mx.nd.random_gamma."""
def random_generalized_negative_binomial(mu: Float = 1.0, alpha: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Negative binomial numbers by mean and dispersion; their variance is mu + alpha * mu**2. As mx.nd.random_generalized_negative_binomial."""
def random_negative_binomial(k: Float = 1, p: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of failures before the `k`-th success, of mean k * (1 - p) / p. As mx.nd.random_negative_binomial."""
def random_normal(loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normally distributed numbers. As mx.nd.random_normal."""
def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the Dirichlet distribution. As mx.nd.random_pdf_dirichlet."""
def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the exponential distribution, lam * exp(-lam * sample). As mx.nd.random_pdf_exponential."""
def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the gamma distribution. As mx.nd.random_pdf_gamma."""
def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the negative binomial distribution by mean and dispersion. As mx.nd.random_pdf_generalized_negative_binomial."""
def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts of failures before the `k`-th success. As mx.nd.random_pdf_negative_binomial."""
def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the normal distribution. As mx.nd.random_pdf_normal."""
def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the Poisson distribution. As mx.nd.random_pdf_poisson."""
def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart. As mx.nd.random_pdf_uniform."""
def random_poisson(lam: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Poisson-distributed whole numbers, in a floating element type. As mx.nd.random_poisson."""
def random_randint(low: Float = ..., high: Float = ..., shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole numbers spread evenly over [low, high). As mx.nd.random_randint."""
def random_uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers spread evenly over [low, high). As mx.nd.random_uniform."""
def ravel_multi_index(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions given by several coordinates as positions in the flattened array. As mx.nd.ravel_multi_index."""
def rcbrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal cube root, 1 / cbrt(data). As mx.nd.rcbrt."""
def reciprocal(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal, 1 / data. As mx.nd.reciprocal."""
def relu(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """max(data, 0); the derivative at 0 is 0. As mx.nd.relu."""
def repeat(data: Symbol | None = None, repeats: Int = ..., axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Each element repeated, next to itself. As mx.nd.repeat."""
def reset_arrays(*data: Symbol, num_arrays: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Every array set to zero, in place. As mx.nd.reset_arrays."""
def reshape(data: Symbol | None = None, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The same elements in another shape. As mx.nd.reshape."""
def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`. As mx.nd.reshape_like."""
def reverse(data: Symbol | None = None, axis: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The order of elements along dimensions reversed. As mx.nd.reverse."""
def rint(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves downwards. As mx.nd.rint."""
def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: Float = ..., gamma1: Float = 0.95, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """RMSProp as Tieleman and Hinton have it: n = gamma1 * n + (1 - gamma1) * g**2 with g = grad + wd * weight, then
    weight - lr * g / sqrt(n + epsilon). As mx.nd.rmsprop_update.
    """
def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: Float = ..., gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, clip_weights: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """RMSProp as Graves has it, centred and with momentum: n and g are running means of the squared gradient and of the gradient,
    delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon), then weight + delta. As mx.nd.rmspropalex_update.
    """
def round(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves away from zero. As mx.nd.round."""
def rsqrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Reciprocal square root, 1 / sqrt(data). As mx.nd.rsqrt."""
def sample_binomial(n: Symbol | None = None, p: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of successes in a row of trials, for each pair of parameters. MXNet has it from 2.0 on. As mx.nd.sample_binomial."""
def sample_categorical(data: Symbol | None = None, shape: Shape = (), get_prob: bool = False, dtype: DTypeLike | None = 'int32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions drawn from discrete distributions. As mx.nd.sample_categorical."""
def sample_exponential(lam: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Exponentially distributed samples, for each rate. As mx.nd.sample_exponential."""
def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gamma-distributed samples, for each pair of shape and scale. As mx.nd.sample_gamma."""
def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Negative binomial samples, for each pair of mean and dispersion. As mx.nd.sample_generalized_negative_binomial."""
def sample_multinomial(data: Symbol | None = None, shape: Shape = (), get_prob: bool = False, dtype: DTypeLike | None = 'int32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions drawn from discrete distributions. As mx.nd.sample_multinomial."""
def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers of failures before the k-th success, for each pair of parameters. As mx.nd.sample_negative_binomial."""
def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Normally distributed samples, for each pair of mean and standard deviation. As mx.nd.sample_normal."""
def sample_poisson(lam: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Poisson-distributed samples, for each mean. As mx.nd.sample_poisson."""
def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: Shape = (), dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Samples spread evenly over [low, high), for each pair of bounds. As mx.nd.sample_uniform."""
def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Zeros with elements or slices written at positions given by several coordinates: the reverse of gather_nd. As mx.nd.scatter_nd."""
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gradient descent with momentum: mom = momentum * mom - lr * (grad + wd * weight), then weight + mom. As mx.nd.sgd_mom_update."""
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gradient descent: weight - lr * (grad + wd * weight), the gradient rescaled and clipped first. As mx.nd.sgd_update."""
def shape_array(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The shape of an array, as an array. As mx.nd.shape_array."""
def shuffle(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The rows of an array in random order. As mx.nd.shuffle."""
def sigmoid(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Logistic function, 1 / (1 + exp(-data)). As mx.nd.sigmoid."""
def sign(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0. As mx.nd.sign."""
def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Gradient descent along the sign of the gradient: (1 - lr * wd) * weight - lr * sign(grad). As mx.nd.signsgd_update."""
def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A step along the sign of the momentum: mom = momentum * mom - (1 - momentum) * (grad + wd * weight), then
    (1 - lr * wd_lh) * weight + lr * sign(mom). As mx.nd.signum_update.
    """
def sin(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sine of angles in radians. As mx.nd.sin."""
def sinh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic sine. As mx.nd.sinh."""
def size_array(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The number of elements of an array, as an array. As mx.nd.size_array."""
def slice(data: Symbol | None = None, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end:step of each leading dimension. As mx.nd.slice."""
def slice_axis(data: Symbol | None = None, axis: Int = ..., begin: Int = ..., end: Int | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements begin:end of one dimension. As mx.nd.slice_axis."""
def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The leading part of an array that has the size of another one. As mx.nd.slice_like."""
def smooth_l1(data: Symbol | None = None, scalar: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2). As mx.nd.smooth_l1."""
def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one. As mx.nd.softmax."""
def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum over rows of -log(softmax(data)[label]). As mx.nd.softmax_cross_entropy."""
def softmin(data: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """softmax of -data / temperature: the smallest element gets the largest share. As mx.nd.softmin."""
def softsign(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """data / (1 + abs(data)). As mx.nd.softsign."""
def sort(data: Symbol | None = None, axis: Int | None = -1, is_ascend: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements in order. As mx.nd.sort."""
def space_to_depth(data: Symbol | None = None, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Blocks of space moved into channels: the reverse of depth_to_space. As mx.nd.space_to_depth."""
def split(data: Symbol | None = None, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An array cut into equal parts along a dimension. As mx.nd.split."""
def sqrt(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square root. As mx.nd.sqrt."""
def square(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Squares. As mx.nd.square."""
def squeeze(data: Symbol | None = None, axis: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Dimensions of size 1 removed. As mx.nd.squeeze."""
def stack(*data: Symbol, num_args: Int = ..., axis: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Arrays of one shape joined along a new dimension. As mx.nd.stack."""
def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """`data`, through which no gradient flows. As mx.nd.stop_gradient."""
def sum(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes. As mx.nd.sum."""
def sum_axis(data: Symbol | None = None, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sum of the elements over axes. As mx.nd.sum_axis."""
def swapaxes(data: Symbol | None = None, dim1: Int = 0, dim2: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Two dimensions exchanged. As mx.nd.swapaxes."""
def take(a: Symbol | None = None, indices: Symbol | None = None, axis: Int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements or slices of an array at positions along a dimension. As mx.nd.take."""
def tan(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Tangent of angles in radians. As mx.nd.tan."""
def tanh(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Hyperbolic tangent. As mx.nd.tanh."""
def tile(data: Symbol | None = None, reps: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The whole array repeated along dimensions. As mx.nd.tile."""
def topk(data: Symbol | None = None, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones. As mx.nd.topk."""
def transpose(data: Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The dimensions of an array in another order. As mx.nd.transpose."""
def trunc(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Whole number next to zero: the fraction is cut off. As mx.nd.trunc."""
def uniform(low: Float = 0.0, high: Float = 1.0, shape: Shape = (1,), ctx: Context | str | None = '', dtype: DTypeLike | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Numbers spread evenly over [low, high). As mx.nd.uniform."""
def unravel_index(data: Symbol | None = None, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Positions in a flattened array as coordinates. As mx.nd.unravel_index."""
def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Elements of `x` where `condition` is not 0, else of `y`. As mx.nd.where."""
def zeros_like(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Zeros of the shape and type of an array. As mx.nd.zeros_like."""
