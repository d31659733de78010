"""Initial values of parameters.

An initializer is called with a description of the parameter (an `InitDesc`: its name with attributes)
and the array to fill. Random numbers come from ``mx.random``, so ``mx.random.seed`` governs them.
"""

from __future__ import annotations

import json
import logging
import re
import warnings
from math import sqrt

import numpy as np

from . import ndarray, random, registry
from ._errors.wording import KnownKeywords
from .ndarray import NDArray

__all__ = [
    "Bilinear",
    "Constant",
    "FusedRNN",
    "InitDesc",
    "Initializer",
    "LSTMBias",
    "Load",
    "MSRAPrelu",
    "Mixed",
    "Normal",
    "One",
    "Orthogonal",
    "Uniform",
    "Xavier",
    "Zero",
    "alias",
    "create",
    "register",
    "RNNFused",
]


class InitDesc(str):
    """A parameter's name together with what else steers its initialization.

    Parameters
    ----------
    name : str
        Name of the parameter.
    attrs : dict of str to str, optional
        Attributes of its variable; ``__init__`` names the initializer to use.
    global_init : Initializer, optional
        Initializer to fall back to.

    Examples
    --------
    >>> desc = mx.init.InitDesc("conv0_weight", attrs={"lr_mult": "2"})
    >>> desc, desc.attrs
    ('conv0_weight', {'lr_mult': '2'})
    """

    def __new__(cls, name, attrs=None, global_init=None):
        ret = super().__new__(cls, name)
        ret.attrs = attrs or {}
        ret.global_init = global_init
        return ret


def _plain(value):
    """What JSON cannot hold, as what it can: arrays as lists, NumPy scalars as numbers."""
    if isinstance(value, NDArray):
        value = value.asnumpy()
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _draw(sampler, first, second, arr):
    """Fill an array with random numbers of its own type, on its own device."""
    sampler(first, second, arr.shape, dtype=np.dtype(arr.dtype).name, ctx=arr.ctx, out=arr)


