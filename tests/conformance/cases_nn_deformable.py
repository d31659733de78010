"""Deformable convolutions."""

OFFSET = ("uniform", -1.9, 1.9)

CASES = [
    {
        "op": "_contrib_DeformableConvolution",
        "inputs": [((2, 4, 5, 6),), ((2, 18, 3, 4), "float32", OFFSET), ((3, 4, 3, 3),), ((3,),)],
        "attrs": {"kernel": (3, 3), "num_filter": 3},
    },
    {
        "op": "_contrib_DeformableConvolution",
        "inputs": [((1, 4, 6, 6),), ((1, 16, 4, 4), "float32", OFFSET), ((4, 2, 2, 2),)],
        "attrs": {
            "kernel": (2, 2),
            "num_filter": 4,
            "stride": (2, 2),
            "dilate": (2, 2),
            "pad": (2, 2),
            "num_group": 2,
            "num_deformable_group": 2,
            "no_bias": True,
        },
    },
    {
        "op": "_contrib_DeformableConvolution",
        "inputs": [((1, 4, 6),), ((1, 16, 4, 4),), ((4, 2, 2, 2),)],
        "attrs": {"kernel": (2, 2), "num_filter": 4, "no_bias": True},
        "error": "4D",
    },
    {
        "op": "_contrib_ModulatedDeformableConvolution",
        "grad": False,  # MXNet has its gradient on GPUs only
        "inputs": [((2, 4, 5, 6),), ((2, 18, 3, 4), "float32", OFFSET), ((2, 9, 3, 4),), ((3, 4, 3, 3),), ((3,),)],
        "attrs": {"kernel": (3, 3), "num_filter": 3},
    },
    {
        "op": "_contrib_ModulatedDeformableConvolution",
        "grad": False,  # MXNet has its gradient on GPUs only
        "inputs": [((1, 4, 6, 6),), ((1, 16, 4, 4), "float32", OFFSET), ((1, 8, 4, 4),), ((4, 2, 2, 2),)],
        "attrs": {
            "kernel": (2, 2),
            "num_filter": 4,
            "stride": (2, 2),
            "dilate": (2, 2),
            "pad": (2, 2),
            "num_group": 2,
            "num_deformable_group": 2,
            "no_bias": True,
        },
    },
]
