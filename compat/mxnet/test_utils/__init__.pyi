# Made by tools/make_stubs.py; not to be edited.
from jmx.test_utils import *
from jmx.test_utils import compare as compare, downloads as downloads, environ as environ, make as make, optimizing as optimizing, sparse as sparse, statistics as statistics, symbolic as symbolic, tolerance as tolerance
