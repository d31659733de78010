"""Cases of mx.contrib that go through MXNet and jmx alike; each returns plain values."""

import json
import os
import tempfile

import numpy as np


def networks(mx):
    s = mx.sym
    data = s.var("data")
    c = s.Convolution(data, kernel=(3, 3), num_filter=4, name="c")
    b = s.Activation(s.BatchNorm(c, name="b"), act_type="relu", name="r")
    p = s.Flatten(s.Pooling(b, kernel=(2, 2), pool_type="max", name="p"), name="flat")
    f = s.FullyConnected(p, num_hidden=3, name="f")
    yield "convolution", s.SoftmaxOutput(s.elemwise_add(f, s.exp(f, name="e"), name="q"), name="s")
    one = s.FullyConnected(data, num_hidden=4, name="one", no_bias=True)
    two = s.FullyConnected(data, num_hidden=4, name="two")
    both = s.broadcast_mul(one, s.sin(two, name="sin"), name="mul")
    joined = s.concat(both, s.var("side"), one, dim=1, name="joined")
    yield "widest", s.Group([s.softmax(joined, name="soft"), s.LeakyReLU(two, act_type="elu", name="elu"), one])
    x = s.Embedding(data, input_dim=10, output_dim=6, name="embed")
    x = s.RNN(s.swapaxes(x, dim1=0, dim2=1, name="swap"), state_size=4, num_layers=1, mode="gru", name="rnn")
    yield "recurrent", s.mean(s.Activation(x, act_type="softrelu", name="act"), axis=0, name="mean")


def converted(mx):
    """The graphs that convert_symbol makes, in MXNet's JSON."""
    from importlib import import_module

    amp = import_module(mx.__name__ + ".contrib.amp")
    found = {}
    for name, net in networks(mx):
        inputs = ["data", "s_label", "side"]
        for label, kwargs in (
            ("plain", {}),
            ("data", {"data_names": [n for n in net.list_inputs() if n in inputs]}),
            ("params", {"data_names": [n for n in net.list_inputs() if n in inputs], "cast_optional_params": True}),
            ("bfloat16", {"target_dtype": "bfloat16"}),
            ("excluded", {"excluded_sym_names": ["f", "one", "act"]}),
            ("lists", {"target_dtype_ops": ["FullyConnected"], "fp32_ops": ["sin", "exp"], "conditional_fp32_ops": []}),
        ):
            if name != "convolution" and label == "bfloat16":
                continue
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "net.json")
                amp.convert_symbol(net, **kwargs).save(path, remove_amp_cast=False)
                with open(path) as file:
                    graph = json.load(file)
            nodes = [[n["op"], n["name"], n.get("attrs", {}), [e[:2] for e in n["inputs"]]] for n in graph["nodes"]]
            found[f"{name} {label}"] = [nodes, graph["heads"]]
    return found


def svrg(mx):
    """Weights during training with SVRG, and the full gradients."""
    from importlib import import_module

    module = import_module(mx.__name__ + ".contrib.svrg_optimization.svrg_module")
    rng = np.random.RandomState(0)
    data = rng.randint(1, 5, (23, 2)).astype("float32")
    label = data.dot(np.array([1.0, 2.0], "float32"))
    batches = mx.io.NDArrayIter(data, label, batch_size=5, label_name="y_label")
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    net = mx.sym.LinearRegressionOutput(net, mx.sym.var("y_label"), name="y")
    made = module.SVRGModule(net, label_names=["y_label"], update_freq=2)
    weights = []
    made.fit(
        batches,
        eval_metric="mse",
        num_epoch=4,
        optimizer="sgd",
        optimizer_params=(("learning_rate", 0.02),),
        initializer=mx.init.One(),
        epoch_end_callback=lambda epoch, symbol, args, aux: weights.append(
            args["fc_weight"].asnumpy().ravel().tolist() + args["fc_bias"].asnumpy().tolist()
        ),
    )
    full = {k: v.asnumpy().ravel().tolist() for k, v in sorted(made._param_dict[0].items())}
    return [weights, full, type(made._optimizer).__name__]


def text(mx):
    """Vocabularies and embeddings."""
    from collections import Counter
    from importlib import import_module

    text = import_module(mx.__name__ + ".contrib.text")
    count = text.utils.count_tokens_from_str(" Life is great !\nlife is good . \n", to_lower=True)
    words = Counter(["b", "a", "c", "c", "d", "b", "c"])
    vocabularies = [
        text.vocab.Vocabulary(words),
        text.vocab.Vocabulary(words, 2, 2, "<?>", ["<pad>", "b"]),
        text.vocab.Vocabulary(words, min_freq=5),
        text.vocab.Vocabulary(None, reserved_tokens=["x"]),
    ]
    found = [sorted(count.items())]
    for v in vocabularies:
        found.append([len(v), v.idx_to_token, v.reserved_tokens, v.unknown_token, v.to_indices(["a", "?", "c"]), v.to_tokens(0)])
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, lines in (("one", ["5 2", "a 0.1 0.2", "b 0.3 0.4", "a 9 9", "<unk> 7 8"]), ("two", ["b 1 2 3", "d 4 5 6"])):
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w") as file:
                file.write("\n".join(lines))
        one, two = text.embedding.CustomEmbedding(paths[0]), text.embedding.CustomEmbedding(paths[1], init_unknown_vec=mx.nd.ones)
        given = text.embedding.CustomEmbedding(paths[0], vocabulary=vocabularies[0])
        both = text.embedding.CompositeEmbedding(vocabularies[0], [one, two])
    for e in (one, two, given, both):
        found.append([e.vec_len, e.idx_to_token, e.idx_to_vec.asnumpy().round(5).tolist()])
    found.append(one.get_vecs_by_tokens(["A", "b", "zz"], lower_case_backup=True).asnumpy().round(5).tolist())
    one.update_token_vectors("b", mx.nd.array([5, 6]))
    found.append(one.get_vecs_by_tokens("b").asnumpy().tolist())
    names = text.embedding.get_pretrained_file_names()
    found.append([sorted(names), len(names["glove"]), len(names["fasttext"]), names["glove"][:2]])
    return found


def first_autograd(mx):
    from importlib import import_module

    autograd = import_module(mx.__name__ + ".contrib.autograd")
    x, y = mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6])
    grads, loss = autograd.grad_and_loss(lambda a, b: a * a * b)(x, y)
    second = autograd.grad(lambda a, b: a * b, argnum=1)(x, y)
    before = autograd.set_is_training(True)
    after = autograd.set_is_training(before)
    return [[g.asnumpy().tolist() for g in (*grads, loss, *second)], before, after]


def histograms(mx):
    from importlib import import_module

    combine = import_module(mx.__name__ + ".contrib.quantization").combine_histogram
    counts, edges = np.histogram([0.1, -0.3, 0.5], bins=8, range=(-0.5, 0.5))
    old = (counts, edges, -0.3, 0.5, 0.5)
    found = []
    for values in ([0.2, 0.4], [1.2, -2.0]):
        values = np.array(values)
        new = combine(old, values, values.min(), values.max(), np.abs(values).max())
        found.append([np.asarray(v).tolist() for v in new])
    return found


CASES = {f.__name__: f for f in (converted, svrg, text, first_autograd, histograms)}
