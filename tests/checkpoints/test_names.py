"""Names: patterns, tables, and another file of the same network."""

import json
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx import checkpoints, cli
from jmx.base import MXNetError

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"


def saved(path, **shapes):
    """A file with arrays of these shapes; the values number them."""
    arrays = {n.replace("__", "."): np.full(s, i, "float32") for i, (n, s) in enumerate(shapes.items())}
    checkpoints.save(path, arrays, force=True)
    return path


def converted(tmp_path, source, **options):
    target = tmp_path / "out.npz"
    checkpoints.convert(source, target, force=True, **options)
    return {name: int(array.flat[0]) for name, array in checkpoints.load(target).items()}


@pytest.mark.parametrize(
    "rules, want",
    [
        (["net0_*=*"], ["fc0_weight", "fc0_bias"]),
        (["net0_fc?_*=head.*"], ["head.weight", "head.bias"]),
        (["net?_fc*_*=*-*"], ["0-weight", "0-bias"]),
        (["net0_*=a_*", "a_fc0_*=b.*"], ["b.weight", "b.bias"]),
        ([r"s/net(\d)_fc(\d)_(.*)/layer\1\2.\3/"], ["layer00.weight", "layer00.bias"]),
        (["s|net0_||"], ["fc0_weight", "fc0_bias"]),
        (["nothing=else"], ["net0_fc0_weight", "net0_fc0_bias"]),
        (["net0_fc0_bias=s"], ["net0_fc0_weight", "s"]),
    ],
)
def test_renaming(tmp_path, rules, want):
    source = saved(tmp_path / "a.params", net0_fc0_weight=(2, 3), net0_fc0_bias=(2,))
    assert list(converted(tmp_path, source, rename=rules)) == want


@pytest.mark.parametrize("rule", ["noequals", "=x", "a=*", "s/(/x/", "s/a/\\9/", "s/a/b/g"])
def test_rules_that_are_none(tmp_path, rule):
    source = saved(tmp_path / "a.params", w=(2,))
    with pytest.raises(MXNetError, match="--rename"):
        converted(tmp_path, source, rename=[rule])


def test_names_that_collide_are_all_listed(tmp_path):
    source = saved(tmp_path / "a.params", a0_w=(2,), a1_w=(2,), a0_b=(2,), a1_b=(2,), c=(2,))
    with pytest.raises(MXNetError, match=r"one name: a_w \(a0_w, a1_w\); a_b \(a0_b, a1_b\)$"):
        converted(tmp_path, source, rename=["a?_*=a_*"])
    assert not (tmp_path / "out.npz").exists()


def test_parts_of_sparse_arrays_may_not_collide(tmp_path):
    (tmp_path / "a.params").write_bytes((FIXTURES / "row_sparse.params").read_bytes())
    first = checkpoints.show(tmp_path / "a.params")["arrays"][0]["name"]
    second = checkpoints.show(tmp_path / "a.params")["arrays"][1]["name"]
    with pytest.raises(MXNetError, match="several arrays have one name|would get one name"):
        converted(tmp_path, tmp_path / "a.params", rename=[f"{first}=x", f"{second}=x"])


@pytest.mark.parametrize("kind", ["json", "tsv", "blanks"])
def test_tables(tmp_path, kind):
    source = saved(tmp_path / "a.params", a=(2,), b=(3,), c=(4,))
    table = {"a": "x.weight", "c": "y"}
    text = json.dumps(table) if kind == "json" else "# old new\n\na\tx.weight\nc\ty\n"
    (tmp_path / "table").write_text(text.replace("\t", "   ") if kind == "blanks" else text)
    for given in (tmp_path / "table", table):
        assert converted(tmp_path, source, table=given) == {"x.weight": 0, "b": 1, "y": 2}


@pytest.mark.parametrize(
    "text, message",
    [
        ('{"a": 1}', "is no JSON object of old names to new ones"),
        ('{"a": ', "is no JSON"),
        ("a b\na c\n", "line 2 names a a second time"),
        ("a b c\n", "line 1 has not two names"),
        ("zz y\n", "names arrays that are not there: zz"),
        ("\udcff", "is no text"),
    ],
)
def test_tables_that_are_wrong(tmp_path, text, message):
    source = saved(tmp_path / "a.params", a=(2,))
    (tmp_path / "table").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(MXNetError, match=message):
        converted(tmp_path, source, table=tmp_path / "table")


