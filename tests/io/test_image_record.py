"""ImageRecordIter and its kin against MXNet: pixels, labels, order, augmentations by seed; and what it does with threads."""

import gc
import os
import pathlib
import subprocess
import sys
import threading
import zlib

import numpy as np
import pytest

import jmx as mx
from jmx.io import _augment, _image_attrs, _mersenne, _pipeline, image_record
from jmx.native import kernels

HERE = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(HERE))
import image_record_cases as cases

FOLDER = HERE / "image_record"
GOLDEN = np.load(HERE / "image_record.npz")
#: interpolation that later versions of OpenCV round differently: share of levels that may differ by more than 1
ROUNDED = {"rotate_list": 0.002, "all_affine": 0.006, "enlarged_auto": 0.001, "inception": 0.001}


def made(**options):
    given = {"path_imgrec": str(FOLDER / "a.rec"), "data_shape": cases.SHAPE, "batch_size": 3, "verbose": False, **options}
    return mx.io.ImageRecordIter(**given)


class Endless(image_record.Mersenne):
    """MXNet's one thread draws all numbers of ImageDetRecordIter from one generator."""

    def seed(self, seed):
        if self._bits is None:
            super().seed(233)
            self._bits = np.random.MT19937()


def labels(iterator):
    return [batch.label[0].asnumpy().tolist() for batch in iterator]


@pytest.mark.parametrize("case", [*cases.PLAIN, *cases.RANDOM])
def test_as_mxnet(case):
    found = cases.outputs(mx, case, FOLDER)
    for key in ("label", "pad"):
        np.testing.assert_array_equal(found[key], GOLDEN[f"{case}/{key}"])
    wanted = GOLDEN[f"{case}/data"]
    assert found["data"].shape == wanted.shape
    off = np.abs(found["data"].astype("f8") - wanted) > 1.001
    assert off.mean() <= ROUNDED.get(case, 0)
    assert found["data"].dtype == {"uint8": np.uint8, "int8": np.int8}.get(case, np.float32)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("many") / "many.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for number in range(cases.RECORDS):
        writer.write(cases.body(mx, number))
    writer.close()
    return path


def source(path, options):
    given = {"path_imgrec": path, "data_shape": (3, 4, 4), "batch_size": 1, **options}
    return image_record.open_source("ImageRecordIter", _image_attrs.read("ImageRecordIter", _image_attrs.RECORD, given))


def numbers(records):
    return [int(mx.recordio.unpack(entry[0])[0].label) for entry in records]


@pytest.mark.parametrize("case", cases.ORDERS)
def test_orders_of_mxnet(case, many):
    opened = source(many, cases.ORDERS[case])
    order = numbers(opened.read()) + numbers(opened.read())
    assert zlib.crc32(np.array(order, "<i4").tobytes()) == GOLDEN[f"order/{case}"]


def test_a_mark_is_where_the_first_window_was_read(many):
    options = {"shuffle": True, "seed": 4, "shuffle_chunk_size": 4}
    opened, other = source(many, options), source(many, options)
    stream = opened.read()
    next(stream)
    mark = opened.mark
    numbers(stream)  # draws more
    opened.restore(mark)
    next(other.read())
    assert numbers(opened.read()) == numbers(other.read())


