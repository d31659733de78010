"""What an estimator does with one batch."""

from __future__ import annotations

from .... import autograd
from ...utils import split_and_load

__all__ = ["BatchProcessor"]


class BatchProcessor:
    """Runs the network and the loss on one batch; a subclass overrides what is different about its batches.

    A batch is a pair (or a longer sequence, of which the first two count) of data and labels.
    """

    def _get_data_and_label(self, batch, ctx, batch_axis=0):
        """Data and labels of a batch, each as a list with one part per context."""
        data, label = (split_and_load(batch[i], ctx_list=ctx, batch_axis=batch_axis) for i in (0, 1))
        return data, label

    def evaluate_batch(self, estimator, val_batch, batch_axis=0):
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

    def fit_batch(self, estimator, train_batch, batch_axis=0):
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
