"""The metric base class, the factory, and the metrics made of other metrics or functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from .. import registry
from .._errors.wording import KnownKeywords
from ..ndarray import NDArray
from ._html import rows_html

if TYPE_CHECKING:
    from .._typing import AnyFunction, NumPyArray

__all__ = ["CompositeEvalMetric", "CustomMetric", "EvalMetric", "alias", "check_label_shapes", "create", "np", "register"]


#: parameters of most metrics, as their documentation has them
NAMES_DOC = """
Parameters
----------
name : str
    Name under which the value is reported.
output_names, label_names : list of str, optional
    See `EvalMetric`.
"""


def check_label_shapes(
    labels: NDArray | NumPyArray | Sequence[NDArray],
    preds: NDArray | NumPyArray | Sequence[NDArray],
    wrap: bool = False,
    shape: bool = False,
) -> tuple[Any, ...]:
    """Check that labels and predictions agree in number, or in shape.

    Parameters
    ----------
    labels, preds : NDArray, numpy.ndarray or list of NDArray
        What to compare.
    wrap : bool, default False
        Return single arrays as lists of one.
    shape : bool, default False
        Compare ``.shape`` rather than ``len()``.

    Returns
    -------
    tuple
        `labels` and `preds`.

    Raises
    ------
    ValueError
        If they differ.

    Examples
    --------
    >>> labels, preds = mx.metric.check_label_shapes(nd.zeros((2,)), nd.zeros((2, 3)), wrap=True)
    >>> len(labels), len(preds)
    (1, 1)
    """
    have, want = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if have != want:
        raise ValueError(f"Shape of labels {have} does not match shape of predictions {want}")
    if wrap:
        labels = [labels] if isinstance(labels, NDArray) else labels
        preds = [preds] if isinstance(preds, NDArray) else preds
    return labels, preds


def _plain(value):
    """A NumPy scalar as the Python number it stands for; anything else as it is."""
    return value.item() if isinstance(value, numpy.generic) else value


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class EvalMetric(KnownKeywords):
    """Base of all metrics: a sum and a count, for the current interval and since the last `reset`.

    Subclasses implement `update` and call `_add`, or set `sum_metric` and `num_inst` themselves.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        What `update_dict` picks from its dicts; all entries in their order by default.
    has_global_stats : bool
        Whether the subclass keeps `global_sum_metric` and `global_num_inst`.
    **kwargs
        Kept for `get_config`.

    Examples
    --------
    >>> class Largest(mx.metric.EvalMetric):
    ...     def update(self, labels, preds):
    ...         self.sum_metric = max(self.sum_metric, float(preds[0].max().asscalar()))
    ...         self.num_inst = 1
    >>> metric = Largest("largest")
    >>> metric.update([], [nd.array([1, 5, 2])])
    >>> metric.get()
    ('largest', 5.0)
    """

    name: str

    def __init__(
        self, name: str, output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, **kwargs: Any
    ) -> None:
        self.name = str(name)
        self.output_names = output_names
        self.label_names = label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self) -> str:
        values = {name: _plain(value) for name, value in self.get_name_value()}
        return f"EvalMetric: {values}"

    def _repr_html_(self):
        return rows_html(self.get_name_value())

    def get_config(self) -> dict[str, Any]:
        """Return the dict from which `create` makes an equal metric."""
        return {
            **self._kwargs,
            "metric": self.__class__.__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label: Mapping[str, NDArray], pred: Mapping[str, NDArray]) -> None:
        """Update from dicts of name to NDArray; a missing name raises KeyError."""
        preds = list(pred.values()) if self.output_names is None else [pred[name] for name in self.output_names]
        labels = list(label.values()) if self.label_names is None else [label[name] for name in self.label_names]
        self.update(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        """Take one batch into account.

        Parameters
        ----------
        labels, preds : list of NDArray
            One entry per output of the network.
        """
        raise NotImplementedError()

    def _add(self, total: Any, count: Any) -> None:
        """Add a sum over `count` items to the local and the global statistics."""
        if isinstance(total, numpy.floating):
            total = numpy.float64(total)  # as NumPy 1 adds it to a float; NumPy 2 would go on in the narrower type
        self.sum_metric += total
        self.global_sum_metric += total
        self.num_inst += count
        self.global_num_inst += count

    def reset(self) -> None:
        """Forget everything."""
        self.global_num_inst = 0
        self.global_sum_metric = 0.0
        EvalMetric.reset_local(self)

    def reset_local(self) -> None:
        """Forget the current interval; the global statistics stay."""
        self.num_inst = 0
        self.sum_metric = 0.0

    def get(self) -> tuple[Any, Any]:
        """Return (name, value) of the current interval; nan before the first update."""
        return self.name, self._mean(self.sum_metric, self.num_inst)

    def _mean(self, total: Any, count: Any) -> Any:
        value = total / count if count else float("nan")
        return numpy.float64(value) if isinstance(value, numpy.floating) else value

    def get_global(self) -> tuple[Any, Any]:
        """Return (name, value) since the last `reset`; as `get` where no global statistics are kept."""
        if not self._has_global_stats:
            return self.get()
        return self.name, self._mean(self.global_sum_metric, self.global_num_inst)

    def get_name_value(self) -> list[tuple[str, float]]:
        """Return `get` as a list of (name, value)."""
        name, value = self.get()
        return list(zip(_as_list(name), _as_list(value)))

    def get_global_name_value(self) -> list[tuple[str, float]]:
        """Return `get_global` as a list of (name, value)."""
        if not self._has_global_stats:
            return self.get_name_value()
        name, value = self.get_global()
        return list(zip(_as_list(name), _as_list(value)))


class PairMetric(EvalMetric):
    """Base of the metrics that look at each (label, prediction) pair by itself."""

    def _measure(self, label, pred):
        """Return the sum and the count that a pair of NDArrays contributes."""
        raise NotImplementedError

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        # measured first, so that a bad pair leaves the statistics as they were
        for total, count in [self._measure(label, pred) for label, pred in zip(labels, preds)]:
            self._add(total, count)


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric.

    Parameters
    ----------
    metric : str, callable, dict, EvalMetric or list
        A registered name or alias; a function of (label, pred) arrays for a `CustomMetric`; a dict
        as from `get_config`; a metric, returned as it is; a list of these for a `CompositeEvalMetric`.
    *args, **kwargs
        For the metric's constructor.

    Returns
    -------
    EvalMetric
        The metric.

    Raises
    ------
    AssertionError
        If the name is unknown.

    Examples
    --------
    >>> mx.metric.create("acc").name
    'accuracy'
    >>> mx.metric.create(["acc", "mse"]).get()[0]
    ['accuracy', 'mse']
    >>> mx.metric.create("top_k_accuracy", top_k=3).get()[0]
    'top_k_accuracy_3'
    """
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    return _create(metric, *args, **kwargs)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics over the same outputs, reported as lists.

    Parameters
    ----------
    metrics : list, optional
        Metrics or anything `create` accepts.
    name : str, default 'composite'
        Name of the whole.
    output_names, label_names : list of str, optional
        Restrict what `update_dict` hands on.

    Examples
    --------
    >>> metric = mx.metric.CompositeEvalMetric(["acc", "ce"])
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [1, 0]])])
    >>> metric.get()[0], metric.get()[1][0]
    (['accuracy', 'cross-entropy'], 0.5)
    """

    def __init__(
        self,
        metrics: Sequence[Any] | None = None,
        name: str = "composite",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.metrics = [create(metric) for metric in metrics or []]

    def add(self, metric: EvalMetric | str) -> None:
        """Append a metric, or anything `create` accepts."""
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> EvalMetric:
        """Return the metric at `index`. Out of range, a ValueError is returned, not raised, as in MXNet."""
        try:
            return self.metrics[index]
        except IndexError:
            return ValueError(f"Metric index {index} is out of range 0 and {len(self.metrics)}")  # pyright: ignore[reportReturnType]

    def update_dict(self, labels: Mapping[str, NDArray], preds: Mapping[str, NDArray]) -> None:
        if self.label_names is not None:
            labels = {name: value for name, value in labels.items() if name in self.label_names}
        if self.output_names is not None:
            preds = {name: value for name, value in preds.items() if name in self.output_names}
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self) -> None:
        # the base constructor resets before `metrics` exists
        for metric in getattr(self, "metrics", ()):
            metric.reset()

    def reset_local(self) -> None:
        for metric in getattr(self, "metrics", ()):
            metric.reset_local()

    def _collect(self, pairs: Any) -> Any:
        names, values = [], []
        for name, value in pairs:
            names.extend(_as_list(name))
            values.extend(_as_list(value))
        return names, values

    def get(self) -> tuple[Any, Any]:
        return self._collect(metric.get() for metric in self.metrics)

    def get_global(self) -> tuple[Any, Any]:
        return self._collect(metric.get_global() for metric in self.metrics)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


@register
class CustomMetric(EvalMetric):
    """A metric from a function of NumPy arrays.

    Parameters
    ----------
    feval : callable
        ``feval(label, pred)`` for each pair of arrays, returning a value or (sum, count).
    name : str, optional
        Defaults to the function's name.
    allow_extra_outputs : bool, default False
        Accept more predictions than labels; the surplus is ignored.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.CustomMetric(lambda label, pred: abs(label - pred).max(), name="worst")
    >>> metric.update([nd.array([1, 2])], [nd.array([1, 4])])
    >>> metric.get()
    ('worst', 2.0)
    """

    def __init__(
        self,
        feval: AnyFunction,
        name: str | None = None,
        allow_extra_outputs: bool = False,
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        if name is None:
            name = feval.__name__
            if "<" in name:
                name = f"custom({name})"
        super().__init__(
            name,
            feval=feval,
            allow_extra_outputs=allow_extra_outputs,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=True,
        )
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for pred, label in zip(preds, labels):
            value = self._feval(label.asnumpy(), pred.asnumpy())
            if isinstance(value, tuple):
                self._add(*value)
            else:
                self._add(value, 1)

    def get_config(self) -> dict[str, Any]:
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval: AnyFunction, name: str | None = None, allow_extra_outputs: bool = False) -> CustomMetric:
    """Make a `CustomMetric` from a function of (label, pred) NumPy arrays, named like the function.

    Parameters
    ----------
    numpy_feval : callable
        ``numpy_feval(label, pred)``, as for `CustomMetric`.
    name : str, optional
        Defaults to the function's name.
    allow_extra_outputs : bool, default False
        Accept more predictions than labels.

    Returns
    -------
    CustomMetric
        The metric.

    Examples
    --------
    >>> def worst(label, pred):
    ...     return abs(label - pred).max()
    >>> metric = mx.metric.np(worst)
    >>> metric.update([nd.array([1, 2])], [nd.array([1, 4])])
    >>> metric.get()
    ('worst', 2.0)
    """

    def feval(label, pred):
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
