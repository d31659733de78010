"""What is written by hand about names of MXNet: what to use instead, what works differently, what has no effect.

Everything that can be read from jmx itself (names that it lacks, functions that raise, parameters whose documentation says that
they have no effect) is in `state.json`. `tests/scan/test_names.py` looks up every entry here. A key that ends in `.` or `_` holds
for all names that begin with it; the longest key counts.
"""

#: what jmx does not have -> what to use instead
INSTEAD = {
    "": "it is internal to MXNet: use a public name that does the same, or import it from the module that defines it",
    "base.": "it belongs to MXNet's C library, and jmx has none; `mx.nd` and `mx.sym` have all operators",
    "contrib.onnx.": "mx.contrib.onnx.import_model, import_to_gluon and export_model (docs/leaving/onnx_import.md)",
    "onnx.": "mx.contrib.onnx.import_model, import_to_gluon and export_model (docs/leaving/onnx_import.md)",
    "library.": "operators written in Python: mx.operator.CustomOp; functions of JAX as operators: jmx.jax.call",
    "ndarray._internal.": "the public operator of mx.nd",
    "symbol._internal.": "the public operator of mx.sym",
    "ndarray.NDArray._": "it is private to MXNet's indexing and memory; x[...], x.copyto(...) and x.asnumpy() are public",
    "ndarray.ndarray.": "it is private to MXNet; mx.nd.from_dlpack(x) and x.to_dlpack_for_read() are public",
    "ndarray_doc.": "help(mx.nd.NAME) shows the documentation of operators",
    "symbol_doc.": "help(mx.sym.NAME) shows the documentation of operators",
    "notebook.": "callbacks that keep numbers in a list, drawn by Matplotlib; mx.callback has others",
    "operator.": "it belongs to MXNet's C library; mx.operator.CustomOp and CustomOpProp are public",
    "rtc.": "a kernel of one's own is a function of JAX (jax.experimental.pallas on GPUs), called by jmx.jax.call",
    "space.": "it belongs to TVM operators, and jmx has none",
    "torch.": "torch functions on arrays: torch.from_dlpack(x), mx.nd.from_dlpack(t)",
    "tvmop.": "jmx has no TVM operators; functions of JAX as operators: jmx.jax.call",
}

_GPU = "a GPU of JAX: `pip install 'jax[cuda12]'` or `'jax[cuda13]'`; without one, making an array raises (docs/gpu.md)"
_PROFILER = "whole programs are timed, and every call is waited for; jax.profiler.trace shows what happens inside of them"
_SYNC = "it trains in mx.parallel.DataParallelStep only; a loop over contexts raises (docs/devices.md)"

#: what works differently -> how
DIFFERENT = {
    "context.gpu": _GPU,
    "context.gpu_memory_info": "the total is what JAX may take of the GPU (XLA_CLIENT_MEM_FRACTION)",
    "random.seed": "the same seed gives the same numbers, but not those of MXNet",
    "profiler.set_config": _PROFILER,
    "profiler.set_state": _PROFILER,
    "profiler.profiler_set_config": _PROFILER,
    "profiler.profiler_set_state": _PROFILER,
    "gluon.contrib.nn.SyncBatchNorm": _SYNC,
    "ndarray.contrib.SyncBatchNorm": _SYNC,
    "symbol.contrib.SyncBatchNorm": _SYNC,
}

_BULK = "operators are sent off at once, and graphs are one program; the size is kept and decides nothing"

#: what is accepted and does nothing -> why
WITHOUT_EFFECT = {
    "engine.bulk": _BULK,
    "engine.set_bulk_size": _BULK,
    "profiler.set_kvstore_handle": "there is no server process to profile",
}

_BACKEND = "XLA compiles and fuses the same graph; MKLDNN and MKLDNN_QUANTIZE make operators of MXNet's names"
_CUDNN = "XLA chooses the algorithms of convolutions"
_MEMORY = "XLA plans the memory of a compiled program"
#: parameters of operators that are accepted and do nothing, wherever operators have them -> why
IDLE_OF_OPERATORS = {"cudnn_off": _CUDNN, "cudnn_tune": _CUDNN, "workspace": _MEMORY, "cudnn_algo_verbose": _CUDNN,
                     "cudnn_algo_fwd": _CUDNN, "cudnn_algo_bwd_data": _CUDNN, "cudnn_algo_bwd_filter": _CUDNN,
                     "cudnn_tensor_core_only": _CUDNN, "cudnn_tensor_core": _CUDNN}  # fmt: skip
#: parameters of other functions -> why
IDLE_PARAMETERS = {
    "gluon.Block.hybridize": {"static_alloc": _MEMORY, "static_shape": _MEMORY, "inline_limit": "blocks are always inlined",
                              "forward_bulk_size": _BULK, "backward_bulk_size": _BULK},
    "gluon.HybridBlock.hybridize": {"backend": _BACKEND, "static_alloc": _MEMORY, "static_shape": _MEMORY,
                                    "inline_limit": "blocks are always inlined", "forward_bulk_size": _BULK,
                                    "backward_bulk_size": _BULK},
    "profiler.set_config": dict.fromkeys(
        ("profile_all", "profile_symbolic", "profile_imperative", "profile_memory", "profile_api"),
        "operators and programs are recorded whatever is chosen, memory and the C interface never"),
}  # fmt: skip
#: what replaces an empty sentence of state.json: operators say only that a parameter has no effect
IDLE = "it is accepted and has no effect"

