"""Names that MXNet 2.0 added and the gradients that its results keep."""

import importlib
import threading
import warnings
import zipfile

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, gluon, nd, np
from mxnet.gluon.data.vision import transforms


@pytest.fixture(autouse=True)
def v2():
    mx.v2()
    yield
    mx.v2(False)


class TestGradientsOfResults:
    def _recorded(self):
        x, y = np.array([1, 2, 3, 4]), np.array([5, 6, 7, 8])
        x.attach_grad()
        y.attach_grad()
        with autograd.record():
            u = x * y
            z = u * x
        return x, y, u, z

    def test_are_kept(self):
        x, y, u, z = self._recorded()
        u.attach_grad()
        z.attach_grad()
        z.backward(np.full(4, 10.0), retain_graph=True)
        onp.testing.assert_array_equal(u.grad.asnumpy(), 10 * x.asnumpy())
        onp.testing.assert_array_equal(z.grad.asnumpy(), [10, 10, 10, 10])
        onp.testing.assert_array_equal(x.grad.asnumpy(), (20 * x * y).asnumpy())
        (of_u,) = autograd.grad(z, [u], retain_graph=True)
        onp.testing.assert_array_equal(of_u.asnumpy(), x.asnumpy())
        for array in (u, z, y):
            array.drop_grad()
            assert array.grad is None
        z.backward()
        onp.testing.assert_array_equal(x.grad.asnumpy(), (2 * x * y).asnumpy())

    def test_are_added_up(self):
        _, _, u, z = self._recorded()
        u.attach_grad("add")
        z.backward(retain_graph=True)
        z.backward()
        onp.testing.assert_array_equal(u.grad.asnumpy(), [2, 4, 6, 8])

    def test_cut_the_graph_in_the_interface_of_1_9_1(self):
        mx.v2(False)
        x = nd.array([1, 2])
        x.attach_grad()
        with autograd.record():
            u = x * x
            u.attach_grad()
            z = u * x
        z.backward()
        assert x.grad.asnumpy().tolist() == [1, 4] and u.grad.asnumpy().tolist() == [1, 2]


class TestContainers:
    def test_values_of_python(self):
        convert = importlib.import_module("mxnet._ffi").convert_to_node
        x = np.array([1, 2])
        made = convert({"a": 2, "b": ["c", x], "d": {"e": 1.5}})
        assert isinstance(made, mx.container.Map) and len(made) == 3 and "a" in made and "z" not in made
        assert dict(made.items())["a"] == 2 and made.get("z", 7) == 7
        pair = made["b"]
        assert isinstance(pair, mx.container.ADT) and len(pair) == 2 and pair[-1] is x and pair[:1] == ["c"] and pair.tag == 0
        assert isinstance(pair[0], mx.container.String) and pair[0] + "!" == "c!"
        assert made["d"]["e"] == 1.5
        with pytest.raises(KeyError):
            made["z"]
        with pytest.raises(ValueError, match="don't know how to convert"):
            convert(object())
        with pytest.raises(ValueError, match="key of a Map"):
            mx.container.Map({1: 2})

    def test_a_string_knows_itself(self):
        x = mx.container.String("xyz")
        y = importlib.import_module("mxnet._api_internal")._echo(x)
        assert x == "xyz" and x.__mxnet_object__.same_as(y.__mxnet_object__)
        assert not x.__mxnet_object__.same_as(mx.container.String("xyz").__mxnet_object__)


class TestDLPack:
    def test_from_numpy(self):
        from_numpy = mx.dlpack.ndarray_from_numpy(np.ndarray, np.array)
        theirs = onp.arange(6, dtype="float32").reshape(2, 3)
        mine = from_numpy(theirs)
        mine[0, 0] = 5
        assert isinstance(mine, np.ndarray) and theirs[0, 0] == 5
        assert onp.may_share_memory(theirs, mine) and onp.shares_memory(mine[1:], theirs[1:])
        assert not onp.shares_memory(mine[1:], theirs[:1]) and not onp.may_share_memory(np.ones(3), theirs)
        copied = from_numpy(onp.arange(3), zero_copy=False)
        assert copied.dtype == onp.int64 and copied.asnumpy().tolist() == [0, 1, 2]

    @pytest.mark.parametrize("make", ["ndarray_to_dlpack_for_read", "ndarray_to_dlpack_for_write"])
    @pytest.mark.parametrize("cls", [np.ndarray, nd.NDArray])
    def test_capsules(self, make, cls):
        x = np.arange(4).reshape(2, 2)
        back = mx.dlpack.ndarray_from_dlpack(cls)(getattr(mx.dlpack, make)()(x))
        assert type(back) is cls and back.asnumpy().tolist() == [[0, 1], [2, 3]]
        with pytest.raises(TypeError, match="DLPack capsule"):
            mx.dlpack.ndarray_from_dlpack(cls)("text")

    def test_names(self):
        assert mx.dlpack.DLDeviceType.DLGPU == 2 and mx.dlpack.DLDataType.TYPE_MAP["float32"] == (2, 32, 1)


