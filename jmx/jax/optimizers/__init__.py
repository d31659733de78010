"""Update rules of MXNet's optimizers that optax lacks, as optax transformations.

This folder depends on JAX and optax alone, so that a program which leaves MXNet may keep a copy of it. `jmx.to_optax`
puts them together with optax's own. `learning_rate` is a number, or a schedule of optax: a function of the number of updates
done. Each function returns an `optax.GradientTransformation`, whose `update` wants the parameters where it says so.

Examples
--------
>>> import optax
>>> transformation = optax.chain(scale_by_adam(0.9, 0.999, 1e-8), optax.scale_by_learning_rate(0.5))
>>> params = {"w": jnp.zeros(2)}
>>> updates, state = transformation.update({"w": jnp.array([3.0, -4.0])}, transformation.init(params))
>>> updates["w"].round(3)
Array([-0.5,  0.5], dtype=float32)
"""

from ._adaptive import ftml, ftrl, scale_by_adam, scale_by_group_rss, scale_by_lars, scale_by_nadam, scale_by_trust_ratio
from ._momentum import add_langevin_noise, compensate_delay, corrected_trace, large_batch_sgd, nesterov
from ._wrappers import clip_weights, starting_at, with_count, with_master_copies

__all__ = [
    "add_langevin_noise",
    "clip_weights",
    "compensate_delay",
    "corrected_trace",
    "ftml",
    "ftrl",
    "large_batch_sgd",
    "nesterov",
    "scale_by_adam",
    "scale_by_group_rss",
    "scale_by_lars",
    "scale_by_nadam",
    "scale_by_trust_ratio",
    "starting_at",
    "with_count",
    "with_master_copies",
]
