"""The inputs of the networks, and how each is trained."""

#: samples of a batch, shape of a sample, classes
IMAGES = {
    "resnet18_v1": (4, (3, 224, 224), 1000), "resnet50_v1": (4, (3, 224, 224), 1000), "mobilenet1.0": (4, (3, 224, 224), 1000),
    "mobilenetv2_1.0": (4, (3, 224, 224), 1000), "vgg11": (2, (3, 224, 224), 1000), "squeezenet1.0": (4, (3, 224, 224), 1000),
    "densenet121": (4, (3, 224, 224), 1000), "inceptionv3": (2, (3, 299, 299), 1000), "digits": (100, (1, 28, 28), 10),
    "cifar": (512, (3, 32, 32), 10), "digits_executor": (1024, (1, 28, 28), 10), "convolution": (32, (32, 256, 256), 10),
}  # fmt: skip
STEPS, WORDS, UNITS, LENGTH = 35, 10000, 512, 64
SEQUENCES = {"language_model": 32, "transformer_layer": 8}
#: networks that also run as their scripts have them, without `hybridize`
EAGER = {"digits_eager": "digits", "cifar_eager": "cifar"}
#: optimizer, learning rate, momentum
OPTIMIZERS = {"digits": ("adam", 0.001, 0.0), "cifar": ("sgd", 0.1, 0.0), "digits_executor": ("sgd", 0.1, 0.0)}


def base(case):
    """Return the name of the network of a case."""
    return EAGER.get(case, case)


def optimizer(case):
    """Return name, learning rate and momentum of the optimizer that trains a network."""
    return OPTIMIZERS.get(base(case), ("sgd", 0.01, 0.9))


def samples(case, batch=None):
    """Return how many samples a batch has; `batch` replaces the number of images of the large networks."""
    case = base(case)
    if case in IMAGES:
        count, shape, _ = IMAGES[case]
        return batch if batch and shape[1] >= 224 else count
    return SEQUENCES[case]


def arrays(case, batch=None, last=False):
    """Return data and labels as NumPy arrays.

    Images have their channels second, or last; recurrent data has time first. Words are float32 as MXNet's programs have
    them, or whole numbers with `last`.
    """
    import numpy as np

    draw, case = np.random.RandomState(0), base(case)
    count = samples(case, batch)
    if case in IMAGES:
        _, shape, classes = IMAGES[case]
        shape = shape[1:] + shape[:1] if last else shape
        return draw.rand(count, *shape).astype("float32"), draw.randint(0, classes, count).astype("float32")
    if case == "language_model":
        words = draw.randint(0, WORDS, (2, STEPS, count))
        return words[0] if last else words[0].astype("float32"), words[1].astype("float32")
    return draw.randn(count, LENGTH, UNITS).astype("float32"), draw.randint(0, 10, (count, LENGTH)).astype("float32")
