"""Functions and classes that written networks in Equinox hold where they need them."""

from .shared_helpers import AS_INDICES, RECURRENT_STEPS

#: by name, in the order in which they are written
HELPERS = {
    "one_of": '''
def one_of(key, number):
    """One of the keys that a key gives; None where there is none."""
    return None if key is None else jax.random.fold_in(key, number)
''',
    "flatten": '''
def flatten(x):
    """All axes but the first as one."""
    return x.reshape(x.shape[0], -1)
''',
    "as_indices": AS_INDICES,
    "max_pool": '''
def max_pool(x, window_shape, strides, padding=None):
    """The largest values of windows."""
    around = padding or ((0, 0),) * len(window_shape)
    first = -jnp.inf if jnp.issubdtype(x.dtype, jnp.floating) else jnp.iinfo(x.dtype).min
    return jax.lax.reduce_window(
        x, jnp.array(first, x.dtype), jax.lax.max, (1, 1, *window_shape), (1, 1, *strides), ((0, 0), (0, 0), *around)
    )
''',
    "avg_pool": '''
def avg_pool(x, window_shape, strides, padding=None, count_include_pad=True):
    """Means of windows."""
    around = ((0, 0), (0, 0), *(padding or ((0, 0),) * len(window_shape)))

    def sums(x):
        zero = jnp.zeros((), x.dtype)
        return jax.lax.reduce_window(x, zero, jax.lax.add, (1, 1, *window_shape), (1, 1, *strides), around)

    return sums(x) / (math.prod(window_shape) if count_include_pad else sums(jnp.ones_like(x[:1, :1])))
''',
    "Batched": '''
class Batched(eqx.Module):
    """A layer of Equinox's, which is for one sample, for arrays with axes of samples in front."""

    layer: eqx.Module
    axes: int = eqx.field(default=1, static=True)

    def __call__(self, x, *, key=None):
        call = self.layer
        for _ in range(self.axes):
            call = jax.vmap(call)
        return call(x)
''',
    "BatchNorm": '''
class BatchNorm(eqx.nn.StatefulLayer):
    """Batch normalization as MXNet computes it: channels are the second axis, the state has the moving mean and variance."""

    weight: jax.Array | None
    bias: jax.Array | None
    mean: eqx.nn.StateIndex
    var: eqx.nn.StateIndex
    momentum: float = eqx.field(static=True)
    epsilon: float = eqx.field(static=True)
    always_moving: bool = eqx.field(static=True)
    inference: bool

    def __init__(self, channels, momentum=0.9, epsilon=1e-5, use_weight=True, use_bias=True, always_moving=False):
        self.weight = jnp.ones(channels) if use_weight else None
        self.bias = jnp.zeros(channels) if use_bias else None
        self.mean, self.var = eqx.nn.StateIndex(jnp.zeros(channels)), eqx.nn.StateIndex(jnp.ones(channels))
        self.momentum, self.epsilon, self.always_moving, self.inference = momentum, epsilon, always_moving, False

    def __call__(self, x, state, *, key=None):
        mean, var = state.get(self.mean), state.get(self.var)
        if not (self.inference or self.always_moving):
            axes = (0, *range(2, x.ndim))
            new = jnp.mean(x, axes), jnp.var(x, axes)
            for index, old, one in zip((self.mean, self.var), (mean, var), new):
                state = state.set(index, jax.lax.stop_gradient(self.momentum * old + (1 - self.momentum) * one))
            mean, var = new
        factor = jax.lax.rsqrt(var + self.epsilon)
        if self.weight is not None:
            factor = factor * self.weight
        shape = (-1, *(1,) * (x.ndim - 2))
        y = (x - mean.reshape(shape)) * factor.reshape(shape)
        return y if self.bias is None else y + self.bias.reshape(shape), state
''',
    "PReLU": '''
class PReLU(eqx.Module):
    """What is below zero times a number, or a number for each channel; the channels are the second axis."""

    alpha: jax.Array

    def __init__(self, channels):
        self.alpha = jnp.full(channels, 0.25)

    def __call__(self, x, *, key=None):
        return jnp.where(x > 0, x, self.alpha.reshape(-1, *(1,) * (x.ndim - 2)) * x)
''',
    **RECURRENT_STEPS,
    "Recurrent": '''
class Recurrent(eqx.Module):
    """Recurrent layers over time, one above the other, in one direction or both.

    Called with (time, batch, features), or (batch, time, features) with `batch_first`, it gives the outputs of the last layer;
    called with states too, a list of (layers * directions, batch, units), it gives outputs and new states.
    """

    weights: dict[str, jax.Array]
    dropout: eqx.nn.Dropout
    step: Callable = eqx.field(static=True)
    units: int = eqx.field(static=True)
    layers: int = eqx.field(static=True)
    ways: str = eqx.field(static=True)
    batch_first: bool = eqx.field(static=True)

    def __init__(self, step, features, units, layers=1, bidirectional=False, batch_first=False, dropout=0.0, *, key):
        self.step, self.units, self.batch_first, self.ways = step, units, batch_first, "lr" if bidirectional else "l"
        self.layers, self.dropout, self.weights = layers, eqx.nn.Dropout(dropout), {}
        rows, draw = {"lstm": 4, "gru": 3}.get(step.__name__, 1) * units, jax.nn.initializers.xavier_uniform()
        for layer in range(layers):
            for way in self.ways:
                key, one, other = jax.random.split(key, 3)
                self.weights[f"{way}{layer}_i2h_weight"] = draw(one, (rows, features))
                self.weights[f"{way}{layer}_h2h_weight"] = draw(other, (rows, units))
                self.weights[f"{way}{layer}_i2h_bias"] = jnp.zeros(rows)
                self.weights[f"{way}{layer}_h2h_bias"] = jnp.zeros(rows)
            features = units * len(self.ways)

    def __call__(self, x, states=None, *, key=None):
        x = x.swapaxes(0, 1) if self.batch_first else x
        count = 2 if self.step.__name__ == "lstm" else 1
        first = states or [jnp.zeros((self.layers * len(self.ways), x.shape[1], self.units), x.dtype)] * count
        last = []
        for layer in range(self.layers):
            outs = []
            for number, way in enumerate(self.ways):
                start = [state[layer * len(self.ways) + number] for state in first]
                end, out = self.over_time(f"{way}{layer}", start, x, reverse=way == "r")
                last.append(end)
                outs.append(out)
            x = jnp.concatenate(outs, axis=-1)
            if layer < self.layers - 1 and self.dropout.p:
                x = self.dropout(x, key=None if key is None else jax.random.fold_in(key, layer))
        x = x.swapaxes(0, 1) if self.batch_first else x
        return x if states is None else (x, [jnp.stack(ends) for ends in zip(*last)])

    def over_time(self, place, start, x, reverse):
        """The last states of one layer in one direction, and its outputs."""
        weight, own_weight = self.weights[f"{place}_i2h_weight"], self.weights[f"{place}_h2h_weight"]
        bias, own_bias = self.weights[f"{place}_i2h_bias"], self.weights[f"{place}_h2h_bias"]

        def step(states, given):
            states = self.step(states, given, states[0] @ own_weight.T + own_bias)
            return states, states[0]

        return jax.lax.scan(step, start, x @ weight.T + bias, reverse=reverse)
''',
}
