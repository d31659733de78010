"""Programs with sparse arrays whose results under MXNet are stored in sparse.json; run alike by generator and test.

Each case is an expression, or statements that assign `r`. Names at hand: mx, nd, sp (nd.sparse), ag, np and those of SETUP.
"""

SETUP = """
d = nd.array([[0, .5, 0], [0, 0, 0], [.25, 0, .75]])
e = nd.array([[1, -2, 0], [0, 0, 3], [0, 0, 0]])
R, C = d.tostype('row_sparse'), d.tostype('csr')
Q, E = e.tostype('row_sparse'), e.tostype('csr')
row, col, i = nd.array([[1, 2, 3]]), nd.array([[1], [2], [3]]), nd.array([0, 2])
G = sp.row_sparse_array((np.ones((2, 3), 'float32'), [0, 2]), shape=(4, 3))
W = nd.array(np.arange(12).reshape(4, 3))
def full(x):
    return x.tostype('row_sparse')
"""

_UNARY = """abs sign round rint ceil floor trunc fix square sqrt rsqrt cbrt rcbrt expm1 exp log1p sin cos tan arcsin arctan degrees
radians sinh cosh tanh arcsinh arctanh sigmoid relu negative zeros_like ones_like stop_gradient make_loss identity softsign
Flatten sum mean norm""".split()
_SCALARS = """_plus_scalar _minus_scalar _rminus_scalar _mul_scalar _div_scalar _power_scalar _maximum_scalar _equal_scalar
_not_equal_scalar _greater_scalar _greater_equal_scalar _lesser_scalar _lesser_equal_scalar _scatter_plus_scalar
_scatter_minus_scalar""".split()
_BINARY = """elemwise_add elemwise_sub elemwise_mul broadcast_add broadcast_sub broadcast_mul broadcast_maximum add_n""".split()

OPERATORS = [f"nd.{n}({x})" for n in _UNARY for x in "RC"]
OPERATORS += [
    f"nd._internal.{n}({x}, scalar={s})"
    for n in _SCALARS
    for x in "RC"
    for s in (2.0, 0.0, -1.0)
    if (n, s) != ("_div_scalar", 0.0)
]
OPERATORS += [f"nd.{n}({a}, {b})" for n in _BINARY for a, b in ("RQ", "CE", "RC", "Re", "eR", "Ce", "eC")]
OPERATORS += [f"nd._internal.{n}({a}, {b})" for n in ("_maximum", "_minimum", "_hypot") for a, b in ("RQ", "CE", "Re")]
OPERATORS += [f"sp.{n}({a}, {b})" for n in ("add", "subtract", "multiply") for a in "dRC" for b in ("e", "Q", "E", "2", "row")]
OPERATORS += """R + Q | C - E | R * 2 | 2 * C | C / 2 | R - 1 | -C | R * e | d + R | R == Q | C > 0 | C ** 2 | sp.divide(C, 2)
nd.broadcast_mul(C, row) | nd.broadcast_mul(C, col) | nd.broadcast_div(C, row) | nd.broadcast_div(C, col) | nd.broadcast_mul(R, row)
nd.broadcast_div(C, d) | nd.clip(R, -1, .3) | nd.clip(C, 0, .3) | nd.clip(R, .5, 1) | nd.Cast(R, dtype='float64')
nd.add_n(R, Q, R) | nd.add_n(R, Q, d) | nd.concat(C, E, dim=0) | nd.concat(C, E, dim=1) | nd.concat(R, Q, dim=0)
nd.slice(C, begin=(0,), end=(2,)) | nd.slice(C, begin=(1, 1), end=(3, 3)) | nd.slice(R, begin=(0,), end=(2,))
nd.slice(C, begin=(0,), end=(3,), step=(2,)) | nd.slice_axis(C, axis=0, begin=0, end=2) | nd.take(C, i) | nd.take(R, i)
nd.take(C, nd.array([4, -1, 1]), mode='wrap') | nd.take(C, nd.array([4, -1, 1])) | nd.where(C, d, e) | nd.sum(C, axis=0) | nd.sum(C, axis=1)
nd.dot(C, e) | nd.dot(C, e, transpose_a=True) | nd.dot(C, Q) | nd.dot(C, Q, transpose_a=True) | nd.dot(e, C) | nd.dot(e, C, transpose_b=True)
nd.dot(C, e, transpose_a=True, forward_stype='default') | nd.dot(C, e, forward_stype='row_sparse') | nd.dot(d, e, forward_stype='csr')
nd.dot(R, Q) | nd.dot(C, E) | nd.dot(C, nd.array([1, 2, 3])) | nd.dot(C, nd.ones((2, 3))) | nd.dot(R, e) | nd.dot(C, e, transpose_b=True)
sp.retain(R, i) | sp.retain(R, nd.array([0, 1])) | sp.retain(C, i) | sp.retain(d, i) | nd.cast_storage(d, stype='csr') | nd.cast_storage(d, 'row_sparse')
nd.cast_storage(C, 'default') | nd.cast_storage(C, 'row_sparse') | nd.cast_storage(R, 'csr') | nd.contrib.getnnz(C) | nd.contrib.getnnz(C, axis=1)
nd.contrib.getnnz(C, axis=0) | nd.contrib.getnnz(d) | nd._internal._square_sum(R, axis=1) | R.abs() | C.square() | R.sum() | nd.FullyConnected(d, R, num_hidden=3, no_bias=True)
nd.zeros_like(R, out=nd.ones((3, 3))) | nd.square(d, out=nd.zeros((3, 3), stype='csr')) | nd.square(R, out=nd.zeros((3, 3)))""".replace(
    "\n", " | "
).split(" | ")

