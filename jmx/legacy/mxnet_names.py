# Made by tools/list_mxnet_names.py; not to be edited.
# fmt: off
"""The modules that are there after `import mxnet`, below it, and the classes of jmx that are known by them."""

#: modules that MXNet 1.9.1 has imported
MODULES = """
_api_internal _ctypes _ctypes.ndarray _ctypes.symbol _cy3 _ffi _ffi._ctypes _ffi._ctypes.function _ffi._ctypes.object
_ffi._ctypes.types _ffi._cy3 _ffi.base _ffi.function _ffi.node_generic _ffi.object _global_var _numpy_op_doc api
attribute autograd base callback context contrib contrib.autograd contrib.io contrib.ndarray contrib.onnx
contrib.onnx.onnx2mx contrib.onnx.onnx2mx._import_helper contrib.onnx.onnx2mx._op_translations
contrib.onnx.onnx2mx._translation_utils contrib.onnx.onnx2mx.import_model contrib.onnx.onnx2mx.import_onnx
contrib.onnx.onnx2mx.import_to_gluon contrib.quantization contrib.symbol contrib.tensorboard contrib.text
contrib.text._constants contrib.text.embedding contrib.text.utils contrib.text.vocab engine error executor
executor_manager gluon gluon.block gluon.contrib gluon.contrib.cnn gluon.contrib.cnn.conv_layers gluon.contrib.data
gluon.contrib.data._constants gluon.contrib.data.sampler gluon.contrib.data.text gluon.contrib.estimator
gluon.contrib.estimator.batch_processor gluon.contrib.estimator.estimator gluon.contrib.estimator.event_handler
gluon.contrib.estimator.utils gluon.contrib.nn gluon.contrib.nn.basic_layers gluon.contrib.rnn
gluon.contrib.rnn.conv_rnn_cell gluon.contrib.rnn.rnn_cell gluon.data gluon.data.dataloader gluon.data.dataset
gluon.data.sampler gluon.data.vision gluon.data.vision.datasets gluon.data.vision.transforms gluon.loss gluon.model_zoo
gluon.model_zoo.model_store gluon.model_zoo.vision gluon.model_zoo.vision.alexnet gluon.model_zoo.vision.densenet
gluon.model_zoo.vision.inception gluon.model_zoo.vision.mobilenet gluon.model_zoo.vision.resnet
gluon.model_zoo.vision.squeezenet gluon.model_zoo.vision.vgg gluon.nn gluon.nn.activations gluon.nn.basic_layers
gluon.nn.conv_layers gluon.parameter gluon.rnn gluon.rnn.rnn_cell gluon.rnn.rnn_layer gluon.trainer gluon.utils image
image.detection image.image initializer io io.io io.utils kvstore kvstore.base kvstore.kvstore kvstore.kvstore_server
libinfo library log lr_scheduler metric model module module.base_module module.bucketing_module module.executor_group
module.module module.python_module module.sequential_module monitor name ndarray ndarray._internal ndarray.contrib
ndarray.gen__internal ndarray.gen_contrib ndarray.gen_image ndarray.gen_linalg ndarray.gen_op ndarray.gen_sparse
ndarray.image ndarray.linalg ndarray.ndarray ndarray.numpy ndarray.numpy._api_internal ndarray.numpy._internal
ndarray.numpy._op ndarray.numpy._register ndarray.numpy.linalg ndarray.numpy.random ndarray.numpy_extension
ndarray.numpy_extension._op ndarray.numpy_extension._register ndarray.numpy_extension.image
ndarray.numpy_extension.random ndarray.op ndarray.random ndarray.register ndarray.sparse ndarray.utils ndarray_doc
notebook numpy numpy._op numpy._register numpy.arrayprint numpy.fallback numpy.fallback_linalg numpy.function_base
numpy.io numpy.linalg numpy.multiarray numpy.random numpy.stride_tricks numpy.utils numpy_dispatch_protocol
numpy_extension numpy_extension._op numpy_extension._register numpy_extension.image numpy_extension.random
numpy_extension.utils numpy_op_fallback numpy_op_signature onnx onnx.mx2onnx onnx.mx2onnx._export_helper
onnx.mx2onnx._export_model onnx.mx2onnx._export_onnx onnx.mx2onnx._op_translations
onnx.mx2onnx._op_translations._op_translations_opset12 onnx.mx2onnx._op_translations._op_translations_opset13 operator
optimizer optimizer.contrib optimizer.optimizer profiler random recordio registry rnn rnn.io rnn.rnn rnn.rnn_cell rtc
runtime symbol symbol._internal symbol.contrib symbol.gen__internal symbol.gen_contrib symbol.gen_image
symbol.gen_linalg symbol.gen_op symbol.gen_sparse symbol.image symbol.linalg symbol.numpy symbol.numpy._internal
symbol.numpy._op symbol.numpy._register symbol.numpy._symbol symbol.numpy.linalg symbol.numpy.random
symbol.numpy_extension symbol.numpy_extension._op symbol.numpy_extension._register symbol.numpy_extension.image
symbol.numpy_extension.random symbol.op symbol.random symbol.register symbol.sparse symbol.symbol symbol_doc test_utils
torch tvmop util visualization
""".split()

