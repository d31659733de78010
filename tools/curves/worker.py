"""Trains one project for some steps and prints the loss of each.

    python worker.py PROJECT FOLDER STEPS

What a project imports beside MXNet and NumPy (pictures, logs, data sets) is replaced by objects that do nothing. First weights
come from NumPy, by their names, since MXNet's random numbers are not jmx's.
"""

import json
import os
import random
import sys
import tempfile
import zlib
from unittest import mock

import mxnet as mx
import numpy as np

_REPLACED = (
    "matplotlib matplotlib.pyplot matplotlib.patches skimage skimage.draw skimage.transform mxboard gluoncv gluoncv.data "
    "gluoncv.data.batchify gluoncv.model_zoo progress progress.bar numba pandas coco_centernet detectors.center_detector "
    "ocr.utils.iam_dataset ocr.utils.draw_box_on_image"
).split()


def _weight(self, name, array):
    """What initializers fill a weight with here."""
    draw = np.random.RandomState(zlib.crc32(str(name).encode()))
    fan = np.prod(array.shape[1:]) + array.shape[0]
    array[:] = mx.nd.array(draw.uniform(-1, 1, array.shape) * np.sqrt(6 / fan)).astype(array.dtype).asnumpy()


def _array(values):
    """An array of the kind that the program has chosen."""
    make = mx.np.array if mx.util.is_np_array() else mx.nd.array
    return make(np.asarray(values, dtype="float32"), dtype="float32")


def recommender(steps):
    """Collaborative filtering (CFV1): two embeddings and their product, Adam, mean absolute error."""
    from mxnet_recommender.library import cf

    shown = []
    cf.print = lambda text: shown.append(float(text.rpartition(" ")[2])) if "Batch" in text else None
    draw = np.random.RandomState(1)
    users, items = draw.randint(0, 30, (64 * steps, 1)), draw.randint(0, 40, (64 * steps, 1))
    ratings = 1.0 + (users * 7 + items * 3) % 9 / 2
    model = cf.CollaborativeFilteringV1()
    model.max_user_id, model.max_item_id = 30, 40
    with tempfile.TemporaryDirectory() as folder:
        model.fit(users, items, ratings, folder, learning_rate=0.01, batch_size=64, epochs=1)
    return shown


def handwriting(steps):
    """Detection of words (SSD over the first layers of ResNet-34): Adam, cross entropy and smooth L1."""
    from ocr import word_and_line_segmentation as program

    zoo = program.resnet34_v1

    def without_file(pretrained, ctx):
        network = zoo(pretrained=False, prefix="resnet_")
        network.initialize(mx.init.Xavier(), ctx=ctx)
        network(_array(np.zeros((1, 3, 64, 64))))
        return network

    program.resnet34_v1 = without_file
    program.ctx = [mx.cpu()]
    network = program.SSD(2, ctx=program.ctx)
    network.hybridize()
    program.cls_loss, program.box_loss = mx.gluon.loss.SoftmaxCrossEntropyLoss(), program.SmoothL1Loss()
    trainer = mx.gluon.Trainer(network.collect_params(), "adam", {"learning_rate": 0.0001})
    draw, losses = np.random.RandomState(2), []
    batches = []
    for _ in range(4):
        images, boxes = np.ones((4, 1, 64, 64)), np.zeros((4, 13, 5))
        for image, box in zip(images, boxes):
            for i in range(3):
                x, y, w, h = draw.uniform((0, i / 3, 0.2, 0.1), (0.5, i / 3 + 0.1, 0.5, 0.2))
                box[i] = 1, x, y, x + w, y + h
                image[0, int(64 * y) : int(64 * (y + h)), int(64 * x) : int(64 * (x + w))] = draw.rand()
        batches.append((_array(images), _array(boxes)))
    for i in range(steps):
        losses.append(program.run_epoch(1, network, [batches[i % 4]], trainer, "", "train", True, False))
    return losses


def centernet(steps):
    """Detection of objects (CenterNet over ResNet-18 with deformable convolutions): Adam, focal loss and L1."""
    import train

    options = train.opts().init(["--arch", "res_18", "--gpus", "-1", "--batch_size", "2", "--lr", "0.0005"])
    options.cur_epoch, options.num_epochs, options.val_interval = 1, 2, 10**9
    draw = np.random.RandomState(3)
    network = train.create_model(options.arch, options.heads, options.head_conv, ctx=[mx.cpu()])
    batches = []
    for _ in range(steps):
        heat = np.zeros((2, 80, 16, 16))
        places = draw.randint(0, 256, (2, 8))
        classes = draw.randint(0, 80, (2, 8))
        for one in range(2):
            heat[one, classes[one], places[one] // 16, places[one] % 16] = 1
        batches.append([_array(one) for one in (draw.rand(2, 3, 64, 64), heat, draw.uniform(1, 6, (2, 8, 2)),
                        draw.rand(2, 8, 2), places, np.ones((2, 8)))])  # fmt: skip
    losses = []
    step = mx.gluon.Trainer.step

    def noting(self, *args, **kwargs):
        losses.append(sys._getframe(1).f_locals["losses"])
        return step(self, *args, **kwargs)

    train.save_model = lambda *args: None
    with mock.patch.object(mx.gluon.Trainer, "step", noting):
        train.train(network, batches, None, [mx.cpu()], options)
    return [float(one.asnumpy().sum()) for (one,) in losses]


def main():
    """Run the project that the command line names."""
    project, folder, steps = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3])
    sys.path.insert(0, folder)
    for name in _REPLACED:
        sys.modules[name] = mock.MagicMock()
    for initializer in (mx.init.Xavier, mx.init.Normal, mx.init.Uniform):
        initializer._init_weight = _weight
    random.seed(0)
    np.random.seed(0)
    mx.random.seed(0)
    out, sys.stdout = sys.stdout, sys.stderr
    losses = {"recommender": recommender, "handwriting": handwriting, "centernet": centernet}[project](steps)
    print(json.dumps([float(loss) for loss in losses]), file=out)


if __name__ == "__main__":
    main()
