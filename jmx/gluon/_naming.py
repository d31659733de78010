"""How blocks name their parameters: by prefixes as in MXNet 1.9.1, or by places in the tree as in 2.0.

Both classes have the same methods; :func:`naming` gives the one of the interface that is on. Blocks leave to it all that depends
on names: what their dictionaries hold, and what is read from files and written to them.
"""

from __future__ import annotations

import os.path
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .._dialects import dialect
from . import _model_file, _v2
from .parameter import Constant, Parameter
from .parameter_dict import ParameterDict, load_all, others
from .utils import _brief_print_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..context import Context
    from ..ndarray import NDArray
    from ..symbol import Symbol

    Contexts = Context | Sequence[Context] | None


def _common_prefix(names: Iterable[str]) -> str:
    """What all names start with."""
    return os.path.commonprefix(list(names))


class PrefixedNames:
    """MXNet 1.9.1: a parameter's name is the prefixes of the blocks around it and its own, `dense0_weight`."""

    #: what a block keeps its parameters in by the names of its attributes
    mapping: type[dict[str, Parameter]] = dict
    #: what `Block(params=...)` raises for what is no ParameterDict: MXNet looks for its prefix
    refusal: type[Exception] = AttributeError
    advice = ""

    def own(self, block: Any) -> Any:
        """The parameters of a block without those of its children, as users get them."""
        return block._params

    def in_graphs(self, block: Any) -> ParameterDict:
        """The parameters of a block and everything below it, by the names that they have in graphs."""
        return block.collect_params()

    def collected(self, block: Any, select: str | None) -> Any:
        """The parameters of a block and everything below it whose names `select` matches, as users get them."""
        collected = ParameterDict(block._params.prefix)
        if select:
            pattern = re.compile(select)
            collected.update({name: param for name, param in block.params.items() if pattern.match(name)})
        else:
            collected.update(block.params)
        for child in block._children.values():
            collected.update(child.collect_params(select=select))
        return collected

    def adopt(self, block: Any) -> None:
        """Make parameters that were made without a dictionary the blocks' own, before they get their arrays."""
        _adopt(block, {id(param) for param in block.collect_params().values()})

    def load(
        self,
        block: Any,
        filename: str,
        loaded: dict[str, NDArray],
        ctx: Contexts,
        allow_missing: bool,
        ignore_extra: bool,
        cast_dtype: bool,
        dtype_source: str,
    ) -> None:
        """Give the parameters of a block the values `loaded` of a file; see :meth:`Block.load_parameters`."""
        if not any("." in name for name in loaded):
            # Full names: written by save_params, ParameterDict.save or export.
            block.collect_params().load(
                filename, ctx, allow_missing, ignore_extra, block.prefix, cast_dtype=cast_dtype, dtype_source=dtype_source
            )
            return
        params = block._collect_params_with_prefix()
        if not allow_missing:
            names_of = defaultdict(list)
            for name, param in params.items():
                names_of[param].append(name)
            missing = [name for name, param in params.items() if not any(alias in loaded for alias in names_of[param])]
            assert not missing, (
                f"Parameter '{missing[0]}' is missing in file '{filename}', which contains parameters: "
                f"{_brief_print_list(loaded)}.{others(missing)} Set allow_missing=True to ignore missing parameters."
            )
        extra = [name for name in loaded if name not in params]
        if extra and not ignore_extra:
            raise ValueError(
                f"Parameter '{extra[0]}' loaded from file '{filename}' is not present in the block, which contains "
                f"parameters {_brief_print_list(params)}.{others(extra)} Set ignore_extra=True to ignore what the block lacks."
            )
        load_all([(params[n], array) for n, array in loaded.items() if n in params], ctx, cast_dtype, dtype_source)

    def load_exported(self, block: Any, filename: str, ctx: Contexts, allow_missing: bool, ignore_extra: bool) -> None:
        """Give a graph the parameters that were exported with it, of the element types of the file."""
        block._all_params().load(filename, ctx, allow_missing, ignore_extra, cast_dtype=True, dtype_source="saved")

    def described(self, block: Any) -> dict[str, Any]:
        """What `Block.save` writes of the structure."""
        structure: dict[str, Any] = {}
        _model_file.describe(block, [0], structure)
        return structure

    def restore(self, block: Any, structure: Any, filename: str) -> None:
        """Give a block and what is below it what :meth:`described` found."""
        _model_file.restore(block, [0], structure)

    def for_graph(self, params: Any) -> Any:
        """The parameters that a graph is given, as a dictionary by the names that they have in it."""
        return params

    def register_of_graph(self, block: Any) -> None:
        """Register the parameters of a graph, which have the names of its variables."""
        cut = len(_common_prefix(block._params.keys()))
        block._reg_params = {name[cut:]: param for name, param in block._params.items()}

    def exported(self, block: Any, graph: Symbol, params: list[Parameter]) -> tuple[Symbol, dict[str, str]]:
        """A graph as it is written, and the names in it of parameters by their own."""
        return graph, {param._name: param._name for param in params}


