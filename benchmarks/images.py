"""Reading images, jmx beside the real MXNet, as ratios of one run.

    python benchmarks/images.py --mxnet COMMAND --threads 2 [--cases iterator,records,loader] [--rounds 5] [--json FILE]

The command line is that of `pairs.py`. 2,000 JPEG files of 256x256 in a record file (made once in the folder of temporary
files): `iterator` is ImageRecordIter with a random crop of 224, mirror and normalization, batch 64, two threads;
`iterator_cpu` the same with ctx='cpu', where MXNet decodes by OpenMP's threads, and not ahead; `records` reads the file record
by record, `small` a file of records of 100 bytes; `loader` is a DataLoader with two workers over the same images, by
RandomResizedCrop, RandomFlipLeftRight, ToTensor and Normalize; `loader_threads` with two threads in place of the workers.
"""

import os
import resource
import tempfile
import time

import pairs

COUNT, EDGE, BATCH = 2000, 256, 64
MEAN, STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)


def files():
    """The record file of images, and that of small records."""
    import mxnet as mx
    import numpy as np

    stem = os.path.join(tempfile.gettempdir(), f"images-{COUNT}-{EDGE}")
    if not os.path.exists(stem + ".small"):
        draw = np.random.RandomState(0)
        rows, columns = np.mgrid[:EDGE, :EDGE] / EDGE
        made = mx.recordio.MXIndexedRecordIO(stem + ".idx", stem + ".rec", "w")
        for i in range(COUNT):
            waves = [np.sin(draw.uniform(2, 40) * rows + draw.uniform(2, 40) * columns + k) for k in range(3)]
            pixels = 128 + 90 * np.stack(waves, -1) + draw.normal(0, 6, (EDGE, EDGE, 3))
            image = np.clip(pixels, 0, 255).astype("uint8")
            made.write_idx(i, mx.recordio.pack_img((0, float(i % 10), i, 0), image, quality=90))
        made.close()
        small = mx.recordio.MXRecordIO(stem + ".part", "w")
        for i in range(100_000):
            small.write(bytes([i % 256]) * (90 + i % 20))
        small.close()
        os.replace(stem + ".part", stem + ".small")
    return stem + ".rec", stem + ".small"


def timed(batches, per_batch, unit):
    """Figures of going through `batches()` once, after a first time that is not counted."""
    for number, _ in enumerate(batches()):
        if number == 3:
            break
    start, cpu, count = time.perf_counter(), time.process_time(), 0
    for _ in batches():
        count += per_batch
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {unit: count / seconds, "cpu_us": cpu / count * 1e6, "peak_mb": peak}


def iterator(**options):
    import mxnet as mx

    normalize = {f"{what}_{c}": v for what, values in (("mean", MEAN), ("std", STD)) for c, v in zip("rgb", values)}
    made = mx.io.ImageRecordIter(path_imgrec=files()[0], data_shape=(3, 224, 224), batch_size=BATCH, rand_crop=True,
                                 rand_mirror=True, preprocess_threads=2, verbose=False, **normalize, **options)  # fmt: skip

    def batches():
        made.reset()
        for batch in made:
            batch.data[0].wait_to_read()
            yield batch

    return timed(batches, BATCH, "images_per_second")


def case_iterator():
    """ImageRecordIter."""
    return iterator()


def case_iterator_cpu():
    """ImageRecordIter(ctx='cpu')."""
    return iterator(ctx="cpu")


def records(path):
    import mxnet as mx

    def read():
        reader = mx.recordio.MXRecordIO(path, "r")
        while reader.read() is not None:
            yield

    return timed(read, 1, "records_per_second")


def case_records():
    """MXRecordIO over records of 29 kB."""
    return records(files()[0])


def case_small():
    """MXRecordIO over records of 100 bytes."""
    return records(files()[1])


def loader(**options):
    os.environ["OMP_NUM_THREADS"] = "1"  # of each worker: with two, MXNet's wait for each other and it is six times slower
    import mxnet as mx

    vision = mx.gluon.data.vision
    steps = vision.transforms
    transform = steps.Compose([steps.RandomResizedCrop(224), steps.RandomFlipLeftRight(), steps.ToTensor(),
                               steps.Normalize([m / 255 for m in MEAN], [s / 255 for s in STD])])  # fmt: skip
    data = vision.ImageRecordDataset(files()[0]).transform_first(transform)
    made = mx.gluon.data.DataLoader(data, BATCH, num_workers=2, **options)

    def batches():
        for images, labels in made:
            images.wait_to_read()
            yield labels

    return timed(batches, BATCH, "images_per_second")


def case_loader():
    """DataLoader with two workers."""
    return loader()


def case_loader_threads():
    """DataLoader with two threads."""
    return loader(thread_pool=True)


if __name__ == "__main__":
    pairs.main(__file__, __doc__, globals())