def test_without_opencv(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(mx.MXNetError, match="images need OpenCV.*pip install opencv-python-headless"):
        made()


def test_epochs_go_on_where_the_last_batch_was_filled_up():
    iterator = made()
    assert labels(iterator) == [[0, 1, 2], [3, 4, 5], [6, 7, 0]]
    iterator.reset()
    assert labels(iterator) == [[1, 2, 3], [4, 5, 6], [7, 0, 1]]
    iterator.reset()
    found = list(iterator)
    assert [b.pad for b in found] == [0, 0] and found[0].index.tolist() == [20, 30, 40]
    plain = made(round_batch=False)
    for _ in range(2):
        batches = list(plain)
        assert [b.pad for b in batches] == [0, 0, 1] and batches[2].label[0].asnumpy().tolist() == [6, 7, 0]
        assert not batches[2].data[0].asnumpy()[2].any()
        plain.reset()


def test_reset_in_the_middle():
    for options in ({}, {"shuffle": True, "seed": 3}, {"shuffle": True, "path_imgidx": str(FOLDER / "a.idx")}):
        whole = made(**options)
        first = labels(whole)
        assert sorted(first[0] + first[1] + first[2][:2]) == list(range(8))
        for taken in range(3):
            iterator = made(**options)
            for _ in range(taken):
                iterator.next()
            iterator.reset()
            again = labels(iterator)
            assert sorted(again[0] + again[1] + again[2][:2]) == list(range(8))
            if not options:
                assert again == first
            other = made(**options)
            for _ in range(taken):
                other.next()
            other.reset()
            assert labels(other) == again


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(threads):
    options = {"rand_crop": True, "rand_mirror": True, "random_h": 20, "shuffle": True, "seed": 5, "batch_size": 2}
    one, several = made(preprocess_threads=1, **options), made(preprocess_threads=threads, prefetch_buffer=2, **options)
    seen = []
    for _ in range(2):
        for a, b in zip(one, several):
            np.testing.assert_array_equal(a.data[0].asnumpy(), b.data[0].asnumpy())
            seen.append(a.data[0].asnumpy().tobytes())
        one.reset()
        several.reset()
    assert len(set(seen)) == len(seen)  # another epoch, other augmentations


def test_seeds():
    first, again, other = (next(made(rand_crop=True, seed=seed)).data[0].asnumpy() for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_arrays():
    batch = made().next()
    assert batch.data[0].context == mx.cpu_pinned(0) and batch.label[0].shape == (3,)
    assert made(device_id=-1).next().data[0].context == mx.cpu(0)
    iterator = made(data_name="image", label_name="what")
    assert iterator.provide_data == [("image", (3, *cases.SHAPE))] and iterator.provide_label == [("what", (3,))]
    net = mx.gluon.nn.Dense(2)
    net.initialize()
    assert net(batch.data[0]).shape == (3, 2)


@pytest.mark.parametrize("name", ["ImageRecordIter_v1", "ImageRecordUInt8Iter", "ImageRecordUInt8Iter_v1", "ImageRecordInt8Iter"])
def test_the_other_names(name):
    iterator = getattr(mx.io, name)(path_imgrec=str(FOLDER / "a.rec"), data_shape=cases.SHAPE, batch_size=4, verbose=False)
    kind = np.uint8 if "UInt8" in name else np.int8 if "Int8" in name else np.float32
    assert iterator.provide_data[0].dtype == kind
    plain = made(batch_size=4).next().data[0].asnumpy()
    plain = np.clip(plain, None, 127) if kind == np.int8 else plain
    np.testing.assert_array_equal(iterator.next().data[0].asnumpy(), plain)
    mirrored = getattr(mx.io, name)(path_imgrec=str(FOLDER / "a.rec"), data_shape=cases.SHAPE, batch_size=4, verbose=False,
                                    mirror=True).next().data[0].asnumpy()  # fmt: skip
    unmoved = name == "ImageRecordUInt8Iter_v1"  # as in MXNet, which leaves the argument unread
    np.testing.assert_array_equal(mirrored if unmoved else mirrored[..., ::-1], plain)
    assert "mean_r" in mx.io.ImageRecordIter.__doc__
    assert ("mean_r" in getattr(mx.io, name).__doc__) == (name == "ImageRecordIter_v1")


def test_what_it_says_is_on_stderr(capsys, caplog):
    with caplog.at_level("DEBUG"):
        made(verbose=True, preprocess_threads=2)
    assert capsys.readouterr().err[10:] == f" ImageRecordIter: {FOLDER / 'a.rec'}, use 2 threads for decoding..\n"
    assert not caplog.records


def test_mean_image(tmp_path):
    path = str(tmp_path / "mean.nd")
    iterator = made(mean_img=path, scale=2.0)
    plain = np.concatenate([b.data[0].asnumpy() for b in made(batch_size=8, scale=2.0)])
    mean = mx.nd.load(path)["mean_img"].asnumpy()
    np.testing.assert_allclose(mean, plain.mean(0), rtol=1e-5)
    np.testing.assert_allclose(iterator.next().data[0].asnumpy(), plain[:3] - 2 * mean, atol=1e-3)
    mirrored = made(mean_img=path, mirror=True).next().data[0].asnumpy()
    np.testing.assert_allclose(mirrored, (plain[:3] / 2 - mean)[..., ::-1], atol=1e-3)
    eighth = made(mean_img=path, dtype="int8").next().data[0].asnumpy()
    np.testing.assert_array_equal(eighth, np.clip(plain[:3] / 2 - np.floor(mean + 0.5), -128, 127))
    with pytest.raises(mx.MXNetError, match="Invalid mean image"):
        made(mean_img=path, data_shape=(3, 8, 8))


def count():
    return sum(thread.name.startswith("ImageRecordIter") for thread in threading.enumerate())


def test_no_thread_is_left():
    gc.collect()
    before = count()
    iterator = made(batch_size=2, preprocess_threads=2)
    iterator.next()
    assert count() > before
    del iterator
    gc.collect()
    assert count() == before
    with pytest.raises(mx.MXNetError):
        made(label_width=3)
    gc.collect()
    assert count() == before


def test_a_program_ends_with_an_iterator_at_work():
    pytest.importorskip("cv2")
    code = (
        f"import jmx as mx; i = mx.io.ImageRecordIter(path_imgrec={str(FOLDER / 'a.rec')!r}, data_shape=(3, 16, 18), "
        "batch_size=2, verbose=False); print(i.next().pad)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=HERE.parent.parent)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "0", "")


def test_bounded_prefetch(monkeypatch):
    rows, alive = image_record._rows, []

    def counted(*args):
        alive.append(rows(*args))
        return alive[-1]

    monkeypatch.setattr(image_record, "_rows", counted)
    iterator = made(batch_size=1, prefetch_buffer=2)
    for _ in range(200):
        if len(alive) >= 3:
            break
        threading.Event().wait(0.01)
    assert len(alive) == 3  # the first, which is at hand, and two ahead
    monkeypatch.undo()
    assert len(list(iterator)) == 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork:RuntimeWarning", "ignore:.*fork:DeprecationWarning")
def test_a_fork_has_no_threads():
    iterator = made(batch_size=1)
    child = os.fork()
    if not child:
        try:
            while True:
                iterator.next()
        except mx.MXNetError as error:
            os._exit(7 if "make one in this process" in str(error) else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert len(labels(iterator)) == 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"data_shape": (3, 8)}, "wrong dimensions, expected dimension=3"),
        ({"data_shape": (3, 0, 8)}, "must be nonzero in all dimensions"),
        ({"data_shape": (2, 8, 8)}, "Invalid output shape"),
        ({"data_shape": (4, 8, 8)}, "expected 4 channels"),
        ({"batch_size": 0}, "batch_size should be greater equal to 1"),
        ({"batch_size": 10**10}, "batch_size expect int but value='10000000000'"),
        ({"batch_size": 2**31 - 1}, "takes .* bytes, which could not be had"),
        ({"batch_size": 20}, "number of input images must be bigger than the batch size"),
        ({"label_width": 2}, "label_width must be 1 unless an imglist is provided"),
        ({"num_parts": 2, "part_index": 2}, "part_index=2 must lie in"),
        ({"dtype": "float16"}, "unknown dtype float16"),
        ({"ctx": "tpu"}, "ctx"),
        ({"resize": 0}, "resize=0"),
        ({"inter_method": 7}, "inter_method=7"),
        ({"max_crop_size": 100, "min_crop_size": 50}, "smaller than max_crop_size"),
        ({"random_resized_crop": True, "rand_crop": True}, "random_resized_crop conflicts"),
        ({"path_imgrec": "nowhere.rec"}, "nowhere.rec"),
        ({"path_imgrec": ""}, "must specify image_rec"),
        ({"path_imgidx": "nowhere.idx"}, "nowhere.idx"),
        ({"path_imgidx": str(FOLDER / "a.lst")}, "not a key, a tab and an offset"),
        ({"path_imglist": "nowhere.lst"}, "nowhere.lst"),
        ({"path_imglist": str(FOLDER / "a.lst"), "label_width": 5}, "Bad ImageList format: line 1"),
        ({"path_imgrec": str(FOLDER / "boxes.rec"), "path_imglist": str(FOLDER / "a.idx")}, "image list has no such line"),
        ({"random_h": 3, "data_shape": (1, 8, 8)}, "three channels"),
    ],
)
def test_refuses(options, message):
    with pytest.raises(mx.MXNetError, match=message):
        list(made(**options))


