# Made by tools/make_stubs.py from the operator registry; not to be edited.
from . import op as op, _internal as _internal, contrib as contrib, image as image, linalg as linalg
from .op import *
from . import ndarray as ndarray
from .creation import *
from .dlpack import from_dlpack as from_dlpack, to_dlpack_for_read as to_dlpack_for_read, to_dlpack_for_write as to_dlpack_for_write
from .fusing import apply_pure as apply_pure, fused_update as fused_update, invoke as invoke
from .ndarray import NDArray as NDArray, waitall as waitall
from .utils import load as load, load_frombuffer as load_frombuffer, save as save