ARRAYS = """R | C | R.shape | C.stype | R.dtype | R.ndim | len(C) | R.context | R._num_aux | C._num_aux | R.size | repr(R) | str(C) | R.data | R.indices | C.data
C.indices | C.indptr | R.T | R.reshape((9,)) | R[0] | R[:] is R | R[0:2] | R[1, 2] | C[0] | C[-1] | C[0:2] | C[1:] | C[:2] | C[:] is C | C[-3:-1] | C[0:3:2] | C[1, 1]
C[5] | C[2:1] | R.tostype('csr') | C.tostype('row_sparse') | R.tostype('default') | C.tostype('csr') | d.tostype('foo') | R.astype('float64') | C.astype('int32')
R.astype('float32', copy=False) is R | C.copy() | R.copyto(mx.cpu(1)).context | R.copyto(nd.zeros((3, 3))) | R.copyto(C) | C.copyto(nd.zeros((3, 2))) | d.copyto(nd.zeros((3, 3), stype='csr'))
C.as_in_context(mx.cpu(0)) is C | C.asscipy().toarray().tolist() | R.asnumpy().tolist() | C.detach() | nd.array([1, 0, 2]).tostype('row_sparse') | nd.array([1, 0]).tostype('csr')
nd.zeros((2, 3), stype='csr') | nd.zeros((2, 3), stype='row_sparse') | nd.zeros((2, 3), stype='foo') | nd.empty((2, 3), stype='csr') | sp.zeros('csr', (2, 2), dtype='float64') | sp.zeros('row_sparse', (2, 2, 2))
sp.empty('row_sparse', (2, 3)) | sp.zeros('default', (2, 2)) | nd.array(C) | nd.array(R, dtype='float64') | sp.array(C) | sp.array(d) | sp.array([[1]])
sp.csr_matrix(d) | sp.csr_matrix(np.eye(2)) | sp.csr_matrix([[1, 0], [0, 2]]) | sp.csr_matrix((2, 3)) | sp.csr_matrix(C, shape=(3, 3)) | sp.csr_matrix(C, shape=(2, 3)) | sp.csr_matrix(R)
sp.csr_matrix(([1., 2], [0, 1], [0, 1, 2])) | sp.csr_matrix((np.array([1., 2]), [0, 1], [0, 1, 2])) | sp.csr_matrix(([1, 2], [0, 1], [0, 1, 2]), shape=(2, 4), dtype='int32') | sp.csr_matrix(([], [], [0]))
sp.csr_matrix(([1, 2, 3], ([0, 1, 1], [2, 0, 0]))) | sp.csr_matrix(([1, 2], ([0, 1], [2, 0])), shape=(3, 3)) | sp.csr_matrix(([1], ([5], [0])), shape=(3, 3)) | sp.csr_matrix((1, 2, 3, 4)) | sp.csr_matrix(C.asscipy())
sp.row_sparse_array(d) | sp.row_sparse_array((2, 3)) | sp.row_sparse_array((2, 3, 4)) | sp.row_sparse_array(([[1, 2], [3, 4]], [1, 4]), shape=(6, 2)) | sp.row_sparse_array(([[1, 2], [3, 4]], [1, 4])) | sp.row_sparse_array(R)
sp.row_sparse_array(C) | sp.row_sparse_array(R, shape=(2, 2)) | sp.row_sparse_array((1,)) | sp.row_sparse_array(([], [])) | sp.row_sparse_array((np.ones((2, 3)), [0, 2]), dtype='float32') | sp.row_sparse_array((np.ones((2, 3)), [[0, 2]]), shape=(4, 3))
R.check_format() | C.check_format() | sp.row_sparse_array((np.ones((2, 3)), [2, 0]), shape=(4, 3)).check_format() | sp.csr_matrix((np.ones(2), [0, 5], [0, 1, 2]), shape=(2, 3)).check_format() | sp.csr_matrix((np.ones(2), [1, 0], [0, 2]), shape=(1, 3)).check_format()
sp.csr_matrix((np.ones(2), [0, 1], [0, 1, 2]), shape=(3, 3)).check_format() | sp.csr_matrix((np.ones(2), [0, 1], [1, 1, 2]), shape=(2, 3)).check_format() | sp.row_sparse_array((np.ones((2, 3)), [0, 7]), shape=(4, 3)).check_format()
type(nd.RowSparseNDArray) | nd.sparse.CSRNDArray is nd.CSRNDArray if hasattr(nd, 'CSRNDArray') else True""".replace(
    "\n", " | "
).split(" | ")
ARRAYS = ARRAYS[:-2] + [
    "R[:] = 3; r = R",
    "R[:] = e; r = R",
    "R[:] = Q; r = R",
    "R[:] = np.eye(3); r = R",
    "C[:] = e; r = C",
    "C[:] = E; r = C",
    "C[:] = 2; r = C",
    "R[0] = 1; r = R",
    "C[0:1] = e; r = C",
    "C[:] = R; r = C",
    "R[:] = 'a'; r = R",
    "R += Q; r = R",
    "C -= E; r = C",
    "C *= 2; r = C",
    "C /= 2; r = C",
    "d[:] = R * 2; r = d",
    "d += R; r = d",
    "e += C; r = e",
    "import pickle; r = pickle.loads(pickle.dumps(R))",
    "import pickle; r = pickle.loads(pickle.dumps(C))",
    "x = R.copy(); R[:] = 0; r = x",
]

