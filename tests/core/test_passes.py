"""Passes: what they may rely on, which of them run, and what happens where one fails."""

import signal
import warnings

import numpy as np
import pytest

import jmx as mx
from jmx.config import compile_log, compile_report
from jmx.core.graph import lower as lowering
from jmx.core.graph.passes import PASSES, Call, Facts, order, prepare, scan
from jmx.core.graph.passes.calls import Rewriter

SHAPE = (2, 3, 6, 6)


@pytest.fixture(autouse=True)
def afresh(monkeypatch):
    """Nothing that another test has lowered is used, and every pass can be warned of."""
    lowering._recent.clear()
    lowering._by_structure.clear()
    monkeypatch.setattr(compile_report, "_warned", set())
    monkeypatch.delenv("JMX_PASSES", raising=False)
    yield
    lowering._recent.clear()
    lowering._by_structure.clear()


def network(name="net", filters=4):
    x = mx.sym.relu(mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=filters, name="conv"), name="relu")
    return mx.sym.BatchNorm(mx.sym.Convolution(x, kernel=(1, 1), num_filter=2, name="last"), name=name)


def bound(symbol=None, grad_req="write", **shapes):
    symbol = network() if symbol is None else symbol
    executor = symbol.simple_bind(mx.cpu(), grad_req=grad_req, **(shapes or {"data": SHAPE}))
    draws = np.random.RandomState(0)
    for arrays in (executor.arg_dict, executor.aux_dict):
        for _, array in sorted(arrays.items()):
            array[:] = draws.uniform(0.2, 1.2, array.shape)
    return executor


def output(executor, train=False):
    return executor.forward(is_train=train)[0].asnumpy()


def steps(executor, train=False):
    """The calls of the graph that runs."""
    graph = executor._program.graph
    arrays = [{**executor.arg_dict, **executor.aux_dict}[node.name]._data() for node in graph.inputs]
    return prepare(graph, Facts(graph, "cpu", arrays, train=train, left_out=graph.left_out)).steps


def plant(monkeypatch, name, function):
    """Put a faulty pass in the place of one."""
    for passes in ("_STRUCTURAL", "_SHAPED"):
        table = getattr(order, passes)
        if name in table:
            monkeypatch.setattr(order, passes, {**table, name: function})


# ---- calls


def kinds(of=Call):
    """Every class of calls."""
    return {of}.union(*map(kinds, of.__subclasses__()))


def unrolled():
    """A loop of steps between convolutions, and an array whose shape is open."""
    x = mx.sym.relu(mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=4))
    cell = mx.rnn.LSTMCell(5)
    pieces = mx.sym.split(x, axis=3, num_outputs=8, squeeze_axis=True)
    outs, _ = cell.unroll(8, [mx.sym.flatten(piece) for piece in pieces], merge_outputs=True)
    return outs


def test_every_kind_of_call_is_copied_as_what_it_is():
    """A new kind of call cannot forget how: it is copied by the base class, which a pass may rely on."""
    executor = bound(unrolled(), data=(2, 3, 4, 8))
    found = [*executor._program.graph.steps, *steps(executor, train=True)]
    assert {type(call) for call in found} | {Call} == kinds(), "this graph shows every kind of call; add the new one to it"
    for call in found:
        assert type(call).at is Call.at
        elsewhere = [(number + 100 if number >= 0 else number - 100, output) for number, output in call.sources]
        copy = call.at(elsewhere)
        assert type(copy) is type(call) and copy.sources == elsewhere
        names = [n for c in type(call).__mro__ for n in getattr(c, "__slots__", ())] + list(getattr(call, "__dict__", ()))
        assert len(names) > 3
        for name in set(names) - {"sources", "writes"}:
            assert getattr(copy, name) is getattr(call, name), name
        assert [i for i, _ in copy.writes] == [i for i, _ in call.writes]
        assert all(place is None or place == elsewhere[i][0] for i, place in copy.writes)
        assert call.at(list(call.sources)) is call


def test_a_call_that_writes_writes_where_it_reads():
    executor = bound()
    norm = executor._program.graph.steps[-1]
    assert [place for _, place in norm.writes] == [norm.sources[3][0], norm.sources[4][0]]
    moved = norm.at([(number - 1, output) for number, output in norm.sources])
    assert [place for _, place in moved.writes] == [norm.sources[3][0] - 1, norm.sources[4][0] - 1]