def test_missing_arguments():
    with pytest.raises(mx.MXNetError, match="Required parameter data_shape"):
        mx.io.ImageRecordIter(path_imgrec="x", batch_size=1)
    with pytest.raises(TypeError, match="by name"):
        mx.io.ImageRecordIter("x")


def test_a_broken_record_costs_its_batch(tmp_path):
    content = bytearray((FOLDER / "a.rec").read_bytes())
    offset = int((FOLDER / "a.idx").read_text().split()[7])  # of image 3
    content[offset + 32 : offset + 40] = bytes(8)
    path = tmp_path / "broken.rec"
    path.write_bytes(content)
    iterator = made(path_imgrec=str(path), batch_size=2)
    assert iterator.next().label[0].asnumpy().tolist() == [0, 1]
    with pytest.raises(mx.MXNetError, match=rf'the record at byte {offset} of "{path}" \(image 30\): its \d+ bytes are no image'):
        iterator.next()
    assert labels(iterator) == [[4, 5], [6, 7]]


def test_a_file_that_was_cut_off(tmp_path):
    path = tmp_path / "cut.rec"
    content = (FOLDER / "a.rec").read_bytes()
    path.write_bytes(content[:5000])
    iterator = made(path_imgrec=str(path), batch_size=1)
    with pytest.raises(mx.MXNetError, match=rf'Invalid RecordIO file "{path}".* at byte 4520 of 5000'):
        for _ in range(10):
            iterator.next()
    with pytest.raises(StopIteration):
        iterator.next()
    for wrong in (b"", b"no record file at all, far from it...", content[:5001]):
        path.write_bytes(wrong)
        with pytest.raises(mx.MXNetError, match="cut.rec"):
            made(path_imgrec=str(path)).next()