GRADIENTS = [
    f"x = {x}; x.attach_grad({g}); r = x.grad"
    for x in "dRC"
    for g in ("", "stype='default'", "stype='row_sparse'", "stype='csr'")
]
_RECORD = "{mark}\nwith ag.record():\n    y = {y}\ny.backward()\nr = {x}.grad"
for _x, _mark, _y in [
    ("e", "e.attach_grad(stype='row_sparse')", "nd.dot(C, e)"),
    ("Q", "Q.attach_grad()", "nd.dot(C, Q)"),
    ("e", "e.attach_grad()", "nd.dot(C, e)"),
    ("e", "e.attach_grad()", "nd.dot(C, e, transpose_a=True)"),
    ("e", "e.attach_grad('add', stype='row_sparse')\ne.grad[:] = Q", "nd.dot(C, e)"),
    ("e", "e.attach_grad(stype='row_sparse')", "nd.dot(C, e) * 2 + nd.dot(C, e)"),
    (
        "W",
        "W.attach_grad(stype='row_sparse')",
        "nd.Embedding(nd.array([[1, 3], [1, 0]]), W, input_dim=4, output_dim=3, sparse_grad=True)",
    ),
    ("W", "W.attach_grad()", "nd.Embedding(nd.array([1, 3, 1]), W, input_dim=4, output_dim=3, sparse_grad=True)"),
    (
        "W",
        "W = full(W + 1); W.attach_grad()",
        "nd.Embedding(nd.array([1, 3, 1]), W, input_dim=4, output_dim=3, sparse_grad=True)",
    ),
    ("R", "R.attach_grad()", "nd.square(R)"),
    ("C", "C.attach_grad()", "nd.square(C)"),
    ("R", "R.attach_grad()", "R * 3"),
    ("R", "R.attach_grad()", "sp.retain(R, i)"),
    ("d", "d.attach_grad()", "d.tostype('csr') * 2"),
    ("R", "R.attach_grad()", "R + Q"),
    ("R", "R.attach_grad()", "R.exp()"),
    ("C", "C.attach_grad()", "C * e"),
]:
    GRADIENTS.append(_RECORD.format(x=_x, mark=_mark, y=_y))

