"""mx.image's augmenters and iterators against MXNet's results (tests/golden/augment_cases.py)."""

import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

HERE = pathlib.Path(__file__).parents[1] / "golden"
GOLDEN = np.load(HERE / "augment.npz")
sys.path.insert(0, str(HERE))
try:
    import augment_cases
finally:
    sys.path.remove(str(HERE))

NAMES = list(augment_cases.cases(mx, ""))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("images")
    augment_cases.files(mx, str(path))
    return str(path)


@pytest.mark.parametrize("name", NAMES)
def test_what_mxnet_gives(name, folder):
    augment_cases.seed(mx)
    call = augment_cases.cases(mx, folder)[name]
    found = augment_cases.plain(call(mx.nd.array(augment_cases.pictures()[0], dtype="uint8")))
    keys = [key for key in GOLDEN.files if key.split("|")[0] == name]
    assert len(found) == len(keys)
    for key, array in zip(keys, found):
        wanted = GOLDEN[key]
        assert array.shape == wanted.shape and array.dtype == wanted.dtype, key
        if wanted.dtype.kind == "U":
            assert str(array) == str(wanted)
            continue
        assert np.abs(array.astype("float64") - wanted).max(initial=0) <= limit(wanted), key


def limit(wanted):
    """One level of 255 for images, which jittered colours enlarge; less for their means, nearly nothing for labels."""
    return 1.5 if wanted.ndim == 3 and wanted.shape[2] == 3 else 0.1 if wanted.shape[-1:] == (3,) else 1e-5
