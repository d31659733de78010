"""Names start anew in every test, as automatic names count up."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))


@pytest.fixture(autouse=True)
def fresh_names():
    import jmx as mx

    with mx.name.NameManager():
        yield
