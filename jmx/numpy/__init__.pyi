# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import arrayprint as arrayprint
from . import fallback_linalg as fallback_linalg
from . import function_base as function_base
from . import io as io
from . import multiarray as multiarray
from . import standard as standard
from . import stride_tricks as stride_tricks
from . import utils as utils
from . import _op as _op, fallback as fallback, linalg as linalg, random as random
from jmx.numpy._op import *
from jmx.numpy.arrayprint import set_printoptions as set_printoptions
from jmx.numpy.fallback import *
from jmx.numpy.function_base import meshgrid as meshgrid
from jmx.numpy.io import genfromtxt as genfromtxt
from jmx.numpy.multiarray import array as array, clip as clip, empty as empty, from_jax as from_jax, ndarray as ndarray
from jmx.numpy.standard import *
from jmx.numpy.stride_tricks import broadcast_arrays as broadcast_arrays
from jmx.numpy.utils import *