class Initializer(KnownKeywords):
    """Base of the initializers.

    Subclasses implement ``_init_weight(name, arr)``, and may override what the names ending in bias,
    gamma, beta, min and max get (0, 1, 0, 0, 1).

    Parameters
    ----------
    **kwargs
        The constructor's arguments, kept for `dumps` and for comparison.

    Examples
    --------
    >>> class Ramp(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = nd.arange(arr.size).reshape(arr.shape)
    >>> layer = gluon.nn.Dense(2, in_units=2)
    >>> layer.initialize(Ramp())
    >>> layer.weight.data().asnumpy()
    array([[0., 1.],
           [2., 3.]], dtype=float32)
    """

    # name endings, in the order in which they are tried, and the methods that serve them
    _SUFFIXES = (
        ("weight", "_init_weight"),
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
        ("weight_quantize", "_init_quantized_weight"),
        ("bias_quantize", "_init_quantized_bias"),
    )
    _LEGACY_SUFFIXES = (
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("weight", "_init_weight"),
        ("moving_mean", "_init_zero"),
        ("moving_var", "_init_one"),
        ("moving_inv_var", "_init_zero"),
        ("moving_avg", "_init_zero"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
    )

    def __init__(self, **kwargs):
        self._kwargs = kwargs
        self._verbose = False
        self._print_func = None

    def set_verbosity(self, verbose=False, print_func=None):
        """Log each initialization.

        Parameters
        ----------
        verbose : bool
            Whether to log.
        print_func : callable, optional
            Text for an NDArray; norm(x) / sqrt(size) by default.

        Returns
        -------
        Initializer
            The object itself.
        """
        self._verbose = verbose
        self._print_func = print_func or (lambda x: str((ndarray.norm(x) / sqrt(x.size)).asscalar()))
        return self

    def _verbose_print(self, desc, init, arr):
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def dumps(self):
        """Return JSON text from which `create` makes an equal initializer."""
        return json.dumps([self.__class__.__name__.lower(), self._kwargs], default=_plain)

    def __call__(self, desc, arr):
        """Fill an array.

        Parameters
        ----------
        desc : InitDesc
            Name of the parameter; its ending decides (weight, bias, gamma, ...), unless its attributes
            name an initializer. A plain str works too, with older rules and a DeprecationWarning.
        arr : NDArray
            The array to fill, any shape and dtype.

        Raises
        ------
        ValueError
            If the name has no known ending, or the initializer does not suit the shape.
        """
        if not isinstance(desc, InitDesc):
            self._legacy_init(desc, arr)
            return
        if desc.global_init is None:
            desc.global_init = self
        init = desc.attrs.get("__init__", "")
        if init:
            create(init)._init_weight(desc, arr)
            self._verbose_print(desc, init, arr)
            return
        for suffix, method in self._SUFFIXES:
            if desc.endswith(suffix):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, suffix, arr)
                return
        self._init_default(desc, arr)

    def _legacy_init(self, name, arr):
        warnings.warn(
            "Calling initializer with init(str, NDArray) has been deprecated. "
            "please use init(mx.init.InitDesc(...), NDArray) instead.",
            DeprecationWarning,
            stacklevel=3,
        )
        if not isinstance(name, str):
            raise TypeError(f"name must be string, got {type(name).__name__}")
        if not isinstance(arr, NDArray):
            raise TypeError(f"arr must be NDArray, got {type(arr).__name__}")
        if name.startswith("upsampling"):
            self._init_bilinear(name, arr)
            return
        if name.startswith("stn_loc") and name.endswith(("weight", "bias")):
            (self._init_zero if name.endswith("weight") else self._init_loc_bias)(name, arr)
            return
        for suffix, method in self._LEGACY_SUFFIXES:
            if name.endswith(suffix):
                getattr(self, method)(name, arr)
                return
        self._init_default(name, arr)

    def _init_bilinear(self, _, arr):
        """Weights (channels, 1, height, width) of a deconvolution that interpolates."""
        if len(arr.shape) != 4:
            raise ValueError(f"Bilinear initializer needs a 4D array, got shape {arr.shape}")
        height, width = arr.shape[2:]
        f = np.ceil(width / 2.0)
        c = (2 * f - 1 - f % 2) / (2.0 * f)
        columns = 1 - abs(np.arange(width) / f - c)
        rows = 1 - abs(np.arange(height) / f - c)
        arr[:] = np.broadcast_to(np.outer(rows, columns).astype("float32"), arr.shape)

    def _init_loc_bias(self, _, arr):
        assert arr.shape[0] == 6, f"the bias of an affine localization has 6 elements, got shape {arr.shape}"
        arr[:] = np.array([1.0, 0, 0, 0, 1.0, 0])

    def _init_zero(self, _, arr):
        arr[:] = 0.0

    def _init_one(self, _, arr):
        arr[:] = 1.0

    _init_bias = _init_beta = _init_quantized_bias = _init_zero
    _init_gamma = _init_one

    def _init_weight(self, name, arr):
        raise NotImplementedError("Must override it")

    def _init_quantized_weight(self, _, arr):
        arr[:] = random.randint(-127, 127, shape=arr.shape, dtype="int32").asnumpy().astype("int8")

    def _init_default(self, name, _):
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is now limited to "
            '"weight", "bias", "gamma" (1.0), and "beta" (0.0). '
            "Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern"
        )

    def __eq__(self, other):
        if not isinstance(other, Initializer):
            return NotImplemented
        return type(self) is type(other) and self._kwargs == other._kwargs


_register = registry.get_register_func(Initializer, "initializer")
alias = registry.get_alias_func(Initializer, "initializer")
create = registry.get_create_func(Initializer, "initializer")


def register(klass):
    """Register an `Initializer` subclass under its lower-case name; usable as a decorator.

    Examples
    --------
    >>> @mx.init.register
    ... class Sevens(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 7
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer="sevens")
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[7., 7.]], dtype=float32)
    """
    return _register(klass)


