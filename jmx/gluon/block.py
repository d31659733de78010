"""The classes of blocks, and what else programs import from MXNet's module of this name."""

from ._naming import _common_prefix  # noqa: F401
from ._scope import _BlockScope  # noqa: F401
from .base_block import Block
from .hybrid import HybridBlock
from .parameter import Parameter, ParameterDict  # noqa: F401
from .structure import _flatten, _gather_type_ctx_info, _regroup  # noqa: F401
from .symbol_block import SymbolBlock, _infer_param_types  # noqa: F401
from .utils import HookHandle  # noqa: F401

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