def test_folders_and_empty_parts(tmp_path):
    for name in ("2.rec", "1.rec"):
        (tmp_path / name).write_bytes((FOLDER / "a.rec").read_bytes())
    assert len(labels(made(path_imgrec=str(tmp_path), batch_size=8))) == 2
    parts = [labels(made(num_parts=5, part_index=i, batch_size=1)) for i in range(5)]
    assert sum(parts, []) == [[float(i)] for i in range(8)]
    found = []
    for part in range(30):
        try:
            found += labels(made(num_parts=30, part_index=part, batch_size=1))
        except mx.MXNetError as error:
            assert f"part {part} of 30" in str(error)
    assert found == [[float(i)] for i in range(8)]


@pytest.mark.parametrize("case", cases.BOXES)
def test_boxes_as_mxnet(case, monkeypatch):
    monkeypatch.setattr(image_record, "Mersenne", Endless)
    found = cases.boxes(mx, case, FOLDER)
    np.testing.assert_array_equal(found["pad"], GOLDEN[f"{case}/pad"])
    np.testing.assert_allclose(found["label"], GOLDEN[f"{case}/label"], rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(found["data"], GOLDEN[f"{case}/data"], atol=1.001)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dtype": "float16"}, "dtype=float16"),
        ({"label_pad_width": 8}, "label_pad_width: 8 smaller than estimated width: 17"),
        ({"label_width": 7}, "rec file provide 12-dimensional label but label_width is set to 7"),
        ({"path_imgrec": str(FOLDER / "a.rec")}, "Not enough label packed"),
        ({"num_crop_sampler": 2, "min_crop_scales": (0.1, 0.2, 0.3)}, "# of parameters/crop_samplers mismatch"),
        ({"min_crop_scales": (0.5,), "max_crop_scales": (0.4,)}, "min_crop_scales < max_crop_scales"),
        ({"min_crop_overlaps": (0.5,), "max_crop_overlaps": (0.4,)}, "min_crop_overlaps <= max_crop_overlaps"),
        ({"inter_method": 8}, "inter_method=8"),
        ({"resize_mode": "other"}, "resize_mode"),
        ({"emit_overlap_thresh": -1}, "emit_overlap_thresh"),
        ({"rand_crop_prob": 1, "min_crop_scales": (0.001,), "max_crop_scales": (0.002,), "crop_emit_mode": "overlap",
          "emit_overlap_thresh": 0, "max_crop_trials": (500,)}, "a crop of .* is empty"),
    ],
)  # fmt: skip
def test_boxes_refuse(options, message):
    given = {"path_imgrec": str(FOLDER / "boxes.rec"), "data_shape": cases.SHAPE, "batch_size": 3, "verbose": False, **options}
    with pytest.raises(mx.MXNetError, match=message):
        list(mx.io.ImageDetRecordIter(**given))


