"""Functions that written networks hold in any library, where they need them."""

AS_INDICES = '''
def as_indices(x):
    """Words as whole numbers; MXNet has them as numbers of any type."""
    return x.astype(jnp.int32)
'''

#: steps of recurrent layers, by their modes
RECURRENT_STEPS = {
    "lstm": '''
def lstm(states, given, own):
    """A step of a long short-term memory, from what the input and the state give to its gates."""
    enter, forget, new, leave = jnp.split(given + own, 4, axis=-1)
    cell = jax.nn.sigmoid(forget) * states[1] + jax.nn.sigmoid(enter) * jnp.tanh(new)
    return [jax.nn.sigmoid(leave) * jnp.tanh(cell), cell]
''',
    "gru": '''
def gru(states, given, own):
    """A step of a gated recurrent unit, from what the input and the state give to its gates."""
    (reset, keep, new), (own_reset, own_keep, own_new) = jnp.split(given, 3, axis=-1), jnp.split(own, 3, axis=-1)
    keep = jax.nn.sigmoid(keep + own_keep)
    return [(1 - keep) * jnp.tanh(new + jax.nn.sigmoid(reset + own_reset) * own_new) + keep * states[0]]
''',
    "rnn_tanh": '''
def rnn_tanh(states, given, own):
    """A step of a plain recurrent layer, from what the input and the state give."""
    return [jnp.tanh(given + own)]
''',
    "rnn_relu": '''
def rnn_relu(states, given, own):
    """A step of a plain recurrent layer, from what the input and the state give."""
    return [jax.nn.relu(given + own)]
''',
}
