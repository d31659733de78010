"""Blocks: registration, hooks, files, tracing and compiling."""

import copy
import json
import pickle
import threading
import warnings

import gluon_cases as cases
import gluon_golden as golden
import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.gluon import nn


def same(left, right):
    np.testing.assert_allclose(left.asnumpy(), right.asnumpy(), rtol=1e-5, atol=1e-6)


class Pair(gluon.HybridBlock):
    """Takes nested inputs and gives nested outputs."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(2)

    def hybrid_forward(self, F, x, states, bonus=None):
        h = self.dense(x) + states[0]
        if bonus is not None:
            h = h + bonus
        return h, [states[1] * 2, (h + 1, states[0])]


class TestTree:
    """Children, parameters, attributes."""

    def test_attributes_register(self):
        net = gluon.Block()
        net.child = nn.Dense(2)
        assert list(net._children) == ["child"]
        with pytest.raises(TypeError, match="Changing attribute type"):
            net.child = 3
        with pytest.raises(TypeError, match="Changing attribute type"):
            net.child = nn.Conv2D(1, 1)
        other = nn.Dense(3)
        net.child = other
        assert net._children["child"] is other
        with pytest.raises(AssertionError, match="Overriding Parameter attribute weight"):
            other.weight = gluon.Parameter("weight")
        with pytest.raises(ValueError, match="must also be HybridBlock"):
            nn.HybridSequential().add(nn.Lambda("relu"))

    def test_lists_of_blocks_warn(self):
        net = gluon.Block()
        net.layers = [nn.Dense(2), {"deep": (nn.Dense(2),)}]
        with pytest.warns(UserWarning, match="Block.layers"):
            net.collect_params()
        net.register_child(net.layers[0])
        net.register_child(net.layers[1]["deep"][0])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert len(net.collect_params().keys()) == 4

    def test_sharing(self):
        first = nn.Dense(3, in_units=3, prefix="first_")
        second = nn.Dense(3, in_units=3, prefix="second_", params=first.params)
        assert second.weight is first.weight
        assert list(second.collect_params()) == ["first_weight", "first_bias"]

    def test_apply_visits_children_first(self):
        net = nn.Sequential()
        net.add(nn.Dense(1), nn.Dense(2))
        seen = []
        assert net.apply(seen.append) is net
        assert seen == [net[0], net[1], net]

    def test_hooks(self):
        net, calls = nn.Dense(2, in_units=2), []
        net.initialize()
        before = net.register_forward_pre_hook(lambda block, inputs: calls.append(("before", block, len(inputs))))
        after = net.register_forward_hook(lambda block, inputs, out: calls.append(("after", block, out.shape)))
        net(mx.nd.ones((3, 2)))
        assert calls == [("before", net, 1), ("after", net, (3, 2))]
        before.detach()
        before.detach()
        net(mx.nd.ones((3, 2)))
        assert len(calls) == 3
        with after:
            pass
        net(mx.nd.ones((3, 2)))
        assert len(calls) == 3
        with pytest.raises(AssertionError, match="attached"):
            after.attach(net._forward_hooks, print)

    def test_hooks_warn_when_hybridized(self):
        net = nn.Dense(2)
        net.register_forward_hook(lambda *args: None)
        with pytest.warns(UserWarning, match="forward hook"):
            net.hybridize()

    def test_names_of_threads_do_not_mix(self):
        names = []
        ready = threading.Barrier(2)

        def build():
            outer = nn.HybridSequential(prefix=f"net{threading.current_thread().name}_")
            with outer.name_scope():
                ready.wait()
                for _ in range(3):
                    outer.add(nn.Dense(1))
            names.append([layer.name for layer in outer])

        threads = [threading.Thread(target=build, name=name) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(names) == [[f"net{name}_dense{number}" for number in range(3)] for name in "ab"]

    def test_scope_ends_after_errors(self):
        net = nn.HybridSequential(prefix="net_")
        with pytest.raises(ZeroDivisionError), net.name_scope():
            raise ZeroDivisionError
        assert nn.Dense(1).name == "dense0"

    def test_abstract(self):
        with pytest.raises(NotImplementedError):
            gluon.Block()(1)
        with pytest.raises(NotImplementedError):
            gluon.HybridBlock()(mx.nd.ones(1))


class TestFiles:
    """save_parameters and load_parameters."""

    def test_bytes_of_mxnet(self, tmp_path):
        net, _ = cases.train(mx, "sgd", [mx.cpu()])
        for name in ("small.gluon.params", "small.dict.params"):
            loaded = cases.small_net(mx)
            loaded.load_parameters(str(golden.FILES / name))
            same(loaded(mx.nd.array(cases.fill((8, 3), 99))), mx.nd.array(golden.NUMBERS["small/out"]))
            if "gluon" in name:
                loaded.save_parameters(str(tmp_path / name))
            else:
                loaded.collect_params().save(str(tmp_path / name), strip_prefix="net_")
            assert (tmp_path / name).read_bytes() == (golden.FILES / name).read_bytes()

    def test_missing_and_extra(self, tmp_path):
        file = str(tmp_path / "net.params")
        net = nn.Sequential()
        net.add(nn.Dense(2, in_units=2), nn.Dense(2, in_units=2))
        net.initialize()
        net.save_parameters(file)
        smaller, larger = nn.Sequential(), nn.Sequential()
        smaller.add(nn.Dense(2))
        larger.add(nn.Dense(2), nn.Dense(2), nn.Dense(2, in_units=2))
        with pytest.raises(ValueError, match="'1.weight' loaded from file"):
            smaller.load_parameters(file)
        with pytest.raises(AssertionError, match="'2.weight' is missing"):
            larger.load_parameters(file)
        smaller.load_parameters(file, ignore_extra=True, ctx=mx.cpu(1))
        larger.load_parameters(file, allow_missing=True)
        same(smaller[0].weight.data().as_in_context(mx.cpu(0)), net[0].weight.data())
        same(larger[1].bias.data(), net[1].bias.data())
        with pytest.raises(RuntimeError):
            larger[2].weight.data()
        with pytest.raises(AssertionError, match="initialized on"):
            smaller.load_parameters(file, ignore_extra=True, ctx=mx.cpu(2))

    def test_shared_parameters(self, tmp_path):
        net = nn.Sequential()
        first = nn.Dense(2, in_units=2)
        net.add(first, nn.Dense(2, in_units=2, params=first.params))
        net.initialize()
        once, all_names = str(tmp_path / "once.params"), str(tmp_path / "all.params")
        net.save_parameters(once, deduplicate=True)
        net.save_parameters(all_names)
        assert sorted(mx.nd.load(once)) == ["1.bias", "1.weight"]
        assert len(mx.nd.load(all_names)) == 4
        for file in (once, all_names):
            fresh = nn.Sequential()
            first = nn.Dense(2)
            fresh.add(first, nn.Dense(2, params=first.params))
            fresh.load_parameters(file)
            same(fresh[0].weight.data(), net[1].weight.data())

    def test_failed_load_changes_nothing(self, tmp_path):
        file = str(tmp_path / "net.params")
        net = cases.small_net(mx)
        net.initialize()
        before = net[0].weight.data().asnumpy()
        arrays = {name: param.data() * 0 for name, param in net._collect_params_with_prefix().items()}
        arrays["2.bias"] = mx.nd.ones((3,))
        mx.nd.save(file, arrays)
        with pytest.raises(AssertionError, match="net_dense1_bias"):
            net.load_parameters(file)
        np.testing.assert_array_equal(net[0].weight.data().asnumpy(), before)
        (tmp_path / "cut.params").write_bytes((golden.FILES / "small.gluon.params").read_bytes()[:200])
        with pytest.raises(mx.base.MXNetError):
            net.load_parameters(str(tmp_path / "cut.params"))

    def test_deprecated(self, tmp_path):
        file = str(tmp_path / "net.params")
        net = cases.small_net(mx)
        net.initialize()
        with pytest.warns(UserWarning, match="deprecated") as saving:
            net.save_params(file)
        fresh = cases.small_net(mx, prefix="other_")
        with pytest.warns(UserWarning, match="deprecated") as loading:
            fresh.load_params(file)
        with pytest.warns(UserWarning, match="already initialized") as again:
            fresh[2].weight.initialize()
        assert {warning.filename for warning in (*saving, *loading, *again)} == {__file__}
        same(fresh[2].weight.data(), net[2].weight.data())

    def test_structure(self, tmp_path):
        net = cases.small_net(mx)
        net.initialize()
        net.hybridize()
        x = mx.nd.array(cases.fill((2, 3), 1))
        out = net(x)
        net.save(str(tmp_path / "net"))
        assert json.loads((tmp_path / "net-model.json").read_text())["hybridsequential0"]["hybridized"] is True
        fresh = cases.small_net(mx, prefix="fresh_")
        fresh.load(str(tmp_path / "net"))
        same(fresh(x), out)
        with pytest.raises(ValueError, match="another structure"):
            nn.Dense(2).load(str(tmp_path / "net"))

    def test_pickle(self):
        net = cases.small_net(mx)
        net.initialize()
        x = mx.nd.array(cases.fill((2, 3), 1))
        same(pickle.loads(pickle.dumps(net))(x), net(x))


class TestHybrid:
    """Tracing and compiling."""

    def test_symbols(self):
        net = cases.small_net(mx)
        out = net(mx.sym.var("data"))
        assert out.list_arguments() == [
            "data",
            "net_dense0_weight",
            "net_dense0_bias",
            "net_batchnorm0_gamma",
            "net_batchnorm0_beta",
            "net_dense1_weight",
            "net_dense1_bias",
        ]
        assert out.list_auxiliary_states() == ["net_batchnorm0_running_mean", "net_batchnorm0_running_var"]
        assert out.list_outputs() == ["net_dense1_fwd_output"]

    def test_nested_inputs_and_outputs(self):
        net = Pair()
        net.initialize()
        x, a, b = mx.nd.ones((2, 3)), mx.nd.full((2, 2), 2), mx.nd.full((2, 2), 3)
        plain = net(x, [a, b]), net(x, [a, b], a)
        for expected, args in zip(plain, ((x, [a, b]), (x, [a, b], a))):
            net.hybridize()
            for _ in range(2):
                h, (doubled, (more, first)) = net(*args)
                same(h, expected[0])
                same(doubled, b * 2)
                same(more, h + 1)
                same(first, a)
        with pytest.raises(ValueError, match="nesting"):
            net(x, a, b)
        net.hybridize()
        net(x, [a, b])
        same(net(x, [a, b], None)[0], plain[0][0])

    def test_mixed_inputs(self):
        net = Pair()
        net.initialize()
        with pytest.raises(ValueError, match="mix"):
            net(mx.nd.ones((2, 3)), [mx.sym.var("a"), mx.sym.var("b")])
        with pytest.raises(ValueError, match="neither"):
            net(3, [4, 5])
        net.hybridize()
        with pytest.raises(ValueError, match="one context"):
            net(mx.nd.ones((2, 3)), [mx.nd.ones((2, 2), ctx=mx.cpu(1))] * 2)
        with pytest.raises(ValueError, match="nested"):
            net(mx.nd.ones((2, 3)), ["a", 1])

    def test_gradients_and_modes_agree(self):
        x = mx.nd.array(cases.fill((4, 3), 1))
        results = []
        for hybridize in (False, True):
            net, _ = cases.train(mx, "sgd", [mx.cpu()], hybridize=hybridize)
            with mx.autograd.record():
                trained = net(x)
            trained.backward()
            with mx.autograd.record(train_mode=False):
                frozen = net(x)
            results.append([net(x), trained, frozen, net[0].weight.grad(), net[1].running_mean.data()])
        for eager, compiled in zip(*results):
            same(eager, compiled)
        same(results[1][0], results[1][2])

    def test_parameters_may_change_after_tracing(self):
        net = cases.small_net(mx)
        net.initialize()
        net.hybridize()
        x = mx.nd.ones((2, 3))
        net(x)
        net[2].bias.set_data(mx.nd.array([5, 6]))
        net[2].weight.set_data(mx.nd.zeros((2, 4)))
        assert net(x).asnumpy().tolist() == [[5, 6]] * 2
        net.collect_params().reset_ctx(mx.cpu(1))
        assert net(x.as_in_context(mx.cpu(1))).context == mx.cpu(1)
        net.cast("float64")
        assert net(x.as_in_context(mx.cpu(1)).astype("float64")).dtype == np.float64
        net[0].weight.grad_req = "null"
        with mx.autograd.record():
            out = net(x.as_in_context(mx.cpu(1)).astype("float64"))
        out.backward()
        net.initialize(mx.init.Zero(), force_reinit=True)
        assert not net(x.astype("float64")).asnumpy().any()

    def test_several_contexts(self):
        net = cases.small_net(mx)
        net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        net.hybridize()
        for ctx in (mx.cpu(1), mx.cpu(0)):
            assert net(mx.nd.ones((2, 3), ctx=ctx)).context == ctx
        with pytest.raises(RuntimeError, match="not initialized on context"):
            net(mx.nd.ones((2, 3), ctx=mx.cpu(2)))

    def test_new_children_are_traced(self):
        net = cases.small_net(mx)
        net.initialize()
        net.hybridize()
        x = mx.nd.ones((2, 3))
        assert net(x).shape == (2, 2)
        net.add(nn.Dense(5, in_units=2))
        net.initialize()
        assert net(x).shape == (2, 5)

    def test_switching_off(self):
        net = cases.small_net(mx)
        net.initialize()
        net.hybridize()
        calls = []
        net[0].hybrid_forward, forward = (lambda *a, **k: (calls.append(1), forward(*a, **k))[1]), net[0].hybrid_forward
        x = mx.nd.ones((2, 3))
        for _ in range(3):
            net(x)
        assert len(calls) == 1
        net.hybridize(False)
        for _ in range(3):
            net(x)
        assert len(calls) == 4

    def test_unused_warns(self):
        class Lazy(gluon.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.extra = self.params.get("extra", shape=(1,))

            def hybrid_forward(self, F, x, y, extra):
                return x * 2

        net = Lazy()
        net.initialize()
        net.hybridize()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            net(mx.nd.ones(2), mx.nd.ones(2))
        texts = [str(warning.message) for warning in caught]
        assert any("1-th input" in text for text in texts)
        assert any("lazy0_extra is not used" in text for text in texts)

    def test_deferred_shapes(self):
        net = nn.HybridSequential()
        net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Dense(3))
        net.initialize()
        net.infer_shape(mx.nd.ones((2, 3, 6, 6)))
        assert net[0].weight.shape == (4, 3, 3, 3)
        assert net[2].weight.shape == (3, 64)
        net.infer_type(mx.nd.ones((2, 3, 6, 6)))
        assert net[2].weight.dtype == np.float32
        with pytest.raises(mx.base.MXNetError, match="conv0_fwd"):
            net.infer_type(mx.nd.ones((2, 3, 6, 6), dtype="float64"))
        odd = nn.HybridSequential()
        odd.add(nn.Dense(2, in_units=3), nn.Dense(2))
        odd.initialize()
        odd.hybridize()
        with pytest.raises(ValueError, match="Shape inconsistent"):
            odd(mx.nd.ones((2, 4)))

    def test_op_hook(self):
        net = cases.small_net(mx)
        net.initialize()
        seen = []
        net.hybridize()
        net.register_op_hook(lambda name, op, array: seen.append((name, array.shape)))
        x = mx.nd.ones((2, 3))
        net(x)
        assert ("net_dense0_fwd_output", (2, 4)) in [(str(name), shape) for name, shape in seen]

    def test_summary_refuses_compiled(self):
        net = cases.small_net(mx)
        net.initialize()
        net.hybridize()
        with pytest.raises(AssertionError, match="must not be hybridized"):
            net.summary(mx.nd.ones((2, 3)))
        assert not net._forward_hooks

    def test_optimize_for_needs_a_backend(self):
        net = nn.Dense(2, in_units=2)
        net.initialize()
        with pytest.raises(ValueError, match="backend"):
            net.optimize_for(mx.nd.ones((2, 2)))


class TestExport:
    """export and SymbolBlock."""

    def test_files_of_mxnet(self, tmp_path):
        net = cases.small_net(mx)
        net.load_parameters(str(golden.FILES / "small.gluon.params"))
        net.hybridize()
        x = mx.nd.array(cases.fill((8, 3), 99))
        with pytest.raises(RuntimeError, match="hybridize"):
            net.export(str(tmp_path / "small"))
        assert not list(tmp_path.iterdir())
        net(x)
        net.export(str(tmp_path / "small"), epoch=7)
        assert (tmp_path / "small-0007.params").read_bytes() == (golden.FILES / "small-0007.params").read_bytes()
        ours = json.loads((tmp_path / "small-symbol.json").read_text())
        theirs = json.loads((golden.FILES / "small-symbol.json").read_text())
        assert ours == theirs

    @pytest.mark.parametrize("folder", ["mxnet", "jmx"])
    def test_imports(self, folder, tmp_path):
        x = mx.nd.array(cases.fill((8, 3), 99))
        start = golden.FILES / "small"
        if folder == "jmx":
            net = cases.small_net(mx)
            net.load_parameters(str(golden.FILES / "small.gluon.params"))
            net.hybridize()
            net(x)
            start = tmp_path / "small"
            net.export(str(start), epoch=7)
        block = gluon.SymbolBlock.imports(f"{start}-symbol.json", ["data"], f"{start}-0007.params", ctx=mx.cpu(1))
        out = block(x.as_in_context(mx.cpu(1)))
        assert out.context == mx.cpu(1)
        np.testing.assert_allclose(out.asnumpy(), golden.NUMBERS["small/out"], rtol=1e-5, atol=1e-6)
        assert block.collect_params()["net_batchnorm0_running_mean"].grad_req == "null"
        block.reset_ctx(mx.cpu(0))
        same(block(x), mx.nd.array(golden.NUMBERS["small/out"]))

    def test_imports_without_parameters(self):
        start = golden.FILES / "small"
        block = gluon.SymbolBlock.imports(f"{start}-symbol.json", "data")
        with pytest.raises(RuntimeError, match="has not been initialized"):
            block(mx.nd.ones((2, 3)))
        block.initialize(mx.init.One())
        assert block(mx.nd.ones((2, 3))).shape == (2, 2)
        assert repr(block).startswith("SymbolBlock(\n<Symbol ") and repr(block).endswith(" : 1 -> 1\n)")
        with pytest.raises(AssertionError, match="is missing in"):
            gluon.SymbolBlock.imports(f"{start}-symbol.json", ["data"], str(golden.FILES / "small.dict.params"))

    def test_inside_another_block(self):
        net = cases.small_net(mx)
        net.initialize()
        data = mx.sym.var("data")
        inner = net(data).get_internals()["net_batchnorm0_fwd_output"]
        feature = gluon.SymbolBlock([inner, net(data)], [data], params=net.collect_params())
        x = mx.nd.array(cases.fill((2, 3), 5))
        middle, end = feature(x)
        same(end, net(x))
        same(middle, net[1](net[0](x)))
        head = nn.HybridSequential()
        head.add(gluon.SymbolBlock(inner, data, params=net.collect_params()), nn.Dense(3, in_units=4))
        head.initialize()
        plain = head(x)
        head.hybridize()
        same(head(x), plain)

    def test_wrong_arguments(self):
        data = mx.sym.var("data")
        with pytest.raises(AssertionError, match="must be variables"):
            gluon.SymbolBlock(data * 2, data + 1)
        block = gluon.SymbolBlock(data * 2, data)
        with pytest.raises(AssertionError, match="Symbol or NDArray"):
            block(3)

    def test_half_precision(self):
        block = gluon.SymbolBlock.imports(str(golden.FILES / "small-symbol.json"), ["data"])
        block.cast("float16")
        types = {name: np.dtype(param.dtype).name for name, param in block.collect_params().items()}
        assert types["net_dense0_weight"] == "float16"
        assert types["net_batchnorm0_gamma"] == types["net_batchnorm0_running_var"] == "float32"


def test_the_recorded_graph_of_a_hybridized_block():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu", in_units=3), nn.Dense(2, in_units=4))
    net.initialize()
    net.hybridize()
    x = mx.nd.array([[1, 2, 3]])
    with mx.autograd.record():
        y = net(x) * 2
    symbol = mx.autograd.get_symbol(y)
    arrays = [p.data() for p in net.collect_params().values()]
    (again,) = symbol.eval(**dict(zip(symbol.list_arguments(), [x, *arrays])))
    np.testing.assert_allclose(again.asnumpy(), y.asnumpy(), rtol=1e-6)


def test_copies_of_compiled_blocks(tmp_path):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, in_units=3), nn.BatchNorm(in_channels=4))
    net.initialize()
    net.hybridize()
    x = mx.nd.ones((2, 3))
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    read = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    read(x)
    for block in (net, read):
        for copied in (pickle.loads(pickle.dumps(block)), copy.deepcopy(block)):
            np.testing.assert_array_equal(copied(x).asnumpy(), expected)
            for param in copied.collect_params(".*weight").values():
                param.set_data(param.data() * 0)
            assert not np.array_equal(copied(x).asnumpy(), expected)
            with mx.autograd.record():
                loss = copied(x).sum()
            loss.backward()
            assert next(iter(copied.collect_params(".*beta").values())).grad().asnumpy().any()
        np.testing.assert_array_equal(block(x).asnumpy(), expected)
