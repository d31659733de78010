"""The stand-in data sets: bytes, formats, and that they are never taken for the real ones."""

import collections
import gzip
import hashlib
import logging
import os
import struct
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import synthetic
from jmx.gluon.data import vision
from jmx.gluon.utils import _STAND_INS
from jmx.synthetic import digits, files, garments, shapes
from jmx.synthetic import text as texts


def digest(parts):
    made = hashlib.sha1()
    for images, labels in parts:
        made.update(images.tobytes())
        made.update(labels.tobytes())
    return made.hexdigest()[:12]


def test_drawings_are_the_same_bytes_everywhere():
    assert digest(digits.draw([(300, False), (40, True)])) == "d1da1166b3b0"
    assert digest(garments.draw([(300, False), (40, True)])) == "b525bfa81a1c"
    assert digest(shapes.draw([(200, False), (40, True)])) == "8b6d957242c9"
    assert digest(shapes.draw([(200, False)], fine=True)) == "8555b67e9175"
    assert hashlib.sha1(texts.draw(5, 1, 2000, 5000).encode()).hexdigest()[:12] == "d574d553a177"


def test_drawings_are_balanced_and_differ():
    (images, labels), (more, _) = digits.draw([(500, False), (500, False)])
    assert images.shape == (500, 28, 28) and images.dtype == np.uint8
    assert np.bincount(labels).tolist() == [50] * 10
    assert len({i.tobytes() for i in np.concatenate([images, more])}) == 1000
    assert 0.6 < (images == 0).mean() < 0.95 and images.max() > 200
    ((images, labels),) = shapes.draw([(400, False)], fine=True)
    assert images.shape == (400, 3, 32, 32) and (labels[:, 1] // 5 == labels[:, 0]).all()
    assert np.bincount(labels[:, 1]).tolist() == [4] * 100


def test_texts_have_the_format_of_wikitext():
    made = texts.draw(5, 1, 2000, 20000)
    lines = made.splitlines(keepends=True)
    titles = [line for line in lines if line.startswith(" = ") and line.endswith(" = \n")]
    assert lines[0] == " \n" and lines[1] == titles[0] and len(titles) > 4
    assert all(line[0] == " " and line.endswith(" \n") for line in lines)
    counts = collections.Counter(made.split())
    assert 19000 < counts.total() < 22000 and 1000 < len(counts) <= 2000 + 2 * len(titles) and "<unk>" in counts
    assert counts.most_common(1)[0][0] == "the" and {word for word, _ in counts.most_common(3)} == {"the", ",", "."}
    pairs = collections.Counter(zip(made.split(), made.split()[1:]))
    assert pairs[("the", max(counts, key=lambda word: pairs[("the", word)]))] > 0.05 * counts["the"], "words follow from others"
    assert len(set(texts.words(120_000))) == 120_000


def test_digits_can_be_told_apart():
    """Neither trivial nor hopeless: nearest neighbours among a few thousand pictures get most of them right."""
    (images, labels), (test, wanted) = digits.draw([(4000, False), (500, True)])

    def features(x):
        x = x.reshape(len(x), 14, 2, 14, 2).mean(axis=(2, 4)).reshape(len(x), -1)
        return x / np.linalg.norm(x, axis=1, keepdims=True)

    nearest = (features(test) @ features(images).T).argmax(axis=1)
    assert 0.55 < (labels[nearest] == wanted).mean() < 0.995


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home without data, stand-ins of 1/100 of the size, and no network."""
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JMX_SYNTHETIC_DATA", raising=False)
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/")
    monkeypatch.setattr(mx.test_utils.downloads, "_MNIST_URL", "http://127.0.0.1:9/")
    monkeypatch.setattr(files, "TRAIN", 600)
    monkeypatch.setattr(files, "TEST", 100)
    monkeypatch.setattr(files, "WORDS", {"train": 20000, "valid": 2000, "test": 3000})
    for module, values in ((digits, {"TIDY": (50, 1, 1), "WILD": (125, 1, 1), "HANDS": 4}), (garments, {"CUTS": 5})):
        for name, value in values.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(synthetic, "_announced", set())

    def cifar10(place):
        parts = shapes.draw([(20, False)] * 5 + [(20, True)])
        for number, part in enumerate(parts[:5], 1):
            files._records(os.path.join(place, f"data_batch_{number}.bin"), *part)
        files._records(os.path.join(place, "test_batch.bin"), *parts[5])

    def cifar100(place):
        for name, part in zip(("train", "test"), shapes.draw([(100, False), (20, True)], fine=True)):
            files._records(os.path.join(place, f"{name}.bin"), *part)

    monkeypatch.setitem(files.DATASETS, "cifar10", cifar10)
    monkeypatch.setitem(files.DATASETS, "cifar100", cifar100)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "home"


def test_without_the_variable_the_error_says_what_to_do(home):
    with pytest.raises(OSError, match="train-labels-idx1-ubyte.gz") as caught:
        mx.test_utils.get_mnist()
    assert os.getcwd() in str(caught.value) and "JMX_SYNTHETIC_DATA=1" in str(caught.value)
    with pytest.raises(OSError, match="cifar-10-binary.tar.gz") as caught:
        vision.CIFAR10(root="./data")
    assert os.path.abspath("data") in str(caught.value) and "JMX_SYNTHETIC_DATA=1" in str(caught.value)
    with pytest.raises(OSError, match="JMX_SYNTHETIC_DATA=1"):
        vision.FashionMNIST(root="f")
    with pytest.raises(OSError, match="mnist.zip.*JMX_SYNTHETIC_DATA=1"):
        mx.test_utils.get_mnist_ubyte()


def test_get_mnist(home, monkeypatch, caplog):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    with caplog.at_level(logging.WARNING):
        mnist = mx.test_utils.get_mnist()
        mx.test_utils.get_mnist()
    assert mnist["train_data"].shape == (600, 1, 28, 28) and mnist["train_data"].dtype == np.float32
    assert mnist["test_label"].shape == (100,) and mnist["test_label"].dtype == np.int8
    assert mnist["train_data"].max() == 1 and mnist["train_data"].min() == 0
    said = [r.getMessage() for r in caplog.records if "NOT the real mnist" in r.getMessage()]
    assert len(said) == 1
    assert os.listdir(".") == [], "no stand-in lies where the real file belongs"
    assert "NOT-THE-REAL-DATA.txt" in os.listdir(home / "synthetic" / "mnist-v1")
    monkeypatch.delenv("JMX_SYNTHETIC_DATA")
    with pytest.raises(OSError, match="could not download"):
        mx.test_utils.get_mnist()


def test_wikitext(home, monkeypatch):
    wikitext = mx.gluon.contrib.data.text.WikiText2
    with pytest.raises(OSError, match="wikitext-2-v1.zip.*JMX_SYNTHETIC_DATA=1"):
        wikitext("w")
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    train = wikitext("w", seq_len=20)
    data, label = train[3]
    assert data.shape == label.shape == (20,) and (data[1:] == label[:-1]).asnumpy().all()
    assert 1000 <= len(train) <= 1200 and train.frequencies["the"] > 500
    test = wikitext("w", segment="test", vocab=train.vocabulary, seq_len=20)
    assert 150 <= len(test) <= 180 and test.vocabulary is train.vocabulary
    assert os.listdir("w") == [], "no stand-in lies where the real files belong"
    longer = mx.gluon.contrib.data.text.WikiText103("w", segment="validation")
    assert len(longer) == pytest.approx(2000 / 35, rel=0.1)


def test_real_files_win(home, monkeypatch):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    for prefix, count in (("train", 3), ("t10k", 2)):
        with gzip.open(f"{prefix}-images-idx3-ubyte.gz", "wb") as stream:
            stream.write(struct.pack(">IIII", 2051, count, 28, 28) + bytes([count]) * 784 * count)
        with gzip.open(f"{prefix}-labels-idx1-ubyte.gz", "wb") as stream:
            stream.write(struct.pack(">II", 2049, count) + bytes(range(count)))
    mnist = mx.test_utils.get_mnist()
    assert mnist["train_label"].tolist() == [0, 1, 2] and np.allclose(mnist["test_data"], 2 / 255)
    assert not home.exists()


def test_broken_files_are_named(home):
    for content, text in (
        (b"nonsense", "not an idx file"),
        (b"\x1f\x8bnonsense", "cannot be read"),
        (gzip.compress(b"\0\0\0\0"), "not an idx file"),
    ):
        with open("train-labels-idx1-ubyte.gz", "wb") as stream:
            stream.write(content)
        with pytest.raises(mx.MXNetError, match=f"train-labels-idx1-ubyte.gz.*{text}"):
            mx.test_utils.get_mnist()
    with gzip.open("train-labels-idx1-ubyte.gz", "wb") as stream:
        stream.write(struct.pack(">II", 2049, 5) + b"12")
    with pytest.raises(mx.MXNetError, match="its header promises .*5 bytes of data; delete it"):
        mx.test_utils.get_mnist()


@pytest.mark.parametrize("kind, shape", [("MNIST", (28, 28, 1)), ("FashionMNIST", (28, 28, 1)), ("CIFAR10", (32, 32, 3)),
                                         ("CIFAR100", (32, 32, 3))])  # fmt: skip
def test_gluon_data_sets(home, monkeypatch, kind, shape):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    for train in (True, False):
        made = getattr(vision, kind)(root="here", train=train)
        image, label = made[3]
        assert image.shape == shape and image.dtype == np.uint8 and isinstance(label, np.int32)
        assert len(made) == {"MNIST": (100, 600), "FashionMNIST": (100, 600)}.get(kind, (20, 100))[train]
    assert os.listdir("here") == []
    assert getattr(vision, kind)("here", transform=lambda x, y: (x.astype("float32"), y))[0][0].dtype == np.float32


def test_cifar100_labels(home, monkeypatch):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    fine, coarse = vision.CIFAR100("here", fine_label=True)._label, vision.CIFAR100("here")._label
    assert (fine // 5 == coarse).all() and fine.max() > 90


def test_checksums_decide_what_is_real(home, monkeypatch, tmp_path):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    os.makedirs("here")
    records = np.zeros((2, 3073), np.uint8)
    for name, _ in vision.CIFAR10._train_data + vision.CIFAR10._test_data:
        records.tofile(os.path.join("here", name))
    assert len(vision.CIFAR10("here")) == 100, "files with another SHA-1 are not the real ones"
    sums = tuple((name, hashlib.sha1(records.tobytes()).hexdigest()) for name, _ in vision.CIFAR10._train_data)
    monkeypatch.setattr(vision.CIFAR10, "_train_data", sums)
    monkeypatch.setattr(vision.CIFAR10, "_test_data", (("test_batch.bin", sums[0][1]),))
    assert len(vision.CIFAR10("here")) == 10


def test_two_writers_do_not_disturb_each_other(home, tmp_path):
    place, errors = str(tmp_path / "home" / "synthetic" / "mnist-v1"), []

    def work():
        try:
            files.write("mnist", place)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and os.listdir(os.path.dirname(place)) == ["mnist-v1"] and len(os.listdir(place)) == 5


def test_a_failed_drawing_leaves_nothing(home, monkeypatch, tmp_path):
    def fail(place):
        open(os.path.join(place, "half"), "w").close()
        raise MemoryError

    monkeypatch.setitem(files.DATASETS, "mnist", fail)
    with pytest.raises(MemoryError):
        files.write("mnist", str(tmp_path / "s" / "mnist-v1"))
    assert os.listdir(tmp_path / "s") == []


def test_unpacked_stand_ins_lie_beside_a_note(home, monkeypatch):
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    train, test = mx.test_utils.get_mnist_iterator(50, (1, 28, 28))
    assert train.provide_data == [("data", (50, 1, 28, 28))] and len(list(test)) == 2
    assert "NOT-THE-REAL-MNIST.txt" in os.listdir("data")
    mx.test_utils.get_mnist_ubyte()
    monkeypatch.delenv("JMX_SYNTHETIC_DATA")
    with pytest.raises(OSError, match="could not download"):
        mx.test_utils.get_mnist_ubyte()
    os.remove("data/NOT-THE-REAL-MNIST.txt")
    mx.test_utils.get_mnist_ubyte()


def test_cifar10_as_records(home, monkeypatch):
    with pytest.raises(OSError, match=r"cifar10.zip.*JMX_SYNTHETIC_DATA=1"):
        mx.test_utils.get_cifar10()
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    for _ in range(2):
        mx.test_utils.get_cifar10()
    assert sorted(os.listdir("data/cifar")) == ["NOT-THE-REAL-CIFAR10.txt", "test.lst", "test.rec", "train.lst", "train.rec"]
    options = {"data_shape": (3, 32, 32), "batch_size": 100, "verbose": False}
    batch = mx.io.ImageRecordIter(path_imgrec="data/cifar/train.rec", **options).next()
    train = vision.CIFAR10(root="elsewhere")
    images = np.stack([image.asnumpy().transpose(2, 0, 1) for image, _ in train])
    np.testing.assert_array_equal(batch.data[0].asnumpy(), images)
    np.testing.assert_array_equal(batch.label[0].asnumpy(), [label for _, label in train])


def test_every_stand_in_can_be_found():
    assert set(_STAND_INS) == set(synthetic.DATASETS)
