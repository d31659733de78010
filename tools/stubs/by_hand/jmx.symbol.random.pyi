"""Random symbols. Parameters are numbers, or symbols for one draw per element."""

def uniform(
    low: Symbol | Float = 0, high: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def normal(
    loc: Symbol | Float = 0, scale: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def poisson(
    lam: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def exponential(
    scale: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def gamma(
    alpha: Symbol | Float = 1, beta: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def negative_binomial(
    k: Symbol | Float = 1, p: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def generalized_negative_binomial(
    mu: Symbol | Float = 1, alpha: Symbol | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None,
    name: str | None = None, **kwargs: Any
) -> Symbol: ...
def randint(low: Int, high: Int, shape: Shape | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> Symbol: ...
def multinomial(
    data: Symbol, shape: Shape | None = None, get_prob: bool = True, dtype: DTypeLike | None = 'int32', **kwargs: Any
) -> Symbol: ...
def shuffle(data: Symbol, **kwargs: Any) -> Symbol: ...
