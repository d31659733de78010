"""Reading images and records, and the start of a DataLoader's workers.

The files are made once, in the folder for temporary files: 2,000 JPEG pictures of 256x256, 10,000 of 32x32, and 100,000
records of about 100 bytes.
"""

import os
import tempfile
import time

from .timing import peak_mb

MEAN, STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)
#: edge of the pictures, how many there are, how many make a batch
LARGE, SMALL = (256, 2000, 64), (32, 10000, 128)
#: case: what it measures
CASES = {
    "ImageRecordIter": "random crop of 224, mirror, normalization, batch 64, two threads",
    "ImageRecordIter ctx=cpu": "the same with ctx='cpu', where MXNet decodes by OpenMP's threads and not ahead",
    "ImageRecordIter 32x32": "pictures of 32x32, random crop of 28, mirror, normalization, batch 128, two threads",
    "ImageIter": "`mx.image` with random crop, mirror and normalization, batch 64",
    "records of 29 kB": "MXRecordIO",
    "records of 100 bytes": "MXRecordIO",
    "DataLoader 2 workers": "RandomResizedCrop, RandomFlipLeftRight, ToTensor, Normalize, batch 64",
    "DataLoader 2 threads": "the same with `thread_pool=True`",
    "start of 2 workers": "until the first batch of a DataLoader over arrays, and of a second one",
}


def _files(name, write):
    """Return the path of a record file, which is made with its index unless it is there."""
    path = os.path.join(tempfile.gettempdir(), "benchmark-" + name + ".rec")
    if not os.path.exists(path):
        part = f"{path}.{os.getpid()}"
        write(part + ".idx", part)
        os.replace(part + ".idx", path[:-4] + ".idx")
        os.replace(part, path)  # last: where it is, the index is
    return path


def _pictures(edge, count):
    """A record file of JPEG pictures."""

    def write(index, path):
        import mxnet as mx
        import numpy as np

        draw = np.random.RandomState(0)
        rows, columns = np.mgrid[:edge, :edge] / edge
        file = mx.recordio.MXIndexedRecordIO(index, path, "w")
        for i in range(count):
            waves = [np.sin(draw.uniform(2, 40) * rows + draw.uniform(2, 40) * columns + k) for k in range(3)]
            pixels = 128 + 90 * np.stack(waves, -1) + draw.normal(0, 6, (edge, edge, 3))
            image = np.clip(pixels, 0, 255).astype("uint8")
            file.write_idx(i, mx.recordio.pack_img((0, float(i % 10), i, 0), image, quality=90))
        file.close()

    return _files(f"{count}-{edge}", write)


def _small_records():
    """A record file of small records."""

    def write(index, path):
        import mxnet as mx

        file = mx.recordio.MXIndexedRecordIO(index, path, "w")
        for i in range(100000):
            file.write_idx(i, bytes([i % 256]) * (90 + i % 20))
        file.close()

    return _files("small", write)


def _timed(batches, each, warm=3):
    """Figures of going through `batches()` once, after some of them that are not counted."""
    for number, _ in enumerate(batches()):
        if number == warm:
            break
    start, cpu, count = time.perf_counter(), time.process_time(), 0
    for _ in batches():
        count += each
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    return {"per_second": count / seconds, "cpu_us": cpu / count * 1e6, "peak_mb": peak_mb()}


def _iterator(size, crop, **options):
    import mxnet as mx

    edge, count, batch = size
    normalize = {what + "_" + c: v for what, values in (("mean", MEAN), ("std", STD)) for c, v in zip("rgb", values)}
    reader = mx.io.ImageRecordIter(
        path_imgrec=_pictures(edge, count), data_shape=(3, crop, crop), batch_size=batch, rand_crop=True, rand_mirror=True,
        preprocess_threads=2, verbose=False, **normalize, **options
    )  # fmt: skip
    return _batches_of(reader, batch)


def _image_iter():
    import mxnet as mx
    import numpy as np

    edge, count, batch = LARGE
    path = _pictures(edge, count)
    reader = mx.image.ImageIter(
        batch, (3, 224, 224), path_imgrec=path, path_imgidx=path[:-4] + ".idx", rand_crop=True, rand_mirror=True,
        mean=np.array(MEAN), std=np.array(STD)
    )  # fmt: skip
    return _batches_of(reader, batch)


def _batches_of(reader, batch):
    """Figures of an iterator."""

    def batches():
        reader.reset()
        for part in reader:
            part.data[0].wait_to_read()
            yield part

    return _timed(batches, batch)


def _records(path):
    import mxnet as mx

    def read():
        reader = mx.recordio.MXRecordIO(path, "r")
        while reader.read() is not None:
            yield

    return _timed(read, 1)


def _loader(**options):
    import mxnet as mx

    path, batch = _pictures(*LARGE[:2]), LARGE[2]
    vision = mx.gluon.data.vision
    steps = vision.transforms
    transform = steps.Compose([steps.RandomResizedCrop(224), steps.RandomFlipLeftRight(), steps.ToTensor(),
                               steps.Normalize([m / 255 for m in MEAN], [s / 255 for s in STD])])  # fmt: skip
    loader = mx.gluon.data.DataLoader(vision.ImageRecordDataset(path).transform_first(transform), batch, num_workers=2, **options)

    def batches():
        for images, labels in loader:
            images.wait_to_read()
            yield labels

    return _timed(batches, batch)


def _start():
    import mxnet as mx
    import numpy as np

    data = mx.gluon.data.ArrayDataset(np.zeros((256, 8), "float32"), np.zeros(256, "float32"))
    mx.nd.ones((1,)).wait_to_read()
    seconds = []
    for _ in range(2):
        start = time.perf_counter()
        loader = mx.gluon.data.DataLoader(data, 32, num_workers=2)
        for images, _ in loader:
            images.wait_to_read()
            seconds.append(time.perf_counter() - start)
            break
        del loader
    return {"first_s": seconds[0], "second_s": seconds[1], "peak_mb": peak_mb()}


def measure(package, case):
    """Return figures of one of `CASES`: how many pictures or records in a second, and microseconds of processor time of one.

    Without the latter where workers are processes; `start of 2 workers` has seconds.
    """
    if "DataLoader" in case or "worker" in case or case == "ImageIter":
        # Two threads of MXNet wait for each other while they work on one small picture, and are six times slower than one.
        os.environ["OMP_NUM_THREADS"] = "1"
    if case.startswith("ImageRecordIter"):
        if case.endswith("32x32"):
            return _iterator(SMALL, 28)
        return _iterator(LARGE, 224, **({"ctx": "cpu"} if case.endswith("cpu") else {}))
    if case == "ImageIter":
        return _image_iter()
    if case == "DataLoader 2 workers":
        figures = _loader()
        del figures["cpu_us"]  # the workers are still there, and their processor time with them
        return figures
    if case.startswith("records"):
        return _records(_pictures(*LARGE[:2]) if "kB" in case else _small_records())
    return _start() if case.startswith("start") else _loader(thread_pool=True)