def _adopt(block: Any, known: set[int]) -> None:
    for name, param in block._reg_params.items():
        unnamed = param.name == name or (type(param) is Constant and param.name == "const")
        if unnamed and id(param) not in known and param._arrays is None:
            param.name, param._var = block.prefix + name, None
            block._params._params[param.name] = param
            known.add(id(param))
    for child in block._children.values():
        _adopt(child, known)


class StructuralNames:
    """MXNet 2.0: a parameter's name is its place in the tree of blocks, `0.weight`; in graphs each has one of its own.

    The methods are those of :class:`PrefixedNames`.
    """

    mapping: type[dict[str, Parameter]] = _v2.Parameters
    refusal: type[Exception] = TypeError
    advice = f" {_v2.SWITCH[0].upper()}{_v2.SWITCH[1:]}; there, block.share_parameters(params) shares."

    def own(self, block: Any) -> Any:
        return block._reg_params

    def in_graphs(self, block: Any) -> ParameterDict:
        collected = ParameterDict()
        collected._params.update((param._name, param) for param in _v2.own_parameters(block))
        return collected

    def collected(self, block: Any, select: str | None) -> Any:
        found = _v2.by_place(block)
        if select:
            pattern = re.compile(select)
            found = _v2.Parameters((name, param) for name, param in found.items() if pattern.match(name))
        return found

    def adopt(self, block: Any) -> None:
        """Nothing: they are named by their attributes."""

    def load(
        self,
        block: Any,
        filename: str,
        loaded: dict[str, NDArray],
        ctx: Contexts,
        allow_missing: bool,
        ignore_extra: bool,
        cast_dtype: bool,
        dtype_source: str,
    ) -> None:
        with block._own_semantics():
            _v2.load(block, loaded, f"file '{filename}'", ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def load_exported(self, block: Any, filename: str, ctx: Contexts, allow_missing: bool, ignore_extra: bool) -> None:
        block.load_parameters(filename, ctx, allow_missing, ignore_extra, True, "saved")

    def described(self, block: Any) -> dict[str, Any]:
        return _v2.described(block)

    def restore(self, block: Any, structure: Any, filename: str) -> None:
        _v2.restore(block, structure, filename)

    def for_graph(self, params: Any) -> Any:
        return _v2.shared(params) if isinstance(params, dict) else params

    def register_of_graph(self, block: Any) -> None:
        # Other parameters may have these names; the graph then has them under those that are free.
        names = {name: param._name for name, param in block._params.items() if param._name != name}
        if names:
            inputs, graph = block._cached_graph
            block._cached_graph = inputs, _v2.renamed(graph, names)
        block._reg_params = _v2.Parameters(block._params.items())

    def exported(self, block: Any, graph: Symbol, params: list[Parameter]) -> tuple[Symbol, dict[str, str]]:
        names = {param._name: param._name for param in params}
        # the names of the tree, where a shared parameter has that which comes first
        names.update((param._name, place) for place, param in reversed(list(block.collect_params().items())))
        return _v2.renamed(graph, names), names


_PREFIXED, _STRUCTURAL = PrefixedNames(), StructuralNames()


def naming() -> PrefixedNames | StructuralNames:
    """How parameters are named with the interface that is on."""
    return _STRUCTURAL if dialect().structural_names else _PREFIXED