def test_symbols_are_bound_and_read_under_new_names():
    x = mx.sym.var("x").as_np_ndarray()
    y = mx.sym.fromjson((x * 2).tojson())
    assert y._bind(mx.cpu(), {"x": np.ones(2)}).forward()[0].asnumpy().tolist() == [2, 2]
    executor = y._simple_bind(mx.cpu(), x=(2, 3))
    assert executor._device == mx.cpu()
    assert executor.forward(x=np.ones((2, 3)))[0].shape == (2, 3)
    zeros = mx.nd.CachedOp(mx.sym.zeros((3, 3)), [("static_alloc", True)])
    assert zeros(None, default_device=mx.cpu()).shape == (3, 3)


def test_scopes_of_the_thread():
    with mx.AttrScope(x="hello"):
        assert mx.attribute.current()._attr == {"x": "hello"}
    assert "x" not in mx.attribute.current()._attr
    names = []
    with mx.name.NameManager():
        mx.name.current().get(None, "here")
        thread = threading.Thread(target=lambda: names.append(dict(mx.name.current()._counter)))
        thread.start()
        thread.join()
        assert mx.name.current()._counter == {"here": 1} and "here" not in names[0]


def test_numbers_next_to_zero_keep_their_values():
    assert mx.util.set_flush_denorms(True) is False
    assert (np.array([1e-40]) * 1).item() > 0


def test_arrays_of_both_kinds_in_functions_of_numpy():
    out = onp.add(np.ones(2), onp.ones(2, "float32")), onp.dot(np.ones((1, 2)), onp.ones((2, 1), "float32"))
    assert all(isinstance(x, np.ndarray) for x in out)
    assert out[1].item() == 2


def test_savez_takes_arrays_of_nd(tmp_path):
    mx.npx.savez(str(tmp_path / "a"), nd.ones(2), b=np.zeros(3))
    with onp.load(tmp_path / "a") as found:
        assert found["arr_0"].tolist() == [1, 1] and found["b"].shape == (3,)
    mx.npx.save(str(tmp_path / "c"), nd.ones(2))
    assert onp.load(tmp_path / "c").tolist() == [1, 1]
    with pytest.raises(TypeError, match=r"mx\.np or mx\.nd"):
        mx.npx.savez(str(tmp_path / "a"), [1, 2])


