"""Small programs for `fuzz_operators.py`: what rows of the conformance table cannot hold.

Sparse arrays and their updates, control flow eager, bound and hybridized, recurrent layers of every kind, the distributions of
random numbers, networks that graphs' passes look at (`fuzz_networks.py`). A program is the text of a function body that finds
`mx` (MXNet, or jmx) and `np`, and returns {key: NumPy array}; a text says everything that was drawn, so it can be run alone.

    python tools/fuzz_programs.py --passes [--minutes 10]

runs networks in jmx alone, under every subset of the passes (`fuzz_passes.py`).
"""

import random
import sys

import fuzz_networks

#: name -> function of a `random.Random` that gives (text, (rtol, atol) or None)
PROGRAMS = {}


def _program(name):
    def declare(draw):
        PROGRAMS[name] = draw
        return draw

    return declare


def draw(seed, number, begin=""):
    """Program `number` of `seed` as a case, of those whose names begin so."""
    rng = random.Random(f"programs/{seed}/{number}")
    names = sorted(name for name in PROGRAMS if name.startswith(begin))
    name = names[number % len(names)]
    text, tol = PROGRAMS[name](rng)
    return {
        "op": f"program {name}",
        "program": text,
        "tol": tol,
        "inputs": [],
        "attrs": {},
        "check": "value",
        "grad": False,
        "levels": ("nd",),
        "id": f"{seed}-{number}",
    }


def run(mx, case):
    """{key: array} of a program under `mx`."""
    import numpy as np

    space = {}
    exec("def program(mx, np):\n" + "".join(f"    {line}\n" for line in case["program"].splitlines()), space)
    return {k: np.asarray(v) for k, v in space["program"](mx, np).items()}


def _dense(rng, shape, seed=None, empty=0.5):
    """Text of a NumPy array of which whole rows are zero now and then."""
    seed = rng.randrange(1000) if seed is None else seed
    return (
        f"(lambda r: (r.standard_normal({shape}) * (r.random({shape}) < 0.6) * (r.random(({shape[0]}, 1)) > "
        f"{empty})).astype('float32'))(np.random.Generator(np.random.PCG64({seed})))"
    )


def _told(*names):
    """Lines that return arrays with their kinds of storage."""
    parts = [f"'{n}': {n}.asnumpy(), '{n} storage': np.array({n}.stype)" for n in names]
    return "return {" + ", ".join(parts) + "}"


_STORAGE = ("default", "csr", "row_sparse")


def _array(rng, shape, storages=_STORAGE):
    storage = rng.choice(storages)
    text = f"mx.nd.array({_dense(rng, shape, empty=rng.choice((0.0, 0.5, 1.0)))})"
    return text if storage == "default" else f"{text}.tostype('{storage}')"


@_program("sparse unary")
def _(rng):
    shape = (rng.randint(1, 4), rng.randint(1, 4))
    call = rng.choice(
        (
            "mx.nd.abs(a)",
            "mx.nd.square(a)",
            "mx.nd.sqrt(mx.nd.abs(a))",
            "mx.nd.sign(a)",
            "mx.nd.relu(a)",
            "mx.nd.sin(a)",
            "mx.nd.tanh(a)",
            "mx.nd.exp(a)",
            "mx.nd.cos(a)",
            "mx.nd.rint(a)",
            "mx.nd.floor(a)",
            "mx.nd.log1p(mx.nd.abs(a))",
            "mx.nd.clip(a, -0.5, 0.7)",
            "mx.nd.clip(a, 0.1, 0.7)",
            "mx.nd.negative(a)",
            "mx.nd.zeros_like(a)",
            "mx.nd.ones_like(a)",
            "mx.nd.identity(a)",
            "a * 2.5",
            "a + 1",
            "a / 2",
            "a - 0.5",
            "1 - a",
            "2 / (a + 3)",
            "a ** 2",
            "a == 0",
            "a > 0.1",
            "mx.nd.sum(a)",
            "mx.nd.sum(a, axis=0)",
            "mx.nd.sum(a, axis=1)",
            "mx.nd.sum(a, axis=1, keepdims=True)",
            "mx.nd.mean(a)",
            "mx.nd.mean(a, axis=0)",
            "mx.nd.norm(a)",
            "mx.nd.norm(a, axis=1)",
            "mx.nd.sparse.cast_storage(a, 'csr')",
            "mx.nd.sparse.cast_storage(a, 'row_sparse')",
            "mx.nd.sparse.cast_storage(a, 'default')",
            "a.copy()",
            "a.astype('float64')",
            "a[0]",
            "a[0:1]",
            "a.T",
            "a.reshape((-1,))",
            "mx.nd.transpose(a)",
            "mx.nd.argmax(a, axis=1)",
            "mx.nd.max(a, axis=0)",
            "mx.nd.softmax(a)",
            "mx.nd.slice(a, begin=(0, 0), end=(1, 1))",
            "mx.nd.slice_axis(a, axis=0, begin=0, end=1)",
            "mx.nd.degrees(a)",
            "mx.nd.cbrt(a)",
            "mx.nd.round(a)",
        )
    )
    return f"a = {_array(rng, shape)}\nb = {call}\n{_told('b')}", None