#: modules that jmx does not have, and the nearest above each
ABSENT = {
    "_ffi._ctypes": "_ffi",
    "_ffi._ctypes.function": "_ffi",
    "_ffi._ctypes.object": "_ffi",
    "_ffi._ctypes.types": "_ffi",
    "_ffi._cy3": "_ffi",
    "_ffi.base": "_ffi",
    "_ffi.node_generic": "_ffi",
    "_ffi.object": "_ffi",
    "_global_var": "",
    "contrib.onnx.onnx2mx._import_helper": "contrib.onnx.onnx2mx",
    "contrib.onnx.onnx2mx._op_translations": "contrib.onnx.onnx2mx",
    "contrib.onnx.onnx2mx._translation_utils": "contrib.onnx.onnx2mx",
    "contrib.text._constants": "contrib.text",
    "gluon.contrib.data._constants": "gluon.contrib.data",
    "ndarray.numpy._api_internal": "ndarray.numpy",
    "ndarray.numpy._register": "ndarray.numpy",
    "ndarray.numpy_extension._register": "ndarray.numpy_extension",
    "numpy._register": "numpy",
    "numpy_extension._register": "numpy_extension",
    "onnx.mx2onnx._export_helper": "onnx.mx2onnx",
    "onnx.mx2onnx._export_model": "onnx.mx2onnx",
    "onnx.mx2onnx._export_onnx": "onnx.mx2onnx",
    "onnx.mx2onnx._op_translations": "onnx.mx2onnx",
    "onnx.mx2onnx._op_translations._op_translations_opset12": "onnx.mx2onnx",
    "onnx.mx2onnx._op_translations._op_translations_opset13": "onnx.mx2onnx",
    "symbol.numpy._register": "symbol.numpy",
    "symbol.numpy_extension._register": "symbol.numpy_extension",
}

