"""Image operators, iterators, samplers, the loader, and messages of test_utils."""

import contextlib
import io

import numpy as np


def record(mx, output):
    arrays, facts = {}, {}
    random = np.random.RandomState(7)

    # -- image operators ---------------------------------------------------------------------------------
    image = random.randint(0, 256, (6, 7, 3)).astype(np.uint8)
    arrays["image"] = image
    ops = mx.nd.image
    for dtype in ("uint8", "float32"):
        x = mx.nd.array(image, dtype=dtype)
        for interp in range(5):
            for size in ((7, 12), (14, 12), (3, 3), (10, 4), (4, 9)):
                arrays[f"resize/{dtype}/{interp}/{size[0]}/{size[1]}"] = ops.resize(x, size, False, interp).asnumpy()
        arrays[f"resize_keep/{dtype}"] = ops.resize(x, 9, True).asnumpy()
        arrays[f"to_tensor/{dtype}"] = ops.to_tensor(x).asnumpy()
        # of an odd number of columns MXNet leaves the middle one unwritten
        arrays[f"flip_left_right/{dtype}"] = ops.flip_left_right(x[:, :6]).asnumpy()
        arrays[f"flip_top_bottom/{dtype}"] = ops.flip_top_bottom(x).asnumpy()
        arrays[f"crop/{dtype}"] = ops.crop(x, 2, 1, 3, 4).asnumpy()
        arrays[f"brightness/{dtype}"] = ops.random_brightness(x, 1.3, 1.3).asnumpy()
        arrays[f"contrast/{dtype}"] = ops.random_contrast(x, 0.6, 0.6).asnumpy()
        arrays[f"saturation/{dtype}"] = ops.random_saturation(x, 0.4, 0.4).asnumpy()
        arrays[f"hue/{dtype}"] = ops.random_hue(x, 0.15, 0.15).asnumpy()
        arrays[f"lighting/{dtype}"] = ops.adjust_lighting(x, (0.1, -0.2, 0.3)).asnumpy()
    tensor = ops.to_tensor(mx.nd.array(image, dtype="uint8"))
    arrays["normalize/one"] = ops.normalize(tensor, mean=0.4, std=0.3).asnumpy()
    arrays["normalize/three"] = ops.normalize(tensor, mean=(0.1, 0.2, 0.3), std=(0.5, 1.0, 2.0)).asnumpy()
    arrays["normalize/uint8"] = ops.normalize(mx.nd.array(image.transpose(2, 0, 1), dtype="uint8"), mean=-1.5, std=2.0).asnumpy()
    batch = mx.nd.array(np.stack([image, image[::-1]]), dtype="uint8")
    arrays["to_tensor/batch"] = ops.to_tensor(batch).asnumpy()
    arrays["normalize/batch"] = ops.normalize(ops.to_tensor(batch), mean=(0.1, 0.2, 0.3), std=(0.5, 1.0, 2.0)).asnumpy()
    arrays["crop/batch"] = ops.crop(batch, 1, 2, 4, 3).asnumpy()
    arrays["resize/batch"] = ops.resize(batch, (5, 4)).asnumpy()
    transforms = mx.gluon.data.vision.transforms
    for size in ((5, 4), (9, 4), (12, 13), 3):
        arrays[f"center_crop/{size}"] = transforms.CenterCrop(size)(mx.nd.array(image, dtype="uint8")).asnumpy()
    arrays["crop_resize"] = transforms.CropResize(1, 1, 4, 4, (6, 5), 1)(mx.nd.array(image, dtype="uint8")).asnumpy()

    # -- iterators ---------------------------------------------------------------------------------------

    def epochs(iterator, count):
        out = []
        for _ in range(count):
            out.append([[b.data[0].asnumpy().tolist(), b.label[0].asnumpy().tolist(), b.pad] for b in iterator])
            iterator.reset()
        return out

    for handle in ("pad", "discard", "roll_over"):
        for shuffle in (False, True):
            for rows, size in ((7, 3), (6, 3), (2, 5)):
                if handle == "roll_over" and rows < size:
                    continue
                np.random.seed(11)
                made = mx.io.NDArrayIter(np.arange(rows), np.arange(rows) * 10, size, shuffle, handle)
                facts[f"iter/{handle}/{int(shuffle)}/{rows}/{size}"] = epochs(made, 4)
    sampled = {}
    for last in ("keep", "discard", "rollover"):
        sampler = mx.gluon.data.BatchSampler(mx.gluon.data.SequentialSampler(8, 2), 3, last)
        sampled[last] = [[list(sampler), len(sampler)] for _ in range(3)]
    facts["batch_sampler"] = sampled
    np.random.seed(5)
    facts["random_sampler"] = [[int(i) for i in mx.gluon.data.RandomSampler(9)] for _ in range(2)]
    facts["shards"] = [[list(mx.gluon.data.SimpleDataset(list(range(10))).shard(k, i)) for i in range(k)] for k in (1, 3, 4)]

    # -- messages of test_utils --------------------------------------------------------------------------

    def failure(function, *args, **kwargs):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                function(*args, **kwargs)
        except AssertionError as error:
            return [str(error), printed.getvalue()]
        raise SystemExit("no failure")

    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    b = a.copy()
    b[1, 2] += 0.5
    b[2, 3] -= 2
    almost = mx.test_utils.assert_almost_equal
    facts["messages"] = {
        "two": failure(almost, a, b),
        "named": failure(almost, mx.nd.array(a), mx.nd.array(b), rtol=1e-3, atol=1e-4, names=("x", "y")),
        "many": failure(almost, a, a + 1, mismatches=(3, 5)),
        "all": failure(almost, a, a + 1, mismatches=(2, 0)),
        "scalar": failure(almost, 1.0, 2.0),
        "shapes": failure(almost, a, b[:1], use_broadcast=False),
        "rate": failure(mx.test_utils.assert_almost_equal_with_err, a, b, etol=0.1),
    }
    output.npz(arrays)
    output.json(facts, separators=(",", ":"), sort_keys=True)
