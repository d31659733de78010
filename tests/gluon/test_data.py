"""gluon.data: data sets, samplers, loader."""

import json
import multiprocessing
import pathlib
import pickle
import time

import numpy as np
import pytest

import jmx as mx
from jmx.gluon import data

FACTS = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "data.json").read_text())


@pytest.mark.parametrize("last", ["keep", "discard", "rollover"])
def test_batch_sampler(last):
    sampler = data.BatchSampler(data.SequentialSampler(8, 2), 3, last)
    assert [[list(sampler), len(sampler)] for _ in range(3)] == FACTS["batch_sampler"][last]


def test_batch_sampler_refuses_unknown_handling():
    sampler = data.BatchSampler(data.SequentialSampler(4), 3, "drop")
    with pytest.raises(ValueError, match="last_batch must be one of 'keep', 'discard', or 'rollover', but got drop"):
        len(sampler)
    with pytest.raises(ValueError, match="last_batch"):
        list(sampler)


def test_random_sampler_follows_numpys_seed():
    np.random.seed(5)
    assert [[int(i) for i in data.RandomSampler(9)] for _ in range(2)] == FACTS["random_sampler"]


def test_filter_sampler_and_filter():
    numbers = data.SimpleDataset(list(range(10)))
    assert list(data.FilterSampler(lambda x: x % 3 == 0, numbers)) == [0, 3, 6, 9]
    doubled = numbers.transform(lambda x: 2 * x)
    kept = doubled.filter(lambda x: x > 10)
    assert len(kept) == 4 and [kept[i] for i in range(4)] == [12, 14, 16, 18]


def test_shards():
    numbers = data.SimpleDataset(list(range(10)))
    found = [[[s[j] for j in range(len(s))] for s in (numbers.shard(k, i) for i in range(k))] for k in (1, 3, 4)]
    assert found == FACTS["shards"]
    for arguments in ((0, 0), (3, 3), (3, -1)):
        with pytest.raises(AssertionError):
            numbers.shard(*arguments)


def test_take_and_sample():
    numbers = data.SimpleDataset(list(range(10)))
    assert len(numbers.take(3)) == 3 and len(numbers.take(None)) == 10 and len(numbers.take(99)) == 10
    assert [numbers.sample(data.SequentialSampler(2, 4))[i] for i in range(2)] == [4, 5]
    with pytest.raises(TypeError, match="Invalid sampler type: .*list.*Expected gluon.data.Sampler"):
        numbers.sample([1, 2])


def test_transforms_are_lazy_unless_told():
    calls = []

    def double(x):
        calls.append(x)
        return 2 * x

    numbers = data.SimpleDataset([1, 2, 3])
    lazy = numbers.transform(double)
    assert not calls and lazy[2] == 6 and calls == [3]
    eager = numbers.transform(double, lazy=False)
    assert calls == [3, 1, 2, 3] and eager[0] == 2 and len(calls) == 4
    pairs = data.ArrayDataset([1, 2], [3, 4])
    assert pairs.transform_first(double)[1] == (4, 4)
    assert pairs.transform(lambda x, y: x + y)[0] == 4
    assert pickle.loads(pickle.dumps(pairs.transform_first(abs)))[0] == (1, 3)


def test_array_dataset():
    pairs = data.ArrayDataset(mx.nd.arange(6).reshape((3, 2)), mx.nd.arange(3), [7, 8, 9])
    image, label, other = pairs[1]
    assert image.asnumpy().tolist() == [2, 3] and isinstance(label, np.float32) and label == 1 and other == 8
    assert data.ArrayDataset([4, 5])[1] == 5
    with pytest.raises(AssertionError, match="Needs at least 1"):
        data.ArrayDataset()
    with pytest.raises(AssertionError, match=r"array\[0\] has length 2 while array\[2\] has 3"):
        data.ArrayDataset([1, 2], [1, 2, 3])