@pytest.mark.parametrize("label", [[2, 5, 1, 2], [2, 4] + [0] * 8, [1, 5] + [0] * 6, [50, 5] + [0.5] * 6, [2, 5] + [0.5] * 6,
                                   [float("nan"), 5] + [0.5] * 6])  # fmt: skip
def test_broken_labels_of_boxes(label, tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "x.rec"), "w")
    writer.write(mx.recordio.pack_img((0, label, 7, 0), np.zeros((8, 8, 3), np.uint8)))
    writer.close()
    with pytest.raises(mx.MXNetError, match=r"the record at byte 0 of .*x.rec. \(image 7\)"):
        mx.io.ImageDetRecordIter(path_imgrec=str(tmp_path / "x.rec"), data_shape=(3, 8, 8), batch_size=1, verbose=False)


COLOURS = {"random_h": 20, "random_s": 30, "pca_noise": 0.2, "max_random_contrast": 0.3, "max_random_illumination": 9}


@pytest.mark.parametrize(
    ("channels", "dtype", "more"),
    [(1, "float32", {}), (3, "float32", {}), (3, "uint8", {}), (1, "int8", {}), (3, "int8", {}), (3, "float32", COLOURS),
     (3, "int8", {"pca_noise": 0.5}), (3, "float32", {"seed_aug": None, "seed": 3})],
)  # fmt: skip
def test_small_images_become_numbers_by_the_batch(channels, dtype, more, monkeypatch):
    options = {"data_shape": (channels, *cases.SHAPE[1:]), "dtype": dtype, "rand_mirror": True, "rand_crop": True, "pad": 2}
    options |= {
        "mean_r": 100,
        "mean_b": 90,
        "std_g": 3,
        "scale": 0.5,
        "seed_aug": 5,
        "round_batch": False,
        "batch_size": 4,
        **more,
    }

    def batches():
        return [batch.data[0].asnumpy() for batch in made(**options)]

    whole = batches()
    monkeypatch.setattr(image_record, "_SMALL", 0)
    single = batches()
    monkeypatch.setattr(kernels, "_loaded", {"layout": "JMX_NATIVE=0"})
    without = batches()
    monkeypatch.undo()
    monkeypatch.setattr(kernels, "_loaded", {"layout": "JMX_NATIVE=0"})
    assert len(whole) == len(single) > 1
    for one, *others in zip(whole, single, without, batches()):
        for other in others:
            assert one.dtype == other.dtype == dtype
            np.testing.assert_array_equal(one, other)