@pytest.mark.parametrize("kind", ["bn", "relu"])
def test_a_loop_behind_a_convolution(kind):
    """`fuse_relu` and `fuse_inference` met the loop that `roll_loops` had made, and took its computation from it."""
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=4)
    x = mx.sym.BatchNorm(x) if kind == "bn" else mx.sym.Activation(x, act_type="relu")
    h, weights = mx.sym.var("h"), [mx.sym.var(name) for name in ("w", "b", "u", "c")]
    for piece in mx.sym.split(x, axis=3, num_outputs=24, squeeze_axis=True):
        a = mx.sym.FullyConnected(mx.sym.flatten(piece), *weights[:2], num_hidden=5)
        h = mx.sym.Activation(a + mx.sym.FullyConnected(h, *weights[2:], num_hidden=5), act_type="tanh")
    shapes = {"data": (2, 3, 4, 24), "h": (2, 5)}
    executor = bound(h, **shapes)
    for train in (False, True):
        made = steps(executor, train)
        assert sum(isinstance(call, scan.LoopCall) for call in made) == 1
        found = output(executor, train)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("JMX_PASSES", "none")
            wanted = output(bound(h, **shapes), train)
        assert np.abs(wanted).max() > 0.1
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_two_sums_behind_a_normalization():
    """In inference the second one took the place of the first."""
    x, a, b = (mx.sym.var(name) for name in ("data", "a", "b"))
    y = mx.sym.BatchNorm(mx.sym.Convolution(x, kernel=(1, 1), num_filter=3), fix_gamma=False) + a + b
    executor = bound(mx.sym.relu(y), data=SHAPE, a=SHAPE, b=SHAPE)
    assert sum(call.node is None for call in steps(executor)) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JMX_PASSES", "none")
        wanted = output(bound(mx.sym.relu(y), data=SHAPE, a=SHAPE, b=SHAPE))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(output(executor), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("read", ["by a convolution", "in slices"])
def test_a_variable_that_is_overwritten_is_read_before(read):
    """What a pass puts later, or takes whole, reads a variable when its operator did."""
    old, new = mx.sym.var("old"), mx.sym.var("new")
    if read == "by a convolution":
        x = mx.sym.Convolution(mx.sym.var("data"), old, kernel=(1, 1), num_filter=2, no_bias=True)
        update = mx.sym.sgd_mom_update(new * 2, new, mom=old, momentum=0.9, lr=1.0)
        symbol = mx.sym.BatchNorm(x, gamma=mx.sym.mean(update, axis=(1, 2, 3)), fix_gamma=False)
        shapes = {"data": (2, 3, 4, 4), "old": (2, 3, 1, 1), "new": (2, 3, 1, 1)}
    else:
        pieces = list(mx.sym.split(old, axis=1, num_outputs=14, squeeze_axis=True))
        symbol = mx.sym.sin(pieces[0])
        symbol = symbol + mx.sym.mean(mx.sym.sgd_mom_update(new * 2, new, mom=old, momentum=0.9, lr=1.0), axis=1)
        for piece in pieces:
            symbol = mx.sym.tanh(mx.sym.cos(mx.sym.sin(symbol) + piece) * 0.9 + 0.1)
        shapes = {"old": (2, 14, 3), "new": (2, 14, 3)}
    found = output(bound(symbol, "null", **shapes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JMX_PASSES", "none")
        np.testing.assert_allclose(output(bound(symbol, "null", **shapes)), found, rtol=1e-5)


# ---- which passes run


@pytest.mark.parametrize(
    "text, names",
    [
        ("all", set(PASSES)),
        ("", set(PASSES)),
        ("none", set()),
        ("roll_loops", {"roll_loops"}),
        (" fuse_relu , roll_loops,", {"fuse_relu", "roll_loops"}),
        ("-fuse_relu", set(PASSES) - {"fuse_relu"}),
        ("-fuse_relu,-roll_loops", set(PASSES) - {"fuse_relu", "roll_loops"}),
        ("all,-roll_loops", set(PASSES) - {"roll_loops"}),
        ("none,fuse_relu", {"fuse_relu"}),
        ("-close_shapes", set(PASSES)),
    ],
)
def test_names_of_passes(text, names):
    assert order.chosen(text) == names | {"close_shapes"}, "without close_shapes graphs with open shapes mean nothing"


def test_a_name_that_is_no_pass(monkeypatch):
    monkeypatch.setenv("JMX_PASSES", "roll_loops,fuse")
    with pytest.raises(mx.MXNetError, match=r"JMX_PASSES='roll_loops,fuse': 'fuse' is no pass.*merge_duplicates, roll_loops"):
        mx.sym.relu(mx.sym.var("x")).bind(mx.cpu(), {"x": mx.nd.ones((2,))})


def test_the_switch_is_part_of_what_is_lowered(monkeypatch):
    with_passes = bound()
    named = lambda executor: [call.node.name for call in steps(executor) if call.node is not None]
    assert "relu" not in named(with_passes) and "net" not in named(with_passes)
    monkeypatch.setenv("JMX_PASSES", "-fuse_relu")
    without_one = bound()
    monkeypatch.setenv("JMX_PASSES", "none")
    without = bound()
    assert len({id(e._program) for e in (with_passes, without_one, without)}) == 3
    assert "relu" in named(without_one) and "net" not in named(without_one)
    assert steps(without) == without._program.graph.steps
    for executor in (without_one, without):
        np.testing.assert_allclose(output(executor), output(with_passes), rtol=1e-4, atol=1e-5)


def test_open_shapes_are_closed_whatever_is_left_out(monkeypatch):
    monkeypatch.setenv("JMX_PASSES", "none")
    symbol = mx.sym.elemwise_add(mx.sym.ones((0, 2)), mx.sym.var("x"))
    assert symbol.bind(mx.cpu(), {"x": mx.nd.ones((3, 2))}).forward()[0].asnumpy().tolist() == [[2, 2]] * 3


# ---- a pass that fails


def fails(graph, facts):
    raise KeyError("planted")


def makes_what_fails(graph, facts):
    """As a pass that forgets what a call computes: it fails when the graph is traced."""
    result = Rewriter(graph)
    for number, call in enumerate(graph.steps):
        result.stand_for(number, "lost", None, [result.read(place) for place in call.sources])
    return result.finish()


def makes_other_shapes(graph, facts):
    """What follows refuses what such a pass makes: an MXNetError, as for a mistake of the user."""
    result = Rewriter(graph)
    for number, call in enumerate(graph.steps):
        if number == 0:
            result.stand_for(number, "cut", lambda *arrays: (arrays[0][:, :1, :1],), [result.read(p) for p in call.sources])
        else:
            result.keep(number, call.at([result.read(place) for place in call.sources]))
    return result.finish()


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("name", [name for name in PASSES if name != "close_shapes"])
@pytest.mark.parametrize("planted", [fails, makes_what_fails])
def test_a_faulty_pass_is_left_out_with_one_warning(monkeypatch, name, planted, train):
    if name == "pack_weights":  # whether weights are packed is the pass's to ask; the planted one does not
        monkeypatch.setenv("JMX_KEEP_WEIGHTS", "0")
    wanted = output(bound(), train)
    lowering._recent.clear()
    lowering._by_structure.clear()
    plant(monkeypatch, name, planted)
    executor = bound()
    with pytest.warns(RuntimeWarning) as told:
        np.testing.assert_allclose(output(executor, train), wanted, rtol=1e-4, atol=1e-5)
    kind = "KeyError: 'planted'" if planted is fails else "TypeError: 'NoneType' object is not callable"
    (warning,) = [str(w.message) for w in told]
    assert warning.startswith(f"The pass {name} failed at the graph 'net' and is left out: {kind}.")
    assert "report it" in warning and f"JMX_PASSES=-{name} " in warning
    assert executor._program.graph.left_out == {name}, "all others stay"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if train:
            executor.backward(mx.nd.array(np.arange(wanted.size).reshape(wanted.shape)))
            assert np.abs(executor.grad_dict["conv_weight"].asnumpy()).max() > 0
        output(executor.reshape(data=(1, *SHAPE[1:])), train)
        output(bound(network("another", 6)), train)  # told once of each pass


def test_a_pass_whose_graph_an_operator_refuses(monkeypatch):
    wanted = output(bound())
    lowering._recent.clear()
    lowering._by_structure.clear()
    plant(monkeypatch, "channels_last", makes_other_shapes)
    with pytest.warns(
        RuntimeWarning, match="The pass channels_last failed at the graph 'net' and is left out: MXNetError: Error in"
    ):
        np.testing.assert_allclose(output(bound()), wanted, rtol=1e-4, atol=1e-5)


def test_two_faulty_passes(monkeypatch):
    plant(monkeypatch, "roll_loops", fails)
    plant(monkeypatch, "fuse_inference", makes_what_fails)
    executor = bound()
    with pytest.warns(RuntimeWarning) as told:
        found = output(executor)
    assert sorted(str(w.message).split()[2] for w in told) == ["fuse_inference", "roll_loops"]
    assert executor._program.graph.left_out == {"roll_loops", "fuse_inference"}
    monkeypatch.setenv("JMX_PASSES", "none")
    np.testing.assert_allclose(output(bound()), found, rtol=1e-4, atol=1e-5)


def test_a_pass_that_is_switched_off_is_not_told_of(monkeypatch):
    plant(monkeypatch, "fuse_relu", fails)
    monkeypatch.setenv("JMX_PASSES", "-fuse_relu")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert output(bound()).shape == (2, 2, 4, 4)


def test_hybridized_blocks(monkeypatch):
    plant(monkeypatch, "fuse_relu", makes_what_fails)
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(2, 3, activation="relu", in_channels=3), mx.gluon.nn.Dense(2))
    net.initialize()
    x = mx.nd.random.uniform(shape=SHAPE)
    wanted = net(x).asnumpy()
    net.hybridize()
    with pytest.warns(RuntimeWarning, match="The pass fuse_relu failed"), mx.autograd.record():
        out = net(x)
    out.backward()
    np.testing.assert_allclose(out.asnumpy(), wanted, rtol=1e-4, atol=1e-5)


def test_the_log_shows_where_a_pass_failed(monkeypatch, capsys):
    monkeypatch.setattr(compile_log, "on", True)
    plant(monkeypatch, "fuse_relu", fails)
    with pytest.warns(RuntimeWarning):
        output(bound())
    output(bound(network("another", 6)))
    log = capsys.readouterr().err
    assert "jmx: net: the pass fuse_relu is left out\nTraceback" in log and "KeyError: 'planted'" in log
    assert "jmx: another: the pass fuse_relu is left out" in log, "in the log each graph is named"


def test_errors_of_users_stay_errors(monkeypatch):
    """With passes, without them, and where one is faulty besides: the same error, and no warning."""
    symbol = network()
    arrays = {name: mx.nd.ones(array.shape) for name, array in bound().arg_dict.items()}
    arrays["last_weight"] = mx.nd.ones((2, 5, 1, 1))
    states = {"net_moving_mean": mx.nd.zeros((2,)), "net_moving_var": mx.nd.ones((2,))}
    told = []
    for planted in (None, fails, makes_what_fails):
        for text in ("all", "none"):
            lowering._recent.clear()
            lowering._by_structure.clear()
            with monkeypatch.context() as patch, warnings.catch_warnings():
                warnings.simplefilter("error")
                patch.setenv("JMX_PASSES", text)
                if planted:
                    plant(patch, "fuse_relu", planted)
                with pytest.raises(mx.MXNetError, match="last") as error:
                    symbol.bind(mx.cpu(), arrays, aux_states=states, grad_req="null").forward()[0].wait_to_read()
                told.append(str(error.value))
    assert len(told) == 6 and len(set(told)) == 1


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_what_is_no_fault_of_a_pass_is_raised(monkeypatch, error):
    def raises(graph, facts):
        raise error("planted")

    plant(monkeypatch, "roll_loops", raises)
    with pytest.raises(error, match="planted"):
        output(bound())


def test_an_error_from_outside_is_raised(monkeypatch):
    """A handler of a signal may raise while a graph is traced: it does not come again, so that no pass is at fault."""

    def handler(number, frame):
        raise TimeoutError("too long")

    once = [True]

    def interrupted(graph, facts):
        if once:
            once.clear()
            signal.raise_signal(signal.SIGINT)
        return graph

    before = signal.signal(signal.SIGINT, handler)
    try:
        plant(monkeypatch, "roll_loops", interrupted)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(TimeoutError, match="too long"):
                output(bound())
        assert output(bound()).shape == (2, 2, 4, 4)
    finally:
        signal.signal(signal.SIGINT, before)
