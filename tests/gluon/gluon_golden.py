"""The golden values of this folder's tests, and where MXNet's own files are."""

import json
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent.parent / "golden"
FILES = FOLDER / "gluon"
NUMBERS = np.load(FOLDER / "gluon.npz")
TEXTS = json.loads((FOLDER / "gluon.json").read_text())


def numbers(start):
    """The arrays whose names start with `start/`, by the rest of their names."""
    return {name[len(start) + 1 :]: NUMBERS[name] for name in NUMBERS.files if name.startswith(start + "/")}


def close(got, expected, rtol=1e-4, atol=1e-5):
    """Same names, shapes, types and nearly the same numbers."""
    assert set(got) == set(expected)
    for name, value in expected.items():
        assert got[name].shape == value.shape, name
        assert got[name].dtype == value.dtype, name
        np.testing.assert_allclose(got[name], value, rtol=rtol, atol=atol, err_msg=name)
