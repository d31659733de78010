"""Functions and classes that written networks in Flax NNX hold where they need them."""

from .shared_helpers import AS_INDICES, RECURRENT_STEPS

#: by name, in the order in which they are written
HELPERS = {
    "channels_first": '''
def channels_first(x):
    """Images with channels last as MXNet has them: (batch, channels, height, width)."""
    return x.transpose(0, 3, 1, 2)
''',
    "channels_last": '''
def channels_last(x):
    """MXNet's images as this network has them: (batch, height, width, channels)."""
    return x.transpose(0, 2, 3, 1)
''',
    "flatten": '''
def flatten(x):
    """All axes but the first as one; of images in MXNet's order, which the weights behind were trained for."""
    return (x.transpose(0, 3, 1, 2) if x.ndim == 4 else x).reshape(x.shape[0], -1)
''',
    "as_indices": AS_INDICES,
    "TiedLinear": '''
class TiedLinear(nnx.Module):
    """A dense layer whose weight is the table of an embedding."""

    def __init__(self, features, units, use_bias=True, *, rngs):
        self.embedding = nnx.Param(jnp.zeros((units, features)))
        self.bias = nnx.Param(jnp.zeros(units)) if use_bias else None

    def __call__(self, x):
        y = x @ self.embedding[...].T
        return y if self.bias is None else y + self.bias[...]
''',
    "PReLU": '''
class PReLU(nnx.Module):
    """What is below zero times a number, or a number for each channel; the channels are the last axis."""

    def __init__(self, channels, *, rngs):
        self.alpha = nnx.Param(jnp.full(channels, 0.25))

    def __call__(self, x):
        return jnp.where(x > 0, x, self.alpha[...] * x)
''',
    **RECURRENT_STEPS,
    "Recurrent": '''
class Recurrent(nnx.Module):
    """Recurrent layers over time, one above the other, in one direction or both.

    Called with (time, batch, features), or (batch, time, features) with `batch_first`, it gives the outputs of the last layer;
    called with states too, a list of (layers * directions, batch, units), it gives outputs and new states.
    """

    def __init__(self, step, features, units, layers=1, bidirectional=False, batch_first=False, dropout=0.0, *, rngs):
        self.step, self.units, self.batch_first, self.ways = step, units, batch_first, "lr" if bidirectional else "l"
        self.layers, self.dropout = layers, nnx.Dropout(dropout, rngs=rngs)
        rows, draw = {"lstm": 4, "gru": 3}.get(step.__name__, 1) * units, nnx.initializers.xavier_uniform()
        for layer in range(layers):
            for way in self.ways:
                setattr(self, f"{way}{layer}_i2h_weight", nnx.Param(draw(rngs.params(), (rows, features))))
                setattr(self, f"{way}{layer}_h2h_weight", nnx.Param(draw(rngs.params(), (rows, units))))
                setattr(self, f"{way}{layer}_i2h_bias", nnx.Param(jnp.zeros(rows)))
                setattr(self, f"{way}{layer}_h2h_bias", nnx.Param(jnp.zeros(rows)))
            features = units * len(self.ways)

    def __call__(self, x, states=None):
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
            if layer < self.layers - 1:
                x = self.dropout(x)
        x = x.swapaxes(0, 1) if self.batch_first else x
        return x if states is None else (x, [jnp.stack(ends) for ends in zip(*last)])

    def over_time(self, place, start, x, reverse):
        """The last states of one layer in one direction, and its outputs."""
        weight, own_weight = getattr(self, f"{place}_i2h_weight")[...], getattr(self, f"{place}_h2h_weight")[...]
        bias, own_bias = getattr(self, f"{place}_i2h_bias")[...], getattr(self, f"{place}_h2h_bias")[...]

        def step(states, given):
            states = self.step(states, given, states[0] @ own_weight.T + own_bias)
            return states, states[0]

        return jax.lax.scan(step, start, x @ weight.T + bias, reverse=reverse)
''',
}