@_program("sparse binary")
def _(rng):
    shape = (rng.randint(1, 4), rng.randint(1, 4))
    other = rng.choice((shape, shape, (1, shape[1]), (shape[0], 1), (1, 1)))
    call = rng.choice(
        (
            "a + b",
            "a - b",
            "a * b",
            "a / (b + 3)",
            "mx.nd.elemwise_add(a, b)",
            "mx.nd.elemwise_sub(a, b)",
            "mx.nd.elemwise_mul(a, b)",
            "mx.nd.elemwise_div(a, b)",
            "mx.nd.broadcast_add(a, b)",
            "mx.nd.broadcast_mul(a, b)",
            "mx.nd.broadcast_sub(a, b)",
            "mx.nd.broadcast_div(a, b)",
            "mx.nd.maximum(a, b)",
            "mx.nd.minimum(a, b)",
            "mx.nd.add_n(a, b, a)",
            "mx.nd.where(a, b, b)",
            "mx.nd.where(a > 0, a, b)",
            "mx.nd.concat(a, b, dim=0)",
            "mx.nd.sparse.concat(a, b, dim=0)",
            "mx.nd.stack(a, b)",
            "a == b",
            "a > b",
            "mx.nd.hypot(a, b) if hasattr(mx.nd, 'hypot') else mx.nd.broadcast_hypot(a, b)",
        )
    )
    return f"a = {_array(rng, shape)}\nb = {_array(rng, other)}\nc = {call}\n{_told('c')}", None


@_program("sparse dot")
def _(rng):
    n, m, k = (rng.randint(1, 4) for _ in range(3))
    across, along = rng.random() < 0.4, rng.random() < 0.2
    left = _array(rng, (m, n) if across else (n, m), ("csr", "csr", "default", "row_sparse"))
    right = _array(rng, (k, m) if along else (m, k))
    forward = rng.random() < 0.15
    tail = ", forward_stype='csr'" if forward else ""
    text = f"a = {left}\nb = {right}\nc = mx.nd.sparse.dot(a, b, transpose_a={across}, transpose_b={along}{tail})\n"
    return text + _told("c"), None


@_program("sparse dot gradient")
def _(rng):
    n, m, k = (rng.randint(1, 4) for _ in range(3))
    across = rng.random() < 0.4
    left = _array(rng, (m, n) if across else (n, m), ("csr",))
    stype = rng.choice(("default", "row_sparse"))
    return (
        f"a = {left}\nb = mx.nd.array({_dense(rng, (m, k), empty=0.0)})\nb.attach_grad(stype='{stype}')\n"
        f"with mx.autograd.record():\n    c = mx.nd.sparse.dot(a, b, transpose_a={across})\n    d = mx.nd.sum(c * c)\n"
        f"d.backward()\ne = b.grad\n" + _told("c", "e")
    ), None


