"""What an estimator does with one batch."""

from __future__ import annotations

from typing import Any

from .... import autograd
from ...utils import split_and_load

__all__ = ["BatchProcessor"]


class BatchProcessor:
    """Runs the network and the loss on one batch; a subclass overrides what is different about its batches.

    A batch is a pair (or a longer sequence, of which the first two count) of data and labels.

    Examples
    --------
    A processor that halves the inputs first, so that the weight becomes 4 instead of 2:

    >>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    >>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
    >>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
    >>> estimator.logger.setLevel("WARNING")
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
    >>> data = gluon.data.DataLoader(pairs, batch_size=2)
    >>> class Halving(gluon.contrib.estimator.BatchProcessor):
    ...     def fit_batch(self, estimator, train_batch, batch_axis=0):
    ...         data, label = train_batch
    ...         return super().fit_batch(estimator, (data / 2, label), batch_axis)
    >>> estimator.batch_processor = Halving()
    >>> estimator.fit(data, epochs=100)
    >>> net.weight.data().asnumpy().round(2)
    array([[4.]], dtype=float32)
    """

    def _get_data_and_label(self, batch: Any, ctx: Any, batch_axis: Any = 0) -> Any:
        """Data and labels of a batch, each as a list with one part per context."""
        data, label = (split_and_load(batch[i], ctx_list=ctx, batch_axis=batch_axis) for i in (0, 1))
        return data, label

    def evaluate_batch(self, estimator: Any, val_batch: Any, batch_axis: Any = 0) -> Any:
        """Predictions and losses of the validation network, without gradients.

        Parameters
        ----------
        estimator : Estimator
            Whose network, loss and contexts to use.
        val_batch : tuple
            A batch.
        batch_axis : int
            The axis along which it is split over the contexts.

        Returns
        -------
        data, label, pred, loss : lists of NDArray
            One entry per context.
        """
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        pred = [estimator.val_net(part) for part in data]
        return data, label, pred, [estimator.val_loss(*pair) for pair in zip(pred, label, strict=True)]

    def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: Any = 0) -> Any:
        """Predictions and losses of the network that is trained, and the gradients of its parameters.

        The parameters stay as they are: GradientUpdateHandler changes them.

        Parameters
        ----------
        estimator : Estimator
            Whose network, loss and contexts to use.
        train_batch : tuple
            A batch.
        batch_axis : int
            The axis along which it is split over the contexts.

        Returns
        -------
        data, label, pred, loss : lists of NDArray
            One entry per context.
        """
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred = [estimator.net(part) for part in data]
            losses = [estimator.loss(*pair) for pair in zip(pred, label, strict=True)]
        for loss in losses:
            loss.backward()
        return data, label, pred, losses