class TestSparseArraysInFiles:
    ROWS = onp.array([[0, 0, 0], [1, 0, 2], [0, 0, 0], [0, 5, 0]], "float32")

    @pytest.mark.parametrize("stype", ["csr", "row_sparse"])
    @pytest.mark.parametrize("rows", [ROWS, ROWS * 0])
    def test_come_back(self, tmp_path, stype, rows):
        path = str(tmp_path / "a.npz")
        mx.npx.savez(path, nd.array(rows).tostype(stype), **{"of/it": nd.ones(2)})
        with onp.load(path) as members:  # NumPy reads all of it
            assert members["arr_0/format"] == stype.encode() and members["arr_0/shape"].tolist() == [4, 3]
        found = nd.load(path)
        assert sorted(found) == ["arr_0", "of/it"] and found["arr_0"].stype == stype
        onp.testing.assert_array_equal(found["arr_0"].asnumpy(), rows)
        assert found["of/it"].asnumpy().tolist() == [1, 1]

    def test_of_scipy(self, tmp_path):
        sparse = pytest.importorskip("scipy.sparse")
        path = str(tmp_path / "a.npz")
        sparse.save_npz(path, sparse.csr_matrix(self.ROWS))
        found = nd.load(path)
        assert list(found) == [""] and found[""].stype == "csr"
        onp.testing.assert_array_equal(found[""].asnumpy(), self.ROWS)
        sparse.save_npz(path, sparse.csc_matrix(self.ROWS))
        with pytest.raises(mx.MXNetError, match="format 'csc'"):
            nd.load(path)

    def test_of_mxnet_with_its_header(self, tmp_path):
        """MXNet 2.0 writes a header for the word that NumPy cannot read."""
        path = str(tmp_path / "a.npz")
        mx.npx.savez(path, w=nd.array(self.ROWS).tostype("row_sparse"))
        with zipfile.ZipFile(path) as file:
            members = {name: file.read(name) for name in file.namelist()}
        header = b"{'descr': '|s10{'descr': '<i8', 'fortran_order': False, 'shape': (), }".ljust(117) + b"\n"
        members["w/format.npy"] = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"row_sparse"
        with zipfile.ZipFile(path, "w") as file:
            for name, content in members.items():
                file.writestr(name, content)
        onp.testing.assert_array_equal(nd.load(path)["w"].asnumpy(), self.ROWS)

    @pytest.mark.parametrize(
        "change, message",
        [
            ({"indices": [9, 3]}, "indices lie between"),
            ({"shape": [[4, 3]]}, "not a vector of integers"),
            ({"shape": [4.0, 3.0]}, "not a vector of integers"),
            ({"format": b"csr"}, "format 'csr', not 'row_sparse'"),
            ({"format": b"x" * 9000}, "too many for the name of a format"),
            ({"data": [[1.0, 2, 3]]}, "values of shape"),
        ],
    )
    def test_that_do_not_fit_are_refused(self, tmp_path, change, message):
        path = str(tmp_path / "a.npz")
        parts = {"data": onp.ones((2, 3), "float32"), "indices": [1, 3], "shape": [4, 3], "format": b"row_sparse"}
        onp.savez(path, **{f"w/{word}": onp.asarray(value) for word, value in {**parts, **change}.items()})
        with pytest.raises(mx.MXNetError, match=message):
            nd.load(path)


class TestImages:
    image = onp.arange(20 * 30 * 3).reshape(20, 30, 3).astype("uint8")

    def test_random_crop(self):
        x = np.array(self.image, dtype="uint8")
        cut = mx.npx.image.random_crop(x, xrange=(0, 0), yrange=(1, 1), width=10, height=5)
        onp.testing.assert_array_equal(cut.asnumpy(), self.image[15:, :10])
        assert mx.npx.image.random_crop(np.stack([x, x]), width=40, height=10).shape == (2, 10, 40, 3)
        assert mx.npx.image.random_crop(data=x, width=10, height=5).shape == (5, 10, 3)
        assert mx.npx.image.random_crop(src=x, size=(10, 5), interp=2)[0].shape == (5, 10, 3)  # as in MXNet 1.9.1
        cut, (left, top, width, height) = mx.npx.image.random_crop(x, (10, 5))
        onp.testing.assert_array_equal(cut.asnumpy(), self.image[top : top + height, left : left + width])
        with pytest.raises(ValueError, match="at least 1"):
            mx.npx.image.random_crop(x, width=10)

    @pytest.mark.parametrize("area, ratio", [((0.2, 1), (0.5, 2)), ((1, 1), (5, 5))])
    def test_random_resized_crop(self, area, ratio):
        x = np.array(self.image, dtype="uint8")
        cut = mx.npx.image.random_resized_crop(x, width=9, height=7, area=area, ratio=ratio)
        assert cut.shape == (7, 9, 3) and cut.dtype == onp.uint8

    def test_hybrid_compose(self):
        x = np.array(self.image, dtype="uint8")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            hybrid = transforms.HybridCompose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
        assert hybrid(x).shape == (3, 20, 30)
        both = transforms.HybridCompose([transforms.CenterCrop(8), transforms.RandomCrop(6), transforms.ToTensor()])
        assert both(x).shape == (3, 6, 6)
        always = transforms.HybridRandomApply(transforms.ToTensor(), 1)
        assert always(x).shape == (3, 20, 30) and transforms.HybridRandomApply(transforms.ToTensor(), -1)(x) is x
        with pytest.raises(ValueError, match="not a HybridBlock"):
            transforms.HybridCompose([gluon.nn.Lambda(lambda x: x)])


