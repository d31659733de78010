# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx.core import facade
from jmx.symbol.symbol import Symbol
from jmx.base import MXNetError as MXNetError

symbol_class: type
numpy_class: type
def create(op: Any, hint: str, args: Sequence[Symbol], kwargs: Mapping[Any, Any], attr: Mapping[str, str] | None = None, name: str | None = None, cls: Any = None) -> Any: ...
def symbolic(op: Any, public: Any, module: Any, name: str | None = None) -> Any: ...
class Namespace(facade.Namespace):
    def __init__(self, module: Any, space: Any) -> None: ...
class Fluent:
    def __init__(self, public: Any = None) -> None: ...
    public: Any
    owner: Any
    name: Any
__all__ = ['Fluent', 'Namespace', 'create', 'symbolic']
