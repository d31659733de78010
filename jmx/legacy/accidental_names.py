"""Names that MXNet's modules have only because they import them, and that programs import from there.

`from mxnet.metric import ndarray` is in GluonTS, `from mxnet.gluon.block import Symbol` in scripts: accidents that work.
They are answered under the name `mxnet` alone, when they are asked for, and never shadow what a module has itself.
"""

from __future__ import annotations

import importlib

_IMAGE = "numbers:Number cv2 io=.io .util:is_np_array json logging nd=.ndarray np=numpy os random recordio=.recordio sys warnings"

#: module -> its accidental names: "name" of a module, "module:name" of what is in a module, "name=..." where the names differ;
#: a leading dot stands for jmx
_TABLE = {
    "attribute": "collections:defaultdict",
    "autograd": "threading:Lock .base:MXCallbackList .symbol.symbol:Symbol array:array",
    "base": "inspect os re sys",
    "contrib.amp.amp": """
        .ndarray.ndarray:NDArray array:array base=.base .core.declare.dtype:bfloat16 lists=.contrib.amp.lists opt=.optimizer
        symbol_contrib=.symbol.contrib""",
    "contrib.amp.loss_scaler": "ag=.autograd nd=.ndarray.ndarray",
    "contrib.autograd": "array:array",
    "contrib.quantization": """
        .module.module:Module .ndarray.ndarray:NDArray nd_load=.ndarray.utils:load nd_save=.ndarray.utils:save
        ndarray=.ndarray os shutil stats=scipy.stats sym_load=.symbol.symbol:load""",
    "contrib.svrg_optimization.svrg_module": "mx=. time",
    "contrib.svrg_optimization.svrg_optimizer": "mx=.",
    "contrib.text.embedding": "base=.base .util:is_np_array",
    "executor": "copy ndarray=.ndarray",
    "executor_manager": "np=numpy",
    "gluon.block": """
        .gluon.parameter:DeferredInitializationError .base:MXNetError .ndarray.ndarray:NDArray collections:OrderedDict
        .symbol.symbol:Symbol .gluon.utils:_brief_print_list .gluon.utils:_check_all_np_ndarrays .gluon.utils:_indent
        _name=.name copy collections:defaultdict initializer=.initializer .util:is_np_array json .symbol.symbol:load_json
        mx_real_t=numpy:float32 np=numpy .util:np_array .util:np_shape np_symbol=.symbol.numpy._symbol re symbol=.symbol
        threading warnings""",
    "gluon.contrib.cnn.conv_layers": "symbol=.symbol",
    "gluon.contrib.data.text": "base=.base nd=.ndarray shutil text=.contrib.text",
    "gluon.contrib.estimator.estimator": "gluon_loss=.gluon.loss:Loss metric_loss=.metric:Loss",
    "gluon.contrib.estimator.event_handler": "metric_loss=.metric:Loss os",
    "gluon.contrib.nn.basic_layers": "nd=.ndarray",
    "gluon.contrib.rnn.conv_rnn_cell": "math:floor",
    "gluon.contrib.rnn.rnn_cell": ".gluon.rnn.rnn_cell:BidirectionalCell .gluon.rnn.rnn_cell:SequentialRNNCell",
    "gluon.data.dataloader": "multiprocessing.pool:ThreadPool io nd=.ndarray pickle sys threading",
    "gluon.data.dataset": "ndarray=.ndarray",
    "gluon.data.vision.datasets": """
        base=.base dataset=.gluon.data.dataset image=.image nd=.ndarray recordio=.recordio warnings""",
    "gluon.data.vision.transforms": """
        .gluon.block:Block .gluon.block:HybridBlock .gluon.nn:HybridSequential .gluon.nn:Sequential image=.image
        .util:is_np_array np=numpy .base:numeric_types random""",
    "gluon.loss": ".gluon.block:HybridBlock .util:is_np_array ndarray=.ndarray np=numpy .base:numeric_types",
    "gluon.model_zoo.model_store": "base=.base shutil",
    "gluon.model_zoo.vision.mobilenet": "base=.base os",
    "gluon.model_zoo.vision.resnet": "base=.base .util:is_np_array os",
    **{
        f"gluon.model_zoo.vision.{name}": ".gluon.block:HybridBlock base=.base os"
        for name in ("alexnet", "densenet", "inception", "squeezenet", "vgg")
    },
    "gluon.nn.basic_layers": "nd=.ndarray np=numpy sym=.symbol",
    "gluon.nn.conv_layers": "symbol=.symbol",
    "gluon.parameter": """
        .context:Context .base:MXNetError collections:OrderedDict autograd=.autograd context=.context .context:cpu
        collections:defaultdict initializer=.initializer .util:is_np_array .util:is_np_shape mx_real_t=numpy:float32 np=numpy
        .gluon.utils:shape_is_known warnings""",
    "gluon.rnn.rnn_cell": """
        .gluon.block:Block .gluon.block:HybridBlock .gluon.nn.activations:LeakyReLU ndarray=.ndarray symbol=.symbol""",
    "gluon.utils": "sys",
    "image": _IMAGE,
    "image.detection": """
        .image.image:Augmenter .image.image:CastAug .image.image:ColorJitterAug .image.image:ColorNormalizeAug
        .image.image:ForceResizeAug .image.image:HueJitterAug .image.image:ImageIter .image.image:LightingAug
        .image.image:RandomGrayAug .image.image:RandomOrderAug .image.image:ResizeAug .image.image:fixed_crop io=.io
        .util:is_np_array json logging nd=.ndarray np=numpy random warnings""",
    "image.image": _IMAGE,
    "initializer": """
        .ndarray.ndarray:NDArray .initializer.base:_register .util:is_np_array json .ndarray.utils:load logging ndarray=.ndarray
        np=numpy random=.random re registry=.registry math:sqrt warnings""",
    "io.io": """
        .ndarray.sparse:CSRNDArray .ndarray.ndarray:NDArray .ndarray.utils:array .ndarray:concat logging
        mx_real_t=numpy:float32 collections:namedtuple np=numpy sys threading .ndarray:tile""",
    "io.utils": ".ndarray.sparse:CSRNDArray collections:OrderedDict sparse_array=.ndarray.sparse:array",
    "kvstore.base": "array:array",
    "kvstore.kvstore": "os pickle",
    "kvstore.kvstore_server": ".kvstore.base:create logging pickle sys",
    "libinfo": "logging",
    "metric": "collections:OrderedDict math ndarray=.ndarray numpy registry=.registry",
    "misc": "math",
    "model": """
        .context:Context .io.io:DataDesc .executor_manager:DataParallelExecutorManager .callback:LogValidationMetricsCallback
        .initializer:Uniform .optimizer.optimizer:get_updater io=.io metric=.metric mx_real_t=numpy:float32 np=numpy
        opt=.optimizer os sym=.symbol time warnings""",
    "module.base_module": ".model:BatchEndParam .io:DataDesc",
    "module.bucketing_module": "ctx=.context",
    "module.executor_group": "ctx=.context",
    "module.module": "ctx=.context .ndarray.utils:zeros",
    "ndarray._internal": ".ndarray:CachedOp",
    "ndarray.contrib": ".context:current_context math mx=. ndarray=.ndarray.ndarray np=numpy .ndarray.random:uniform",
    "ndarray.ndarray": """
        .runtime:Features .base:ctypes2buffer .util:is_np_array mx_real_t=numpy:float32 .base:numeric_types op=.ndarray.op
        _functools:reduce warnings""",
    "ndarray.numpy._op": ".ndarray.ndarray:NDArray .context:current_context",
    "ndarray.numpy.random": ".ndarray.ndarray:NDArray .context:current_context np=numpy",
    "ndarray.numpy_extension.random": ".context:current_context",
    "ndarray.op": ".ndarray:CachedOp",
    "ndarray.random": ".ndarray.ndarray:NDArray",
    "ndarray.register": ".ndarray.contrib:adamw_update .ndarray.contrib:mp_adamw_update .util:use_np_shape",
    "ndarray.sparse": """
        .context:Context .context:current_context mx_real_t=numpy:float32 op=.ndarray.op py_slice=builtins:slice
        py_sum=builtins:sum spsp=scipy.sparse warnings""",
    "ndarray.utils": ".ndarray.ndarray:NDArray spsp=scipy.sparse",
    "numpy.fallback_linalg": "onp=numpy",
    "numpy.io": ".context:current_context",
    "numpy.multiarray": """
        .context:Context .ndarray.ndarray:NDArray .context:current_context .ndarray.ndarray:from_numpy .autograd:is_recording
        mx_real_t=numpy:float32 py_slice=builtins:slice warnings""",
    "numpy.utils": "onp=numpy",
    "numpy_dispatch_protocol": "mx_np=.numpy",
    "numpy_extension": "threading warnings",
    "numpy_extension.image": _IMAGE,
    "numpy_op_signature": "inspect mx_np=.numpy mx_npx=.numpy_extension",
    "operator": """
        .base:MXCallbackList array:array collections context=.context .base:ctypes2numpy_shared .util:is_np_array
        symbol=.symbol warnings""",
    "optimizer.contrib": """
        .ndarray.ndarray:NDArray .ndarray:clip contrib=.ndarray.contrib .ndarray:mean .ndarray:sqrt .ndarray:square""",
    "optimizer.optimizer": """
        .ndarray.ndarray:NDArray .ndarray:adam_update .ndarray.utils:array .ndarray:clip .ndarray:ftml_update
        .ndarray:ftrl_update .util:is_np_array .ndarray:lamb_update_phase1 .ndarray:lamb_update_phase2 logging math
        .ndarray.ndarray:maximum .ndarray:mp_lamb_update_phase1 .ndarray:mp_lamb_update_phase2 .ndarray:mp_nag_mom_update
        .ndarray:mp_sgd_mom_update .ndarray:mp_sgd_update .ndarray.contrib:multi_lamb_update .ndarray:multi_lars
        .ndarray.contrib:multi_mp_lamb_update .ndarray:multi_mp_sgd_mom_update .ndarray:multi_mp_sgd_update
        .ndarray:multi_sgd_mom_update .ndarray:multi_sgd_update .ndarray:multi_sum_sq .ndarray.ndarray:multiply
        .ndarray:nag_mom_update .ndarray.random:normal numpy os pickle .ndarray:preloaded_multi_mp_sgd_mom_update
        .ndarray:preloaded_multi_mp_sgd_update .ndarray:preloaded_multi_sgd_mom_update .ndarray:preloaded_multi_sgd_update
        .ndarray:rmsprop_update .ndarray:rmspropalex_update .ndarray:sgd_mom_update .ndarray:sgd_update
        .ndarray:signsgd_update .ndarray:signum_update sparse=.ndarray.sparse .ndarray:sqrt .ndarray:square warnings
        .ndarray.utils:zeros""",
    "recordio": "cv2 collections:namedtuple np=numpy numbers struct",
    "rnn": """
        .io.io:DataBatch .io.io:DataDesc .io.io:DataIter bisect functools init=.initializer .model:load_checkpoint
        ndarray=.ndarray np=numpy random .model:save_checkpoint symbol=.symbol warnings""",
    "rnn.rnn_cell": "functools init=.initializer ndarray=.ndarray symbol=.symbol warnings",
    "symbol._internal": ".attribute:AttrScope .name:NameManager",
    "symbol.contrib": ".attribute:AttrScope copy symbol=.symbol.symbol",
    "symbol.numpy._symbol": ".context:current_context py_slice=builtins:slice",
    "symbol.numpy.random": ".context:current_context",
    "symbol.numpy_extension.random": ".context:current_context",
    "symbol.register": ".attribute:AttrScope .name:NameManager .symbol.contrib:adamw_update .symbol.contrib:mp_adamw_update",
    "symbol.symbol": """
        .attribute:AttrScope .context:Context .executor:Executor .ndarray.ndarray:NDArray array:array .context:current_context
        op=.symbol.op py_slice=builtins:slice warnings""",
    "test_utils": ".runtime:Features collections:OrderedDict contextlib:contextmanager np_symbol=.symbol.numpy:_Symbol",
    "util": """
        .util.semantics:_NumpyArrayScope .util.semantics:_NumpyShapeScope .util.semantics:_set_np_array functools inspect
        threading""",
    "visualization": ".symbol.symbol:Symbol copy json re warnings",
}

