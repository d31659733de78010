"""The networks of `jmx bench`: parameters, shapes, both phases. Shapes are inferred; nothing is compiled."""

import numpy as np
import pytest

import jmx as mx
from jmx.bench import registry
from jmx.bench.model import Model

#: published numbers of parameters, and the shape of a sample
PUBLISHED = {
    "acoustic_model": (34_678_784, (540,)),
    "alexnet": (62_378_344, (3, 227, 227)),
    "alexnet_owt": (61_100_840, (3, 227, 227)),
    "deep_mnist": (11_972_510, (1, 28, 28)),
    "googlenet": (6_998_552, (3, 224, 224)),
    "inception3": (23_869_094, (3, 299, 299)),
    "inception4": (42_743_133, (3, 299, 299)),
    "overfeat": (145_920_872, (3, 231, 231)),
    "resnet18": (11_703_485, (3, 224, 224)),
    "resnet34": (21_819_085, (3, 224, 224)),
    "resnet50": (25_610_269, (3, 224, 224)),
    "resnet101": (44_654_608, (3, 224, 224)),
    "resnet152": (60_344_387, (3, 224, 224)),
    "resnet200": (64_850_035, (3, 224, 224)),
    "resnet269": (102_326_456, (3, 224, 224)),
    "vgg11": (132_863_336, (3, 224, 224)),
    "vgg13": (133_047_848, (3, 224, 224)),
    "vgg16": (138_357_544, (3, 224, 224)),
    "vgg19": (143_667_240, (3, 224, 224)),
}
#: learned parameters of the others: nobody published what Caffe would hold
LEARNED = {
    "deep_speech2": (67_819_562, (1, 200, 161)),
    "inception_resnet_v2": (55_843_464, (3, 299, 299)),
    "sensor_net": (2_919_440, (784,)),
}


def create(model, **params):
    return registry.create({"model": model, **params})


def test_all_are_there():
    assert set(registry.names()) == {*PUBLISHED, *LEARNED}
    names = registry.names()
    assert names.index("resnet18") < names.index("resnet34") < names.index("resnet101")


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(name):
    model = create(name)
    assert (model.count()["published"], model.input_shape) == PUBLISHED[name]


@pytest.mark.parametrize("name", LEARNED)
def test_counts_of_the_others(name):
    model = create(name)
    assert (model.count()["learned"], model.input_shape) == LEARNED[name]


@pytest.mark.parametrize("name", [*PUBLISHED, *LEARNED])
def test_phases_share_parameters(name):
    training, inference = create(name, phase="training"), create(name, phase="inference")
    assert training.count() == inference.count()
    assert training.name and training.num_classes == inference.num_classes
    arguments = training.symbol().list_arguments()
    assert [n for n in arguments if n != "softmax_label"] == inference.symbol().list_arguments()
    _, (shape,), _ = inference.symbol().infer_shape(data=(2, *inference.data_shape))
    rows = 2 * getattr(inference, "steps", 1)
    assert shape == (rows, inference.num_classes)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["alexnet", "googlenet", "resnet18", "deep_speech2", "sensor_net"])
def test_types(name, dtype):
    symbol = create(name, dtype=dtype).symbol()
    arguments, outputs, _ = symbol.infer_type(data="float32")
    types = dict(zip(symbol.list_arguments(), arguments))
    assert np.dtype(types["classes_weight"]).name == dtype
    assert [np.dtype(t).name for t in outputs] == ["float32"]


def test_layouts():
    model = create("resnet18", input_layout="NHWC")
    assert model.data_shape == (224, 224, 3) and model.input_shape == (3, 224, 224)
    assert model.count() == create("resnet18").count()
    with pytest.raises(mx.MXNetError, match=r"sensor_net takes no images.*leave out --input-layout NHWC"):
        create("sensor_net", input_layout="NHWC")


def test_names_do_not_depend_on_what_was_built_before():
    first = create("googlenet").symbol().tojson()
    mx.sym.Variable("x") + 1
    assert create("googlenet").symbol().tojson() == first


def test_bad_values():
    with pytest.raises(mx.MXNetError, match=r"no model 'resnet51'; did you mean resnet50.*--list"):
        create("resnet51")
    with pytest.raises(mx.MXNetError, match="phase must be one of training, inference, got 'test'"):
        create("alexnet", phase="test")
    with pytest.raises(mx.MXNetError, match="dtype must be one of .*, got 'int8'"):
        create("alexnet", dtype="int8")


def test_a_model_of_ones_own(monkeypatch):
    registry.names()  # imports the others, once
    monkeypatch.setattr(registry, "_CLASSES", dict(registry._CLASSES))

    @registry.register("tiny", "tiny_wide")
    class Tiny(Model):
        def __init__(self, params):
            params.setdefault("name", "Tiny")
            params.setdefault("input_shape", 6)
            params.setdefault("num_classes", 3)
            super().__init__(params)
            self._output = self.add_head_nodes(self.dense(self.data(), "fc", 8 if self.id == "tiny_wide" else 4))

        @property
        def output(self):
            return self._output

    assert create("tiny").count()["learned"] == 6 * 4 + 4 + 4 * 3 + 3
    assert create("tiny_wide").count()["learned"] == 6 * 8 + 8 + 8 * 3 + 3
    assert create("tiny").input_shape == (6,)
    with pytest.raises(mx.MXNetError, match="Tiny and Other are both registered as 'tiny'; rename one"):

        @registry.register("tiny")
        class Other(Model):
            pass

    @registry.register("unnamed")
    class Unnamed(Model):
        input_shape, num_classes = (4,), 2

    with pytest.raises(mx.MXNetError, match="unnamed: Unnamed has no `name`"):
        create("unnamed")
    with pytest.raises(NotImplementedError, match="has no `output`"):
        create("unnamed", name="U").symbol()