def test_handles_are_the_data_sets_themselves():
    data = gluon.data.SimpleDataset(list(range(9)))
    part = data.shard(4, 0).__mx_handle__()
    assert len(part) == 3 and part[1] == 1
    stack = gluon.data.batchify.Stack().__mx_handle__()
    assert stack([onp.ones(2), onp.zeros(2)]).shape == (2, 2)


class _Traced(gluon.HybridBlock):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sort(x, axis=None),
        lambda x: np.argsort(x, axis=None),
        lambda x: np.append(x, x, axis=None),
        lambda x: np.concatenate([x, x], axis=None),
        lambda x: np.repeat(x, 2, axis=None),
        lambda x: np.sort(x, axis=0),
    ],
    ids=["sort", "argsort", "append", "concatenate", "repeat", "another axis"],
)
def test_hybridized_blocks_know_that_no_axis_is_meant(function, tmp_path):
    x = np.array([[3, 1, 2], [1, 5, 4]])
    block = _Traced(function)
    expected = block(x).asnumpy()
    block.hybridize()
    for _ in range(2):
        onp.testing.assert_array_equal(block(x).asnumpy(), expected)
    assert block._cached_graph
    files = block.export(str(tmp_path / "net"))
    onp.testing.assert_array_equal(gluon.SymbolBlock.imports(files[0], ["data"], files[1])(x).asnumpy(), expected)


class TestActivations:
    x = onp.array([-30, -2, -0.5, 0, 1, 30], onp.float32)

    @pytest.mark.parametrize(
        "name, formula", [("mish", lambda x: x * onp.tanh(onp.logaddexp(x, 0))), ("log_sigmoid", lambda x: -onp.logaddexp(-x, 0))]
    )
    def test_values_and_gradients(self, name, formula):
        x = np.array(self.x)
        x.attach_grad()
        layer = gluon.nn.Activation(name)
        layer.hybridize()
        with autograd.record():
            y = layer(x)
        y.backward()
        wide, step = self.x.astype(float), 1e-5
        onp.testing.assert_allclose(y.asnumpy(), formula(wide), rtol=1e-5, atol=1e-6)
        slope = (formula(wide + step) - formula(wide - step)) / (2 * step)
        onp.testing.assert_allclose(x.grad.asnumpy(), slope, rtol=1e-4, atol=1e-5)


def test_zoo_network_with_a_relu_that_ends_at_six():
    net = gluon.model_zoo.vision.mobilenet_v2_0_25(classes=3)
    net.initialize()
    assert net(np.ones((1, 3, 32, 32))).shape == (1, 3)


def test_places_of_greatest_elements():
    x = np.array([[3, 1, 2], [1, 5, 4]])
    assert x.argmax(axis=1, keepdims=True).asnumpy().tolist() == [[0], [1]]
    assert x.argmin(keepdims=True).shape == (1, 1)
    assert np.argmax(x > 2).item() == 0 and np.argmin(x > 2, axis=1).asnumpy().tolist() == [1, 0]
    mx.v2(False)
    with pytest.raises(mx.MXNetError, match="booleans are not searched"):
        (mx.nd.ones(2).as_np_ndarray() > 0).argmax()


def test_arrays_of_numpy_add_those_of_mxnet_in_place():
    total = onp.array([1, 2])
    total += np.array([3, 4], dtype="int64")
    assert type(total) is onp.ndarray and total.tolist() == [4, 6]
    mine = np.zeros(2)
    onp.add(onp.ones(2, "float32"), onp.ones(2, "float32"), out=mine)
    assert mine.asnumpy().tolist() == [2, 2]


@pytest.mark.parametrize("shape", [None, (4,)])
def test_categorical(shape):
    mx.random.seed(3)
    options = {} if shape is None else {"shape": shape}
    drawn = nd.random.categorical(nd.array([[0, 1, 0], [0, 0, 1]]), **options).asnumpy()
    assert (drawn.reshape(2, -1) == [[1], [2]]).all() and drawn.shape == (2, *(shape or ()))
    of_graph = mx.sym.random.categorical(mx.sym.var("x"), get_prob=False, **options)
    assert of_graph.eval(x=nd.array([[0, 1, 0], [0, 0, 1]]))[0].asnumpy().tolist() == drawn.tolist()
