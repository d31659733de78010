# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import amp as amp
from . import autograd as autograd
from . import io as io
from . import ndarray as ndarray
from . import onnx as onnx
from . import quantization as quantization
from . import svrg_optimization as svrg_optimization
from . import symbol as symbol
from . import tensorboard as tensorboard
from . import tensorrt as tensorrt
from . import text as text
nd = ndarray
sym = symbol
quant = quantization

