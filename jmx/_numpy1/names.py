"""The names that NumPy 2 has removed from `numpy`, `numpy.lib`, `numpy.core` and `numpy.linalg`, answered when asked for.

A module's `__getattr__` runs for names that the module does not have, so what NumPy has is never replaced and costs nothing.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import sys

#: name -> where its value is: an attribute of numpy, or "module:name" in a submodule of numpy; "functions:name" is written in
#: `functions`, "=name" is a module of Python, a number is the value itself
_TABLE = """
    add_docstring=lib:add_docstring add_newdoc=lib:add_newdoc alen=functions:alen ALLOW_THREADS=1 alltrue=all
    asfarray=functions:asfarray asscalar=functions:asscalar AxisError=exceptions:AxisError bool8=bool_ BUFSIZE=8192
    byte_bounds=lib.array_utils:byte_bounds bytes0=bytes_ cast=functions:cast cfloat=cdouble chararray=char:chararray CLIP=0
    clongfloat=clongdouble compare_chararrays=char:compare_chararrays complex_=cdouble
    ComplexWarning=exceptions:ComplexWarning cumproduct=cumprod DataSource=lib.npyio:DataSource deprecate=functions:deprecate
    deprecate_with_doc=functions:deprecate_with_doc disp=functions:disp ERR_CALL=3 ERR_DEFAULT=521 ERR_IGNORE=0 ERR_LOG=5
    ERR_PRINT=4 ERR_RAISE=2 ERR_WARN=1 fastCopyAndTranspose=functions:fastCopyAndTranspose
    find_common_type=functions:find_common_type float_=double FLOATING_POINT_SUPPORT=1 format_parser=rec:format_parser
    FPE_DIVIDEBYZERO=1 FPE_INVALID=8 FPE_OVERFLOW=2 FPE_UNDERFLOW=4 get_array_wrap=functions:get_array_wrap
    in1d=functions:in1d Inf=inf Infinity=inf infty=inf int0=intp issctype=functions:issctype
    issubclass_=functions:issubclass_ issubsctype=functions:issubsctype loads=functions:loads longcomplex=clongdouble
    longfloat=longdouble mat=asmatrix math==math MAXDIMS=32 maximum_sctype=functions:maximum_sctype MAY_SHARE_BOUNDS=0
    MAY_SHARE_EXACT=-1 ModuleDeprecationWarning=exceptions:ModuleDeprecationWarning msort=functions:msort NAN=nan NaN=nan
    nbytes=functions:nbytes NINF=functions:NINF NZERO=functions:NZERO obj2sctype=functions:obj2sctype object0=object_ os==os
    PINF=inf product=prod PZERO=functions:PZERO RAISE=2 rank=ndim RankWarning=exceptions:RankWarning
    recfromcsv=functions:recfromcsv recfromtxt=functions:recfromtxt round_=round row_stack=vstack
    safe_eval=functions:safe_eval sctype2char=functions:sctype2char sctypes=functions:sctypes SHIFT_DIVIDEBYZERO=0
    SHIFT_INVALID=9 SHIFT_OVERFLOW=3 SHIFT_UNDERFLOW=6 singlecomplex=csingle sometrue=any source=functions:source str0=str_
    string_=bytes_ sys==sys TooHardError=exceptions:TooHardError tracemalloc_domain=lib:tracemalloc_domain trapz=trapezoid
    typeDict=functions:typeDict UFUNC_BUFSIZE_DEFAULT=8192 uint0=uintp unicode_=str_
    VisibleDeprecationWarning=exceptions:VisibleDeprecationWarning void0=void warnings==warnings WRAP=1
