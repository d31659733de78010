class BatchEndParam(NamedTuple):
    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any

def load_params(prefix: str, epoch: Int) -> tuple[dict[str, NDArray], dict[str, NDArray]]: ...
def load_checkpoint(prefix: str, epoch: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]: ...
from jmx.legacy.feedforward import BASE_ESTIMATOR as BASE_ESTIMATOR, FeedForward as FeedForward, SKLEARN_INSTALLED as SKLEARN_INSTALLED
