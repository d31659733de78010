"""Makes tests/golden/augment.npz: what MXNet's augmenters and image iterators give. Run with MXNet 1.9.1."""

import os
import tempfile

import augment_cases
import mxnet as mx
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        augment_cases.files(mx, folder)
        for name, call in augment_cases.cases(mx, folder).items():
            augment_cases.seed(mx)
            arrays = augment_cases.plain(call(mx.nd.array(augment_cases.pictures()[0], dtype="uint8")))
            for k, array in enumerate(arrays):
                found[f"{name}|{k}"] = array
    np.savez_compressed(os.path.join(HERE, "augment.npz"), **found)


if __name__ == "__main__":
    main()
