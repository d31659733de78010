"""Idioms of NumPy 1 in programs for MXNet: (name, code that prints, the first NumPy that refuses it, part of the sentence then).

The code runs after `import numpy as np` and `import mxnet as mx`. Where the third entry is None the output is NumPy 1.23's on every
NumPy. `DIFFERENT` holds what NumPy 2 computes differently without an error.
"""

IDIOMS = [
    # Names of types
    ("astype(np.float)", "x = mx.nd.array([1, 2]); y = x.asnumpy().astype(np.float); print(y.dtype, y.tolist())", None, None),
    ("astype(np.int)", "y = mx.nd.array([1.7, 2.2]).asnumpy().astype(np.int); print(y.dtype, y)", None, None),
    ("NDArray.astype(np.int)", "y = mx.nd.array([1.7, 2.2]).astype(np.int); print(y.dtype, y.asnumpy())", None, None),
    ("astype(np.bool)", "y = mx.nd.array([0, 2]).asnumpy().astype(np.bool); print(y.dtype, y)", None, None),
    ("dtype=np.object", "a = np.empty(2, dtype=np.object); a[0] = [1]; print(a, a.dtype)", None, None),
    ("np.array(list, np.str)", "print(np.array(['a', 'bc'], dtype=np.str).dtype)", None, None),
    ("np.complex", "print(np.zeros(1, np.complex).dtype, np.complex(1, 2))", None, None),
    ("np.float_, np.complex_", "print(np.dtype(np.float_), np.dtype(np.complex_), np.float_ is np.float64)", None, None),
    ("np.string_, np.unicode_", "print(np.array([b'ab'], np.string_), np.array(['ab'], np.unicode_), np.string_('x'))", None, None),
    ("np.int0, np.bool8", "print(np.dtype(np.int0), np.dtype(np.bool8), np.dtype(np.longfloat))", None, None),
    ("isinstance(x, np.float)", "print(isinstance(0.5, np.float), isinstance(3, np.int), isinstance('a', np.unicode))", None, None),
    ("np.issubdtype(x, np.float)", "print(np.issubdtype(np.float64, np.float), np.issubdtype(np.int32, np.float))", None, None),
    ("DataDesc with np.float", "print(mx.io.DataDesc('data', (2, 3), np.float32).dtype, np.dtype(np.float))", None, None),
    # Constants
    ("best = np.Inf", "best = np.Inf; print(best > 3, -np.Inf, np.infty, np.Infinity, np.PINF, np.NINF)", None, None),
    ("np.NaN", "print(np.isnan(np.NaN), np.isnan(np.NAN), np.nansum([1, np.NaN]))", None, None),
    ("np.PZERO, np.NZERO", "print(np.PZERO, np.NZERO, np.MAXDIMS, np.ERR_IGNORE, np.CLIP)", None, None),
    # Functions
    ("np.asscalar(array)", "print(np.asscalar(mx.nd.array([2.5]).asnumpy()), type(np.asscalar(np.float32([1]))).__name__)", None, None),
    ("mx.nd.array(np.asscalar(a))", "print(mx.nd.array([np.asscalar(np.array([3.]))]).asnumpy())", None, None),
    ("np.product(shape)", "print(np.product(mx.nd.zeros((2, 3, 4)).shape), np.cumproduct([1, 2, 3]))", None, None),
    ("np.alltrue, np.sometrue", "x = mx.nd.array([0, 1]).asnumpy(); print(np.alltrue(x), np.sometrue(x), np.alltrue([[1, 0], [1, 1]], axis=1))", None, None),
    ("np.round_", "print(np.round_(mx.nd.array([1.256, 2.5]).asnumpy(), 1))", None, None),
    ("np.in1d", "print(np.in1d(mx.nd.array([1, 2, 3]).asnumpy(), [2, 5]), np.in1d([[1, 2], [3, 1]], [1], invert=True))", None, None),
    ("np.row_stack", "print(np.row_stack(([1, 2], [3, 4])).tolist())", None, None),
    ("np.trapz(precision, recall)", "print(np.trapz([1., 2., 4.], [0., 1., 3.]), np.trapz([[1, 2], [3, 4]], dx=2.0, axis=0))", None, None),
    ("np.msort", "print(np.msort([[3, 1], [2, 5]]).tolist())", None, None),
    ("np.mat", "print(np.mat('1 2; 3 4') * np.mat([[1], [1]]))", None, None),
    ("np.asfarray", "print(np.asfarray([1, 2]).dtype, np.asfarray([1, 2], dtype='int8').dtype, np.asfarray([1], np.float32).dtype)", None, None),
    ("np.math", "print(np.math.sqrt(4.0), np.math.factorial(5), np.math.pi)", None, None),
    ("np.warnings", "np.warnings.filterwarnings('ignore'); print(np.sys.byteorder in ('little', 'big'), np.os.sep)", None, None),
    ("np.find_common_type", "f = np.find_common_type; print(f([np.float32], [np.int64]), f([np.int16, np.float32], []), f([], [np.int64, np.complex64]), f([np.float32], ['D']))", None, None),
    ("np.sctypes", "print({k: [np.dtype(t).name for t in v] for k, v in np.sctypes.items()})", None, None),
    ("np.nbytes", "print(np.nbytes[np.float32], np.nbytes['i8'], np.nbytes[np.complex128])", None, None),
    ("np.cast", "print(np.cast['float32']([1, 2]).dtype, np.cast[np.int8](3.7), np.typeDict['float32'] is np.float32)", None, None),
    ("np.typeDict", "print({str(k): np.dtype(np.typeDict[k]).char for k in ('f4', 'float', 'int', 'float_', 11, 'l', 'a', 'bool8', 'i8', 'f16')})", None, None),
    ("np.obj2sctype", "print(np.obj2sctype('f4') is np.float32, np.obj2sctype(np.ones(1)) is np.float64, np.obj2sctype(3), np.issctype(np.int32), np.issctype('f'))", None, None),
    ("np.sctype2char", "print([np.sctype2char(t) for t in (np.int32, np.float64, np.ones(1), list, np.complex64)])", None, None),
    ("np.maximum_sctype", "print([np.dtype(np.maximum_sctype(t)).kind for t in (np.int8, np.uint8, 'f2', complex, 'S')], np.maximum_sctype(np.int16) is np.int64)", None, None),
    ("np.issubclass_", "print(np.issubclass_(np.int32, np.integer), np.issubclass_(3, int), np.issubsctype('f4', np.floating))", None, None),
    ("np.safe_eval", "print(np.safe_eval('[1, (2, 3.5), None]'))", None, None),
    ("np.disp", "np.disp('epoch 3'); np.disp('done', linefeed=False); print()", None, None),
    ("np.fastCopyAndTranspose", "print(np.fastCopyAndTranspose(np.array([[1, 2], [3, 4]])).tolist())", None, None),
    ("np.byte_bounds", "low, high = np.byte_bounds(np.zeros((2, 3), 'f4')); print(high - low)", None, None),
    ("np.recfromcsv", "import io; r = np.recfromcsv(io.StringIO('Epoch,loss\\n1,0.5\\n2,0.25'), encoding='utf-8'); print(r.epoch, r.loss, r.dtype.names)", None, None),
    ("np.deprecate", "f = np.deprecate(lambda x: x + 1, 'old', 'new'); import warnings\nwith warnings.catch_warnings(record=True) as w:\n    warnings.simplefilter('always'); print(f(1), w[0].message, w[0].category.__name__, f.__name__)", None, None),
    ("np.compare_chararrays", "print(np.compare_chararrays(np.array(['a', 'b ']), np.array(['a', 'b']), '==', True))", None, None),
    ("classes of warnings and errors", "print([c.__name__ for c in (np.VisibleDeprecationWarning, np.ComplexWarning, np.RankWarning, np.ModuleDeprecationWarning, np.TooHardError, np.AxisError)], issubclass(np.AxisError, (ValueError, IndexError)))", None, None),
    ("except np.AxisError", "try:\n    np.sum(np.ones(2), axis=3)\nexcept np.AxisError as error:\n    print(error)", None, None),
    # Modules
    ("from numpy import product, NaN", "from numpy import product, NaN, float_, unicode_, Inf; print(product([2, 3]), NaN, float_(1), Inf)", None, None),
    ("from numpy import bool, int", "from numpy import int, float, object; print(int('3'), float('1'), object is type(object()).__mro__[-1])", None, None),
    ("from numpy import *", "exec('from numpy import *', d := {}); print([n in d for n in ('NaN', 'Inf', 'product', 'float_', 'mat', 'math', 'asscalar', 'os', 'unicode')])", None, None),
    ("np.lib.pad", "print(np.lib.pad([1, 2], 1, 'constant').tolist(), np.lib.stride_tricks.as_strided(np.arange(3), (2, 2), (8, 8)).tolist())", None, None),
    ("numpy.lib.function_base", "from numpy.lib.function_base import _quantile_is_valid, percentile, trapz; print(percentile([1, 2, 3], 50), trapz([1, 1]))", None, None),
    ("np.linalg.linalg.LinAlgError", "try:\n    np.linalg.inv(np.zeros((2, 2)))\nexcept np.linalg.linalg.LinAlgError as error:\n    print(error)", None, None),
    ("np.core", "print(np.core.multiarray.array([1]), np.core.numerictypes.sctypeDict['float32'] is np.float32, np.core.product([2, 2]), np.core.defchararray.add('a', 'b'))", None, None),
    ("numpy.testing.utils", "from numpy.testing.utils import assert_allclose; assert_allclose(1, 1 + 1e-9); print('close')", None, None),
    # What training loops do
    ("accuracy of a batch", "pred = mx.nd.array([[.1, .9], [.8, .2]]); label = mx.nd.array([1, 1])\nacc = (pred.argmax(axis=1) == label).asnumpy().mean(); print(acc, type(acc).__name__)", None, None),
    ("list of metrics printed", "losses = [mx.nd.array([0.5]).mean().asscalar(), np.float64(0.25)]; print(losses, {'acc': np.float32(1)}, (np.int64(3), np.bool_(True)))", None, None),
    ("repr read back", "print(eval(repr({'lr': np.float32(0.1), 'shape': tuple(np.array([2, 3])), 'on': np.array([1])[0] > 0})))", None, None),
    ("repr of arrays", "print(repr(mx.nd.array([[1, 2]]).asnumpy()), repr(np.arange(2000)), [np.str_('a'), np.bytes_(b'b'), np.complex64(1j)])", None, None),
    ("masked and structured arrays", "print(np.ma.masked_array([1, 2], [0, 1]), repr(np.array([(1, 2.)], 'i4,f4')), [np.array([(1, 2.)], 'i4,f4')[0]])", None, None),
    ("np.random.seed", "np.random.seed(7); print(np.random.rand(2), np.random.randint(0, 100, 3), np.random.permutation(4), np.random.choice(5, 2))", None, None),
    ("np.random.RandomState", "r = np.random.RandomState(3); print(r.normal(size=2), r.uniform(), r.shuffle(list(range(3))), r.random_sample())", None, None),
    ("float(loss.asscalar())", "loss = mx.nd.array([0.5]); print(loss.asscalar(), '%.2f' % loss.asscalar(), float(loss.asscalar()), [loss.asscalar()])", None, None),
    ("float(mx.np.ndarray)", "x = mx.np.array([2.5]); print(float(x), int(x), x.item(), '%.1f' % x)", None, None),
    ("NDArray with numbers of NumPy", "x = mx.nd.ones(2); print((x * np.float64(2)).dtype, (np.float32(2) * x).asnumpy(), (x + np.array([1.])[0]).asnumpy())", None, None),
    ("np.unique with counts", "v, c = np.unique(mx.nd.array([1, 2, 1]).asnumpy(), return_counts=True); print(v, c)", None, None),
    ("pickled scalars", "import pickle; print(pickle.loads(pickle.dumps([np.float_(1.5), np.unicode_('a'), np.float])), pickle.dumps(np.float_) == pickle.dumps(np.float64))", None, None),
    ("hasattr, getattr", "print(hasattr(np, 'float'), getattr(np, 'product')([2, 2]), hasattr(np, 'never_there'), getattr(np, 'float' + '32') is np.float32)", None, None),
    # Refused by NumPy from some version on
    ("float(loss.asnumpy())", "print(float(mx.nd.array([0.5]).asnumpy()), int(np.array([[7]])))", "2.4", "array.item()"),
    ("'%f' % array", "print('%.3f' % mx.nd.array([0.5]).asnumpy())", "2.4", "array.item()"),
    ("'%d' % array", "print('epoch %d' % np.array([3]))", "2.4", "array.item()"),
    ("math.sqrt(array)", "import math; print(math.sqrt(mx.nd.array([4]).asnumpy()))", "2.4", "array.item()"),
    ("sum += float(array)", "total = 0.0\nfor batch in (mx.nd.ones(1), mx.nd.ones((1, 1))):\n    total += float(batch.asnumpy())\nprint(total)", "2.4", "numpy<2.4"),
    ("array.tostring()", "print(mx.nd.array([1], dtype='uint8').asnumpy().tostring())", "2.3", "tobytes()"),
    ("np.fromstring(bytes)", "print(np.fromstring(b'\\x01\\x02', dtype=np.uint8))", "2.3", "np.frombuffer(data, dtype).copy()"),
    ("array.ptp()", "print(np.array([1, 5]).ptp())", "2.0", "np.ptp(array, axis)"),
    ("array.itemset()", "a = np.zeros(2); a.itemset(0, 3); print(a)", "2.0", "array[index] = value"),
    ("array.newbyteorder()", "print(np.array([1], '>i2').newbyteorder().dtype)", "2.0", "array.view(array.dtype.newbyteorder(order))"),
    ("ragged np.array", "print(np.array([[1], [1, 2]]))", "2.0", "pass dtype=object"),
    ("ragged np.save", "import io; np.save(io.BytesIO(), [[1], [1, 2]]); print('saved')", "2.0", "pass dtype=object"),
    ("np.array(image, copy=False)", "print(np.array([1., 2.], copy=False))", "2.0", "np.asarray(obj)"),
    ("np.uint8(300)", "print(np.uint8(300), np.array([-1], np.uint8))", "2.0", "wraps around"),
    ("uint8 array + 300", "print(np.array([1, 2], np.uint8) + 300)", "2.0", "widens"),
    ("np.stack(generator)", "print(np.stack(np.ones(2) for _ in range(2)).shape, np.vstack(map(np.array, [[1], [2]])).shape)", "2.0", "pass a list"),
    ("np.sum(generator)", "print(np.sum(x for x in [1, 2]))", "2.4", "sum(generator)"),
    ("np.percentile(interpolation=)", "print(np.percentile([1, 2, 3], 40, interpolation='lower'))", "2.4", "called method"),
    ("np.histogram(normed=)", "print(np.histogram([1, 2], bins=2, normed=True)[0])", "2.0", "density=True"),
    ("np.reshape(newshape=)", "print(np.reshape([1, 2], newshape=(2, 1)).shape)", "2.4", "called shape"),
    ("np.cross of two numbers", "print(np.cross([1, 2], [3, 4]))", "2.5", "a[..., 0] * b[..., 1]"),
    ("np.can_cast(number, type)", "print(np.can_cast(300, np.uint8))", "2.0", "min_scalar_type"),
    ("dtype 'a3'", "print(np.array(['abc'], 'a3').dtype)", "2.5", "letter of byte strings is S"),
    ("if empty array", "print(bool(np.array([])))", "2.2", "array.size > 0"),
    # NumPy 2.5 has it for no Python, earlier ones for Python up to 3.11
    ("numpy.distutils", "import numpy.distutils.core; print('imported')", "Python 3.12", "setuptools"),
    ("np.set_string_function", "np.set_string_function(None); print('set')", "2.0", "np.set_printoptions"),
]  # fmt: skip

