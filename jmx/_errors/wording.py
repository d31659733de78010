"""Words of error messages: values quoted briefly, names that may have been meant, keywords that a class does not take."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


#: what NumPy, PyTorch and older programs call a parameter -> what MXNet calls it, the likeliest first
_SYNONYMS = {
    "axis": ("dim",),
    "dim": ("axis",),
    "size": ("shape",),
    "keepdim": ("keepdims",),
    "weight_decay": ("wd",),
    "l2": ("wd",),
    "alpha": ("learning_rate",),
    "clip_value": ("clip_gradient",),
    "kernel_size": ("kernel",),
    "padding": ("pad",),
    "dilation": ("dilate",),
    "strides": ("stride",),
    "groups": ("num_group",),
    "out_channels": ("channels", "num_filter"),
    "filters": ("channels", "num_filter"),
    "channels": ("num_filter",),
    "out_features": ("units", "num_hidden"),
    "units": ("num_hidden",),
    "in_features": ("in_units",),
    "bias": ("use_bias", "no_bias"),
    "eps": ("epsilon", "eps"),
    "batchsize": ("batch_size",),
    "betas": ("beta1",),
    "workers": ("num_workers",),
    "collate_fn": ("batchify_fn",),
    "epochs": ("num_epoch",),
}
_LONGEST = 120


def brief(value) -> str:
    """Return a value as text for an error message: in one line, of bounded length, without control characters.

    Parameters
    ----------
    value : object
        Anything; of arrays and large containers the kind and the size are told.

    Returns
    -------
    str

    Example
    -------
    >>> from jmx._errors.wording import brief
    >>> brief("relu\\n"), brief(list(range(5000)))
    ("'relu\\\\n'", 'a list of 5000')
    """
    kind = type(value)
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and hasattr(value, "dtype"):
        place = "numpy.ndarray" if kind.__module__ == "numpy" else kind.__name__
        return f"{place} of shape {shape}"
    if isinstance(value, (list, tuple, dict, set, bytes, bytearray)) and len(value) > 64:
        return f"a {kind.__name__} of {len(value)}"
    text = repr(value[: 4 * _LONGEST] if isinstance(value, str) else value)
    text = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def nearest(name, names) -> str | None:
    """Return the one of `names` that was probably meant by `name`, or None.

    Parameters
    ----------
    name : str
        A name that does not exist.
    names : iterable of str
        Those that exist.

    Returns
    -------
    str or None

    Example
    -------
    >>> from jmx._errors.wording import nearest
    >>> nearest("kernal", ["kernel_size", "strides"]), nearest("lr", ["learning_rate", "wd"])
    ('kernel_size', 'learning_rate')
    """
    import difflib

    names = [each for each in names if isinstance(each, str) and not each.startswith("_")]
    name = str(name)
    for synonym in _SYNONYMS.get(name.lower(), ()):
        if synonym in names:
            return synonym
    by_case = {each.lower(): each for each in names}
    if name.lower() in by_case:
        return by_case[name.lower()]
    if 2 <= len(name) <= 3:
        initials = [each for each in names if "_" in each and "".join(word[:1] for word in each.split("_")) == name]
        if initials:
            return initials[0]
    close = difflib.get_close_matches(name.lower(), by_case, 1, 0.6)
    if close:
        return by_case[close[0]]
    by_part = {part: each for each in sorted(names, reverse=True) for part in each.lower().split("_") if len(part) > 3}
    close = difflib.get_close_matches(name.lower(), by_part, 1, 0.8)
    if close:
        return by_part[close[0]]
    word = name.lower()
    inside = [each for each in names if min(len(word), len(each)) > 3 and (word in each.lower() or each.lower() in word)]
    return min(inside, key=len, default=None)


def did_you_mean(name, names) -> str:
    """Return " Did you mean 'kernel'?" for a name that is near to one of `names`, else an empty text."""
    near = nearest(name, names)
    return f" Did you mean {near!r}?" if near else ""


def missing_of(module, names, instead=None) -> Callable[..., Any]:
    """Return the `__getattr__` of a module that names what was probably meant by a name that it does not have.

    Parameters
    ----------
    module : str
        Its name.
    names : list of str
        What it has.
    instead : dict, optional
        What other libraries call something -> what the module calls it.

    Returns
    -------
    function
    """

    def __getattr__(name):
        text = f"module {module.replace('jmx', 'mxnet', 1)!r} has no attribute {name!r}"
        if not name.startswith("__"):
            meant = (instead or {}).get(name)
            text += f". Did you mean {meant!r}?" if meant else f".{did_you_mean(name, names)}".rstrip(".")
        raise AttributeError(text)

    return __getattr__


def not_supported(value, numpy):
    """Return the TypeError for a value that a function, or an operator, of arrays does not take.

    Parameters
    ----------
    value : object
        The value.
    numpy : bool
        Whether the function is of mx.np, rather than of mx.nd.
    """
    kind = getattr(value, "_numpy", None) if hasattr(value, "asnumpy") else None
    text = f"type {type(value)} not supported"
    if kind is None or kind is numpy:
        hint = f"expected an array of {'mx.np' if numpy else 'mx.nd'} or a number"
        made = " Make an array of it with " + ("mx.np.array()." if numpy else "mx.nd.array().")
        return TypeError(f"{text}: {hint}.{made if isinstance(value, (list, tuple)) or hasattr(value, 'dtype') else ''}")
    return TypeError(
        f"{text}: an NDArray of mx.nd and an ndarray of mx.np do not mix, both must be of the same kind. "
        f"Call {'as_np_ndarray() on the NDArray' if numpy else 'as_nd_ndarray() on the ndarray'}, or "
        f"{'as_nd_ndarray() on the ndarray' if numpy else 'as_np_ndarray() on the NDArray'}."
    )


def no_array(what, value, numpy):
    """Return the AssertionError for an input of an operator that is no array.

    Parameters
    ----------
    what : str
        Which input, as "Argument data".
    value : object
        What came.
    numpy : bool
        Whether the operator is of mx.np, rather than of mx.nd.
    """
    space = "np" if numpy else "nd"
    if hasattr(value, "list_arguments"):
        mend = f"Symbols go to mx.sym.{'np.' if numpy else ''}, as F does in hybrid_forward: write F.relu, not mx.{space}.relu."
    elif isinstance(value, (list, tuple, int, float)) or hasattr(value, "dtype"):
        mend = f"Make an array of it with mx.{space}.array()."
    else:
        mend = f"Give an array of mx.{space}."
    said = value if hasattr(value, "list_arguments") else brief(value)
    return AssertionError(f"{what} must have NDArray type, but got {said} of {type(value)}. {mend}")


def _constructors(cls):
    """The `__init__` of a class and of its bases up to the one that keeps what it is given: of that, None.

    A program may replace one after others have been called, so that they are looked up for every object.
    """
    found = []
    for base in cls.__mro__:
        own = vars(base)
        if "__init__" in own:
            found.append(None if base is object or "_reads_keywords" in own else own["__init__"])
            if found[-1] is None:
                break
    return tuple(found)


def _is_own(function):
    """Whether a function is written in jmx."""
    return str(getattr(function, "__globals__", {}).get("__name__")).startswith("jmx.")


@functools.cache
def _accepted(constructors):
    """The keywords that constructors take which pass on what they do not know, in order; None where that may be any."""
    import inspect

    names = []
    for init in constructors:
        if init is None:
            return None
        # a constructor with settings of jmx's own around it, as `use_np` puts them
        while _is_own(init) and hasattr(init, "__wrapped__"):
            init = init.__wrapped__
        try:
            parameters = list(inspect.signature(init, follow_wrapped=False).parameters.values())[1:]
        except (TypeError, ValueError):
            return None
        names += [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name not in names]
        if not any(p.kind is p.VAR_KEYWORD for p in parameters):
            break
        # A user's constructor may read them itself. It may be of a class of jmx, put there in place of jmx's own, and
        # `functools.wraps` lets it say any `__module__`.
        if not _is_own(init):
            return None
    return tuple(names)


class KnownKeywords:
    """Base of classes whose constructors pass keywords on: an unknown one is told before a missing one, with the nearest name.

    A class whose constructor takes keywords for something else than its base's constructor has an attribute `_reads_keywords`.
    """

    def __new__(cls, *args, **kwargs):
        if kwargs:
            names = _accepted(_constructors(cls))
            unknown = [] if names is None else [name for name in kwargs if name not in names]
            if names is not None and unknown:
                raise TypeError(
                    f"{cls.__name__}() got an unexpected keyword argument {unknown[0]!r}.{did_you_mean(unknown[0], names)} "
                    f"It takes {', '.join(names) or 'none'}."
                )
        return super().__new__(cls)
