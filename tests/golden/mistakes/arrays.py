"""Mistakes with arrays: functions, shapes, element types, contexts, the two interfaces."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "misspelt keyword of an operator",
    """
    x = nd.ones((1, 3, 8, 8))
    nd.Convolution(x, nd.ones((4, 3, 3, 3)), no_bias=True, kernal=(3, 3), num_filter=4)  #!
    """,
    "kernal",
    "kernel",
    "[Dd]id you mean:? '?kernel",
)
_add(
    "keyword that no operator parameter is like",
    """
    nd.sum(nd.ones((2, 3)), foo=1)  #!
    """,
    "foo",
    "Possible Arguments.*axis.*keepdims",
    "Leave it out|Possible Arguments",
)
_add(
    "numpy's word for an axis",
    """
    nd.concat(nd.ones((2, 3)), nd.ones((2, 3)), axis=1)  #!
    """,
    "axis",
    "dim",
    "dim",
)
_add(
    "required parameter left out",
    """
    nd.Convolution(nd.ones((1, 3, 8, 8)), nd.ones((4, 3, 3, 3)), no_bias=True, num_filter=4)  #!
    """,
    "kernel",
    "Shape\\(tuple\\)",
    "Give it as kernel=",
)
_add(
    "value of the wrong kind",
    """
    nd.Activation(nd.ones((2,)), act_type="swish")  #!
    """,
    "swish",
    "relu.*sigmoid.*softrelu",
    "relu|use|[Gg]ive",
)
_add(
    "text where a number belongs",
    """
    nd.FullyConnected(nd.ones((2, 3)), nd.ones((4, 3)), no_bias=True, num_hidden="four")  #!
    """,
    "four",
    "expect int",
    "num_hidden",
)
_add(
    "list instead of an array",
    """
    nd.dot([[1.0, 2.0]], nd.ones((2, 2)))  #!
    """,
    "list",
    "NDArray",
    r"nd\.array",
)
_add(
    "numpy array instead of an array",
    """
    nd.relu(onp.ones((2, 2)))  #!
    """,
    "numpy",
    "NDArray",
    r"nd\.array",
)
_add(
    "shapes that do not broadcast",
    """
    nd.ones((2, 3)) + nd.ones((4, 5))  #!
    """,
    r"2, ?3.*4, ?5",
    "broadcast|[sS]hape|equal",
    "reshape|expand_dims|broadcast|size 1",
)
_add(
    "element types that differ",
    """
    nd.ones((2, 3)) + nd.ones((2, 3), dtype="float64")  #!
    """,
    "float32.*float64",
    "one type|same type",
    "astype",
)
_add(
    "int labels times floats",
    """
    nd.array([1, 2], dtype="int32") * nd.array([0.5, 2.0])  #!
    """,
    "int32.*float32",
    "one type|same type",
    "astype",
)
_add(
    "inner sizes of a product",
    """
    nd.dot(nd.ones((2, 3)), nd.ones((4, 5)))  #!
    """,
    "2, ?3.*4, ?5",
    "equal|3.*4|match",
    "transpose|reshape|T\\b",
)
_add(
    "reshape to another size",
    """
    nd.ones((2, 3)).reshape((4, 2))  #!
    """,
    "2, ?3",
    "4, ?2",
    "-1|same number|size",
)
_add(
    "index beyond the end",
    """
    x = nd.ones((3, 4))
    x[5]  #!
    """,
    "5",
    "3",
    r"-3 to 2|from|last|range",
)
_add(
    "too many indices",
    """
    x = nd.ones((3, 4))
    x[0, 0, 0]  #!
    """,
    "3",
    "2",
    "dimension|ind",
)
_add(
    "value that does not fit where it is assigned",
    """
    x = nd.zeros((3, 4))
    x[0:2] = nd.ones((5, 4))  #!
    """,
    "5, ?4",
    "2, ?4",
    "broadcast|reshape|shape",
)
_add(
    "truth of an array with several elements",
    """
    x = nd.array([1, 2])
    if x > 1:  #!
        pass
    """,
    "size|2|shape",
    "one element|scalar|single",
    r"asnumpy|any\(|all\(|size",
)
_add(
    "scalar of an array with several elements",
    """
    nd.ones((2, 3)).asscalar()  #!
    """,
    "2, ?3",
    "scalar|size 1|one element",
    r"asnumpy|mean\(\)|sum\(\)|index",
)
_add(
    "no GPU in this machine",
    """
    x = nd.ones((2, 3), ctx=mx.gpu(0))  #!
    """,
    r"gpu\(0\)",
    "GPU",
    r"mx\.cpu\(\)",
)
_add(
    "a GPU beyond the last",
    """
    x = nd.ones((2, 3)).as_in_context(mx.gpu(7))  #!
    """,
    r"gpu\(7\)",
    "GPU",
    r"mx\.cpu\(\)",
)
_add(
    "context that does not exist",
    """
    x = nd.ones((2, 3), ctx=mx.Context("cuda", 0))  #!
    """,
    "cuda",
    "cpu.*gpu",
    "gpu",
)
_add(
    "context as text",
    """
    x = nd.ones((2, 3), ctx="gpu")  #!
    """,
    "gpu",
    "GPUs found",
    r"mx\.gpu\(\)|mx\.cpu\(\)|Context",
)
_add(
    "old array to mx.np",
    """
    np.dot(np.ones((2, 2)), nd.ones((2, 2)))  #!
    """,
    "legacy|NDArray",
    "numpy",
    "as_np_ndarray",
)
_add(
    "mx.np array to nd",
    """
    nd.dot(nd.ones((2, 2)), np.ones((2, 2)))  #!
    """,
    "numpy",
    "legacy",
    "as_nd_ndarray",
)
_add(
    "sum of nd and np",
    """
    nd.ones((2, 2)) + np.ones((2, 2))  #!
    """,
    "NDArray.*ndarray|numpy.*legacy|legacy.*numpy|mx.nd.*mx.np",
    "both|one|same|accept",
    "as_nd_ndarray|as_np_ndarray",
)
_add(
    "sum of np and nd",
    """
    np.ones((2, 2)) * nd.ones((2, 2))  #!
    """,
    "NDArray.*ndarray|numpy.*legacy|legacy.*numpy|mx.nd.*mx.np",
    "both|one|same|accept",
    "as_nd_ndarray|as_np_ndarray",
)
_add(
    "comparison of nd and np",
    """
    nd.ones((2, 2)) > np.ones((2, 2))  #!
    """,
    "NDArray.*ndarray|numpy.*legacy|legacy.*numpy|mx.nd.*mx.np",
    "both|one|same|accept",
    "as_nd_ndarray|as_np_ndarray",
)
_add(
    "misspelt function",
    """
    nd.sofmax(nd.ones((2, 2)))  #!
    """,
    "sofmax",
    "softmax",
    "[Dd]id you mean:? '?softmax",
)
_add(
    "misspelt method",
    """
    nd.ones((2, 2)).resahpe((4,))  #!
    """,
    "resahpe",
    "reshape",
    "[Dd]id you mean:? '?reshape",
)
_add(
    "element type that does not exist",
    """
    nd.ones((2, 2), dtype="float23")  #!
    """,
    "float23",
    "float32|float16|data type|element type",
    "float32",
)
_add(
    "axis beyond the shape",
    """
    nd.sum(nd.ones((2, 3)), axis=4)  #!
    """,
    "4",
    "2|-2",
    "dimension|axis|range|from",
)
_add(
    "concat of different shapes",
    """
    nd.concat(nd.ones((2, 3)), nd.ones((4, 5)), dim=1)  #!
    """,
    "4, ?5",
    "2, ?3",
    "all dimensions but dim",
)
_add(
    "split that does not divide",
    """
    nd.split(nd.ones((2, 5)), num_outputs=3)  #!
    """,
    "5",
    "3",
    "divi",
)
_add(
    "unpacking a file that is no array file",
    """
    open("wrong.params", "w").write("hello world, this is not an array file")
    nd.load("wrong.params")  #!
    """,
    "wrong.params",
    "NDArray|array file|format",
    "save|nd.save|format",
)
_add(
    "file that is not there",
    """
    nd.load("nothing.params")  #!
    """,
    "nothing.params",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder|director",
)
_add(
    "np misspelt function",
    """
    np.meen(np.ones((2,)))  #!
    """,
    "meen",
    "mean",
    "[Dd]id you mean:? '?mean",
)
_add(
    "np matmul of wrong sizes",
    """
    np.matmul(np.ones((2, 3)), np.ones((2, 3)))  #!
    """,
    "2, ?3.*2, ?3",
    "3.*2|equal|match",
    "transpose|reshape|T\\b",
)
_add(
    "unknown keyword of np",
    """
    np.sum(np.ones((2, 2)), axs=0)  #!
    """,
    "axs",
    "axis",
    "[Dd]id you mean:? '?axis",
)
_add(
    "random with the wrong keyword",
    """
    mx.nd.random.uniform(0, 1, size=(2, 3))  #!
    """,
    "size",
    "shape",
    "shape",
)
_add(
    "one_hot without depth",
    """
    nd.one_hot(nd.array([0, 1]))  #!
    """,
    "depth",
    "int",
    "Give it as depth=",
)
_add(
    "in-place sum of nd and np",
    """
    x = nd.ones((2,))
    x += np.ones((2,))  #!
    """,
    "legacy|ndarray",
    "same kind",
    "as_nd_ndarray",
)
_add(
    "nd.add of nd and np",
    """
    nd.add(nd.ones((2,)), np.ones((2,)))  #!
    """,
    "legacy|ndarray",
    "same kind",
    "as_nd_ndarray",
)
_add(
    "misspelt keyword of zeros",
    """
    nd.zeros((2,), contxt=mx.cpu())  #!
    """,
    "contxt",
    "ctx",
    "[Dd]id you mean:? '?ctx",
)
