"""Cases of optimizer updates: the new weight, and the states that are written back."""

_S = (3, 4)
_POS = "positive"
_SCALE = {"value": [0.5]}
_LEVELS = ("pure", "nd", "sym")


def _case(op, *inputs, mutates=(), **attrs):
    more = {k: attrs.pop(k) for k in ("tol", "error", "levels", "into") if k in attrs}
    count = attrs.get("num_weights") or attrs.get("num_tensors")
    if count:
        more["into"] = [i * (len(inputs) // count) for i in range(count)]
    return {
        "op": op, "inputs": list(inputs), "attrs": attrs, "grad": False, "mutates": list(mutates),
        "levels": _LEVELS, **more,
    }  # fmt: skip


def _w(n=1, dtype="float32", *last):
    """n arrays of normal numbers, then arrays drawn as `last` says."""
    return [(_S, dtype)] * n + [(_S, dtype, how) for how in last]


def _mp(singles=0, *last):
    """Half-precision weight and gradient, then single-precision states, then those drawn as `last` says."""
    return [(_S, "float16")] * 2 + [(_S,)] * singles + [(_S, "float32", how) for how in last]


_MP = {"tol": (2e-3, 1e-3)}
_FINE = {"tol": (2e-5, 5e-6)}

CASES = [
    _case("sgd_update", *_w(2), lr=0.1),
    _case("sgd_update", *_w(2), lr=0.1, wd=0.2, rescale_grad=0.5, clip_gradient=0.3),
    _case("sgd_update", *_w(2, "float64"), lr=0.125, wd=0.25),
    _case("sgd_update", *_w(2, "float16"), lr=0.1, wd=0.2),
    _case("sgd_update", (_S,), ((3, 3),), lr=0.1, error="grad must have the shape of weight"),
    _case("sgd_mom_update", *_w(3), mutates=[2], lr=0.1),
    _case("sgd_mom_update", *_w(3), mutates=[2], lr=0.1, momentum=0.9, wd=0.2, rescale_grad=0.5, clip_gradient=0.3),
    _case("mp_sgd_update", *_mp(1), mutates=[2], lr=0.1, wd=0.2, rescale_grad=0.5, **_MP),
    _case("mp_sgd_update", *_mp(1), mutates=[2], lr=0.1, wd=0.2, clip_gradient=0.3, **_MP),
    _case("mp_sgd_mom_update", *_mp(2), mutates=[2, 3], lr=0.1, momentum=0.9, wd=0.2, clip_gradient=0.3, **_MP),
    _case("nag_mom_update", *_w(3), mutates=[2], lr=0.1, momentum=0.9),
    _case("nag_mom_update", *_w(3), mutates=[2], lr=0.1, momentum=0.9, wd=0.2, rescale_grad=0.5, clip_gradient=0.3),
    _case("mp_nag_mom_update", *_mp(2), mutates=[2, 3], lr=0.1, momentum=0.9, wd=0.2, rescale_grad=0.5, **_MP),
    _case("signsgd_update", *_w(2), lr=0.1, wd=0.2),
    _case("signum_update", *_w(3), mutates=[2], lr=0.1, momentum=0.9, wd=0.2),
    _case("signum_update", *_w(3), mutates=[2], lr=0.1, momentum=0.5, wd_lh=0.2, rescale_grad=0.5, clip_gradient=0.3),
    _case("adam_update", *_w(3, "float32", _POS), mutates=[2, 3], lr=0.1),
    _case(
        "adam_update",
        *_w(3, "float32", _POS),
        mutates=[2, 3],
        lr=0.1,
        beta1=0.8,
        beta2=0.99,
        epsilon=1e-4,
        wd=0.2,
        rescale_grad=0.5,
        clip_gradient=0.3,
    ),
    _case("ftml_update", *_w(2), *_w(0, "float32", _POS, _POS), *_w(1), mutates=[2, 3, 4], lr=0.1, t=3, **_FINE),
    _case(
        "ftml_update",
        *_w(2),
        *_w(0, "float32", _POS, _POS),
        *_w(1),
        mutates=[2, 3, 4],
        lr=0.1,
        t=1,
        wd=0.2,
        rescale_grad=0.5,
        clip_grad=0.3,
        **_FINE,
    ),
    _case("ftrl_update", *_w(3, "float32", _POS), mutates=[2, 3], lr=0.1, lamda1=0.5, **_FINE),
    _case(
        "ftrl_update",
        *_w(3, "float32", _POS),
        mutates=[2, 3],
        lr=0.1,
        wd=0.2,
        beta=2.0,
        rescale_grad=0.5,
        clip_gradient=0.3,
        **_FINE,
    ),
    _case("rmsprop_update", *_w(2, "float32", _POS), mutates=[2], lr=0.1),
    _case(
        "rmsprop_update",
        *_w(2, "float32", _POS),
        mutates=[2],
        lr=0.1,
        gamma1=0.8,
        wd=0.2,
        rescale_grad=0.5,
        clip_gradient=0.3,
        clip_weights=0.5,
    ),
    _case("rmspropalex_update", *_w(2, "float32", ("uniform", 2, 3), ("uniform", -1, 1), "unit"), mutates=[2, 3, 4], lr=0.1),
    _case(
        "rmspropalex_update",
        *_w(2, "float32", ("uniform", 2, 3), ("uniform", -1, 1), "unit"),
        mutates=[2, 3, 4],
        lr=0.1,
        wd=0.2,
        gamma1=0.8,
        gamma2=0.7,
        clip_gradient=0.3,
        clip_weights=0.5,
    ),
    _case("lamb_update_phase1", *_w(3, "float32", _POS), mutates=[2, 3], t=2, wd=0.1, **_FINE),
    _case(
        "lamb_update_phase1",
        *_w(3, "float32", _POS),
        mutates=[2, 3],
        t=2,
        wd=0.1,
        bias_correction=False,
        rescale_grad=0.5,
        clip_gradient=0.3,
        **_FINE,
    ),
    _case("lamb_update_phase2", *_w(2), {"value": [2.0]}, {"value": [0.5]}, lr=0.1),
    _case("lamb_update_phase2", *_w(2), {"value": [2.0]}, {"value": [0.5]}, lr=0.1, lower_bound=0.1, upper_bound=1.0),
    _case("lamb_update_phase2", *_w(2), {"value": [0.0]}, {"value": [0.5]}, lr=0.1),
    _case("lamb_update_phase2", *_w(2), {"value": [2.0]}, {"value": [0.0]}, lr=0.1),
    _case("mp_lamb_update_phase1", *_mp(1, _POS), (_S,), mutates=[2, 3], t=2, wd=0.1, **_MP),
    # MXNet forgets to write weight32 here, so that weights would never accumulate steps; jmx writes it
    _case("mp_lamb_update_phase2", (_S, "float16"), (_S,), {"value": [2.0]}, {"value": [0.5]}, (_S,), lr=0.1, **_MP),
    _case("_adamw_update", *_w(3, "float32", _POS), _SCALE, mutates=[2, 3], lr=0.1, eta=0.9, wd=0.2),
    _case("_adamw_update", *_w(3, "float32", _POS), _SCALE, mutates=[2, 3], lr=0.1, eta=0.9, clip_gradient=0.3),
    _case("_adamw_update", *_w(3, "float32", _POS), {"value": [float("inf")]}, mutates=[2, 3], lr=0.1, eta=0.9, into=[0]),
    _case("_mp_adamw_update", *_mp(1, _POS), (_S,), _SCALE, mutates=[2, 3, 4], lr=0.1, eta=0.9, wd=0.2, **_MP),
    _case("multi_sgd_update", *_w(4), lrs=(0.1, 0.2), wds=(0.0, 0.3), num_weights=2),
    _case(
        "multi_sgd_update",
        *_w(2),
        ((2,),),
        ((2,),),
        lrs=(0.1, 0.2),
        wds=(0.0, 0.3),
        num_weights=2,
        clip_gradient=0.3,
        rescale_grad=0.5,
    ),
    _case("multi_sgd_mom_update", *_w(6), mutates=[2, 5], lrs=(0.1, 0.2), wds=(0.0, 0.3), momentum=0.9, num_weights=2),
    _case("multi_mp_sgd_update", *_mp(1), *_mp(1), mutates=[2, 5], lrs=(0.1, 0.2), wds=(0.0, 0.3), num_weights=2, **_MP),
    _case(
        "multi_mp_sgd_mom_update",
        *_mp(2),
        *_mp(2),
        mutates=[2, 3, 6, 7],
        lrs=(0.1, 0.2),
        wds=(0.0, 0.3),
        momentum=0.9,
        num_weights=2,
        **_MP,
    ),
    _case("preloaded_multi_sgd_update", *_w(4), {"value": [0.1, 0.2]}, {"value": [0.0, 0.3]}, num_weights=2),
    _case(
        "preloaded_multi_sgd_mom_update",
        *_w(6),
        {"value": [0.1, 0.2]},
        {"value": [0.0, 0.3]},
        mutates=[2, 5],
        momentum=0.9,
        num_weights=2,
    ),
    _case(
        "preloaded_multi_mp_sgd_update",
        *_mp(1),
        *_mp(1),
        {"value": [0.1, 0.2]},
        {"value": [0.0, 0.3]},
        mutates=[2, 5],
        num_weights=2,
        **_MP,
    ),
    _case(
        "preloaded_multi_mp_sgd_mom_update",
        *_mp(2),
        *_mp(2),
        {"value": [0.1, 0.2]},
        {"value": [0.0, 0.3]},
        mutates=[2, 3, 6, 7],
        momentum=0.9,
        num_weights=2,
        **_MP,
    ),
    _case(
        "_multi_adamw_update",
        *_w(3, "float32", _POS),
        *_w(3, "float32", _POS),
        _SCALE,
        mutates=[2, 3, 6, 7],
        lrs=(0.1, 0.2),
        wds=(0.0, 0.3),
        etas=(1.0, 0.5),
        num_weights=2,
    ),
    _case(
        "_multi_mp_adamw_update",
        *_mp(1, _POS),
        (_S,),
        *_mp(1, _POS),
        (_S,),
        _SCALE,
        mutates=[2, 3, 4, 7, 8, 9],
        lrs=(0.1, 0.2),
        wds=(0.0, 0.3),
        etas=(1.0, 0.5),
        num_weights=2,
        **_MP,
    ),
    _case(
        "_multi_lamb_update",
        *_w(3, "float32", _POS),
        *_w(3, "float32", _POS),
        mutates=[2, 3, 6, 7],
        learning_rates=(0.1, 0.2),
        wds=(0.0, 0.3),
        step_count=(1, 2),
        num_tensors=2,
        **_FINE,
    ),
    _case(
        "_multi_mp_lamb_update",
        *_mp(1, _POS),
        (_S,),
        *_mp(1, _POS),
        (_S,),
        mutates=[2, 3, 4, 7, 8, 9],
        learning_rates=(0.1, 0.2),
        wds=(0.0, 0.3),
        step_count=(1, 2),
        num_tensors=2,
        lower_bound=0.1,
        upper_bound=1.0,
        **_MP,
    ),
    _case("multi_sum_sq", (_S,), ((5,),), num_arrays=2),
    _case("multi_lars", *[((4,), "float32", _POS)] * 4, eta=0.01, eps=1e-6, rescale_grad=0.5),
    _case(
        "multi_lars", ((3,), "float32", _POS), {"value": [1.0, 0.0, 4.0]}, {"value": [0.0, 1.0, 9.0]}, ((3,),), eta=0.01, eps=1e-6
    ),
    _case("reset_arrays", (_S,), ((2,), "float64"), mutates=[0, 1], num_arrays=2, levels=("pure", "nd")),
]