_UPDATES = {
    "sgd_update": ([], "lr=.1, wd=.5"),
    "sgd_mom_update": (["m"], "lr=.1, wd=.5, momentum=.9"),
    "adam_update": (["m", "v"], "lr=.1, wd=.5"),
    "ftrl_update": (["m", "v"], "lr=.1, wd=.5"),
    "sparse.adagrad_update": (["m"], "lr=.1"),
}
UPDATES = []
for _name, (_states, _attrs) in _UPDATES.items():
    for _weight in ("W", "full(W + 1)"):
        for _stype in ("default", "row_sparse") if _states else ("default",):
            for _lazy in ("", ", lazy_update=False") if _name[:3] in ("sgd", "ada") else ("",):
                if _stype == "row_sparse" and (_weight == "W" or _lazy):
                    continue  # MXNet has no such combination, or leaves the states empty
                for _result in ("w", *_states):
                    UPDATES.append(
                        f"w = {_weight}; m = nd.zeros((4, 3), stype='{_stype}'); v = nd.zeros((4, 3), stype='{_stype}')\n"
                        f"for _ in range(2):\n    nd.{_name}({', '.join(['w', 'G', *_states])}, out=w, {_attrs}{_lazy})\nr = {_result}"
                    )
UPDATES += [
    "nd.sgd_update(G, G, out=G, lr=.1); r = G",
    "m = nd.zeros((4, 3)); nd.sparse.adagrad_update(W, G, m, out=W, lr=.1, wd=.1); r = W",
    "nd.signsgd_update(W, G, out=W, lr=.1); r = W",
]
_STORE = "kv = mx.kv.create()\n"
STORES = [
    _STORE + "kv.init('a', full(W + 1)); o = nd.zeros((4, 3), stype='row_sparse')\n"
    "kv.row_sparse_pull('a', out=o, row_ids=nd.array([3, 1, 3])); r = o",
    _STORE + "kv.init('a', full(W)); kv.push('a', [G, G.copyto(mx.cpu(1))]); o = nd.zeros((4, 3)); kv.pull('a', out=o); r = o",
    _STORE + "kv.init('a', full(W)); o = nd.zeros((4, 3), stype='row_sparse'); kv.pull('a', out=o); r = o",
    _STORE + "kv.init('a', full(W)); o = nd.zeros((4, 3), stype='row_sparse'); kv.pull('a', out=o, ignore_sparse=False); r = o",
    _STORE + "kv.init('a', W); o = nd.zeros((4, 3), stype='row_sparse'); kv.row_sparse_pull('a', out=o, row_ids=i); r = o",
    _STORE + "kv.init('a', full(W)); kv.row_sparse_pull('a', out=W, row_ids=i)",
    _STORE + "kv.set_optimizer(mx.optimizer.SGD(learning_rate=.1, momentum=.9)); kv.init(0, full(W + 1)); kv.push(0, G)\n"
    "o = nd.zeros((4, 3)); kv.pull(0, out=o); r = o",
]


def everything():
    """(group, program) of every case."""
    groups = {"operator": OPERATORS, "array": ARRAYS, "gradient": GRADIENTS, "update": UPDATES, "store": STORES}
    for group, programs in groups.items():
        for program in dict.fromkeys(programs):
            yield group, program


def describe(value):
    """What the test compares of a result, for JSON."""
    stype = getattr(value, "stype", None)
    if stype is None:
        return {"value": repr(value) if not isinstance(value, (list, bool, int, str)) else value}
    found = {"stype": stype, "shape": list(value.shape), "dtype": value.dtype.__name__}
    found["data"] = value.asnumpy().tolist()
    if stype != "default":
        found["indices"] = value.indices.asnumpy().tolist()
    if stype == "csr":
        # MXNet leaves room behind the last element, and the columns of a sum in any order
        found["indptr"] = indptr = value.indptr.asnumpy().tolist()
        found["indices"] = [sorted(found["indices"][a:b]) for a, b in zip(indptr, indptr[1:])]
    return found


def evaluate(program, mx, np):
    """Run one program and describe its result, or the class of the error."""
    import warnings

    names = {"mx": mx, "nd": mx.nd, "sp": mx.nd.sparse, "ag": mx.autograd, "np": np}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(SETUP, names)
        try:
            if "r = " in program or program.startswith("kv"):
                exec(program, names)
                return describe(names.get("r"))
            return describe(eval(program, names))
        except Exception as error:
            return {"error": type(error).__name__}