class Load:
    """Initialize from a file or dict of arrays.

    Prefixes `arg:` and `aux:` of the names are dropped.

    Parameters
    ----------
    param : str or dict of str to NDArray
        File for ``mx.nd.load``, or its content; ``arg:`` and ``aux:`` in front of names are dropped.
    default_init : Initializer, optional
        For names that are not there.
    verbose : bool, default False
        Log where each value came from.

    Raises
    ------
    AssertionError
        A shape differs, or a parameter is missing and there is no `default_init`.

    Examples
    --------
    >>> init = mx.init.Load({"arg:fc_weight": nd.ones((2, 2))}, default_init=mx.init.Zero())
    >>> weight = nd.empty((2, 2))
    >>> init("fc_weight", weight)
    >>> weight.asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """

    def __init__(self, param, default_init=None, verbose=False):
        if isinstance(param, str):
            param = ndarray.load(param)
        assert isinstance(param, dict), f"param must be a dict or the file of one, got {type(param).__name__}"
        self.param = {}
        for name, arr in param.items():
            self.param[name[4:] if name.startswith(("arg:", "aux:")) else name] = arr
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name, arr):
        if name in self.param:
            source = self.param[name]
            assert arr.shape == source.shape, (
                f"Parameter {name} cannot be initialized from loading. "
                f"Shape mismatch, target {arr.shape} vs loaded {source.shape}"
            )
            arr[:] = source
        else:
            assert self.default_init is not None, (
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided."
            )
            self.default_init(name, arr)
        if self.verbose:
            logging.info("Initialized %s by %s", name, "loading" if name in self.param else "default")