#: numbers of element types, of kinds of gradients and of storage, which modules of MXNet have from one another
_CODES = " ".join(
    f".ndarray.ndarray:{name}"
    for name in """
    _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _GRAD_REQ_MAP _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ID_TO_STR
    _STORAGE_TYPE_ROW_SPARSE _STORAGE_TYPE_STR_TO_ID _STORAGE_TYPE_UNDEFINED""".split()
)
_MORE = {
    **dict.fromkeys(
        "autograd contrib.autograd module.executor_group ndarray ndarray.sparse numpy.multiarray operator rtc symbol.symbol "
        "test_utils".split(),
        _CODES,
    ),
    **dict.fromkeys(("executor", "model"), ".executor_manager:_load_data .executor_manager:_load_label"),
    **dict.fromkeys(("ndarray.contrib", "symbol.contrib"), ".gluon.block:_flatten .gluon.block:_regroup .base:_as_list"),
}


def _entries(text):
    targets = {}
    for item in text.split():
        name, equals, target = item.partition("=")
        if not equals:
            name, target = item.rpartition(":")[2], item
        targets[name] = target
    return targets


def _resolve(target):
    place, _, name = target.partition(":")
    module = importlib.import_module("jmx" if place == "." else place, "jmx")
    return getattr(module, name) if name else module


def add_accidental_names(module, own_name) -> None:
    """Have `module`, which programs know as mxnet.`own_name`, answer its accidental names; twice is as good as once."""
    text = f"{_TABLE.get(own_name, '')} {_MORE.get(own_name, '')}".strip()
    if not text or "_accidental" in module.__dict__:
        return
    entries, before = _entries(text), module.__dict__.get("__getattr__")

    def answer(name):
        if before is not None:
            try:
                return before(name)
            except AttributeError:
                if name not in entries:
                    raise
        elif name not in entries:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        return _resolve(entries[name])

    module.__dict__.update(_accidental=entries, __getattr__=answer)