_ASYNC = "it runs synchronously, and says so once: every push is applied before the next call returns (docs/devices.md)"
#: (function, parameter, its position) -> {value: how it works differently}
VALUES = {
    ("kvstore.create", "name", 0): dict.fromkeys(("dist_async", "dist_async_device", "dist_device_async"), _ASYNC),
    ("gluon.Trainer", "kvstore", 3): dict.fromkeys(("dist_async", "dist_async_device", "dist_device_async"), _ASYNC),
    ("module.BaseModule.fit", "kvstore", 5): dict.fromkeys(("dist_async", "dist_async_device", "dist_device_async"), _ASYNC),
}

#: modules beside MXNet that are bound to its C library -> what to use instead
MODULES = {
    "horovod.mxnet": "mx.kv.create('horovod'), and `jmx launch` for the processes (docs/cluster.md)",
    "byteps.mxnet": "mx.kv.create('byteps'), and `jmx launch` for the processes (docs/cluster.md)",
    "nvidia.dali.plugin.mxnet": "gluon.data.DataLoader or mx.io.ImageRecordIter; DALI's plugin for JAX makes arrays of JAX",
    "mxnet.contrib.tensorrt": "bind the symbol or hybridize the block as it is: XLA compiles it",
}

#: names that MXNet 1.9.1 lacks and programs for other versions use -> what 1.9.1 has
OTHER_VERSIONS = {
    "amp": "mx.contrib.amp",
    "device": "mx.context",
    "Device": "mx.Context",
    "current_device": "mx.current_context",
    "nvtx": "jax.profiler.TraceAnnotation(name)",
    "gluon.metric": "mx.metric",
    "gluon.probability": "distributions of NumPyro or TensorFlow Probability on JAX",
    "gluon.nn.SiLU": "gluon.nn.Swish",
    "gluon.nn.SyncBatchNorm": "gluon.contrib.nn.SyncBatchNorm",
    "gluon.nn.Concatenate": "gluon.contrib.nn.Concurrent",
    "gluon.nn.HybridConcatenate": "gluon.contrib.nn.HybridConcurrent",
    "gluon.nn.Identity": "gluon.contrib.nn.Identity",
    "gluon.nn.PixelShuffle1D": "gluon.contrib.nn.PixelShuffle1D",
    "gluon.nn.PixelShuffle2D": "gluon.contrib.nn.PixelShuffle2D",
    "gluon.nn.PixelShuffle3D": "gluon.contrib.nn.PixelShuffle3D",
    "gluon.rnn.VariationalDropoutCell": "gluon.contrib.rnn.VariationalDropoutCell",
    "gluon.rnn.LSTMPCell": "gluon.contrib.rnn.LSTMPCell",
    "contrib.tensorrt": "bind the symbol or hybridize the block as it is: XLA compiles it",
}

#: methods that NumPy's arrays have lost -> what is the same
NUMPY_METHODS = {
    "ptp": "np.ptp(array, axis) is the same",
    "itemset": "array[index] = value",
    "newbyteorder": "array.view(array.dtype.newbyteorder(order)) is the same",
    "tostring": "array.tobytes() is the same; `pip install 'numpy<2.3'` still has it",
}
#: names that NumPy 2 gave another meaning
NUMPY_CHANGED = {
    "bool": "NumPy 2's scalar type np.bool_, and no longer Python's bool",
    "long": "NumPy 2's scalar type, and no longer int",
}

#: methods that a program calls on values of unknown origin, and that only MXNet's classes have -> the class
DISTINCTIVE = {
    **dict.fromkeys(
        """
        asnumpy asscalar as_in_context as_nd_ndarray as_np_ndarray attach_grad wait_to_read copyto broadcast_like slice_axis
        to_dlpack_for_read to_dlpack_for_write slice_like tostype broadcast_axes""".split(),
        "ndarray.NDArray",
    ),
    **dict.fromkeys(
        """
        list_arguments list_auxiliary_states list_outputs list_inputs infer_shape infer_shape_partial infer_type
        infer_type_partial get_internals simple_bind attr_dict list_attr tojson""".split(),
        "symbol.Symbol",
    ),
    **dict.fromkeys("collect_params save_parameters load_parameters name_scope save_params load_params".split(), "gluon.Block"),
    **dict.fromkeys("hybridize hybrid_forward optimize_for".split(), "gluon.HybridBlock"),
    **dict.fromkeys(
        "list_ctx list_data list_grad set_data reset_ctx row_sparse_data list_row_sparse_data".split(), "gluon.Parameter"
    ),
    **dict.fromkeys("allreduce_grads set_learning_rate".split(), "gluon.Trainer"),
    **dict.fromkeys("forward_backward init_optimizer update_metric get_input_grads".split(), "module.BaseModule"),
    **dict.fromkeys("row_sparse_pull set_gradient_compression pushpull".split(), "kvstore.KVStore"),
    **dict.fromkeys("get_name_value".split(), "metric.EvalMetric"),
}
