# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Callable
from typing import Any
from jmx._typing import Int
from jmx.module.base_module import BaseModule

def module_checkpoint(mod: BaseModule, prefix: str, period: Int=1, save_optimizer_states: bool=False) -> Callable[..., None]:
    ...
def do_checkpoint(prefix: str, period: Int=1) -> Callable[..., None]:
    ...
def _every(period: Any, save: Any) -> Any: ...
def log_train_metric(period: Int, auto_reset: bool=False) -> Callable[..., None]:
    ...
class Speedometer:
    def __init__(self, batch_size: Int, frequent: Int = 50, auto_reset: bool = True) -> None: ...
    def __call__(self, param: Any) -> None: ...
    auto_reset: bool
    last_count: Any
    tic: Any
    init: bool
    frequent: Int
    batch_size: Int
class ProgressBar:
    def __init__(self, total: Int, length: Int = 80) -> None: ...
    def __call__(self, param: Any) -> None: ...
    total: Int
    bar_len: Int
class LogValidationMetricsCallback:
    def __call__(self, param: Any) -> None: ...
__all__ = ['LogValidationMetricsCallback', 'ProgressBar', 'Speedometer', 'do_checkpoint', 'log_train_metric', 'module_checkpoint']
