"""The optimizer of SVRGModule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import optimizer

if TYPE_CHECKING:
    from ...optimizer.base import Optimizer

#: arguments that every optimizer takes
_COMMON = frozenset(
    "rescale_grad param_idx2name wd clip_gradient learning_rate lr_scheduler sym begin_num_update multi_precision "
    "param_dict".split()
)


@optimizer.register
class _AssignmentOptimizer(optimizer.Optimizer):
    """Puts the gradient in the place of the weight: how a store adds up full gradients."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        weight[:] = grad


@optimizer.register
class _SVRGOptimizer(optimizer.Optimizer):
    """An optimizer for weights, and assignment for what has "full" in its name.

    Parameters
    ----------
    default_optimizer : str or Optimizer
        The optimizer of the weights; one given by name is made with the other arguments.
    """

    def __init__(self, default_optimizer: str | Optimizer, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        if isinstance(default_optimizer, str):
            default_optimizer = optimizer.create(default_optimizer, **kwargs)
        self.default_opt = default_optimizer
        self.aux_opt = optimizer.create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs):
        return {key: value for key, value in kwargs.items() if key in _COMMON}

    def _check_index(self, index):
        """The name of the parameter `index`, which may be the name itself."""
        return index if index in self.idx2name.values() else self.idx2name[index]

    def _in_charge(self, index):
        return self.aux_opt if "full" in self._check_index(index) else self.default_opt

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._in_charge(index).update(index, weight, grad, state)

    def create_state(self, index: Any, weight: Any) -> Any:
        return self._in_charge(index).create_state(index, weight)