"""
NAMES = dict(entry.split("=", 1) for entry in _TABLE.split())
#: Python's own types. NumPy 2 has np.bool and np.long itself, as scalar types.
BUILTINS = {name: getattr(builtins, name) for name in ("complex", "float", "int", "object", "str")} | {"unicode": str}

_FINANCIAL = "NumPy has no financial functions any more: `pip install numpy-financial` and use numpy_financial.{name}."
#: names that cannot be given back, with what to use instead
REFUSED = {
    **dict.fromkeys("fv ipmt irr mirr nper npv pmt ppmt pv rate".split(), _FINANCIAL),
    "Tester": "NumPy has no test runner any more: use pytest.",
    "geterrobj": "Use np.geterr(), np.getbufsize() and np.geterrcall().",
    "lookfor": "NumPy cannot search its documentation any more: look in the reference on numpy.org.",
    "mafromtxt": "Use np.genfromtxt(..., usemask=True).",
    "ndfromtxt": "Use np.genfromtxt(...).",
    "set_numeric_ops": "Operators of arrays cannot be replaced any more: subclass np.ndarray, with __array_ufunc__.",
    "set_string_function": "Use np.set_printoptions(formatter=...) or np.set_printoptions(override_repr=...).",
    "seterrobj": "Use np.seterr(...), np.setbufsize(...) and np.seterrcall(...).",
    "who": "Use print(locals()).",
}

#: what numpy.lib had of numpy's own names
_IN_LIB = frozenset("""
    angle append apply_along_axis apply_over_axes array_split asarray_chkfinite asfarray average bartlett bincount blackman
    broadcast_arrays broadcast_shapes broadcast_to byte_bounds c_ column_stack common_type copy corrcoef cov DataSource
    delete deprecate deprecate_with_doc diag diag_indices diag_indices_from diagflat diff digitize disp dsplit dstack ediff1d
    emath expand_dims extract eye fill_diagonal fix flip fliplr flipud fromregex genfromtxt get_array_wrap get_include
    gradient hamming hanning histogram histogram2d histogram_bin_edges histogramdd hsplit i0 imag in1d index_exp info insert
    interp intersect1d iscomplex iscomplexobj isin isneginf isposinf isreal isrealobj issubclass_ issubdtype issubsctype
    iterable ix_ kaiser kron load loadtxt mask_indices math median meshgrid mgrid mintypecode msort nan_to_num nanargmax
    nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar
    ndenumerate ndindex ogrid packbits pad percentile piecewise place poly poly1d polyadd polyder polydiv polyfit polyint
    polymul polysub polyval put_along_axis quantile r_ RankWarning ravel_multi_index real real_if_close recfromcsv recfromtxt
    roots rot90 row_stack s_ safe_eval save savetxt savez savez_compressed select setdiff1d setxor1d sinc sort_complex source
    split take_along_axis tile trapz tri tril tril_indices tril_indices_from trim_zeros triu triu_indices triu_indices_from
    typename union1d unique unpackbits unravel_index unwrap vander vectorize vsplit
""".split())  # fmt: skip
#: what numpy.core had beside the names of the table
_IN_CORE = frozenset(["char", "chararray", "rec"])
#: names of the table that a star import of NumPy 1.23 did not bring
_NOT_STARRED = frozenset("alen asscalar loads rank typeDict os sys warnings".split())


def _resolve(name):
    """The value of one name of NumPy 1; KeyError where there is none."""
    if name in BUILTINS:
        return BUILTINS[name]
    where = NAMES[name]
    if where.startswith("="):
        return importlib.import_module(where[1:])
    if where.lstrip("-").isdigit():
        return int(where)
    place, _, attribute = where.rpartition(":")
    if place == "functions":
        module = importlib.import_module("._numpy1.functions", __package__.rpartition(".")[0])
    else:
        module = importlib.import_module(f"numpy.{place}" if place else "numpy")
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise KeyError(name) from None  # a NumPy that has lost this as well says so itself


def _chain(module, answer):
    """Let `answer(name)` speak for a module's missing names before the module's own `__getattr__` does.

    `answer` returns `_resolve`'s value, or raises KeyError where the name is none of NumPy 1's.
    """
    own = module.__dict__.get("__getattr__")

    def __getattr__(name):
        try:
            value = answer(name)
        except KeyError:
            if own is None:
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}", name=name, obj=module) from None
        else:
            # Kept, so that a loop pays once; all threads get the one that came first.
            return module.__dict__.setdefault(name, value)
        return own(name)

    module.__getattr__ = __getattr__


def _of_numpy(name):
    if name in REFUSED:
        raise AttributeError(f"NumPy 2 has no `np.{name}`. {REFUSED[name].format(name=name)}")
    return _resolve(name)


def _of_lib(name):
    from . import moved

    if f"numpy.lib.{name}" in moved.MODULES:
        return importlib.import_module(f"numpy.lib.{name}")
    if name not in _IN_LIB:
        raise KeyError(name)
    return getattr(sys.modules["numpy"], name)


def _of_linalg(name):
    if name != "linalg":
        raise KeyError(name)
    return importlib.import_module("numpy.linalg.linalg")


def _of_core(name):
    if name not in NAMES and name not in _IN_CORE and name != "unicode":
        raise KeyError(name)
    return getattr(sys.modules["numpy"], name)


def install() -> None:
    """Answer the old names from now on, in `numpy` and the modules of it that had them, star imports included."""
    import numpy

    _chain(numpy, _of_numpy)
    _chain(numpy.lib, _of_lib)
    _chain(numpy.linalg, _of_linalg)
    with contextlib.suppress(ImportError):
        _chain(importlib.import_module("numpy.core"), _of_core)
    numpy.__all__ = [*numpy.__all__, *filter(_is_starred, NAMES)]


def _is_starred(name):
    """Whether a star import brings this name: it did in NumPy 1.23, and its value is sure to be there."""
    numpy, where = sys.modules["numpy"], NAMES[name]
    place, _, attribute = where.rpartition(":")
    sure = place in ("functions", "exceptions") or not place and (attribute in numpy.__dict__ or not attribute.isidentifier())
    return sure and name not in numpy.__all__ and name not in _NOT_STARRED