def test_loader_batches_arrays_numbers_and_tuples():
    x = np.arange(20, dtype=np.float64).reshape(10, 2)
    for member, dtype in ((mx.nd.array(x), np.float32), (x, np.float64), (list(x), np.float64)):
        first, *_, last = data.DataLoader(data.ArrayDataset(member, np.arange(10, dtype=np.int32)), 4)
        assert first[0].dtype == dtype and first[1].dtype == np.int32
        assert first[0].asnumpy().tolist() == x[:4].tolist() and last[1].asnumpy().tolist() == [8, 9]
    (batch,) = data.DataLoader([1, 2, 3], 3)
    assert batch.dtype == np.int64 and batch.asnumpy().tolist() == [1, 2, 3]
    (batch,) = data.DataLoader(mx.nd.ones((3, 2)), 3)
    assert batch.shape == (3, 2)


@pytest.mark.parametrize("last, sizes", [("keep", [4, 4, 2]), ("discard", [4, 4]), ("rollover", [4, 4])])
def test_loader_last_batch(last, sizes):
    loader = data.DataLoader(list(range(10)), 4, last_batch=last)
    assert [len(b) for b in loader] == sizes and len(loader) == len(sizes) + (last == "rollover")
    again = [b.asnumpy().tolist() for b in loader]
    assert again[0] == ([8, 9, 0, 1] if last == "rollover" else [0, 1, 2, 3])


def test_loader_shuffles_with_numpys_seed():
    np.random.seed(5)
    loader = data.DataLoader(list(range(9)), 9, shuffle=True)
    assert [b.asnumpy().tolist() for _ in range(2) for b in loader] == FACTS["random_sampler"]


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({}, "batch_size must be specified unless batch_sampler is specified"),
        ({"batch_size": 2, "shuffle": True, "sampler": data.SequentialSampler(4)}, "shuffle must not be specified"),
        ({"batch_size": 2, "batch_sampler": [[0]]}, "must not be specified if batch_sampler is specified"),
    ],
)
def test_loader_refuses_contradictions(arguments, text):
    with pytest.raises(ValueError, match=text):
        data.DataLoader([1, 2, 3, 4], **arguments)


def test_loader_takes_a_batch_sampler_and_a_batchify_fn():
    loader = data.DataLoader([5, 6, 7], batch_sampler=[[2, 0], [1]], batchify_fn=lambda samples: samples)
    assert list(loader) == [[7, 5], [6]] and len(loader) == 2


def test_old_loader():
    loader = data.dataloader.DataLoaderV1(list(range(5)), 2, last_batch="rollover", num_workers=1)
    assert [b.asnumpy().tolist() for b in loader] == [[0, 1], [2, 3]] and len(loader) == 3
    assert [b.asnumpy().tolist() for b in loader] == [[4, 0], [1, 2], [3, 4]]
    with pytest.raises(ValueError, match="batch_size must be specified"):
        data.dataloader.DataLoaderV1([1])


@pytest.mark.parametrize("thread_pool", [False, True])
def test_loader_with_workers_keeps_the_order(thread_pool):
    def slow_when_even(x):
        time.sleep(0.002 * (x % 2))
        return x

    numbers = data.SimpleDataset(list(range(23))).transform(slow_when_even)
    loader = data.DataLoader(numbers, 4, num_workers=3, thread_pool=thread_pool)
    for _ in range(2):
        assert [x for b in loader for x in b.asnumpy().tolist()] == list(range(23))


def test_loader_workers_pass_errors_on():
    def fail(x):
        raise KeyError("no such image")

    loader = data.DataLoader(data.SimpleDataset([1, 2]).transform(fail), 1, num_workers=1)
    with pytest.raises(KeyError, match="no such image"):
        next(iter(loader))


def test_loader_times_out():
    slow = data.SimpleDataset([1]).transform(lambda x: time.sleep(1.5))
    loader = data.DataLoader(slow, 1, num_workers=1, timeout=0.2)
    with pytest.raises(multiprocessing.TimeoutError, match="longer than 0.2 seconds"):
        next(iter(loader))
    with pytest.raises(AssertionError, match="timeout must be positive"):
        data.DataLoader([1], 1, timeout=0)


