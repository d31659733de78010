"""Environment variables of MXNet 1.9.1 that have no effect here, and what to do instead.

Those that have one are in `config`.
"""

from __future__ import annotations

from typing import Any

# Each reason stands before the names that it holds for.
_REASONS = {
    "XLA computes with as many threads as the process may use cores; `taskset` gives it fewer": """
        MXNET_CPU_WORKER_NTHREADS MXNET_CPU_PRIORITY_NTHREADS MXNET_CPU_PARALLEL_SIZE MXNET_OMP_MAX_THREADS
        MXNET_MP_WORKER_NTHREADS MXNET_CPU_NNPACK_NTHREADS""",
    "call `cv2.setNumThreads` in the program; a DataLoader's workers run its data set as it is": "MXNET_MP_OPENCV_NUM_THREADS",
    "XLA puts kernels and copies on streams of its own": """
        MXNET_GPU_WORKER_NTHREADS MXNET_GPU_WORKER_NSTREAMS MXNET_GPU_COPY_NTHREADS""",
    "XLA plans the memory of a compiled program, buffers that are used again included": """
        MXNET_EXEC_ENABLE_INPLACE MXNET_EXEC_INPLACE_GRAD_SUM_CAP MXNET_EXEC_NUM_TEMP MXNET_MEM_PLAN_VERBOSE_LOGGING
        MXNET_CPU_TEMP_COPY MXNET_GPU_TEMP_COPY NNVM_EXEC_MATCH_RANGE NNVM_EXEC_NUM_TEMP NNVM_AUTO_SEARCH_MATCH_RANGE""",
    "XLA_CLIENT_MEM_FRACTION=.75 is the share of a GPU's memory that is taken at the start": "MXNET_GPU_MEM_POOL_RESERVE",
    "XLA_PYTHON_CLIENT_ALLOCATOR=platform does without a pool, as Unpooled did": "MXNET_GPU_MEM_POOL_TYPE",
    "XLA's pool has sizes of its own; XLA_PYTHON_CLIENT_PREALLOCATE=false lets it grow as needed": """
        MXNET_GPU_MEM_POOL_ROUND_LINEAR_CUTOFF MXNET_GPU_MEM_POOL_PAGE_SIZE MXNET_GPU_MEM_LARGE_ALLOC_ROUND_SIZE""",
    "random numbers are computed from keys, and there are no generators to have several of": """
        MXNET_CPU_PARALLEL_RAND_COPY MXNET_GPU_PARALLEL_RAND_COPY MXNET_GPU_CUDNN_DROPOUT_STATE_COPY""",
    "there is one engine, JAX's; `mx.nd.waitall()` waits for it where a program looks for an error": """
        MXNET_ENGINE_TYPE MXNET_ENGINE_INFO""",
    "a graph is one compiled program, and operators outside of graphs run one by one": """
        MXNET_EXEC_BULK_EXEC_INFERENCE MXNET_EXEC_BULK_EXEC_TRAIN MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN
        MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN_FWD MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN_BWD""",
    "XLA decides which parts of a program are CUDA graphs; XLA_FLAGS=--xla_gpu_enable_command_buffer= turns them off": """
        MXNET_ENABLE_CUDA_GRAPHS MXNET_CUDA_GRAPHS_VERBOSE MXNET_CUDA_GRAPHS_MAX_LOG_ENTRIES""",
    "values are added up by compiled programs, between processes by NCCL or gloo, in an order that these choose": """
        MXNET_KVSTORE_REDUCTION_NTHREADS MXNET_KVSTORE_USETREE MXNET_KVSTORE_LOGTREE MXNET_KVSTORE_TREE_ARRAY_BOUND
        MXNET_KVSTORE_TREE_BACKTRACK MXNET_KVSTORE_TREE_LINK_USAGE_PENALTY MXNET_KVSTORE_SERIAL_PUSH""",
    "there are no servers that arrays would be divided among": "MXNET_KVSTORE_BIGARRAY_BOUND MXNET_KVSTORE_SLICE_THRESHOLD",
    "there is nothing to log about it": """
        MXNET_KVSTORE_DIST_ROW_SPARSE_VERBOSE MXNET_STORAGE_FALLBACK_LOG_VERBOSE MXNET_INFER_STORAGE_TYPE_VERBOSE_LOGGING
        MXNET_EXEC_VERBOSE_LOGGING MXNET_QUANTIZATION_VERBOSE MXNET_RTC_VERBOSE MXNET_SUBGRAPH_VERBOSE""",
    "copies between GPUs take the direct way where there is one; for NCCL, NCCL_P2P_DISABLE=1 forbids it": "MXNET_ENABLE_GPU_P2P",
    "the update of all parameters is one program, however many there are": "MXNET_UPDATE_AGGREGATION_SIZE",
    "nothing is computed a second time to save memory; smaller batches and 16-bit types do": "MXNET_BACKWARD_DO_MIRROR",
    "call `mx.profiler.set_config(...)` and `mx.profiler.set_state('run')` in the program": """
        MXNET_PROFILER_AUTOSTART MXNET_PROFILER_MODE""",
    "there is no C library behind the Python interface": "MXNET_ENABLE_CYTHON MXNET_ENFORCE_CYTHON",
    "errors come with Python's traceback": "DMLC_LOG_STACK_TRACE_DEPTH",
    "XLA_FLAGS=--xla_gpu_autotune_level=0 (none) to 4 (the default) says how kernels are chosen": "MXNET_CUDNN_AUTOTUNE_DEFAULT",
    "tensor cores are used wherever a type allows; NVIDIA_TF32_OVERRIDE=0 keeps float32 away from them": """
        MXNET_CUDA_ALLOW_TENSOR_CORE""",
    "types are not converted silently; `mx.contrib.amp` and `net.cast` do it where the program says so": """
        MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION""",
    "JAX checks the versions of its CUDA libraries": "MXNET_CUDA_LIB_CHECKING MXNET_CUDNN_LIB_CHECKING",
    "CPUs repeat their results bit by bit; for GPUs there is XLA_FLAGS=--xla_gpu_deterministic_ops=true": """
        MXNET_ENFORCE_DETERMINISM""",
    "MXNET_MKLDNN_ENABLED and JMX_ONEDNN turn oneDNN off as a whole": """
        MXNET_MKLDNN_CACHE_NUM MXNET_MKLDNN_FORCE_FC_AB_FORMAT MXNET_MKLDNN_DEBUG
        MXNET_MKLDNN_QFC_DYNAMIC_PARAMS MXNET_USE_MKLDNN_RNN MXNET_RNN_USE_WEIGHT_CACHE MXNET_DISABLE_MKLDNN_CONV_OPT
        MXNET_DISABLE_MKLDNN_FC_OPT MXNET_DISABLE_MKLDNN_FUSE_CONV_BN MXNET_DISABLE_MKLDNN_FUSE_CONV_RELU
        MXNET_DISABLE_MKLDNN_FUSE_CONV_SUM MXNET_DISABLE_MKLDNN_FUSE_FC_ELTWISE MXNET_DISABLE_MKLDNN_QEM_FLOAT_OUTPUT
        MXNET_DISABLE_MKLDNN_QEM_FUSE_ALL MXNET_DISABLE_MKLDNN_QFC_FLOAT_OUTPUT MXNET_DISABLE_MKLDNN_QFC_FUSE_ALL
        MXNET_DISABLE_MKLDNN_QTRANSFORMER_FLOAT_OUTPUT MXNET_DISABLE_MKLDNN_QTRANSFORMER_FUSE_ALL
        MXNET_DISABLE_MKLDNN_TRANSFORMER_OPT""",
    "XLA fuses the operators of a graph; XLA_FLAGS=--xla_dump_to=FOLDER writes down what it made": """
        MXNET_SUBGRAPH_BACKEND MXNET_USE_FUSION MXNET_FUSION_VERBOSE MXNET_FUSION_SIZE_WARNING""",
    "there is no TensorRT": "MXNET_TENSORRT_MAX_BATCH_SIZE MXNET_TENSORRT_VERBOSE",
    "sums and products of 16-bit numbers are accumulated in float32 as it is": "MXNET_SAFE_ACCUMULATION MXNET_FC_TRUE_FP16",
    "there are no operators to tune: XLA compiles": """
        MXNET_USE_OPERATOR_TUNING MXNET_ENABLE_OPERATOR_TUNING MXNET_USE_NUM_CORES_OPERATOR_TUNING MXNET_OUTPUT_TUNING_DATA
        MXNET_VERBOSE_TUNING_INFO MXNET_TUNING_WEIGHT_SCALE""",
    "MXNet's tests read it, not MXNet; `mx.random.seed` seeds a program": """
        MXNET_TEST_SEED MXNET_MODULE_SEED MXNET_TEST_COUNT""",
    "workers find each other by DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT": "DMLC_NODE_HOST DMLC_LOCAL",
    "there are no servers; processes that are started for them end at once": "DMLC_NUM_SERVER DMLC_SERVER_ID",
    "DMLC_WORKER_ID numbers the workers": "DMLC_RANK DMLC_TASK_ID",
    "it belongs to the tracker that starts the processes": """
        DMLC_JOB_CLUSTER DMLC_NUM_ATTEMPT DMLC_TRACKER_URI DMLC_TRACKER_PORT""",
    "JMX_HEARTBEAT_TIMEOUT says how long a machine may be silent": "PS_HEARTBEAT_INTERVAL PS_HEARTBEAT_TIMEOUT",
    "there is no ps-lite that would send messages": """
        DMLC_PS_WATER_MARK DMLC_USE_KUBERNETES PS_DROP_MSG PS_RESEND PS_RESEND_TIMEOUT PS_VERBOSE""",
}

