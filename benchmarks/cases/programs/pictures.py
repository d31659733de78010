"""Programs that read pictures: DataLoader with transforms, and ImageRecordIter."""

import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon.data.vision import transforms

MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def _picture(draw, height, width):
    rows, columns = np.mgrid[:height, :width] / 64
    waves = [np.sin(draw.uniform(2, 20) * rows + draw.uniform(2, 20) * columns + k) for k in range(3)]
    return np.clip(128 + 90 * np.stack(waves, -1) + draw.normal(0, 6, (height, width, 3)), 0, 255).astype("uint8")


class Pictures(gluon.data.Dataset):
    """Pictures of different sizes with their classes."""

    def __init__(self, count):
        draw = np.random.RandomState(0)
        sizes = draw.randint(64, 128, (count, 2))
        self.pictures = [nd.array(_picture(draw, *size), dtype="uint8") for size in sizes]

    def __len__(self):
        return len(self.pictures)

    def __getitem__(self, index):
        return self.pictures[index], index % 10


def _epochs(loader):
    while True:
        total = 0.0
        for pictures, labels in loader:
            total += pictures[0, 0, 0, 0].asscalar() + labels[0].asscalar()
        yield total


def _loader(data, steps):
    transform = transforms.Compose([*steps, transforms.ToTensor(), transforms.Normalize(MEAN, STD)])
    return gluon.data.DataLoader(data.transform_first(transform), batch_size=16, shuffle=True, last_batch="discard")


def loader_flip_color():
    data = Pictures(48)
    yield
    steps = [transforms.Resize((64, 64)), transforms.RandomFlipLeftRight(), transforms.RandomFlipTopBottom(),
             transforms.RandomColorJitter(brightness=0.4, contrast=0.4, saturation=0.4)]  # fmt: skip
    yield from _epochs(_loader(data, steps))


def loader_hue_lighting():
    data = Pictures(48)
    yield
    steps = [transforms.RandomResizedCrop(64), transforms.RandomFlipLeftRight(), transforms.RandomHue(0.1),
             transforms.RandomLighting(0.1)]  # fmt: skip
    yield from _epochs(_loader(data, steps))


def loader_cifar():
    draw = np.random.RandomState(0)
    data = gluon.data.ArrayDataset(nd.array(draw.randint(0, 256, (320, 32, 32, 3)), dtype="uint8"), np.arange(320) % 10)
    yield
    yield from _epochs(_loader(data, [transforms.RandomFlipLeftRight()]))


def _record_file(folder, count, edge):
    prefix, draw = os.path.join(folder, "pictures"), np.random.RandomState(0)
    file = mx.recordio.MXIndexedRecordIO(prefix + ".idx", prefix + ".rec", "w")
    for i in range(count):
        header = mx.recordio.IRHeader(0, float(i % 10), i, 0)
        file.write_idx(i, mx.recordio.pack_img(header, _picture(draw, edge, edge), quality=90))
    file.close()
    return prefix + ".rec"


def _record_iter(count, edge, shape, batch, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = _record_file(folder, count, edge)
        yield
        batches = mx.io.ImageRecordIter(
            path_imgrec=path, data_shape=shape, batch_size=batch, shuffle=True, preprocess_threads=1, verbose=False,
            mean_r=123.68, mean_g=116.28, mean_b=103.53, std_r=58.395, std_g=57.12, std_b=57.375, **options
        )  # fmt: skip
        while True:
            batches.reset()
            total = 0.0
            for part in batches:
                total += part.data[0][0, 0, 0, 0].asscalar() + part.label[0][0].asscalar()
            yield total


def record_iter_small():
    yield from _record_iter(1024, 32, (3, 32, 32), 128, pad=4, fill_value=127, rand_crop=True, rand_mirror=True)


def record_iter_color():
    yield from _record_iter(
        256, 72, (3, 64, 64), 32, rand_crop=True, rand_mirror=True, random_h=18, random_s=30, random_l=30,
        max_random_contrast=0.2, pca_noise=0.1
    )  # fmt: skip