@pytest.mark.parametrize("names, source", [("structural", "conv-0003.params"), ("mxnet", "conv.gluon.params")])
def test_names_of_another_file_of_the_network(tmp_path, names, source):
    """MXNet wrote one network both ways: each comes from the other byte for byte, `arg:` and `aux:` too."""
    (other,) = {"conv-0003.params", "conv.gluon.params"} - {source}
    target = tmp_path / "out.params"
    checkpoints.convert(FIXTURES / source, target, like=FIXTURES / other, names=names)
    assert target.read_bytes() == (FIXTURES / other).read_bytes()


class Backwards(mx.gluon.HybridBlock):
    """Layers of one shape that are called in another order than they were made in."""

    def __init__(self, **options):
        super().__init__(**options)
        with self.name_scope():
            self.last = mx.gluon.nn.Dense(4, in_units=4)
            self.first = mx.gluon.nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        return self.last(self.first(x))


def _residual():
    from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1, ResNetV1

    return ResNetV1(BasicBlockV1, [2, 1], [4, 4, 6], classes=3, thumbnail=True)


def _sequence():
    net = mx.gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(4, in_units=4), mx.gluon.nn.BatchNorm(in_channels=4), mx.gluon.nn.Dense(4, in_units=4))
    return net


def _made(make, folder, name, x):
    """A network of random values, saved in both ways, and its output."""
    net = make()
    net.initialize()
    net.hybridize()
    net(x)
    for parameter in net.collect_params().values():
        parameter.set_data(mx.nd.random.uniform(0.5, 1, shape=parameter.shape))
    net.export(str(folder / name), 0)
    net.save_parameters(str(folder / f"{name}.params"))
    return net, net(x).asnumpy()


@pytest.mark.parametrize("make", [_sequence, Backwards, _residual])
def test_a_network_loads_what_another_instance_of_it_exported(tmp_path, make):
    """The values differ, so that the names, counted as MXNet does, and the order are all there is to go by."""
    x = mx.nd.random.normal(shape=(2, 3, 8, 8) if make is _residual else (2, 4))
    _, want = _made(make, tmp_path, "one", x)
    other, before = _made(make, tmp_path, "two", x)
    assert not np.allclose(before, want)
    report = checkpoints.convert(
        tmp_path / "one-0000.params", tmp_path / "new.params", like=tmp_path / "two.params", names="structural"
    )
    assert report.matched["order"] > 0
    other.load_parameters(str(tmp_path / "new.params"))
    np.testing.assert_allclose(other(x).asnumpy(), want, rtol=1e-5)
    checkpoints.convert(tmp_path / "one.params", tmp_path / "back.params", like=tmp_path / "one-0000.params", names="mxnet")
    back, exported = (mx.nd.load(str(tmp_path / name)) for name in ("back.params", "one-0000.params"))
    assert set(back) == set(exported)
    for name, value in exported.items():
        np.testing.assert_array_equal(back[name].asnumpy(), value.asnumpy())


def test_arguments_before_auxiliary_states_as_module_saves_them(tmp_path):
    source = saved(
        tmp_path / "a.params", g0=(2, 2), bn_gamma=(2,), bn_beta=(2,), bn_mean=(2,), bn_var=(2,), c_gamma=(2,), c_var=(2,)
    )
    like = saved(
        tmp_path / "b.params", x__g0=(2, 2), x__gamma=(2,), x__beta=(2,), y__gamma=(2,), x__mean=(2,), x__var=(2,), y__var=(2,)
    )
    found = converted(tmp_path, source, like=like)
    assert found == {"x.g0": 0, "x.gamma": 1, "x.beta": 2, "x.mean": 3, "x.var": 4, "y.gamma": 5, "y.var": 6}


def test_another_order_is_matched_where_shapes_tell(tmp_path):
    source = saved(tmp_path / "a.params", a_weight=(2, 3), a_bias=(2,), b_weight=(3, 4), b_bias=(3,))
    like = saved(tmp_path / "b.params", y__weight=(3, 4), y__bias=(3,), x__weight=(2, 3), x__bias=(2,))
    assert converted(tmp_path, source, like=like) == {"x.weight": 0, "x.bias": 1, "y.weight": 2, "y.bias": 3}