def test_loader_reloads_ahead():
    fetched = []
    numbers = data.SimpleDataset([0, 1, 2]).transform(lambda x: fetched.append(x) or x)
    loader = data.DataLoader(numbers, 1, num_workers=1, thread_pool=True, auto_reload=True, prefetch=1)
    time.sleep(0.3)
    assert fetched == [0]
    assert len(list(loader)) == 3
    loader.clean()


def test_loader_raises_what_stacking_raises():
    shapes = data.SimpleDataset([mx.nd.ones(i + 1) for i in range(6)])
    with pytest.raises(mx.MXNetError):
        next(iter(data.DataLoader(shapes, 6)))


def test_pinned_batches():
    (batch,) = data.DataLoader(mx.nd.ones((3, 2)), 3, pin_memory=True)
    assert batch.context == mx.cpu_pinned(0)


def test_records_of_a_file(tmp_path):
    records = data.RecordFileDataset(str(pathlib.Path(__file__).parents[1] / "fixtures" / "img.rec"))
    assert len(records) == 6 and len({records[i] for i in range(6)}) == 6
    header, image = mx.recordio.unpack(records[2])
    assert header.id == 2 and len(image) > 100
    batchify = lambda samples: [mx.recordio.unpack(sample)[0].id for sample in samples]
    assert list(data.DataLoader(records, 4, batchify_fn=batchify, num_workers=1)) == [[0, 1, 2, 3], [4, 5]]
    with pytest.raises(IndexError):
        records[6]
    with pytest.raises(mx.MXNetError, match="cannot open the record file"):
        data.RecordFileDataset(str(tmp_path / "none.rec"))


def test_folders_of_images(tmp_path):
    pillow = pytest.importorskip("PIL.Image")
    for folder, names in {"cat": ["b.png", "a.PNG", "notes.txt"], "bird": ["c.png"], "empty": []}.items():
        (tmp_path / folder).mkdir()
        for name in names:
            shade = 40 * (1 + ord(name[0]) - ord("a"))
            if name.endswith("txt"):
                (tmp_path / folder / name).write_text("no image")
            else:
                pillow.new("RGB", (5, 4), (shade, 0, 1)).save(tmp_path / folder / name, "png")
    (tmp_path / "list.txt").write_text("no folder")
    with pytest.warns(UserWarning) as warned:
        images = data.vision.ImageFolderDataset(str(tmp_path))
    texts = sorted(str(w.message).replace(str(tmp_path), "") for w in warned)
    assert texts == ["Ignoring /cat/notes.txt of type .txt. Only support .jpg, .jpeg, .png",
                     "Ignoring /list.txt, which is not a directory."]  # fmt: skip
    assert images.synsets == ["bird", "cat", "empty"] and len(images) == 3
    assert [(image.shape, image.asnumpy()[0, 0].tolist(), label) for image, label in (images[i] for i in range(3))] == [
        ((4, 5, 3), [120, 0, 1], 0), ((4, 5, 3), [40, 0, 1], 1), ((4, 5, 3), [80, 0, 1], 1),
    ]  # fmt: skip
    with pytest.warns(UserWarning):
        grey = data.vision.ImageFolderDataset(str(tmp_path), 0, lambda image, label: (image.shape, -label))
    assert grey[1] == ((4, 5, 1), -1)
    batches = list(data.DataLoader(images, 2, num_workers=1))
    assert [x.shape for x, _ in batches] == [(2, 4, 5, 3), (1, 4, 5, 3)] and batches[0][1].asnumpy().tolist() == [0, 1]


def test_images_of_a_record_file():
    path = pathlib.Path(__file__).parents[1] / "fixtures" / "img.rec"
    images = data.vision.ImageRecordDataset(str(path))
    image, label = images[2]
    header, _ = mx.recordio.unpack(data.RecordFileDataset(str(path))[2])
    assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3 and len(images) == 6
    assert np.array_equal(label, header.label)
    assert data.vision.ImageRecordDataset(str(path), 0)[2][0].shape == (*image.shape[:2], 1)
