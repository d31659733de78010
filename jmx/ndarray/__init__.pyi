# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import _internal as _internal
from . import buffers as buffers
from . import contrib as contrib
from . import creation as creation
from . import dlpack as dlpack
from . import elementwise as elementwise
from . import functions as functions
from . import fusing as fusing
from . import image as image
from . import indexing as indexing
from . import items as items
from . import linalg as linalg
from . import numpy as numpy
from . import numpy_extension as numpy_extension
from . import op as op
from . import printing as printing
from . import random as random
from . import register as register
from . import shapes as shapes
from . import sparse as sparse
from . import utils as utils
np = numpy
npx = numpy_extension
from .op import *
from . import ndarray as ndarray
from jmx.ndarray.creation import *
from jmx.ndarray.dlpack import from_dlpack as from_dlpack, to_dlpack_for_read as to_dlpack_for_read, to_dlpack_for_write as to_dlpack_for_write
from jmx.ndarray.fusing import apply_pure as apply_pure, fused_update as fused_update, invoke as invoke
from jmx.ndarray.ndarray import NDArray as NDArray, waitall as waitall
from jmx.ndarray.utils import load as load, load_frombuffer as load_frombuffer, save as save