@_program("sparse embedding gradient")
def _(rng):
    rows, width = rng.randint(2, 6), rng.randint(1, 3)
    ids = [rng.randrange(rows) for _ in range(rng.randint(1, 5))]
    sparse = rng.random() < 0.7
    stype = "row_sparse" if sparse else "default"
    return (
        f"w = mx.nd.array({_dense(rng, (rows, width), empty=0.0)})\nw.attach_grad(stype='{stype}')\n"
        f"with mx.autograd.record():\n    c = mx.nd.Embedding(mx.nd.array({ids}), w, input_dim={rows}, output_dim={width}, "
        f"sparse_grad={sparse})\n    d = mx.nd.sum(c * c)\nd.backward()\ne = w.grad\n" + _told("c", "e")
    ), None


@_program("sparse parts")
def _(rng):
    rows, width = rng.randint(2, 5), rng.randint(1, 3)
    shape = (rows, width)
    ids = sorted(rng.sample(range(rows), rng.randint(0, rows)))
    made = f"mx.nd.array({_dense(rng, shape)})"
    return rng.choice(
        (
            f"a = {made}.tostype('row_sparse')\nb = mx.nd.sparse.retain(a, mx.nd.array({ids or [0]}, dtype='int64'))\n"
            "return {'indices': b.indices.asnumpy(), 'data': b.data.asnumpy(), 'b': b.asnumpy()}",
            f"a = {made}.tostype('csr')\n"
            "return {'indices': a.indices.asnumpy(), 'indptr': a.indptr.asnumpy(), 'data': a.data.asnumpy()}",
            f"a = {made}.tostype('row_sparse')\nreturn {{'indices': a.indices.asnumpy(), 'data': a.data.asnumpy()}}",
            f"a = {made}.tostype('csr')\nb = a[{rng.randint(-rows, rows)}:{rng.randint(-rows, rows)}]\n{_told('b')}",
            f"a = mx.nd.sparse.zeros('{rng.choice(_STORAGE)}', {shape})\n{_told('a')}",
            f"a = {made}.tostype('{rng.choice(_STORAGE)}')\n"
            f"b = mx.nd.zeros({shape}).tostype('{rng.choice(_STORAGE)}')\na.copyto(b)\n" + _told("b"),
            f"a = {made}.tostype('csr')\nreturn {{'a': a.asscipy().toarray()}}",
            f"a = mx.nd.sparse.row_sparse_array(({_dense(rng, (max(len(ids), 1), width))}, {ids or [0]}), shape={shape})\n"
            + _told("a"),
        )
    ), None


@_program("sparse updates")
def _(rng):
    shape = (rng.randint(2, 4), rng.randint(1, 3))
    grad = f"mx.nd.array({_dense(rng, shape)}).tostype('{rng.choice(('row_sparse', 'row_sparse', 'default'))}')"
    states = "".join(f"{n} = mx.nd.array(np.abs({_dense(rng, shape, empty=0.0)}) + 0.1)\n" for n in ("w", "m", "v"))
    store = rng.choice(("", "", "w = w.tostype('row_sparse')\nm = m.tostype('row_sparse')\nv = v.tostype('row_sparse')\n"))
    lazy, wd = rng.random() < 0.7, rng.choice((0.0, 0.1))
    common = f"rescale_grad={rng.choice((1.0, 0.5))}, clip_gradient={rng.choice((-1.0, 0.3))}, wd={wd}, out=w"
    call = rng.choice(
        (
            f"sgd_update(w, g, lr=0.1, lazy_update={lazy}, {common})",
            f"sgd_mom_update(w, g, m, lr=0.1, momentum=0.9, lazy_update={lazy}, {common})",
            f"adam_update(w, g, m, v, lr=0.1, lazy_update={lazy}, {common})",
            f"ftrl_update(w, g, m, v, lr=0.1, {common})",
            f"adagrad_update(w, g, m, lr=0.1, epsilon=1e-4, {common})",
        )
    )
    return f"{states}{store}g = {grad}\nmx.nd.sparse.{call}\n{_told('w', 'm', 'v')}", None