def test_small_records_are_handed_over_together(many):
    sizes, work = [], image_record.Decoder.__call__

    class Counting(image_record.Decoder):
        def __call__(self, task):
            sizes.append((len(task.records), sum(len(record[0]) for record in task.records)))
            return work(self, task)

    options = {"path_imgrec": many, "data_shape": (3, 2, 2), "batch_size": 40, "preprocess_threads": 1}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image_record, "Decoder", Counting)
        with pytest.raises(mx.MXNetError, match=r"the record at byte 0 of .* \(image 0\): its \d+ bytes are no image"):
            made(**options)  # whose records hold no images: each is named
    most, size = _pipeline._MOST, _pipeline._BYTES
    assert max(count for count, _ in sizes) > 1
    assert all(count == 1 or count <= most and together < 2 * size for count, together in sizes)


def test_a_broken_record_among_small_ones(tmp_path):
    path = str(tmp_path / "small.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for number in range(30):
        picture = np.full((4, 4, 3), number, np.uint8)
        record = mx.recordio.pack_img((0, number, number, 0), picture, quality=9, img_fmt=".png")
        writer.write(record[:-20] if number == 13 else record)
    writer.close()
    iterator = made(path_imgrec=path, data_shape=(3, 4, 4), batch_size=10)
    assert iterator.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == list(range(10))
    with pytest.raises(mx.MXNetError, match=r"\(image 13\)"):
        iterator.next()
    assert iterator.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == list(range(20, 30))
    options = {"path_imgrec": path, "data_shape": (3, 3, 3), "batch_size": 10, "rand_crop": True, "rand_mirror": True}
    runs = []
    for threads in (1, 3):
        iterator, seen = made(preprocess_threads=threads, **options), []
        for _ in range(6):
            try:
                seen.append(iterator.next().data[0].asnumpy().tobytes())
            except mx.MXNetError as error:
                seen.append(str(error))
            except StopIteration:
                iterator.reset()
        runs.append(seen)
    assert runs[0] == runs[1]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 100, 70000])
def test_shuffled_as_number_by_number(count):
    drawn, plain = _mersenne.Mersenne(7), _mersenne.Mersenne(7)
    drawn.integer(0, 9), plain.integer(0, 9)
    found, expected = list(range(count)), list(range(count))
    drawn.shuffle(found)
    for i in range(1, count):
        j = plain.integer(0, i)
        expected[i], expected[j] = expected[j], expected[i]
    assert found == expected
    assert [drawn.integer(0, 99) for _ in range(5)] == [plain.integer(0, 99) for _ in range(5)]


@pytest.mark.parametrize("shifts", [(0, 0, 0), (20, -30, 40), (-400, 255, -255), (1000, -1000, 256)])
def test_shifted_colours_stay_within_their_limits(shifts):
    cv2 = pytest.importorskip("cv2")
    image = np.random.default_rng(0).integers(0, 256, (9, 7, 3), np.uint8)
    levels = cv2.cvtColor(image, cv2.COLOR_BGR2HLS).astype(int) + shifts
    expected = cv2.cvtColor(levels.clip(0, (180, 255, 255)).astype(np.uint8), cv2.COLOR_HLS2BGR)
    np.testing.assert_array_equal(_augment.shifted_hls(image, *shifts), expected)


def test_levels_of_a_batch_are_those_of_its_images():
    attributes = {
        "data_shape": (3, 8, 8), "mean_img": "", "mirror": False, "scale": 0.5, "max_random_contrast": 0.3, "pca_noise": 0.1,
        "max_random_illumination": 20.0, **{f"mean_{n}": 100.0 for n in "rgba"}, **{f"std_{n}": 50.0 for n in "rgba"},
    }  # fmt: skip
    draws = np.random.default_rng(0).random((5, 5), np.float32)
    levels = image_record.Levels(attributes, np.dtype("float32"), None)
    tables = levels.tables_of(draws)
    assert tables.shape == (5, 3, 256) and tables.dtype == np.float32
    for i in range(5):
        np.testing.assert_array_equal(tables[i], levels.tables_of(draws[i : i + 1])[0])
    assert levels.tables_of(None).shape == (3, 256)