#: module of jmx -> {module of MXNet: the classes that the first defines}, both below the package
CLASSES = {
    "attribute": {
        "attribute": "AttrScope",
    },
    "autograd": {
        "autograd": "Function",
    },
    "base": {
        "base": "MXNetError NotImplementedForSymbol NotSupportedForSparseNDArray _NullType",
    },
    "callback": {
        "callback": "LogValidationMetricsCallback ProgressBar Speedometer",
    },
    "context": {
        "context": "Context",
    },
    "contrib._calibration": {
        "contrib.quantization": "_LayerHistogramCollector _LayerOutputMinMaxCollector",
    },
    "contrib.autograd": {
        "contrib.autograd": "TrainingStateScope",
    },
    "contrib.io": {
        "contrib.io": "DataLoaderIter",
    },
    "contrib.onnx.onnx2mx.import_onnx": {
        "contrib.onnx.onnx2mx.import_onnx": "GraphProto",
    },
    "contrib.tensorboard": {
        "contrib.tensorboard": "LogMetricsCallback",
    },
    "contrib.text.embedding": {
        "contrib.text.embedding": "CompositeEmbedding CustomEmbedding FastText GloVe _TokenEmbedding",
    },
    "contrib.text.vocab": {
        "contrib.text.vocab": "Vocabulary",
    },
    "engine": {
        "engine": "_BulkScope",
    },
    "error": {
        "error": "InternalError",
    },
    "execution.cached_op": {
        "_ctypes.ndarray": "CachedOp",
    },
    "executor": {
        "executor": "Executor",
    },
    "gluon._scope": {
        "gluon.block": "_BlockScope",
    },
    "gluon.base_block": {
        "gluon.block": "Block",
    },
    "gluon.base_parameter": {
        "gluon.parameter": "DeferredInitializationError Parameter",
    },
    "gluon.constant": {
        "gluon.parameter": "Constant",
    },
    "gluon.contrib.data.text": {
        "gluon.contrib.data.text": "WikiText103 WikiText2 _WikiText",
    },
    "gluon.contrib.estimator._checkpoint": {
        "gluon.contrib.estimator.event_handler": "CheckpointHandler",
    },
    "gluon.contrib.estimator._events": {
        "gluon.contrib.estimator.event_handler": "BatchBegin BatchEnd EpochBegin EpochEnd EventHandler TrainBegin TrainEnd",
    },
    "gluon.contrib.estimator.batch_processor": {
        "gluon.contrib.estimator.batch_processor": "BatchProcessor",
    },
    "gluon.contrib.estimator.estimator": {
        "gluon.contrib.estimator.estimator": "Estimator",
    },
    "gluon.contrib.estimator.event_handler": {
        "gluon.contrib.estimator.event_handler": """
            EarlyStoppingHandler GradientUpdateHandler LoggingHandler MetricHandler StoppingHandler ValidationHandler""",
    },
    "gluon.contrib.nn.basic_layers": {
        "gluon.contrib.nn.basic_layers": "Concurrent HybridConcurrent SparseEmbedding",
    },
    "gluon.data._pool_iter": {
        "gluon.data.dataloader": "_MultiWorkerIter",
    },
    "gluon.data._queues": {
        "gluon.data.dataloader": "ConnectionWrapper Queue SimpleQueue",
    },
    "gluon.data.dataloader": {
        "gluon.data.dataloader": "DataLoader DataLoaderV1",
    },
    "gluon.data.dataset": {
        "gluon.data.dataset": """
            ArrayDataset Dataset RecordFileDataset SimpleDataset _DownloadedDataset _LazyTransformDataset
            _SampledDataset _TransformFirstClosure""",
    },
    "gluon.data.sampler": {
        "gluon.contrib.data.sampler": "IntervalSampler",
        "gluon.data.sampler": "BatchSampler FilterSampler RandomSampler Sampler SequentialSampler",
    },
    "gluon.data.vision.datasets": {
        "gluon.data.vision.datasets": "CIFAR10 CIFAR100 FashionMNIST MNIST",
    },
    "gluon.data.vision.image_files": {
        "gluon.data.vision.datasets": "ImageFolderDataset ImageRecordDataset",
    },
    "gluon.data.vision.transforms.composed": {
        "gluon.data.vision.transforms": "Compose RandomApply",
    },
    "gluon.data.vision.transforms.shape": {
        "gluon.data.vision.transforms": """
            CenterCrop CropResize RandomFlipLeftRight RandomFlipTopBottom RandomResizedCrop RandomRotation Resize
            Rotate""",
    },
    "gluon.data.vision.transforms.values": {
        "gluon.data.vision.transforms": """
            Cast Normalize RandomBrightness RandomColorJitter RandomContrast RandomHue RandomLighting RandomSaturation
            ToTensor""",
    },
    "gluon.hybrid": {
        "gluon.block": "HybridBlock",
    },
    "gluon.loss.base": {
        "gluon.loss": "Loss",
    },
    "gluon.loss.classification": {
        "gluon.loss": """
            CTCLoss HingeLoss KLDivLoss LogisticLoss SigmoidBinaryCrossEntropyLoss SoftmaxCrossEntropyLoss
            SquaredHingeLoss""",
    },
    "gluon.loss.embedding": {
        "gluon.loss": "CosineEmbeddingLoss SDMLLoss TripletLoss",
    },
    "gluon.loss.regression": {
        "gluon.loss": "HuberLoss L1Loss L2Loss PoissonNLLLoss",
    },
    "gluon.model_zoo.vision.alexnet": {
        "gluon.model_zoo.vision.alexnet": "AlexNet",
    },
    "gluon.model_zoo.vision.densenet": {
        "gluon.model_zoo.vision.densenet": "DenseNet",
    },
    "gluon.model_zoo.vision.inception": {
        "gluon.model_zoo.vision.inception": "Inception3",
    },
    "gluon.model_zoo.vision.mobilenet": {
        "gluon.model_zoo.vision.mobilenet": "LinearBottleneck MobileNet MobileNetV2 RELU6",
    },
    "gluon.model_zoo.vision.resnet": {
        "gluon.model_zoo.vision.resnet": "BasicBlockV1 BasicBlockV2 BottleneckV1 BottleneckV2 ResNetV1 ResNetV2",
    },
    "gluon.model_zoo.vision.squeezenet": {
        "gluon.model_zoo.vision.squeezenet": "SqueezeNet",
    },
    "gluon.model_zoo.vision.vgg": {
        "gluon.model_zoo.vision.vgg": "VGG",
    },
    "gluon.nn.activations": {
        "gluon.nn.activations": "Activation ELU GELU LeakyReLU PReLU SELU Swish",
    },
    "gluon.nn.basic_layers": {
        "gluon.contrib.nn.basic_layers": "Identity",
        "gluon.nn.basic_layers": "Dense Dropout Embedding Flatten HybridLambda HybridSequential Lambda Sequential",
    },
    "gluon.nn.conv_layers": {
        "gluon.nn.conv_layers": "Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose _Conv",
    },
    "gluon.nn.deformable_layers": {
        "gluon.contrib.cnn.conv_layers": "DeformableConvolution ModulatedDeformableConvolution",
    },
    "gluon.nn.norm_layers": {
        "gluon.contrib.nn.basic_layers": "SyncBatchNorm",
        "gluon.nn.basic_layers": "BatchNorm BatchNormReLU GroupNorm InstanceNorm LayerNorm _BatchNorm",
    },
    "gluon.nn.pool_layers": {
        "gluon.nn.conv_layers": """
            AvgPool1D AvgPool2D AvgPool3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D
            GlobalMaxPool2D GlobalMaxPool3D MaxPool1D MaxPool2D MaxPool3D ReflectionPad2D _Pooling""",
    },
    "gluon.nn.shuffle_layers": {
        "gluon.contrib.nn.basic_layers": "PixelShuffle1D PixelShuffle2D PixelShuffle3D",
    },
    "gluon.parameter_dict": {
        "gluon.parameter": "ParameterDict",
    },
    "gluon.rnn._base": {
        "gluon.rnn.rnn_cell": "HybridRecurrentCell RecurrentCell",
    },
    "gluon.rnn._gated": {
        "gluon.rnn.rnn_cell": "GRUCell LSTMCell RNNCell",
    },
    "gluon.rnn._modifiers": {
        "gluon.rnn.rnn_cell": "DropoutCell ModifierCell ResidualCell ZoneoutCell",
    },
    "gluon.rnn._projected": {
        "gluon.contrib.rnn.rnn_cell": "LSTMPCell VariationalDropoutCell",
    },
    "gluon.rnn._stacks": {
        "gluon.rnn.rnn_cell": "BidirectionalCell HybridSequentialRNNCell SequentialRNNCell",
    },
    "gluon.rnn.conv_rnn_cell": {
        "gluon.contrib.rnn.conv_rnn_cell": """
            Conv1DGRUCell Conv1DLSTMCell Conv1DRNNCell Conv2DGRUCell Conv2DLSTMCell Conv2DRNNCell Conv3DGRUCell
            Conv3DLSTMCell Conv3DRNNCell""",
    },
    "gluon.rnn.rnn_layer": {
        "gluon.rnn.rnn_layer": "GRU LSTM RNN _RNNLayer",
    },
    "gluon.symbol_block": {
        "gluon.block": "SymbolBlock",
    },
    "gluon.trainer": {
        "gluon.trainer": "Trainer",
    },
    "gluon.utils": {
        "gluon.utils": "HookHandle",
    },
    "image._colours": {
        "image.image": """
            BrightnessJitterAug CastAug ColorJitterAug ColorNormalizeAug ContrastJitterAug HueJitterAug LightingAug
            RandomGrayAug SaturationJitterAug""",
    },
    "image._det_augmenters": {
        "image.detection": "DetAugmenter DetBorrowAug DetHorizontalFlipAug DetRandomCropAug DetRandomPadAug DetRandomSelectAug",
    },
    "image._det_iterator": {
        "image.detection": "ImageDetIter",
    },
    "image._geometry": {
        "image.image": """
            Augmenter CenterCropAug ForceResizeAug HorizontalFlipAug RandomCropAug RandomOrderAug RandomSizedCropAug
            ResizeAug SequentialAug""",
    },
    "image._iterator": {
        "image.image": "ImageIter",
    },
    "initializer.base": {
        "initializer": "InitDesc Initializer Mixed",
    },
    "initializer.drawn": {
        "initializer": "MSRAPrelu Normal Orthogonal Uniform Xavier",
    },
    "initializer.fixed": {
        "initializer": "Bilinear Constant Load One Zero",
    },
    "initializer.recurrent": {
        "initializer": "FusedRNN LSTMBias",
    },
    "io.base": {
        "io.io": "DataBatch DataDesc DataIter",
    },
    "io.native": {
        "io.io": "MXDataIter",
    },
    "io.ndarray_iter": {
        "io.io": "NDArrayIter",
    },
    "io.wrappers": {
        "io.io": "PrefetchingIter ResizeIter",
    },
    "kvstore.base": {
        "kvstore.base": "KVStoreBase TestStore",
    },
    "kvstore.kvstore": {
        "kvstore.kvstore": "KVStore",
    },
    "kvstore.kvstore_server": {
        "kvstore.kvstore_server": "KVStoreServer",
    },
    "legacy.executor_manager": {
        "executor_manager": "DataParallelExecutorGroup DataParallelExecutorManager",
    },
    "legacy.feedforward": {
        "model": "FeedForward",
    },
    "legacy.native": {
        "base": "MXCallbackList",
    },
    "legacy.ndarray_doc": {
        "ndarray_doc": "BroadcastToDoc CustomDoc NDArrayDoc ReshapeDoc StackDoc elemwise_addDoc",
    },
    "legacy.numpy_op_fallback": {
        "numpy_op_fallback": """
            EmptyLike EmptyLikeProp MultivariateNormal MultivariateNormalProp Resize ResizeProp Unravel_index
            Unravel_indexProp""",
    },
    "legacy.rtc": {
        "rtc": "CudaKernel CudaModule",
    },
    "legacy.symbol_doc": {
        "symbol_doc": "ActivationDoc BroadcastPlusDoc ConcatDoc DropoutDoc EmbeddingDoc FlattenDoc FullyConnectedDoc SymbolDoc",
    },
    "log": {
        "log": "_Formatter",
    },
    "lr_scheduler": {
        "lr_scheduler": "CosineScheduler FactorScheduler LRScheduler MultiFactorScheduler PolyScheduler",
    },
    "metric.base": {
        "metric": "CompositeEvalMetric CustomMetric EvalMetric",
    },
    "metric.binary": {
        "metric": "F1 MCC _BinaryClassificationMetrics",
    },
    "metric.classification": {
        "metric": "Accuracy CrossEntropy NegativeLogLikelihood PCC Perplexity TopKAccuracy",
    },
    "metric.regression": {
        "metric": "Caffe Loss MAE MSE PearsonCorrelation RMSE Torch",
    },
    "module.base_module": {
        "module.base_module": "BaseModule",
    },
    "module.bucketing_module": {
        "module.bucketing_module": "BucketingModule",
    },
    "module.executor_group": {
        "module.executor_group": "DataParallelExecutorGroup",
    },
    "module.module": {
        "module.module": "Module",
    },
    "module.python_module": {
        "module.python_module": "PythonLossModule PythonModule",
    },
    "module.sequential_module": {
        "module.sequential_module": "SequentialModule",
    },
    "monitor": {
        "monitor": "Monitor",
    },
    "name": {
        "name": "NameManager Prefix",
    },
    "ndarray._sparse_arrays": {
        "ndarray.sparse": "BaseSparseNDArray CSRNDArray RowSparseNDArray",
    },
    "ndarray.dlpack_structures": {
        "ndarray.ndarray": "DLContext DLDataType DLManagedTensor DLTensor",
    },
    "ndarray.ndarray": {
        "ndarray.ndarray": "NDArray",
    },
    "notebook": {
        "notebook": "Bokeh_Failed_To_Import",
    },
    "numpy": {
        "numpy": "ndarray",
    },
    "operator.custom": {
        "operator": "CustomOp CustomOpProp",
    },
    "operator.legacy": {
        "operator": "NDArrayOp NumpyOp PythonOp",
    },
    "operator.listing": {
        "operator": "OperatorArguments",
    },
    "optimizer.adaptive": {
        "optimizer.optimizer": "AdaDelta AdaGrad Adam Adamax FTML Ftrl Nadam RMSProp",
    },
    "optimizer.base": {
        "optimizer.optimizer": "Optimizer",
    },
    "optimizer.contrib": {
        "optimizer.contrib": "GroupAdaGrad",
    },
    "optimizer.layerwise": {
        "optimizer.optimizer": "LAMB LARS",
    },
    "optimizer.sgd": {
        "optimizer.optimizer": "DCASGD LBSGD NAG SGD SGLD Signum Test ccSGD",
    },
    "optimizer.updater": {
        "optimizer.optimizer": "Updater",
    },
    "profiler": {
        "profiler": "Counter Domain Event Frame Marker Task",
    },
    "recordio.files": {
        "recordio": "MXIndexedRecordIO MXRecordIO",
    },
    "rnn._cell": {
        "rnn.rnn_cell": "BaseRNNCell GRUCell LSTMCell RNNCell RNNParams",
    },
    "rnn._combined": {
        "rnn.rnn_cell": "BidirectionalCell DropoutCell ModifierCell ResidualCell SequentialRNNCell ZoneoutCell",
    },
    "rnn._conv": {
        "rnn.rnn_cell": "BaseConvRNNCell ConvGRUCell ConvLSTMCell ConvRNNCell",
    },
    "rnn._fused": {
        "rnn.rnn_cell": "FusedRNNCell",
    },
    "rnn.io": {
        "rnn.io": "BucketSentenceIter",
    },
    "runtime": {
        "runtime": "Feature Features",
    },
    "symbol.numpy": {
        "symbol.numpy": "_Symbol",
    },
    "symbol.symbol": {
        "symbol.symbol": "Symbol",
    },
    "test_utils.environ": {
        "test_utils": "DummyIter",
    },
}