@_program("optimizer")
def _(rng):
    shape, steps = (rng.randint(1, 3), rng.randint(1, 3)), rng.randint(1, 4)
    name, kinds = rng.choice(
        (
            ("sgd", ("momentum=0.9", "lazy_update=False", "clip_gradient=0.3")),
            ("nag", ("momentum=0.9",)),
            ("adam", ("beta1=0.8",)),
            ("rmsprop", ("centered=True", "clip_weights=0.5")),
            ("adagrad", ()),
            ("adadelta", ()),
            ("ftrl", ("lamda1=0.1",)),
            ("adamax", ()),
            ("nadam", ()),
            ("signum", ("wd_lh=0.1",)),
            ("ftml", ()),
            ("dcasgd", ("momentum=0.5",)),
            ("lamb", ()),
            ("lars", ()),
            ("lans", ()),
            ("adabelief", ()),
            ("adamw", ()),
        )
    )
    given = [k for k in kinds if rng.random() < 0.6] + [
        f"learning_rate={rng.choice((0.1, 0.01))}",
        f"wd={rng.choice((0.0, 0.1))}",
    ]
    grad = f"mx.nd.array({_dense(rng, shape, empty=0.0)})" + rng.choice(("", "", ".tostype('row_sparse')"))
    return (
        f"o = mx.optimizer.create('{name}', {', '.join(given)})\nw = mx.nd.array({_dense(rng, shape, empty=0.0)})\n"
        f"s = o.create_state_multi_precision(0, w)\nfor _ in range({steps}):\n    o.update_multi_precision(0, w, {grad}, s)\n"
        "return {'w': w.asnumpy()}"
    ), None


@_program("recurrent")
def _(rng):
    mode = rng.choice(("rnn_relu", "rnn_tanh", "lstm", "gru"))
    gates = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}[mode]
    t, n, i, h, layers = (rng.randint(1, 3) for _ in range(5))
    two = rng.random() < 0.4
    projection = rng.randint(1, 3) if mode == "lstm" and rng.random() < 0.3 else None
    directions, size = 2 if two else 1, projection or h
    total = 0
    for layer in range(layers):
        inputs = i if layer == 0 else size * directions
        total += directions * (gates * h * (inputs + size + 2) + (projection * h if projection else 0))
    lengths = rng.random() < 0.3  # all of them whole: shorter ones MXNet's CPU build does not look at
    outputs = rng.random() < 0.7
    grads = rng.random() < 0.6 and not projection
    draw = f"(lambda r: lambda *s: mx.nd.array(r.uniform(-0.7, 0.7, s), dtype='{rng.choice(('float32', 'float32', 'float64'))}'))"
    lines = [
        f"d = {draw}(np.random.Generator(np.random.PCG64({rng.randrange(1000)})))",
        f"x, p, s, c = d({t}, {n}, {i}), d({total}), d({layers * directions}, {n}, {size}), d({layers * directions}, {n}, {h})",
        f"more = {{'state_cell': c}} if {mode == 'lstm'} else {{}}",
    ]
    if lengths:
        lines.append(f"more.update(use_sequence_length=True, sequence_length=mx.nd.array({[t] * n}, dtype='int32'))")
    lines.append("held = [x, p, s]")
    if grads:
        lines.append("for v in held:\n    v.attach_grad()")
    call = (
        f"mx.nd.RNN(x, p, s, state_size={h}, num_layers={layers}, mode='{mode}', bidirectional={two}, state_outputs={outputs}"
        + (f", projection_size={projection}" if projection else "")
        + ", **more)"
    )
    if grads:
        lines += [
            "with mx.autograd.record():",
            f"    o = {call}",
            "    o = list(o) if isinstance(o, (list, tuple)) else [o]",
            "    z = sum([mx.nd.sum(v * v) for v in o], mx.nd.zeros((1,), dtype=x.dtype))",
            "z.backward()",
            "found = {f'grad{i}': v.grad.asnumpy() for i, v in enumerate(held)}",
        ]
    else:
        lines += [f"o = {call}", "o = list(o) if isinstance(o, (list, tuple)) else [o]", "found = {}"]
    lines.append("found.update({f'out{i}': v.asnumpy() for i, v in enumerate(o)})\nreturn found")
    return "\n".join(lines), (1e-3, 1e-4)


