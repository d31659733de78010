"""Recurrent cells of symbols, told as functions of the package: run with MXNet 1.9.1 and with jmx, and compared."""

import contextlib
import hashlib
import io
import random
import warnings

import numpy as np

try:
    from module_cases import plain, some
except ImportError:
    from tests.golden.module_cases import plain, some


def cells(mx):
    """name -> (cell, shape of the inputs of one step)."""
    rnn = mx.rnn
    stack = rnn.SequentialRNNCell()
    stack.add(rnn.LSTMCell(3, prefix="a_"))
    stack.add(rnn.DropoutCell(0.5, prefix="drop_"))
    stack.add(rnn.GRUCell(2, prefix="b_"))
    images = {"input_shape": (1, 2, 4, 4), "num_hidden": 3}
    return {
        "rnn": (rnn.RNNCell(3), (2, 4)),
        "relu": (rnn.RNNCell(3, activation="relu", prefix="r_"), (2, 4)),
        "lstm": (rnn.LSTMCell(3, forget_bias=2.0), (2, 4)),
        "gru": (rnn.GRUCell(3), (2, 4)),
        "stack": (stack, (2, 4)),
        "both": (rnn.BidirectionalCell(rnn.LSTMCell(2, prefix="l_"), rnn.GRUCell(3, prefix="r_")), (2, 4)),
        "zoneout": (rnn.ZoneoutCell(rnn.RNNCell(3), zoneout_outputs=0.3, zoneout_states=0.2), (2, 4)),
        "residual": (rnn.ResidualCell(rnn.GRUCell(4)), (2, 4)),
        "fused": (rnn.FusedRNNCell(3, num_layers=2, mode="gru", bidirectional=True, get_next_state=True), (2, 4)),
        "fused_lstm": (rnn.FusedRNNCell(3, num_layers=2, mode="lstm", dropout=0.1), (2, 4)),
        "unfused": (rnn.FusedRNNCell(3, 2, "lstm", bidirectional=True, dropout=0.2, prefix="f_").unfuse(), (2, 4)),
        "conv": (rnn.ConvRNNCell(**images), (1, 2, 4, 4)),
        "conv_lstm": (rnn.ConvLSTMCell(**images, activation="tanh"), (1, 2, 4, 4)),
        "conv_gru": (rnn.ConvGRUCell(**images), (1, 2, 4, 4)),
    }


def one_of(outputs, mx):
    return outputs if isinstance(outputs, mx.sym.Symbol) else mx.sym.Group(list(outputs))


def graph(net):
    """The names of all nodes, and a digest of the JSON text."""
    return [net.get_internals().list_outputs(), hashlib.sha256(net.tojson().encode()).hexdigest()]


def flat(states):
    return [s for state in states for s in (flat(state) if isinstance(state, (list, tuple)) else [state])]


def describe(mx, name):
    """The graph of a cell over two steps, its values, and its weights unpacked and packed again."""
    with warnings.catch_warnings(), mx.name.NameManager():
        warnings.simplefilter("ignore")
        cell, shape = cells(mx)[name]
        inputs = [mx.sym.Variable(f"x{i}") for i in range(2)]
        outputs, states = cell.unroll(2, inputs)
        net = mx.sym.Group([one_of(outputs, mx), *flat(states)])
        shapes = {f"x{i}": shape for i in range(2)}
        arguments, outs, _ = net.infer_shape(**shapes)
        args = {n: mx.nd.array(some(*s, seed=i)) for i, (n, s) in enumerate(zip(net.list_arguments(), arguments))}
        executor = net.bind(mx.cpu(), args)
        values = executor.forward()
        weights = {n: a for n, a in args.items() if n not in shapes}
        unpacked = cell.unpack_weights(weights)
        packed = cell.pack_weights(unpacked)
        same = sorted(packed) == sorted(weights) and all(
            np.array_equal(packed[n].asnumpy(), weights[n].asnumpy()) for n in weights
        )
        return {
            "graph": graph(net),
            "shapes": [list(s) for s in outs],
            "values": plain(values),
            "unpacked": {n: list(a.shape) for n, a in unpacked.items()},
            "same": bool(same),
            "info": plain(cell.state_info),
        }


def merged(mx):
    """Sequences as one symbol, in both layouts, split and merged."""
    found = []
    with warnings.catch_warnings(), mx.name.NameManager():
        warnings.simplefilter("ignore")
        for layout in ("NTC", "TNC"):
            for merge in (True, False, None):
                cell = mx.rnn.BidirectionalCell(
                    mx.rnn.LSTMCell(2, prefix="l_"), mx.rnn.LSTMCell(2, prefix="r_"), output_prefix="o_"
                )
                outputs, _ = cell.unroll(3, mx.sym.Variable("x"), layout=layout, merge_outputs=merge)
                net = one_of(outputs, mx)
                found.append([graph(net), plain(net.infer_shape(x=(3, 3, 4))[1])])
            fused = mx.rnn.FusedRNNCell(2, 1, "rnn_tanh", prefix="q_")
            net = fused.unroll(3, mx.sym.Variable("x"), layout=layout, merge_outputs=True)[0]
            found.append([graph(net), plain(net.infer_shape(x=(3, 3, 4))[1])])
    return found


def sentences(mx):
    """Numbers of words, and the batches of sentences."""
    words = [["a", "b", "c"], ["b", "d"], ["c", "a", "b", "e"], ["a", "a"], ["e", "d", "c"], ["b", "c"]]
    coded, vocab = mx.rnn.encode_sentences(words, invalid_label=0, start_label=0)
    again, _ = mx.rnn.encode_sentences([["a", "zz"]], vocab=dict(vocab), unknown_token="c")
    found = []
    for layout in ("NT", "TN"):
        random.seed(3)
        np.random.seed(3)
        with contextlib.redirect_stdout(io.StringIO()) as text:
            batches = mx.rnn.BucketSentenceIter(coded, 2, buckets=[3, 2], invalid_label=0, layout=layout)
        found.append([text.getvalue(), batches.provide_data, batches.provide_label, batches.default_bucket_key])
        for batch in batches:
            found.append(plain([batch.data, batch.label, batch.bucket_key, batch.provide_data, batch.pad]))
    return plain([coded, vocab, again, found])
