# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import AnyFunction, DTypeLike, Float, Int, NumPyArray, Shape
from jmx.context import Context
from jmx.ndarray._sparse_arrays import CSRNDArray, RowSparseNDArray
from jmx.test_utils.make import assign_each as assign_each
from jmx.test_utils.tolerance import default_context as default_context, default_dtype as default_dtype

def shuffle_csr_column_indices(csr: Any) -> None: ...
def rand_sparse_ndarray(shape: Sequence[Int], stype: Literal["row_sparse", "csr"] | str, density: Float | None = None, dtype: DTypeLike | None = None, distribution: Literal["uniform", "powerlaw"] | str | None = None, data_init: Float | None = None, rsp_indices: NumPyArray | None = None, modifier_func: AnyFunction | None = None, shuffle_csr_indices: bool = False, ctx: Context | None = None) -> tuple[RowSparseNDArray | CSRNDArray, tuple[Any, ...]]: ...
def create_sparse_array(shape: Shape, stype: Any, data_init: Any = None, rsp_indices: Any = None, dtype: DTypeLike | None = None, modifier_func: Any = None, density: Float = 0.5, shuffle_csr_indices: bool = False) -> Any: ...
def create_sparse_array_zd(shape: Shape, stype: Any, density: Any, data_init: Any = None, rsp_indices: Any = None, dtype: DTypeLike | None = None, modifier_func: Any = None, shuffle_csr_indices: bool = False) -> Any: ...