@_program("recurrent layer")
def _(rng):
    kind = rng.choice(("LSTM", "GRU", "RNN"))
    h, layers, two, layout = rng.randint(1, 3), rng.randint(1, 2), rng.random() < 0.5, rng.choice(("TNC", "NTC"))
    more = f", activation='{rng.choice(('relu', 'tanh'))}'" if kind == "RNN" else ""
    shape = tuple(rng.randint(1, 3) for _ in range(3))
    lengths = rng.random() < 0.4
    batch, steps = (shape[1], shape[0]) if layout == "TNC" else (shape[0], shape[1])
    how = f", use_sequence_length={lengths}"
    call = "net(x, *more)"
    return (
        f"net = mx.gluon.rnn.{kind}({h}, {layers}, layout='{layout}', bidirectional={two}, input_size={shape[2]}{more}{how})\n"
        f"net.initialize(mx.init.Constant(0.1))\n{'net.hybridize()' if rng.random() < 0.5 else ''}\n"
        f"x = mx.nd.array((np.arange({shape[0] * shape[1] * shape[2]}) % 5 - 2.0).reshape({shape}))\nx.attach_grad()\n"
        f"more = [net.begin_state({batch}), mx.nd.array({[steps] * batch})] if {lengths} else []\n"
        f"with mx.autograd.record():\n    o = {call}\n    o = o[0] if isinstance(o, (list, tuple)) else o\n"
        "    z = mx.nd.sum(o * o)\n"
        "z.backward()\nreturn {'o': o.asnumpy(), 'grad': x.grad.asnumpy(), 'weight': "
        "list(net.collect_params().values())[0].grad().asnumpy()}"
    ), (1e-3, 1e-4)


_BODIES = (
    "x + s",
    "x * s",
    "mx.ND.tanh(x) * s + 0.5",
    "mx.ND.maximum(x, s) if hasattr(mx.ND, 'maximum') else x + s",
    "x - s * 0.5",
    "s + mx.ND.relu(x)",
    "mx.ND.broadcast_add(x, s)",
    "x * w + s",
    "mx.ND.sigmoid(x + s * w)",
)


def _flow(rng, lines, call, symbolic, names=("x", "s", "w")):
    """The rest of a control flow program: `call` gives lists of outputs, run eager, bound or hybridized, with gradients."""
    if not symbolic:
        return "\n".join(
            [
                *lines,
                "for v in (x, s, w):\n    v.attach_grad()",
                "with mx.autograd.record():",
                f"    found = {call}",
                "    z = sum([mx.nd.sum(v * v) for v in found], mx.nd.zeros((1,)))",
                "z.backward()",
                "out = {f'out{i}': v.asnumpy() for i, v in enumerate(found)}",
                "out.update({f'grad{n}': v.grad.asnumpy() for n, v in zip('xsw', (x, s, w))})",
                "return out",
            ]
        )
    return "\n".join(
        [
            *lines,
            "held = {'x': x, 's': s, 'w': w}",
            "x, s, w = (mx.sym.var(n) for n in 'xsw')",
            f"found = {call}",
            "g = mx.sym.Group(found)",
            "used = set(g.list_arguments())",
            "held = {n: v for n, v in held.items() if n in used}",
            "grads = {n: mx.nd.zeros(v.shape) for n, v in held.items()}",
            "e = g.bind(mx.cpu(), held, args_grad=grads)",
            "o = e.forward(is_train=True)",
            "e.backward([mx.nd.ones(v.shape) for v in o])",
            "out = {f'out{i}': v.asnumpy() for i, v in enumerate(o)}",
            "out.update({f'grad{n}': v.asnumpy() for n, v in grads.items()})",
            "return out",
        ]
    )


