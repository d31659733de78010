"""Mistakes with data: data sets, loaders, iterators, images, records."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "samples of different shapes in a batch",
    """
    data = gluon.data.SimpleDataset([onp.zeros((2,)), onp.zeros((3,))])
    loader = gluon.data.DataLoader(data, batch_size=2)
    for batch in loader:  #!
        pass
    """,
    r"\(?2,?\)?.*\(?3,?\)?",
    "one shape",
    "batchify",
    "ValueError",
    "NumPy 2 makes no arrays of objects unasked",
)
_add(
    "samples of different shapes in workers",
    """
    data = gluon.data.SimpleDataset([onp.zeros((2,)), onp.zeros((3,))])
    loader = gluon.data.DataLoader(data, batch_size=2, num_workers=1, thread_pool=True)
    for batch in loader:  #!
        pass
    """,
    r"\(?2,?\)?.*\(?3,?\)?",
    "one shape",
    "batchify",
    "ValueError",
    "NumPy 2 makes no arrays of objects unasked",
)
_add(
    "exception of a user's transform",
    """
    def transform(x):
        return x["image"]  #!
    data = gluon.data.SimpleDataset([onp.zeros((2,))]).transform(transform)
    for batch in gluon.data.DataLoader(data, batch_size=1):
        pass
    """,
    "ind",
    "ind",
    "ind",
)
_add(
    "DataLoader without batch_size",
    """
    gluon.data.DataLoader(gluon.data.ArrayDataset(onp.zeros((4,))))  #!
    """,
    "batch_size",
    "batch_sampler|batch_size",
    "batch_size|batch_sampler",
)
_add(
    "DataLoader with sampler and shuffle",
    """
    data = gluon.data.ArrayDataset(onp.zeros((4,)))
    gluon.data.DataLoader(data, 2, shuffle=True, sampler=gluon.data.RandomSampler(4))  #!
    """,
    "shuffle",
    "sampler",
    "shuffle",
)
_add(
    "unknown last_batch",
    """
    data = gluon.data.ArrayDataset(onp.zeros((5,)))
    list(gluon.data.DataLoader(data, 2, last_batch="drop"))  #!
    """,
    "drop",
    "discard.*rollover|keep",
    "discard",
)
_add(
    "misspelt keyword of DataLoader",
    """
    data = gluon.data.ArrayDataset(onp.zeros((5,)))
    gluon.data.DataLoader(data, batchsize=2)  #!
    """,
    "batchsize",
    "batch_size",
    r"[Dd]id you mean:? '?batch_size",
)
_add(
    "arrays of different lengths in a data set",
    """
    gluon.data.ArrayDataset(onp.zeros((4, 2)), onp.zeros((5,)))  #!
    """,
    r"\b5\b",
    r"\b4\b",
    "length|same",
)
_add(
    "index beyond a data set",
    """
    data = gluon.data.ArrayDataset(onp.zeros((4, 2)))
    data[4]  #!
    """,
    "4",
    "4|size|bounds|range",
    "range|bounds|ind",
)
_add(
    "misspelt keyword of NDArrayIter",
    """
    mx.io.NDArrayIter(onp.zeros((4, 2)), batchsize=2)  #!
    """,
    "batchsize",
    "batch_size",
    r"[Dd]id you mean:? '?batch_size",
)
_add(
    "misspelt keyword of CSVIter",
    """
    open("d.csv", "w").write("1,2\\n3,4\\n")
    mx.io.CSVIter(data_csv="d.csv", data_shape=(2,), batchsize=1)  #!
    """,
    "batchsize",
    "batch_size",
    r"[Dd]id you mean:? '?batch_size",
)
_add(
    "CSVIter of a missing file",
    """
    mx.io.CSVIter(data_csv="missing.csv", data_shape=(2,), batch_size=1).next()  #!
    """,
    "missing.csv",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder|data_csv",
)
_add(
    "ImageRecordIter without its file",
    """
    mx.io.ImageRecordIter(path_imgrec="missing.rec", data_shape=(3, 8, 8), batch_size=1)  #!
    """,
    "missing.rec",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "misspelt keyword of ImageRecordIter",
    """
    mx.io.ImageRecordIter(path_imgrec="missing.rec", data_shap=(3, 8, 8), batch_size=1)  #!
    """,
    r"data_shap\b",
    "data_shape",
    r"[Dd]id you mean:? '?data_shape",
)
_add(
    "ImageRecordIter without data_shape",
    """
    mx.io.ImageRecordIter(path_imgrec="missing.rec", batch_size=1)  #!
    """,
    "data_shape",
    "data_shape|Shape",
    "data_shape",
)
_add(
    "imread of a missing file",
    """
    mx.image.imread("missing.jpg")  #!
    """,
    "missing.jpg",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder|exist",
)
_add(
    "imread of what is no image",
    """
    open("text.jpg", "w").write("hello world")
    mx.image.imread("text.jpg")  #!
    """,
    "text.jpg",
    "image|JPEG",
    "JPEG|PNG|image",
)
_add(
    "imdecode of nothing",
    """
    mx.image.imdecode(b"")  #!
    """,
    "empty|0 bytes",
    "image",
    "file|read|image|bytes",
)
_add(
    "ToTensor of a batch of wrong dimensions",
    """
    gluon.data.vision.transforms.ToTensor()(nd.zeros((8, 8), dtype="uint8"))  #!
    """,
    r"8, ?8|2 dim",
    "height, width, channels",
    "expand_dims",
)
_add(
    "Normalize before ToTensor",
    """
    t = gluon.data.vision.transforms.Normalize(0.5, 0.5)
    t(nd.zeros((8, 8, 3), dtype="uint8"))  #!
    """,
    "8, ?8, ?3|uint8",
    "channel dimension",
    "ToTensor|float",
)
_add(
    "record file that is not there",
    """
    mx.recordio.MXRecordIO("missing.rec", "r")  #!
    """,
    "missing.rec",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "record file with a wrong flag",
    """
    mx.recordio.MXRecordIO("x.rec", "rw")  #!
    """,
    "rw",
    "'r'.*'w'|r or w|\"r\".*\"w\"",
    "'r'|'w'",
)
_add(
    "reading from a record file that is written",
    """
    f = mx.recordio.MXRecordIO("w.rec", "w")
    f.read()  #!
    """,
    "w",
    "read",
    "'r'|\"r\"|reading",
)
_add(
    "folder of images that is not there",
    """
    gluon.data.vision.ImageFolderDataset("missing-folder")  #!
    """,
    "missing-folder",
    "No such|not.*exist|not.*found|folder",
    "path|folder|directory",
)
_add(
    "unknown interpolation",
    """
    mx.image.imresize(nd.zeros((8, 8, 3), dtype="uint8"), 4, 4, interp=77)  #!
    """,
    "77",
    "0|1|2",
    "interp",
)
_add(
    "unknown data set option",
    """
    gluon.data.vision.transforms.Resize(size=(4, 4), keep_ration=True)  #!
    """,
    "keep_ration",
    "keep_ratio",
    r"[Dd]id you mean:? '?keep_ratio",
)
_add(
    "batchify_fn of other fields",
    """
    def batchify(samples):
        first, second = zip(*samples)  #!
        return nd.array(first), nd.array(second)
    data = gluon.data.ArrayDataset(onp.zeros((4,)), onp.zeros((4,)), onp.zeros((4,)))
    for batch in gluon.data.DataLoader(data, 2, batchify_fn=batchify):
        pass
    """,
    "values to unpack",
    "expected 2",
    "expected 2",
)
