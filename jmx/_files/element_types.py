"""The integer codes of MXNet's element types."""

import ml_dtypes
import numpy as np

bfloat16 = np.dtype(ml_dtypes.bfloat16)

#: NumPy type -> code in .params files and symbol attributes (mshadow's TypeFlag)
CODES = {np.dtype(name): code for code, name in enumerate("float32 float64 float16 uint8 int32 int8 int64 bool".split())}
CODES[bfloat16] = 12
#: those that MXNet 2.0 added: arrays have them, and its files are read, but files for MXNet 1.9.1 cannot hold them
LATER = {np.dtype(name): code for code, name in enumerate("int16 uint16 uint32 uint64".split(), 8)}
ALL = {**CODES, **LATER}
FROM_CODE = {code: dtype for dtype, code in ALL.items()}