#: name of the variable -> why it has no effect, and what has
IGNORED = {name: reason for reason, names in _REASONS.items() for name in names.split()}

#: how the names of MXNet's and jmx's variables begin
PREFIXES = ("MXNET_", "DMLC_", "JMX_")


def ignored(environment) -> list[tuple[str, str, str]]:
    """Return [(name, value, reason)] of the variables in the mapping `environment` that MXNet knows and jmx does not need."""
    return [(name, environment[name], IGNORED[name]) for name in sorted(environment) if name in IGNORED]


def unknown(environment, honoured) -> list[tuple[Any, ...]]:
    """Return the variables in a mapping that look like MXNet's or jmx's and are neither: typing errors, most likely.

    Parameters
    ----------
    environment : mapping of str to str
        The names and values that a process was given.
    honoured : iterable of str
        Names that have an effect.

    Returns
    -------
    list of (str, str, str or None)
        Name, value, and the known name that comes closest.
    """
    import difflib

    known = sorted({*honoured, *IGNORED})
    variables = []
    for name in sorted(environment):
        if name.startswith(PREFIXES) and name not in known:
            close = difflib.get_close_matches(name, known, 1, 0.75)
            variables.append((name, environment[name], close[0] if close else None))
    return variables


def markdown() -> str:
    """Return the table as a part of a page of documentation."""
    lines = ["## Variables of MXNet without effect", "", "They are accepted. `jmx info` names those that are set.", ""]
    lines += ["| variables | why, or what to use instead |", "|---|---|"]
    for reason, names in _REASONS.items():
        lines.append(f"| {', '.join(f'`{name}`' for name in names.split())} | {reason} |")
    return "\n".join(lines) + "\n"