#: (name, code, the output under NumPy 2, what to write for NumPy 1's)
DIFFERENT = [
    ("float32 array * np.float64", "print((np.ones(1, np.float32) * np.float64(2)).dtype)", "float64", "multiply by `float(number)`"),
    ("np.float32 + float", "print((np.float32(3) + 3.0).dtype)", "float32", "`np.float64(x) + 3.0`"),
    ("np.float32 mean * 0.5", "print((mx.nd.ones(2).asnumpy().mean() * 0.5).dtype)", "float32", "`float(mean) * 0.5`"),
    ("np.where(mask, float32, 0.)", "print(np.where([True], np.float32(1), 0.).dtype)", "float32", "`.astype(np.float64)`"),
    ("np.unique(matrix, return_inverse)", "print(np.unique([[1, 2], [2, 1]], return_inverse=True)[1].shape)", "(2, 2)", "`inverse.ravel()`"),
    ("array == text", "print(np.array([1, 2]) == 'a')", "[False False]", "`array.dtype.kind in 'US' and ...`"),
    ("np.bool is bool", "print(np.bool is bool, type(np.bool(1)).__name__)", "False bool", "`bool`"),
    ("np.long is int", "print(np.long is int)", "False", "`int`"),
    ("np.sctypeDict['f4']", "print('f4' in np.sctypeDict)", "False", "`np.dtype('f4').type`"),
    ("name of np.bool_", "print(np.bool_.__name__)", "bool", "`np.dtype(np.bool_).name`"),
]  # fmt: skip


def markdown(golden):
    """The table of docs/numpy2.md: every idiom, its output under NumPy 1.23, and what happens under jmx."""
    lines = ["| idiom | under jmx, with the import name `mxnet` |", "|---|---|"]
    for name, _, refused, sentence in IDIOMS:
        if refused is None:
            fate = "as with NumPy 1.23"
        else:
            versions = f"NumPy {refused} and later" if refused[0].isdigit() else f"{refused} and later"
            before = "" if refused == "2.0" else "as with NumPy 1.23; "
            fate = f'{before}{versions}: error, with the advice "{sentence}"'
        lines.append(f"| `{name}` | {fate} |".replace("\\|", "|"))
    lines += ["", "| idiom | NumPy 1.23 | NumPy 2 | instead |", "|---|---|---|---|"]
    lines += [f"| `{name}` | `{golden[name].strip()}` | `{now}` | {instead} |" for name, _, now, instead in DIFFERENT]
    return "\n".join(lines) + "\n"
