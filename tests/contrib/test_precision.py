"""A trained network for digits in fewer bits: what it answers beside float32, and beside MXNet (golden/suites/precision.py)."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))
import precision_cases as cases

FOLDER = str(GOLDEN / "precision")
EXPECTED = json.loads((GOLDEN / "precision.json").read_text())
#: how many of a hundred answers are at least float32's, and MXNet's of the same type
AGREEMENT = {
    "bfloat16": (99, None),
    "float16": (99.6, None),
    "int8, naive": (99, 99),
    "int8, entropy, first layer float32": (99, 99),
}


@pytest.fixture(scope="module")
def single():
    return cases.scores(mx, FOLDER, "float32").argmax(1)


def same(one, other):
    return 100 * np.mean(np.array(one) == np.array(other))


def test_float32_answers_as_mxnet(single):
    assert single.tolist() == EXPECTED["float32"]
    assert same(single, cases.load(FOLDER)["labels"]) > 97


@pytest.mark.parametrize("way", AGREEMENT)
def test_fewer_bits_answer_as_float32_and_as_mxnet(single, way):
    found = cases.scores(mx, FOLDER, way).argmax(1)
    least, beside = AGREEMENT[way]
    assert same(found, single) >= least
    if beside is None:
        assert isinstance(EXPECTED[way], str), "MXNet has this type on CPUs: compare with it"
    else:
        assert same(found, EXPECTED[way]) >= beside


def test_entropy_harms_images_of_two_colours_less_than_in_mxnet(single):
    labels = cases.load(FOLDER)["labels"]
    found = cases.scores(mx, FOLDER, "int8, entropy").argmax(1)
    assert same(found, labels) >= same(EXPECTED["int8, entropy"], labels)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "int8"])
def test_predictors_answer_the_same(dtype):
    arrays = cases.load(FOLDER)
    more = {"calib_data": arrays["examples"]} if dtype == "int8" else {}
    predictor = mx.predictor.Predictor.load(f"{FOLDER}/net", dtype=dtype, **more)
    expected = cases.scores(mx, FOLDER, "int8, naive" if dtype == "int8" else dtype)
    found = predictor(arrays["images"][: cases.BATCH])[0].asnumpy()
    np.testing.assert_allclose(found, expected[: cases.BATCH], rtol=1e-4, atol=1e-4)