class Mixed:
    """Choose the initializer by the parameter's name.

    Parameters
    ----------
    patterns : list of str
        Regular expressions, matched at the start of the name; the first that fits counts.
    initializers : list of Initializer
        One per pattern.

    Raises
    ------
    ValueError
        A name fits no pattern.

    Examples
    --------
    >>> init = mx.init.Mixed(["fc1.*", ".*"], [mx.init.One(), mx.init.Constant(3)])
    >>> weight = nd.empty((2,))
    >>> init(mx.init.InitDesc("fc2_weight"), weight)
    >>> weight.asnumpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, patterns, initializers):
        assert len(patterns) == len(initializers), f"{len(patterns)} patterns for {len(initializers)} initializers"
        self.map = list(zip([re.compile(pattern) for pattern in patterns], initializers))

    def __call__(self, name, arr):
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(
            f"Parameter name {name} did not match any pattern. Consider "
            'adding a ".*" pattern at the end with default Initializer.'
        )


@register
@alias("zeros")
class Zero(Initializer):
    """All elements 0.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer="zeros")
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[0., 0.]], dtype=float32)
    """

    def __init__(self):
        super().__init__()

    def _init_weight(self, _, arr):
        arr[:] = 0


@register
@alias("ones")
class One(Initializer):
    """All elements 1.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer=mx.init.One())
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[1., 1.]], dtype=float32)
    """

    def __init__(self):
        super().__init__()

    def _init_weight(self, _, arr):
        arr[:] = 1


@register
class Constant(Initializer):
    """A given value.

    Parameters
    ----------
    value : float, list, numpy.ndarray or NDArray
        One number, or an array that broadcasts to the parameter's shape.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer=mx.init.Constant(0.5))
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[0.5, 0.5]], dtype=float32)
    >>> mx.init.Constant(0.5).dumps()
    '["constant", {"value": 0.5}]'
    """

    def __init__(self, value):
        # kept as JSON can hold it, which also makes two initializers with equal arrays equal
        super().__init__(value=_plain(value) if isinstance(value, NDArray | np.ndarray | np.generic) else value)
        self.value = value

    def _init_weight(self, _, arr):
        arr[:] = self.value


@register
class Uniform(Initializer):
    """Uniform on [-scale, scale).

    Parameters
    ----------
    scale : float, default 0.07
        Half the width.

    Examples
    --------
    >>> weight = nd.empty((100,))
    >>> mx.init.Uniform(0.5)(mx.init.InitDesc("weight"), weight)
    >>> bool(abs(weight).max() <= 0.5)
    True
    """

    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _, arr):
        _draw(random.uniform, -self.scale, self.scale, arr)


@register
class Normal(Initializer):
    """Normal with mean 0.

    Parameters
    ----------
    sigma : float, default 0.01
        Standard deviation.

    Examples
    --------
    >>> weight = nd.empty((10000,))
    >>> mx.init.Normal(0.5)(mx.init.InitDesc("weight"), weight)
    >>> bool(0.45 < weight.asnumpy().std() < 0.55)
    True
    """

    def __init__(self, sigma=0.01):
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _, arr):
        _draw(random.normal, 0, self.sigma, arr)


@register
class Orthogonal(Initializer):
    """A matrix with orthogonal rows or columns (Saxe et al.), seen as (shape[0], everything else).

    With the matrix w, w w^T or w^T w is scale^2 times the identity.

    Parameters
    ----------
    scale : float, default 1.414
        Factor on the orthonormal matrix.
    rand_type : {'uniform', 'normal'}, default 'uniform'
        Distribution of the matrix that is decomposed.

    Examples
    --------
    >>> weight = nd.empty((2, 3))
    >>> mx.init.Orthogonal(scale=2)(mx.init.InitDesc("weight"), weight)
    >>> bool(abs(nd.dot(weight, weight.T) - nd.array([[4, 0], [0, 4]])).max() < 1e-4)
    True
    """

    def __init__(self, scale=1.414, rand_type="uniform"):
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _, arr):
        nout = arr.shape[0]
        nin = int(np.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            matrix = random.uniform(-1.0, 1.0, shape=(nout, nin)).asnumpy()
        elif self.rand_type == "normal":
            matrix = random.normal(0.0, 1.0, shape=(nout, nin)).asnumpy()
        else:
            raise ValueError(f"Unknown random type {self.rand_type!r}, use 'uniform' or 'normal'")
        u, _, v = np.linalg.svd(matrix, full_matrices=False)
        basis = u if u.shape == matrix.shape else v
        arr[:] = self.scale * basis.reshape(arr.shape)


@register
class Xavier(Initializer):
    """Scale such that the variance is magnitude / (number of inputs and outputs) (Glorot and Bengio).

    With fan_in = shape[1] * prod(shape[2:]) and fan_out = shape[0] * prod(shape[2:]), and factor = their mean or one of them:
    s = sqrt(magnitude / factor); weights are uniform on [-s, s) or normal with standard deviation s.

    Parameters
    ----------
    rnd_type : {'uniform', 'gaussian'}, default 'uniform'
        Distribution.
    factor_type : {'avg', 'in', 'out'}, default 'avg'
        What to divide by: mean of fan-in and fan-out, or one of them.
    magnitude : float, default 3
        Scale of the variance.

    Raises
    ------
    ValueError
        The parameter has fewer than 2 axes, or a type is unknown.

    Examples
    --------
    >>> weight = nd.empty((100, 200))
    >>> mx.init.Xavier()(mx.init.InitDesc("weight"), weight)
    >>> bool(0.14 < abs(weight).max().asscalar() <= (3 / 150) ** 0.5)
    True
    >>> mx.init.Xavier().dumps()
    '["xavier", {"rnd_type": "uniform", "factor_type": "avg", "magnitude": 3}]'
    """

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name, arr):
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(
                f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D, got shape {shape}."
            )
        field = float(np.prod(shape[2:]))
        fan_in, fan_out = shape[1] * field, shape[0] * field
        factors = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in factors:
            raise ValueError(f"Incorrect factor type {self.factor_type!r}, use one of {sorted(factors)}")
        scale = sqrt(self.magnitude / factors[self.factor_type])
        if self.rnd_type == "uniform":
            _draw(random.uniform, -scale, scale, arr)
        elif self.rnd_type == "gaussian":
            _draw(random.normal, 0, scale, arr)
        else:
            raise ValueError(f"Unknown random type {self.rnd_type!r}, use 'uniform' or 'gaussian'")


@register
class MSRAPrelu(Xavier):
    """Gaussian with variance 2 / ((1 + slope^2) * fan), for networks with PReLU (He et al.).

    Parameters
    ----------
    factor_type : {'avg', 'in', 'out'}, default 'avg'
        As for `Xavier`.
    slope : float, default 0.25
        Initial slope of the PReLU.

    Examples
    --------
    >>> mx.init.MSRAPrelu().magnitude
    1.8823529411764706
    """

    def __init__(self, factor_type="avg", slope=0.25):
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}


@register
class Bilinear(Initializer):
    """Weights with which a deconvolution interpolates.

    Examples
    --------
    >>> weight = nd.empty((1, 1, 4, 4))
    >>> mx.init.Bilinear()(mx.init.InitDesc("weight"), weight)
    >>> weight.asnumpy()[0, 0]
    array([[0.0625, 0.1875, 0.1875, 0.0625],
           [0.1875, 0.5625, 0.5625, 0.1875],
           [0.1875, 0.5625, 0.5625, 0.1875],
           [0.0625, 0.1875, 0.1875, 0.0625]], dtype=float32)
    """

    def __init__(self):
        super().__init__()

    def _init_weight(self, name, arr):
        self._init_bilinear(name, arr)


@register
class LSTMBias(Initializer):
    """Bias of an `LSTMCell`: 0, but `forget_bias` for the forget gate, the second quarter.

    Parameters
    ----------
    forget_bias : float, default 1.0
        Value for the forget gate.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(2, input_size=3, i2h_bias_initializer=mx.init.LSTMBias(1.0))
    >>> cell.initialize()
    >>> cell.i2h_bias.data().asnumpy()
    array([0., 0., 1., 1., 0., 0., 0., 0.], dtype=float32)
    """

    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name, arr):
        num_hidden = arr.shape[0] // 4
        value = np.zeros(arr.shape, dtype="float32")
        value[num_hidden : 2 * num_hidden] = self.forget_bias
        arr[:] = value


_GATES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"), "gru": ("_r", "_z", "_o")}


@register
class FusedRNN(Initializer):
    """Initialize the one flat parameter vector of a fused RNN gate by gate.

    Parameters
    ----------
    init : Initializer, str or None
        For each weight and bias; the global initializer if None.
    num_hidden, num_layers : int
        Size of the network.
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        Its kind.
    bidirectional : bool, default False
        Whether there is a backward direction.
    forget_bias : float, default 1.0
        Value of the forget gates' biases of an LSTM.
    """

    def __init__(self, init, num_hidden, num_layers, mode, bidirectional=False, forget_bias=1.0):
        if isinstance(init, str):
            init = create(init)
        super().__init__(
            init=init.dumps() if init is not None else None,
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        self._init = init
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._bidirectional = bidirectional
        self._forget_bias = forget_bias

    def _pieces(self, size):
        """Yield (name, shape) of the parts of a vector of `size` elements, in their order."""
        hidden, gates = self._num_hidden, _GATES[self._mode]
        directions = "lr" if self._bidirectional else "l"
        ways = len(directions)
        rest = (self._num_layers - 1) * (hidden + ways * hidden + 2) + hidden + 2
        num_input = size // ways // hidden // len(gates) - rest
        layers = [(f"{way}{layer}", layer) for layer in range(self._num_layers) for way in directions]
        for name, layer in layers:
            width = num_input if layer == 0 else ways * hidden
            yield from ((f"{name}_i2h{gate}_weight", (hidden, width)) for gate in gates)
            yield from ((f"{name}_h2h{gate}_weight", (hidden, hidden)) for gate in gates)
        for name, _ in layers:
            for part in ("i2h", "h2h"):
                yield from ((f"{name}_{part}{gate}_bias", (hidden,)) for gate in gates)

    def _init_weight(self, desc, arr):
        pieces = list(self._pieces(arr.size))
        total = sum(int(np.prod(shape)) for _, shape in pieces)
        if min(min(shape) for _, shape in pieces) <= 0 or total != arr.size:
            raise ValueError(
                f"{desc} with {arr.size} elements is no parameter of a {self._mode} with {self._num_layers} layers, "
                f"{self._num_hidden} hidden units{' and two directions' if self._bidirectional else ''}"
            )
        values = []
        for name, shape in pieces:
            part = ndarray.zeros(shape, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                part[:] = self._forget_bias
            else:
                init = desc.global_init if self._init is None else self._init
                init(InitDesc(name, global_init=desc.global_init), part)
            values.append(part.asnumpy().ravel())
        arr[:] = np.concatenate(values).reshape(arr.shape)


def rnn_pieces(mode, num_layers, input_size, hidden_size, bidirectional=False, projection_size=None):
    """The parts of the one flat parameter vector of a recurrent layer, in their order.

    Parameters
    ----------
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        The kind of cell.
    num_layers, input_size, hidden_size : int
        Size of the network.
    bidirectional : bool
        Whether there is a backward direction.
    projection_size : int, optional
        Size of the outputs, if they are projected.

    Returns
    -------
    list of (str, tuple of int)
        Names such as `l0_i2h_weight`, and shapes.
    """
    rows, outputs = len(_GATES[mode]) * hidden_size, projection_size or hidden_size
    ways = "lr" if bidirectional else "l"
    pieces = []
    for role in ("weight", "bias"):
        for layer in range(num_layers):
            inputs = input_size if layer == 0 else outputs * len(ways)
            shapes = {"i2h": (rows, inputs), "h2h": (rows, outputs)}
            if projection_size and role == "weight":
                shapes["h2r"] = (projection_size, hidden_size)
            for way in ways:
                for group, shape in shapes.items():
                    pieces.append((f"{way}{layer}_{group}_{role}", shape if role == "weight" else (rows,)))
    return pieces


@register
class RNNFused(Initializer):
    """Initialize the one flat parameter vector that recurrent layers have in MXNet 2.0, part by part.

    Parameters
    ----------
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        The kind of cell.
    num_layers, state_size : int
        Size of the network.
    bidirectional : bool
        Whether there is a backward direction.
    projection_size : int, optional
        Size of the outputs, if they are projected.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, h2r_weight_initializer
        Initializer or its name for the parts; the global one by default.
    """

    def __init__(
        self,
        mode,
        num_layers,
        state_size,
        bidirectional=False,
        projection_size=None,
        i2h_weight_initializer=None,
        h2h_weight_initializer=None,
        i2h_bias_initializer=None,
        h2h_bias_initializer=None,
        h2r_weight_initializer=None,
    ):
        own = {
            "i2h_weight": i2h_weight_initializer,
            "h2h_weight": h2h_weight_initializer,
            "i2h_bias": i2h_bias_initializer,
            "h2h_bias": h2h_bias_initializer,
            "h2r_weight": h2r_weight_initializer,
        }
        self._sizes = {"bidirectional": bidirectional, "projection_size": projection_size}
        super().__init__(
            mode=mode,
            num_layers=num_layers,
            state_size=state_size,
            **self._sizes,
            **{f"{part}_initializer": init.dumps() if isinstance(init, Initializer) else init for part, init in own.items()},
        )
        self._own, self._layers = own, (mode, num_layers)
        self._state_size = state_size

    def _init_weight(self, desc, arr):
        mode, num_layers = self._layers

        def pieces(input_size):
            return rnn_pieces(mode, num_layers, input_size, self._state_size, **self._sizes)

        def count(input_size):
            return sum(int(np.prod(shape)) for _, shape in pieces(input_size))

        each = count(1) - count(0)
        input_size = (arr.size - count(0)) // each
        if input_size <= 0 or count(input_size) != arr.size:
            raise ValueError(
                f"{desc} with {arr.size} elements is no parameter of a {mode} with {num_layers} layers and {self._state_size} "
                "hidden units"
            )
        values = []
        for name, shape in pieces(input_size):
            init = self._own[name.partition("_")[2]]
            part = ndarray.zeros(shape, dtype=arr.dtype)
            attrs = {} if init is None else {"__init__": init}
            (desc.global_init if init is None else create(init))(InitDesc(name, attrs, desc.global_init), part)
            values.append(part.asnumpy().ravel())
        arr[:] = np.concatenate(values)
