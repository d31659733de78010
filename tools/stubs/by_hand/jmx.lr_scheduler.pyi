class LRScheduler:
    base_lr: float
    def get_warmup_lr(self, num_update: int) -> float: ...
    def __call__(self, num_update: int) -> float: ...

class FactorScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float: ...

class MultiFactorScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float: ...

class PolyScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float: ...

class CosineScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float: ...
