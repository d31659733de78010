"""Checking random generators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._described import described_by

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int, NumPyArray

__all__ = ["chi_square_check", "gen_buckets_probs_with_ppf", "mean_check", "var_check", "verify_generator"]


def gen_buckets_probs_with_ppf(ppf: AnyFunction, nbuckets: Int) -> tuple[list[tuple[float, float]], list[float]]:
    """Intervals of equal probability.

    Parameters
    ----------
    ppf : callable
        The quantile function: from probability to value.
    nbuckets : int
        How many intervals.

    Returns
    -------
    (list of (float, float), list of float)
        The intervals and their probabilities.

    Examples
    --------
    The quantiles of a uniform distribution from 0 to 10:

    >>> mx.test_utils.gen_buckets_probs_with_ppf(lambda share: 10 * share, 2)
    ([(0.0, 5.0), (5.0, 10.0)], [0.5, 0.5])
    """
    assert nbuckets > 0
    buckets = [(ppf(i / nbuckets), ppf((i + 1) / nbuckets)) for i in range(nbuckets)]
    return buckets, [1.0 / nbuckets] * nbuckets  # pyright: ignore[reportReturnType]


def _samples(generator, count):
    samples = generator(count)
    return samples.asnumpy() if hasattr(samples, "asnumpy") else np.array(samples)


def mean_check(generator: AnyFunction, mu: Float, sigma: Float, nsamples: Int = 1000000) -> bool:
    """Whether the mean of samples lies within three standard errors of `mu`.

    Parameters
    ----------
    generator : callable
        generator(n) returns n samples.
    mu, sigma : float
        Mean and standard deviation of the distribution.
    nsamples : int
        How many samples.

    Examples
    --------
    >>> generator = np.random.RandomState(0).normal
    >>> bool(mx.test_utils.mean_check(lambda n: generator(5, 2, n), mu=5, sigma=2, nsamples=1000))
    True
    >>> bool(mx.test_utils.mean_check(lambda n: generator(6, 2, n), mu=5, sigma=2, nsamples=1000))
    False
    """
    mean = _samples(generator, nsamples).mean()
    return bool(abs(mean - mu) < 3 * sigma / np.sqrt(nsamples))


@described_by(mean_check)
def var_check(generator: AnyFunction, sigma: Float, nsamples: Int = 1000000) -> bool:
    """Whether the variance of samples lies within three standard errors of sigma squared, for normal samples.

    Parameters
    ----------
    sigma : float
        Standard deviation of the distribution.

    Examples
    --------
    >>> generator = np.random.RandomState(0).normal
    >>> bool(mx.test_utils.var_check(lambda n: generator(5, 2, n), sigma=2, nsamples=1000))
    True
    >>> bool(mx.test_utils.var_check(lambda n: generator(5, 3, n), sigma=2, nsamples=1000))
    False
    """
    variance = _samples(generator, nsamples).var(ddof=1)
    return bool(abs(variance - sigma**2) < 3 * np.sqrt(2 * sigma**4 / (nsamples - 1)))


@described_by(mean_check)
def chi_square_check(
    generator: AnyFunction, buckets: Any, probs: Sequence[Float], nsamples: Int = 1000000
) -> tuple[float, NumPyArray, NumPyArray]:
    """The chi-square test of a generator.

    Parameters
    ----------
    buckets : list of (float, float) or list of numbers
        Intervals in ascending order that cover the distribution, or all values of a discrete one.
    probs : list of float
        Their probabilities.

    Returns
    -------
    (float, numpy.ndarray, numpy.ndarray)
        The p value, the observed and the expected frequencies.

    Raises
    ------
    ImportError
        SciPy is not installed.

    Examples
    --------
    >>> generator = np.random.RandomState(0).randint
    >>> p, observed, expected = mx.test_utils.chi_square_check(lambda n: generator(0, 4, n), [0, 1, 2, 3], [0.25] * 4, 1000)
    >>> bool(p > 0.05), int(observed.sum()), expected.tolist()
    (True, 1000, [250, 250, 250, 250])
    """
    try:
        from scipy import stats
    except ImportError as error:
        raise ImportError(
            "scipy is not available. Please check if the scipy python bindings are installed: pip install scipy"
        ) from error
    assert isinstance(buckets, list), "buckets must be a list"
    assert len(probs) == len(buckets), "each bucket needs a probability"
    samples = _samples(generator, nsamples)
    if isinstance(buckets[0], (list, tuple)):
        edges = np.array(buckets, dtype=np.float32).reshape(-1)
        assert all(low <= high for low, high in buckets), "a bucket's lower edge must not be above its upper edge"
        assert all(a[1] <= b[0] for a, b in zip(buckets, buckets[1:])), "buckets must be in ascending order"
        place = np.searchsorted(edges, samples, side="right") // 2
        observed = np.array([(place == i).sum() for i in range(len(buckets))])
    else:
        observed = np.array([(samples == value).sum() for value in buckets])
    expected = (nsamples * np.array(probs, dtype=np.float32)).astype(np.int32)
    # SciPy insists on equal sums, which rounding and samples outside of all buckets prevent
    scaled = expected * (observed.sum() / expected.sum())
    with np.errstate(all="ignore"):
        _, p = stats.chisquare(f_obs=observed, f_exp=scaled)
    return p, observed, expected


def verify_generator(
    generator: Any,
    buckets: Any,
    probs: Any,
    nsamples: Float = 1000000,
    nrepeat: Int = 5,
    success_rate: Float = 0.2,
    alpha: Float = 0.05,
) -> list[float]:
    """Raise AssertionError unless a generator passes the chi-square test often enough.

    Parameters
    ----------
    generator, buckets, probs, nsamples
        As for `chi_square_check`.
    nrepeat : int
        How many tests.
    success_rate : float
        Which share of them must pass.
    alpha : float
        A test passes if its p value is above this.

    Returns
    -------
    list of float
        The p values.

    Examples
    --------
    >>> generator = np.random.RandomState(0).rand
    >>> buckets, shares = mx.test_utils.gen_buckets_probs_with_ppf(lambda share: share, 5)
    >>> len(mx.test_utils.verify_generator(lambda n: generator(n), buckets, shares, nsamples=1000, nrepeat=3))
    3
    """
    results = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    values = [p for p, _, _ in results]
    if sum(p > alpha for p in values) < nrepeat * success_rate:
        raise AssertionError(
            f"Generator test fails, Chi-square p={values}, obs_freq={[r[1] for r in results]}, "
            f"expected_freq={[r[2] for r in results]}.\nbuckets={buckets}, probs={probs}"
        )
    return values
