"""Random arrays. Parameters are numbers, or arrays for one draw per element."""

def uniform(
    low: NDArray | Float = 0, high: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def normal(
    loc: NDArray | Float = 0, scale: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def poisson(
    lam: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def exponential(
    scale: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def gamma(
    alpha: NDArray | Float = 1, beta: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def negative_binomial(
    k: NDArray | Float = 1, p: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def generalized_negative_binomial(
    mu: NDArray | Float = 1, alpha: NDArray | Float = 1, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def randint(
    low: Int, high: Int, shape: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: NDArray | None = None,
    name: str | None = None
) -> NDArray: ...
def randn(
    *shape: Int, loc: NDArray | Float = 0, scale: NDArray | Float = 1, dtype: DTypeLike | None = None, ctx: Context | None = None,
    out: NDArray | None = None
) -> NDArray: ...
@overload
def multinomial(
    data: NDArray, shape: Shape | None = None, *, get_prob: Literal[True], out: Any = None, dtype: DTypeLike | None = 'int32'
) -> list[NDArray]: ...
@overload
def multinomial(
    data: NDArray, shape: Shape | None = None, get_prob: bool = False, out: Any = None, dtype: DTypeLike | None = 'int32'
) -> NDArray: ...
def shuffle(data: NDArray, *, out: NDArray | None = None) -> NDArray: ...
