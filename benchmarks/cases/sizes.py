"""Ten new sizes: time to the first result of a program, and to that of its tenth size. Serves `sizes`.

A program is a generator in `programs/sizes.py`. What is before its first `yield` makes data and is not timed; every further
`yield` ends the first step of a size that has not been seen before.
"""

from . import timing

#: program: what it does at each size
CASES = {
    "resnet18_infer": "one picture of 96 to 168 pixels",
    "resnet50_infer": "one picture of 96 to 168 pixels",
    "mobilenet_infer": "one picture of 96 to 168 pixels",
    "resnet18_eager": "one picture of 96 to 168 pixels, not hybridized",
    "resnet18_train": "two pictures of 64 to 136 pixels, SGD with momentum",
    "resnet50_train": "two pictures of 64 to 136 pixels, SGD with momentum",
    "mobilenet_train": "two pictures of 64 to 136 pixels, SGD with momentum",
    "ssd_infer": "detector of five scales, 96 to 240 pixels, boxes decoded",
    "ssd_train": "the same with its targets, four pictures",
    "unet_train": "two pictures of 64 to 136 pixels, Dice loss, Adam",
    "lstm_buckets": "BucketingModule, ten lengths",
    "lstm_layer_train": "gluon's LSTM of two layers, ten lengths, Adam",
    "beam_search": "eager beam search over sentences of ten lengths, 20 steps",
    "beam_search_hybrid": "the same, hybridized",
    "bert_layer_infer": "two layers of 256, ten lengths",
    "bert_layer_train": "two layers of 256, ten lengths, Adam",
    "digits_infer": "two convolutions, batches of ten sizes",
    "digits_train": "the same, SGD",
    "digits_eager": "the same, SGD, not hybridized",
}


def measure(package, case):
    """Return figures of a program: seconds to its first result, and to the tenth."""
    import mxnet as mx

    from .programs import sizes

    mx.nd.ones((1,)).wait_to_read()
    run = getattr(sizes, case)()
    next(run)
    watch = timing.Stopwatch()
    next(run)
    figures = watch.figures("first")
    for _ in range(9):
        next(run)
    return {**figures, **watch.figures("tenth"), "peak_mb": timing.peak_mb()}