@_program("foreach")
def _(rng):
    symbolic = rng.random() < 0.5
    space = "sym" if symbolic else "nd"
    body, new = (rng.choice(_BODIES).replace("ND", space) for _ in range(2))
    t, n = rng.randint(1, 4), rng.randint(1, 3)
    lines = [
        f"x, s, w = mx.nd.array({_dense(rng, (t, n), empty=0.0)}), mx.nd.array(np.linspace(-1, 1, {n})), "
        f"mx.nd.array(np.linspace(0.5, 2, {n}))"
    ]
    lines.append(f"f = lambda x, s: ({body}, {new})")
    return _flow(rng, lines, f"(lambda o, s: [o, s])(*mx.{space}.contrib.foreach(f, x, s))", symbolic), None


@_program("while_loop")
def _(rng):
    symbolic = rng.random() < 0.5
    space = "sym" if symbolic else "nd"
    n, most, stop = rng.randint(1, 3), rng.randint(1, 5), rng.randint(0, 5)
    body = rng.choice(_BODIES).replace("ND", space)
    lines = [
        f"x, s, w = mx.nd.array(np.linspace(-1, 1, {n})), mx.nd.array(np.linspace(1, 2, {n})), "
        f"mx.nd.array(np.linspace(0.5, 2, {n}))",
        f"i = mx.{space}.zeros((1,))",
        f"cond = lambda i, s: i < {stop}",
        f"f = lambda i, s: ([{body}], [i + 1, s * 0.5 + {rng.choice(('x', 'w', 's'))}])",
    ]
    call = f"(lambda o, s: [o[0], s[1]])(*mx.{space}.contrib.while_loop(cond, f, [i, s], max_iterations={most}))"
    if not symbolic:
        call = call.replace("[o[0], s[1]]", "([o[0]] if len(o) else []) + [s[1]]")
    return _flow(rng, lines, call, symbolic), None


@_program("cond")
def _(rng):
    symbolic = rng.random() < 0.5
    space = "sym" if symbolic else "nd"
    n = rng.randint(1, 3)
    one, other = (rng.choice(_BODIES).replace("ND", space) for _ in range(2))
    lines = [
        f"x, s, w = mx.nd.array(np.linspace(-1, 1, {n})), mx.nd.array(np.linspace(1, 2, {n})), "
        f"mx.nd.array(np.linspace(0.5, 2, {n}))"
    ]
    test = rng.choice(("mx.ND.sum(x) > 0", "mx.ND.sum(s * x) < 0.1", "mx.ND.max(w) > 1")).replace("ND", space)
    return _flow(rng, lines, f"[mx.{space}.contrib.cond({test}, lambda: {one}, lambda: {other})]", symbolic), None


@_program("random moments")
def _(rng):
    count, dtype = 40000, rng.choice(("float32", "float32", "float64", "float16"))
    a, b = round(rng.uniform(0.5, 3), 2), round(rng.uniform(0.5, 3), 2)
    text = (
        rng.choice(
            (
                f"uniform({-a}, {b}, shape=N, dtype=D)",
                f"normal({a}, {b}, shape=N, dtype=D)",
                f"gamma({a}, {b}, shape=N, dtype=D)",
                f"exponential({a}, shape=N, dtype=D)",
                f"poisson({a}, shape=N, dtype=D)",
                f"negative_binomial({rng.randint(1, 5)}, {round(rng.uniform(0.2, 0.8), 2)}, shape=N, dtype=D)",
                f"generalized_negative_binomial({a}, {b / 3:.2f}, shape=N, dtype=D)",
                f"randint({rng.randint(-5, 0)}, {rng.randint(3, 9)}, shape=N)",
                f"randn(N, loc={a}, scale={b}, dtype=D)",
                "multinomial(mx.nd.array([0.2, 0.5, 0.3]), shape=N)",
                "multinomial(mx.nd.array([[0.9, 0.1], [0.3, 0.7]]), shape=N)",
                f"normal(mx.nd.array([{a}, {b}]), mx.nd.array([{b}, {a}]), shape=N)",
                f"uniform(mx.nd.array([0, {a}]), mx.nd.array([1, {a + b}]), shape=N)",
                f"gamma(mx.nd.array([{a}, {b}]), mx.nd.array([{b}, 1]), shape=N)",
                f"poisson(mx.nd.array([{a}, {b}]), shape=N)",
            )
        )
        .replace("N", str(count))
        .replace("D", f"'{dtype}'")
    )
    return (
        f"mx.random.seed({rng.randrange(1000)})\nx = mx.nd.random.{text}\nv = x.asnumpy().astype('float64')\n"
        "v = v.reshape(-1, v.shape[-1])\nreturn {'kind': np.array(f'{x.shape} {x.dtype.__name__}'), 'mean': v.mean(1), "
        "'std': v.std(1), 'low': (v < 1.37).mean(1)}"
    ), (0.05, 0.03)


