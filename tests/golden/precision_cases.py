"""A trained network for digits in fewer bits, under MXNet and under jmx: the class of every image.

    precision_cases.py FOLDER RESULT.json

runs all ways on the files of a folder: `net-symbol.json` and `net-0000.params`, `digits.npz` with `examples` for the
calibration, `images` and `labels`. `tools/check_precision.py` makes them.
"""

import json
import os
import sys

import numpy as np

#: what tables call them -> type, calibration, layers that stay in float32
WAYS = {
    "float32": ("float32", None, []),
    "bfloat16": ("bfloat16", None, []),
    "float16": ("float16", None, []),
    "int8, naive": ("int8", "naive", []),
    "int8, entropy": ("int8", "entropy", []),
    "int8, entropy, first layer float32": ("int8", "entropy", ["sg_mkldnn_conv_bn_act_0"]),
}
BATCH = 100


def load(folder):
    """The arrays of a folder: images from 0 to 1, labels as they are."""
    with np.load(os.path.join(folder, "digits.npz")) as file:
        return {k: file[k] if k == "labels" else file[k].astype("float32")[:, None] / 255 for k in file.files}


def converted(mx, folder, way, examples):
    """(symbol, parameters, states) of the network in one of the ways."""
    dtype, mode, excluded = WAYS[way]
    symbol, args, states = mx.model.load_checkpoint(os.path.join(folder, "net"), 0)
    if dtype == "float32":
        return symbol, args, states
    if dtype == "int8":
        return mx.contrib.quantization.quantize_model_mkldnn(
            symbol, args, states, label_names=None, ctx=mx.cpu(), calib_mode=mode, quantized_dtype="auto",
            calib_data=mx.io.NDArrayIter(examples, batch_size=BATCH), excluded_sym_names=excluded,
        )  # fmt: skip
    from mxnet.contrib import amp

    return amp.convert_model(symbol, args, states, target_dtype=dtype, cast_optional_params=True)


def scores(mx, folder, way):
    """What the network says of every image: an array of (images, classes)."""
    arrays = load(folder)
    symbol, args, states = converted(mx, folder, way, arrays["examples"])
    found = []
    for start in range(0, len(arrays["images"]), BATCH):
        data = mx.nd.array(arrays["images"][start : start + BATCH])
        executor = symbol.bind(mx.cpu(), dict(args, data=data), aux_states=states)
        found.append(executor.forward(is_train=False)[0].astype("float32").asnumpy())
    return np.concatenate(found)


def classes(mx, folder):
    """{way: class of every image}; a text in place of the classes where a way fails."""
    result = {}
    for way in WAYS:
        try:
            result[way] = scores(mx, folder, way).argmax(1).tolist()
        except mx.MXNetError as error:
            result[way] = str(error).strip().splitlines()[-1]
    return result


if __name__ == "__main__":
    import mxnet

    with open(sys.argv[2], "w") as file:
        json.dump(classes(mxnet, sys.argv[1]), file)
