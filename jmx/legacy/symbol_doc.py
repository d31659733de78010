"""`mx.symbol_doc`: classes whose docstrings MXNet appends to those of operators on symbols.

A subclass `XDoc` of `SymbolDoc` belongs to the operator `X`. Here operators have their documentation where they are declared:
`help(mx.sym.X)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..symbol.symbol import Symbol


class SymbolDoc:
    """The base class of documentation for operators on symbols."""

    @staticmethod
    def get_output_shape(sym: Symbol, **input_shapes: Any) -> dict[str, tuple[int, ...]]:
        """The shapes of a symbol's outputs.

        Parameters
        ----------
        sym : Symbol
        **input_shapes : tuple of int
            The shapes of its inputs, by name.

        Returns
        -------
        dict of str to tuple of int
            By the names of the outputs.

        Examples
        --------
        >>> y = mx.sym.Flatten(mx.sym.var("x"), name="flat")
        >>> mx.symbol_doc.SymbolDoc.get_output_shape(y, x=(2, 3, 4))
        {'flat_output': (2, 12)}
        """
        return dict(zip(sym.list_outputs(), sym.infer_shape(**input_shapes)[1]))


class ActivationDoc(SymbolDoc):
    """Examples
    --------
    >>> mx.sym.Activation(mx.sym.var("x"), act_type="relu", name="relu1").list_outputs()
    ['relu1_output']
    """


class DropoutDoc(SymbolDoc):
    """Examples
    --------
    >>> mx.sym.Dropout(mx.sym.var("x"), p=0.2, name="drop").list_arguments()
    ['x']
    """


class EmbeddingDoc(SymbolDoc):
    """Examples
    --------
    >>> y = mx.sym.Embedding(mx.sym.var("x"), input_dim=10, output_dim=4, name="words")
    >>> SymbolDoc.get_output_shape(y, x=(8,))
    {'words_output': (8, 4)}
    """


class FlattenDoc(SymbolDoc):
    """Examples
    --------
    >>> SymbolDoc.get_output_shape(mx.sym.Flatten(mx.sym.var("x"), name="flat"), x=(2, 3, 4))
    {'flat_output': (2, 12)}
    """


class FullyConnectedDoc(SymbolDoc):
    """Examples
    --------
    >>> mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2, name="fc").list_arguments()
    ['x', 'fc_weight', 'fc_bias']
    """


class ConcatDoc(SymbolDoc):
    """Examples
    --------
    >>> y = mx.sym.Concat(mx.sym.var("a"), mx.sym.var("b"), dim=1, name="both")
    >>> SymbolDoc.get_output_shape(y, a=(2, 3), b=(2, 4))
    {'both_output': (2, 7)}
    """


class BroadcastPlusDoc(SymbolDoc):
    """Examples
    --------
    >>> y = mx.sym.broadcast_plus(mx.sym.var("a"), mx.sym.var("b"), name="sum")
    >>> SymbolDoc.get_output_shape(y, a=(2, 1), b=(1, 3))
    {'sum_output': (2, 3)}
    """
