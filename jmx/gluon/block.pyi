# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon._scope import _BlockScope as _BlockScope
from jmx.gluon.base_block import Block as Block
from jmx.gluon.hybrid import HybridBlock as HybridBlock
from jmx.gluon.parameter import Parameter as Parameter, ParameterDict as ParameterDict
from jmx.gluon.structure import _flatten as _flatten, _regroup as _regroup
from jmx.gluon.symbol_block import SymbolBlock as SymbolBlock
from jmx.gluon.utils import HookHandle as HookHandle

__all__ = ['Block', 'HybridBlock', 'SymbolBlock']