@_program("random likes")
def _(rng):
    name = rng.choice(
        ("uniform", "normal", "gamma", "exponential", "poisson", "negative_binomial", "generalized_negative_binomial")
    )
    shape = tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 3)))
    dtype = rng.choice(("float32", "float64", "float16", "int32"))
    return (
        f"x = mx.nd.random.{name}_like(data=mx.nd.ones({shape}, dtype='{dtype}'))\n"
        "return {'kind': np.array(f'{x.shape} {x.dtype.__name__}')}"
    ), None


@_program("shuffle")
def _(rng):
    shape = (rng.randint(1, 6), rng.randint(1, 3))
    return (
        f"x = mx.nd.random.shuffle(mx.nd.array({_dense(rng, shape, empty=0.0)}))\nv = x.asnumpy()\n"
        "return {'sorted': v[np.lexsort(v.T)]}"
    ), None


@_program("image")
def _(rng):
    dtype = rng.choice(("uint8", "float32"))
    shape = (rng.choice((2, 4, 6)), rng.choice((2, 4, 6)), rng.choice((1, 3, 3)))
    shape = shape if rng.random() < 0.7 else (2, *shape)
    f = round(rng.uniform(0.3, 1.6), 2)
    call = rng.choice(
        (
            "to_tensor(x)",
            "flip_left_right(x)",
            "flip_top_bottom(x)",
            f"resize(x, size=({rng.randint(1, 7)}, {rng.randint(1, 7)}))",
            f"resize(x, size={rng.randint(1, 7)}, keep_ratio=True)",
            f"crop(x, x=0, y=1, width={rng.randint(1, 3)}, height={rng.randint(1, 3)})",
            f"random_brightness(x, min_factor={f}, max_factor={f})",
            f"random_contrast(x, min_factor={f}, max_factor={f})",
            f"random_saturation(x, min_factor={f}, max_factor={f})",
            f"random_hue(x, min_factor={f}, max_factor={f})",
            f"adjust_lighting(x, alpha=({f}, 0.1, -0.2))",
            "normalize(mx.nd.image.to_tensor(x), mean=(0.1, 0.2, 0.3), std=(0.5, 0.3, 0.2))",
            f"normalize(mx.nd.image.to_tensor(x), mean={f}, std=0.3)",
        )
    )
    return (
        f"x = mx.nd.array((np.arange({' * '.join(map(str, shape))}) * 37 % 251).reshape({shape}), dtype='{dtype}')\n"
        f"y = mx.nd.image.{call}\nreturn {{'y': y.asnumpy()}}"
    ), (2e-4, 1e-2)


def _network(kind):
    def draw(rng):
        _, text = fuzz_networks.draw(rng, kind)
        return fuzz_networks.program(text, rng.randrange(1000)), (2e-3, 5e-4)

    return draw


PROGRAMS.update({f"network of {kind}": _network(kind) for kind in fuzz_networks.KINDS})


if __name__ == "__main__":
    if sys.argv[1:2] != ["--passes"]:
        sys.exit(
            "fuzz_operators.py runs the programs beside MXNet; with --passes first they run under every subset of the passes"
        )
    import fuzz_passes

    sys.exit(fuzz_passes.main(sys.argv[2:]))