def test_another_order_is_matched_where_values_tell(tmp_path):
    arrays = {name: np.full((2, 3), i, "float32") for i, name in enumerate("abc")}
    checkpoints.save(tmp_path / "a.params", {f"{name}_weight": array for name, array in arrays.items()})
    checkpoints.save(tmp_path / "b.params", {f"{name}.weight": arrays[name] for name in "bca"})
    report = checkpoints.convert(tmp_path / "a.params", tmp_path / "c.params", like=tmp_path / "b.params")
    assert report.matched == {"values": 3}
    assert {name: int(array[0, 0]) for name, array in checkpoints.load(tmp_path / "c.params").items()} == {
        "a.weight": 0, "b.weight": 1, "c.weight": 2
    }  # fmt: skip


def test_ambiguities_are_listed(tmp_path):
    source = saved(tmp_path / "a.params", a_weight=(2, 3), b_weight=(2, 3), c_weight=(4, 5), c_bias=(4,))
    like = saved(tmp_path / "b.params", z__weight=(4, 5), x__weight=(2, 3), y__weight=(2, 3), z__bias=(4,))
    with pytest.raises(MXNetError, match="nor the order tell which: a_weight, b_weight could be x.weight, y.weight. Say it with"):
        converted(tmp_path, source, like=like)
    assert not (tmp_path / "out.npz").exists()


def test_the_order_of_sorted_names_is_not_believed(tmp_path):
    source = saved(tmp_path / "a.params", net_b_weight=(2, 2), net_a_weight=(2, 2))
    like = saved(tmp_path / "b.params", first=(1,), x__weight=(2, 2), y__weight=(2, 2))
    checkpoints.convert(like, tmp_path / "c.params", only=["?.weight"])
    with pytest.raises(MXNetError, match="net_b_weight, net_a_weight could be x.weight, y.weight"):
        converted(tmp_path, source, like=tmp_path / "c.params")


def test_other_networks_are_refused(tmp_path):
    source = saved(tmp_path / "a.params", a=(2, 3), b=(4,))
    like = saved(tmp_path / "b.params", x=(2, 3), y=(5,))
    with pytest.raises(MXNetError, match=r"not the same arrays: 1 more of shape \(4,\) in .*a.params; 1 more of shape \(5,\)"):
        converted(tmp_path, source, like=like)


def test_a_form_without_a_second_source(tmp_path, capsys):
    words = ["convert", str(FIXTURES / "conv-0003.params"), str(tmp_path / "a.npz"), "--names", "structural"]
    assert cli.main(words) == 2
    err = capsys.readouterr().err
    assert "these names are not structural: conv_conv0_weight" in err and "(--like FILE), or a table (--table FILE)" in err
    assert cli.main([*words[:-1], "mxnet"]) == 0
    layer = saved(tmp_path / "layer.params", weight=(2, 3), bias=(2,))
    assert converted(tmp_path, layer, names="structural") == {"weight": 0, "bias": 1}
    with pytest.raises(MXNetError, match="these names are not mxnet: 0.weight"):
        converted(tmp_path, FIXTURES / "conv.gluon.params", names="mxnet")


def test_patterns(tmp_path, capsys):
    source = FIXTURES / "conv-0003.params"
    assert list(converted(tmp_path, source, only=["*_bias", "aux:*mean"])) == [
        "conv_conv0_bias", "conv_batchnorm0_running_mean", "conv_conv1_bias", "conv_dense0_bias"
    ]  # fmt: skip
    assert list(checkpoints.load(source, only=["conv_conv0_*"])) == ["conv_conv0_weight", "conv_conv0_bias"]
    with pytest.raises(MXNetError, match="no array matches 'x.*'; the names are conv_conv0_weight.* and 2 more"):
        converted(tmp_path, source, only=["x*"])
    with pytest.raises(SystemExit):
        cli.main(["convert", "a.params", "b.params", "c.npz"])
    assert "jmx convert: IN and OUT, and a symbol (.json) before them" in capsys.readouterr().err
