"""Small networks drawn at random for `fuzz_programs.py`, of what passes over graphs look at.

Convolutions, normalizations and relus in every order, residual blocks, shared layers, the same expression twice, images with
channels last for a while; cells and layers unrolled over time steps, before and behind images; open shapes; bodies of control
flow; integers on the way. A network is the text of a function body that finds `mx` and returns (symbol, {name of an input:
shape}); MXNet and jmx take the same text.
"""

KINDS = (
    "images", "residual", "shared", "cells", "layers", "images and cells", "cells and images", "images and layers", "flow",
    "integers", "mixed",
)  # fmt: skip
#: the fewest and the most time steps; with fewer the loop of `jmx.core.graph.passes.scan` is not worth its while
STEPS = (7, 14)


class _Network:
    """A network in the making: `lines`, and the present value `x` with its `shape`."""

    def __init__(self, rng, shape, dropout, steps) -> None:
        self.rng, self.shape, self.dropout, self.time_steps = rng, shape, dropout, steps
        self.lines = ["x = mx.sym.var('data')"]
        self.shapes = {"data": shape}
        self.count = 0
        #: texts of convolutions and fully connected layers whose variables are there, by what fits them
        self.made: dict = {}
        #: names of values by shape, for what is added to or joined with the present one
        self.kept: dict = {}
        self.heads: list = []

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def add(self, *lines) -> None:
        self.lines += lines

    def keep(self) -> None:
        name = self.name("v")
        self.add(f"{name} = x")
        self.kept.setdefault(self.shape, []).append(name)

    # ---- images

    def conv(self, channels=None) -> None:
        rng, (n, c, h, w) = self.rng, self.shape
        channels = channels or rng.choice((2, 4, 4, 6))
        kernel = rng.choice([k for k in ((1, 1), (3, 3), (3, 3), (3, 1), (1, 3)) if k[0] <= h + 2 and k[1] <= w + 2])
        pad = tuple(k // 2 for k in kernel)
        groups = rng.choice([g for g in (1, 1, 1, 2) if c % g == 0 and channels % g == 0])
        bias, key = rng.random() < 0.6, (c, channels, kernel, groups)
        name = self.name("c")
        variables = self.made.get(key)
        if variables is None or rng.random() < 0.6:
            self.add(f"{name}_w, {name}_b = mx.sym.var('{name}_weight'), mx.sym.var('{name}_bias')")
            variables = self.made[key] = f"{name}_w", f"{name}_b"
        weight, shift = variables
        self.add(
            f"x = mx.sym.Convolution(x, {weight}, {f'{shift}, ' if bias else ''}kernel={kernel}, pad={pad}, "
            f"num_filter={channels}, num_group={groups}, no_bias={not bias}, name='{name}')"
        )
        self.shape = n, channels, h, w

    def norm(self) -> None:
        options = self.rng.choice(("", "", ", fix_gamma=False", ", use_global_stats=True", ", fix_gamma=False, momentum=0.5"))
        self.add(f"x = mx.sym.BatchNorm(x, eps=1e-2, name='{self.name('n')}'{options})")

    def relu(self) -> None:
        self.add(self.rng.choice(("x = mx.sym.Activation(x, act_type='relu')", "x = mx.sym.relu(x)")))

    def smooth(self) -> None:
        self.add(self.rng.choice(
            ("x = mx.sym.tanh(x)", "x = mx.sym.Activation(x, act_type='sigmoid')", "x = mx.sym.LeakyReLU(x, slope=0.1)",
             "x = mx.sym.clip(x, -1, 1)", "x = x * 0.5 + 0.1", "x = mx.sym.square(x) * 0.3")
        ))  # fmt: skip

    def pool(self) -> None:
        kind = self.rng.choice(("avg", "avg", "max"))
        self.add(f"x = mx.sym.Pooling(x, kernel=(3, 3), pad=(1, 1), stride=(1, 1), pool_type='{kind}')")

    def gate(self) -> None:
        c = self.shape[1]
        self.add(
            f"g = mx.sym.Convolution(mx.sym.Pooling(x, global_pool=True, kernel=(1, 1), pool_type='avg'), kernel=(1, 1), "
            f"num_filter={c}, name='{self.name('c')}')",
            "x = mx.sym.broadcast_mul(x, mx.sym.Activation(g, act_type='sigmoid'))",
        )

    def twice(self) -> None:
        """The same expression twice, which one pass makes one of."""
        text = self.rng.choice(
            (
                "mx.sym.tanh(x * 0.5)",
                "mx.sym.relu(x)",
                "mx.sym.Pooling(x, kernel=(3, 3), pad=(1, 1), stride=(1, 1), pool_type='avg')",
            )
            if len(self.shape) == 4
            else ("mx.sym.tanh(x * 0.5)", "mx.sym.relu(x)")
        )
        self.add(f"x = {text} * 0.7 + {text}")

    def turn(self) -> None:
        """Channels last for a while."""
        name = self.rng.choice(("relu", "tanh"))
        self.add(f"x = mx.sym.transpose(mx.sym.{name}(mx.sym.transpose(x, axes=(0, 2, 3, 1))), axes=(0, 3, 1, 2))")

    def old(self) -> None:
        """What was there before is added or joined, where one fits."""
        names = self.kept.get(self.shape)
        if not names:
            return
        name = self.rng.choice(names)
        if len(self.shape) == 4 and self.rng.random() < 0.2 and self.shape[1] <= 4:
            self.add(f"x = mx.sym.concat(x, {name}, dim=1)")
            n, c, h, w = self.shape
            self.shape = n, 2 * c, h, w
        else:
            self.add(self.rng.choice((f"x = x + {name}", f"x = mx.sym.elemwise_add({name}, x)", f"x = {name} * 0.5 + x")))

    def stretch(self) -> None:
        """Sizes that are left to those who use them."""
        self.add(f"x = mx.sym.elemwise_add(x, mx.sym.{self.rng.choice(('zeros', 'ones'))}((0,{' 0,' * (len(self.shape) - 1)})))")

    def images(self, count) -> None:
        """Convolutions with what may be around them, in every order."""
        for _ in range(count):
            order = [self.conv, self.norm, self.relu]
            self.rng.shuffle(order)
            for step in order:
                if step == self.conv or self.rng.random() < 0.75:
                    step()
                if self.rng.random() < 0.2:
                    self.keep()
            further = (self.smooth, self.pool, self.gate, self.twice, self.turn, self.old, self.stretch, self.head)
            if self.rng.random() < 0.6:
                self.rng.choice(further)()

    def residual(self) -> None:
        channels = self.rng.choice((self.shape[1], 4))
        if channels != self.shape[1]:
            self.conv(channels)
        before = self.name("r")
        self.add(f"{before} = x")
        for _ in range(self.rng.randint(1, 2)):
            self.conv(channels)
            self.norm()
            if self.rng.random() < 0.6:
                self.relu()
        if self.rng.random() < 0.4:
            inner = self.name("r")
            self.add(f"{inner} = x", f"x = {before}")
            self.conv(channels)
            self.norm()
            self.add(f"x, {before} = {inner}, x")
        self.add(self.rng.choice((f"x = x + {before}", f"x = {before} + x", f"x = mx.sym.elemwise_add(x, {before})")))
        if self.rng.random() < 0.8:
            self.relu()

    def head(self) -> None:
        name = self.name("h")
        self.add(f"{name} = x")
        self.heads.append(name)

    # ---- time steps

    def steps(self):
        """The present value as a list `s` of values of shape (batch, features), one for each time step."""
        rng = self.rng
        if len(self.shape) == 2:
            t = rng.randint(*self.time_steps)
            self.add(f"s = [mx.sym.tanh(x)] * {t}" if rng.random() < 0.3 else f"s = [x] * {t}")
            return t, self.shape[1]
        n, c, h, w = self.shape
        self.add(f"s = list(mx.sym.split(x, axis=3, num_outputs={w}, squeeze_axis=True))")
        if h * c > 8:
            self.add("s = [mx.sym.flatten(mx.sym.mean(v, axis=2, keepdims=True)) for v in s]")
            width = c
        else:
            self.add("s = [mx.sym.flatten(v) for v in s]")
            width = c * h
        return w, width

    def cell(self, prefix, hidden) -> str:
        rng = self.rng
        kind = rng.choice(("LSTMCell", "LSTMCell", "GRUCell", "RNNCell"))
        space = rng.choice(("mx.rnn", "mx.rnn", "mx.gluon.rnn"))
        more = f", activation='{rng.choice(('relu', 'tanh'))}'" if kind == "RNNCell" else ""
        return f"{space}.{kind}({hidden}{more}, prefix='{prefix}')"

    def unrolled_cell(self) -> None:
        rng, hidden = self.rng, self.rng.randint(2, 4)
        t, _ = self.steps()
        name = self.name("l")
        cell = self.cell(f"{name}_", hidden)
        old = cell.startswith("mx.rnn")
        space, size = ("mx.rnn" if old else "mx.gluon.rnn"), hidden
        how = rng.random()
        if how < 0.2:
            other = self.cell(f"{name}o_", hidden).split(".")[-1]
            cell, size = f"{space}.BidirectionalCell({cell}, {space}.{other})", 2 * hidden
        elif how < 0.4:
            other = self.cell(f"{name}o_", hidden).split(".")[-1]
            self.add(f"k = {space}.SequentialRNNCell()", f"k.add({cell})")
            if self.dropout and rng.random() < 0.5:
                self.add(f"k.add({space}.DropoutCell(0.3))")
            inner = f"{space}.{other}"
            self.add(f"k.add({space}.ResidualCell({inner}))" if rng.random() < 0.5 else f"k.add({inner})")
            cell = "k"
        whole = rng.random() < 0.3
        self.add(f"o, states = {cell}.unroll({t}, s, layout='NTC', merge_outputs={whole})")
        self.add("o = mx.sym.transpose(o, axes=(1, 0, 2))" if whole else "o = list(o)")
        if rng.random() < 0.3 and how >= 0.4:
            state = f"state{len(self.heads)}"  # a later unrolled cell has states of its own
            self.add(f"{state} = states[0]")
            self.heads.append(state)
        self.joined(t, size, whole)

    def unrolled_layers(self) -> None:
        """Layers with the same weights at every time step."""
        rng, hidden = self.rng, self.rng.randint(2, 4)
        t, width = self.steps()
        name, gate = self.name("f"), rng.random() < 0.5
        parts = [f"{name}_{part}" for part in ("wi", "bi", "wh", "bh", "wg", "bg")]
        self.add(*(f"{part} = mx.sym.var('{part}')" for part in parts))
        begin = rng.choice((f"mx.sym.zeros((0, {hidden}))", f"mx.sym.var('{name}_begin')"))
        if "var" in begin:
            self.shapes[f"{name}_begin"] = self.shape[0], hidden
        dense = lambda x, w, b: f"mx.sym.FullyConnected({x}, {parts[w]}, {parts[b]}, num_hidden={hidden})"
        act = rng.choice(("mx.sym.Activation({}, act_type='tanh')", "mx.sym.relu({})", "mx.sym.Activation({}, act_type='relu')"))
        self.add(f"h, o = {begin}, []", "for v in s:")
        self.add(f"    a = {dense('v', 0, 1)} + {dense('h', 2, 3)}")
        if gate:
            self.add(f"    g = mx.sym.Activation({dense('v', 4, 5)}, act_type='sigmoid')")
            self.add(f"    h = {act.format('a')} * g + h * (1 - g)")
        else:
            self.add(f"    h = {act.format('a')} * 0.7")
        if self.dropout and rng.random() < 0.3:
            self.add("    h = mx.sym.Dropout(h, p=0.3)")
        self.add("    o.append(h)")
        self.joined(t, hidden, False)

    def unrolled_images(self) -> None:
        """A convolution with the same weights over and over, as in recursive networks for images."""
        rng, c = self.rng, self.shape[1]
        name, t = self.name("u"), rng.randint(*self.time_steps) + 2
        self.add(
            f"{name}_w, {name}_b, begin = mx.sym.var('{name}_weight'), mx.sym.var('{name}_bias'), x", f"for _ in range({t}):"
        )
        body = [
            f"    x = mx.sym.Convolution(x, {name}_w, {name}_b, kernel=(3, 3), pad=(1, 1), num_filter={c})",
            rng.choice(("    x = mx.sym.relu(x)", "    x = mx.sym.Activation(x, act_type='relu')", "    x = mx.sym.tanh(x)")),
            "    x = x * 0.3",
            "    x = x + begin",
        ]
        self.add(*(body if rng.random() < 0.8 else body[:2] + [f"    x = mx.sym.BatchNorm(x, name='{name}n%d' % _)"] + body[2:]))

    def joined(self, t, size, whole) -> None:
        """What becomes of the results `o` of all time steps."""
        rng, n = self.rng, self.shape[0]
        if whole:  # (time, batch, features)
            last = f"x = mx.sym.slice_axis(o, axis=0, begin=-1, end=None).reshape((-1, {size}))"
            self.add("x = mx.sym.mean(o, axis=0)" if rng.random() < 0.5 else last)
            self.shape = n, size
            return
        kind = rng.choice(("last", "sum", "concat", "concat", "stack", "batch", "some"))
        if kind == "last":
            self.add("x = o[-1]")
            self.shape = n, size
        elif kind == "sum":
            self.add("x = mx.sym.add_n(*o)")
            self.shape = n, size
        elif kind == "some":
            self.add(
                f"x = mx.sym.concat(*o[{rng.randint(0, t // 3)}:{t - rng.randint(0, 1)}], dim=1)",
                "x = mx.sym.mean(x, axis=1, keepdims=True)",
            )
            self.shape = n, 1
        elif kind == "batch":
            self.add("x = mx.sym.concat(*o, dim=0)", f"x = mx.sym.mean(mx.sym.reshape(x, shape=({t}, -1, {size})), axis=0)")
            self.shape = n, size
        else:
            self.add(
                "x = mx.sym.concat(*[mx.sym.expand_dims(mx.sym.expand_dims(v, axis=1), axis=3) for v in o], dim=3)"
                if kind == "concat"
                else "x = mx.sym.expand_dims(mx.sym.stack(*o, axis=2), axis=1)"
            )
            self.shape = n, 1, size, t

    def dense(self) -> None:
        size = self.rng.randint(2, 4)
        self.add(f"x = mx.sym.FullyConnected(x, num_hidden={size}, name='{self.name('d')}')")
        self.shape = self.shape[0], size

    def picture(self) -> None:
        """The present value as an image, if it is none."""
        if len(self.shape) == 2:
            self.add(f"x = mx.sym.FullyConnected(x, num_hidden=32, name='{self.name('d')}')")
            self.add("x = mx.sym.reshape(x, shape=(-1, 2, 4, 4))")
            self.shape = self.shape[0], 2, 4, 4

    # ---- control flow, integers

    def flow(self) -> None:
        """A body of control flow, run for each of the two halves of the present value."""
        rng, n = self.rng, self.shape[0]
        self.picture()
        _, c, h, w = self.shape
        name = self.name("b")
        self.add(f"{name}_w = mx.sym.var('{name}_weight')", f"{name}_d = mx.sym.var('{name}_d')")
        conv = f"mx.sym.Convolution(v, {name}_w, kernel=(3, 3), pad=(1, 1), num_filter={c}, no_bias=True)"
        inner = [f"    y = mx.sym.relu({conv}) + mx.sym.relu({conv})"]
        if rng.random() < 0.5:
            inner += [
                "    q = mx.sym.mean(y, axis=(1, 2, 3), keepdims=True).reshape((-1, 1))",
                f"    for _ in range({2 * self.time_steps[0] + 4}):",
                f"        q = mx.sym.FullyConnected(q, {name}_d, num_hidden=1, no_bias=True)",
                "        q = mx.sym.tanh(q + 0.1) * 0.9",
            ]
            inner.append("    y = mx.sym.broadcast_add(y, mx.sym.reshape(q, shape=(-1, 1, 1, 1)))")
        self.add(f"x = mx.sym.reshape(x, shape=(-1, {n // 2}, {c}, {h}, {w}))", "def body(v, state):", *inner)
        self.add("    return y + state * 0.5, y", f"begin = mx.sym.zeros(({n // 2}, {c}, {h}, {w}))")
        self.add("x, _ = mx.sym.contrib.foreach(body, x, begin)", f"x = mx.sym.reshape(x, shape=(-1, {c}, {h}, {w}))")

    def integers(self) -> None:
        self.add(self.rng.choice(
            ("x = mx.sym.floor(x * 4) * 0.25 + x", "x = x * mx.sym.cast(mx.sym.cast(x * 3, dtype='int32'), dtype='float32') + x",
             "x = mx.sym.where(x > 0.1, x, x * 0.3)", "x = x * mx.sym.cast(x > 0, dtype='float32')",
             "x = mx.sym.broadcast_mul(x, mx.sym.cast(mx.sym.argmax(mx.sym.flatten(x), axis=1), dtype='int32').astype('float32')"
             f".reshape((-1,{' 1,' * (len(self.shape) - 1)})) * 0.1)")
        ))  # fmt: skip

    def quantized(self) -> None:
        """8-bit integers, without a gradient."""
        self.add(
            "q = mx.sym.contrib.quantize_v2(mx.sym.BlockGrad(x), out_type='int8', min_calib_range=-2.0, max_calib_range=2.0)",
            "x = x + mx.sym.BlockGrad(mx.sym.contrib.dequantize(q[0], q[1], q[2], out_type='float32')) * 0.1",
        )


def draw(rng, kind=None, dropout=False, steps=STEPS):
    """(kind, text) of a network.

    `dropout` allows random numbers, which MXNet and jmx draw differently; `steps` are the fewest and the most time steps.
    """
    kind = kind or rng.choice(KINDS)
    t = rng.randint(*steps)
    net = _Network(rng, (4, rng.choice((2, 4)), rng.choice((4, 6)), t if kind != "images" else 6), dropout, steps)
    if kind == "cells":
        net = _Network(rng, (3, 1, rng.randint(2, 4), t), dropout, steps)
    image = lambda: net.images(rng.randint(1, 3))
    loop = lambda: rng.choice((net.unrolled_cell, net.unrolled_layers))()
    if kind in ("images", "integers"):
        net.images(rng.randint(2, 6))
        if kind == "integers":
            net.integers()
            rng.choice((image, loop, net.integers))()
            if rng.random() < 0.4:
                net.quantized()
    elif kind == "residual":
        image()
        for _ in range(rng.randint(1, 3)):
            net.residual()
    elif kind == "shared":
        image()
        net.unrolled_images()
        if rng.random() < 0.5:
            image()
    elif kind == "cells":
        net.unrolled_cell()
        if len(net.shape) == 4 and rng.random() < 0.4:
            loop()
    elif kind == "layers":
        net.unrolled_layers()
    elif kind == "images and cells":
        image()
        net.unrolled_cell()
    elif kind == "images and layers":
        image()
        net.unrolled_layers()
    elif kind == "cells and images":
        loop()
        net.picture()
        net.images(rng.randint(1, 3))
    elif kind == "flow":
        if rng.random() < 0.5:
            image()
        net.flow()
        if rng.random() < 0.5:
            image()
    else:
        for _ in range(rng.randint(2, 4)):
            net.picture()
            rng.choice((image, loop, net.residual, net.integers, net.twice, net.stretch, net.unrolled_images, net.keep))()
            net.old()
    if len(net.shape) == 2 and rng.random() < 0.5:
        net.dense()
    heads = ["x", *net.heads]
    rng.shuffle(heads)
    text = "\n".join([*net.lines, f"return mx.sym.Group([{', '.join(heads)}]), {net.shapes}"])
    return kind, text


def build(mx, text):
    """(symbol, {name of an input: shape}) of a network."""
    space = {}
    exec("def network(mx):\n" + _indented(text), space)
    return space["network"](mx)


def _indented(text):
    return "".join(f"    {line}\n" for line in text.splitlines())


_RUN = """
symbol, shapes = network(mx)
executor = symbol.simple_bind(mx.cpu(), **shapes)
numbers = np.random.RandomState({seed})
for name, array in sorted(executor.arg_dict.items()):
    array[:] = numbers.uniform(-0.6, 0.6, array.shape)
for name, array in sorted(executor.aux_dict.items()):
    array[:] = numbers.uniform(0.5, 1.5, array.shape)
mx.random.seed({seed})
found = {{'train%d' % i: o.asnumpy() for i, o in enumerate(executor.forward(is_train=True))}}
executor.backward([mx.nd.array(numbers.uniform(-1, 1, o.shape)) for o in found.values()])
found.update({{'grad ' + name: g.asnumpy() for name, g in executor.grad_dict.items() if g is not None}})
found.update({{'aux ' + name: a.asnumpy() for name, a in executor.aux_dict.items()}})
for again in range(3):  # from the second call on copies of weights are kept
    found.update({{'infer%d %d' % (i, again): o.asnumpy() for i, o in enumerate(executor.forward(is_train=False))}})
return found
"""


def program(text, seed):
    """The text of a function body that finds `mx` and `np`.

    It returns {name: array}: the outputs, gradients and auxiliary states of a step of training, and the outputs of inference.
    """
    return f"def network(mx):\n{_indented(text)}{_RUN.format(seed=seed).strip()}"
