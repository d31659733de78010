"""Cases of the normalizations."""


def _bn(shape, axis=1, dtype="float32", stats="float32", **attrs):
    channels = shape[axis]
    return {
        "inputs": [
            (shape, dtype),
            ((channels,), stats, "positive"),
            ((channels,), stats),
            ((channels,), stats),
            ((channels,), stats, "positive"),
        ],
        "attrs": {**attrs, **({"axis": axis} if axis != 1 else {})},
        "mutates": [3, 4],
        "tol": {"float16": (4e-3, 4e-3), "float32": (2e-5, 5e-6)}.get(dtype),
        "grad_tol": {"float16": (2e-2, 1e-2), "float32": (1e-4, 5e-5)}.get(dtype),
    }


BATCH = [
    {"op": "BatchNorm", **_bn((3, 4, 5, 2))},
    {"op": "BatchNorm", **_bn((3, 4, 5, 2), fix_gamma=False)},
    {"op": "BatchNorm", **_bn((6, 3), fix_gamma=False, eps=1e-5, momentum=0.5)},
    {"op": "BatchNorm", **_bn((2, 3, 4), axis=-1, fix_gamma=False)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), axis=3, fix_gamma=False)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False, use_global_stats=True)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), use_global_stats=True)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False), "train": False},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False), "train": False, "grad": False},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), dtype="float64", stats="float64", fix_gamma=False)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 4), dtype="float16", fix_gamma=False)},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False, output_mean_var=True), "train": False, "grad": False},
    {"op": "BatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False, output_mean_var=True)},
    {"op": "BatchNorm", **_bn((2, 3, 2, 4, 2), fix_gamma=False)},
    {"op": "_contrib_BatchNormWithReLU", **_bn((2, 3, 4, 2), fix_gamma=False)},
    {"op": "_contrib_SyncBatchNorm", **_bn((2, 3, 4, 2), fix_gamma=False, key="one")},
    {"op": "BatchNorm_v1", **_bn((2, 3, 4, 2), fix_gamma=False)},
    {"op": "BatchNorm_v1", **_bn((2, 3, 4, 2))},
]


def _affine(shape, size, dtype="float32", **attrs):
    return {
        "inputs": [(shape, dtype), ((size,), dtype, "positive"), ((size,), dtype)],
        "attrs": attrs,
        "tol": {"float32": (2e-5, 5e-6)}.get(dtype),
        "grad_tol": {"float32": (1e-4, 2e-5)}.get(dtype),
    }


CASES = BATCH + [
    {"op": "LayerNorm", **_affine((3, 5), 5)},
    {"op": "LayerNorm", **_affine((2, 3, 4), 3, axis=1, eps=1e-3)},
    {"op": "LayerNorm", **_affine((2, 3, 4), 2, axis=0)},
    {"op": "LayerNorm", **_affine((2, 3, 4), 4, dtype="float64")},
    {"op": "LayerNorm", **_affine((2, 3, 4), 4, output_mean_var=True), "grad": False},
    {"op": "GroupNorm", **_affine((2, 6, 5), 3, num_groups=3)},
    {"op": "GroupNorm", **_affine((2, 4, 3, 2), 2, num_groups=2, eps=1e-3, dtype="float64")},
    {"op": "GroupNorm", **_affine((2, 4, 3, 2), 2, num_groups=2, output_mean_var=True), "grad": False},
    {"op": "InstanceNorm", **_affine((2, 3, 4), 3)},
    {"op": "InstanceNorm", **_affine((2, 3, 4, 2), 3, eps=1e-2)},
    {"op": "L2Normalization", "inputs": [((3, 4),)]},
    {"op": "L2Normalization", "inputs": [((2, 3, 4, 2),)], "attrs": {"mode": "instance"}, "grad_tol": (1e-4, 1e-5)},
    {"op": "L2Normalization", "inputs": [((2, 3, 4, 2),)], "attrs": {"mode": "channel"}, "grad_tol": (1e-4, 1e-5)},
    {"op": "L2Normalization", "inputs": [((2, 3, 4),)], "attrs": {"mode": "spatial", "eps": 0.1}, "grad_tol": (1e-4, 1e-5)},
    {"op": "LRN", "inputs": [((2, 6, 3, 2),)], "attrs": {"nsize": 3}},
    {
        "op": "LRN",
        "inputs": [((2, 6, 3, 2),)],
        "attrs": {"nsize": 5, "alpha": 0.3, "beta": 0.5, "knorm": 1.5},
        "grad_tol": (1e-4, 1e-5),
    },
    {"op": "LayerNorm", "inputs": [((2, 3),), ((2,),), ((3,),)], "error": "inferred shape=[3]"},
    {"op": "GroupNorm", "inputs": [((2, 5, 3),), ((2,),), ((2,),)], "attrs": {"num_groups": 2}, "error": "num_groups=2"},
]
