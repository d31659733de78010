# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.test_utils` is `jmx.test_utils`: this file is for type checkers only."""

from jmx.test_utils import *
from jmx.test_utils import compare as compare
from jmx.test_utils import consistency as consistency
from jmx.test_utils import downloads as downloads
from jmx.test_utils import environ as environ
from jmx.test_utils import make as make
from jmx.test_utils import optimizing as optimizing
from jmx.test_utils import sparse as sparse
from jmx.test_utils import statistics as statistics
from jmx.test_utils import symbolic as symbolic
from jmx.test_utils import tolerance as tolerance
