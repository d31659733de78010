"""`CheckpointManager`: everything that the next steps of a training run depend on, saved in the background."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NoReturn, Self

from .. import cluster
from .._described import described_by
from ..base import MXNetError
from ..gluon import Block, Trainer
from ..io import DataIter
from ..module.base_module import BaseModule
from . import _random
from ._batches import Batches, BatchIter
from ._loops import Resume, fit
from ._signals import AGAIN, StopSignals
from ._store import Store
from ._training import OfGluon, OfModule, Trained

if TYPE_CHECKING:
    from .._typing import Int

#: steps from one look at the signals of all ranks to the next
_COMPARED = 10
_EVERY = """
Parameters
----------
every : int, optional
    Save after every so many batches, besides the end of each epoch.
"""


class CheckpointManager:
    """Saves a training run in the background, and restores it so that its losses go on as if it had not been stopped.

    A checkpoint has the parameters and auxiliary states, the optimizer with its states, counters and scheduler, the loss scaler
    of automatic mixed precision, the random numbers of arrays (all contexts), of Python and of NumPy, the place in the data, and
    what the program gives as `extra`. `save` takes the values of the step and returns; one thread writes them, into a folder
    that gets its name, the step, when it is whole and on the disk. A process that is killed leaves the checkpoint before.
    Losses are equal to the bit with `JMX_COMPILE=now`: otherwise a new process computes its first calls on the CPU by NumPy.

    In a job of several processes all call `save` and `restore` at the same steps. Rank 0 writes, all read: the directory is on
    a file system that they share. Random numbers and the place in the data are those of each rank. Where the number of ranks has
    changed, a rank that had none has those of rank 0.

    Parameters
    ----------
    directory : str or os.PathLike
        Where the checkpoints of this run are; it is made with the first one.
    net : gluon.Block, optional
        The network, with its parameters initialized.
    trainer : gluon.Trainer, optional
        Its trainer.
    module : module.BaseModule, optional
        A Module or BucketingModule, in place of the network.
    data : DataLoader or DataIter, optional
        The training data. Train on the attribute `data`, which goes on behind the batches that a checkpoint has seen.
    max_to_keep : int, optional
        How many checkpoints to keep, 2 by default; None keeps all.
    stop_on : str or sequence of str, optional
        Signals after which training ends with a checkpoint, such as ``"SIGUSR1"``, which Slurm sends before a job's time is
        over. `close` gives them back. By default none.

    Attributes
    ----------
    directory : str
        The directory.
    data : Batches or BatchIter
        The training data. Its attributes `epoch` and `batch` say which pass is under way and how many of its batches were taken.
    extra : dict
        What the program gave to `save`, after `restore`.

    Raises
    ------
    MXNetError
        There is neither a network nor a module, or both. Of `save`, `wait_until_finished` and `close`: the checkpoint before
        could not be written; the error names the directory, is an OSError too if the system refused it, and training may go on.

    Examples
    --------
    >>> import tempfile
    >>> from jmx.checkpoints import CheckpointManager
    >>> folder = tempfile.mkdtemp(prefix="run")
    >>> def train(steps):
    ...     mx.random.seed(1)
    ...     net = gluon.nn.Dense(1, in_units=2)
    ...     net.initialize()
    ...     trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})
    ...     with CheckpointManager(folder, net=net, trainer=trainer) as manager:
    ...         for step in range(manager.restore(), steps):
    ...             with autograd.record():
    ...                 loss = net(mx.nd.random.uniform(shape=(4, 2))).square().mean()
    ...             loss.backward()
    ...             trainer.step(1)
    ...             manager.save(step + 1)
    ...             print("step", step)
    >>> train(2)
    step 0
    step 1
    >>> train(3)
    step 2
    """

    def __init__(
        self,
        directory: str | os.PathLike[str],
        *,
        net: Block | None = None,
        trainer: Trainer | None = None,
        module: BaseModule | None = None,
        data: Any = None,
        max_to_keep: Int | None = 2,
        stop_on: str | Sequence[str] = (),
    ) -> None:
        if (net is None) == (module is None) or (module is not None and trainer is not None):
            raise MXNetError("a CheckpointManager takes net= and trainer= of Gluon, or module=")
        if max_to_keep is not None and max_to_keep < 1:
            raise MXNetError(f"max_to_keep is a number from 1 on, or None for all checkpoints; it is {max_to_keep}")
        self.directory = os.path.abspath(os.fspath(directory))
        self.max_to_keep = None if max_to_keep is None else int(max_to_keep)
        self.extra: dict[str, Any] = {}
        self.data: Any = None
        self._trained: Trained = OfModule(module) if net is None and module is not None else OfGluon(net, trainer)  # pyright: ignore[reportArgumentType]
        self._position: Any = None  # of a checkpoint, until there are data
        self._loop: Any = None  # what a training loop of MXNet's has counted
        self._store = Store(self.directory)
        self._rank = cluster.current()
        self._thread: ThreadPoolExecutor | None = None
        self._written: Future[None] | None = None
        if data is not None:
            self._follow(data)
        if self._number == 0:
            self._store.sweep()
        self._signals = StopSignals([stop_on] if isinstance(stop_on, str) else stop_on) if stop_on else None

    @property
    def _number(self) -> int:
        return self._rank.number if self._rank else 0

    def _follow(self, data: Any) -> Any:
        """Keep the place in these data from now on; after `restore`, go to the checkpoint's."""
        if not isinstance(data, Batches | BatchIter):
            data = BatchIter(data) if isinstance(data, DataIter) else Batches(data)
        self.data = data
        if self._position is not None:
            position, self._position = self._position, None
            data.resume(position)
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        try:
            self.close()
        except MXNetError as own:
            if error is None:
                raise
            error.add_note(str(own))

    def all_steps(self) -> list[int]:
        """Steps that have a checkpoint, the oldest first."""
        return self._store.steps()

    def latest_step(self) -> int | None:
        """The step of the newest checkpoint, or None."""
        return max(self.all_steps(), default=None)

    def save(self, step: Int, extra: dict[str, Any] | None = None) -> None:
        """Save the state of now, in the background. What is being written already is waited for.

        Parameters
        ----------
        step : int
            How many steps are done. A checkpoint of this step is replaced.
        extra : dict, optional
            Anything that JSON has, to be found in `extra` after `restore`. In a job that of rank 0 counts.

        Raises
        ------
        MXNetError
            The checkpoint before could not be written, or the ranks of a job are at different steps.
        """
        if step < 0:
            raise MXNetError(f"steps are counted from 0 on, and step is {step}")
        self.wait_until_finished()
        own = {"random": _random.get_state(), "data": None if self.data is None else self.data.position(), "loop": self._loop}
        if self._rank is None:
            ranks = [own]
        else:
            # By the notes of a barrier: there is one writer, one folder and one rename, and all ranks are at this step.
            ranks = self._rank.barrier(f"checkpoint {step}", f"a checkpoint of step {step}", own)
        if self._number:
            return
        state = {"ranks": ranks, "trained": self._trained.facts(), "extra": extra or {}}
        write = self._trained.taken()
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "jmx-checkpoints")
        self._written = self._thread.submit(self._store.write, int(step), state, write, self.max_to_keep)

    def restore(self, step: Int | None = None) -> int:
        """Take up a checkpoint; nothing changes where there is none.

        Call it before the first step, with parameters initialized, and again in any later process.

        Parameters
        ----------
        step : int, optional
            Which one; by default the newest.

        Returns
        -------
        int
            Its step, or 0 if there is no checkpoint.

        Raises
        ------
        MXNetError
            The checkpoint is damaged, does not fit what is trained, or is not the same on all ranks. Nothing is changed then.
        """
        chosen = self._chosen(None if step is None else int(step))
        if chosen is None:
            return 0
        state = self._store.read(chosen)
        with self._damage(chosen):
            own = self._own(state)
            if not isinstance(state["extra"], dict):
                raise TypeError("extra is no dict")
            # all that may be damaged is looked at before anything changes
            take_up_random, position, loop = _random.prepared(own["random"]), own["data"], own["loop"]
            if self.data is not None and position is not None:
                self.data.counted(position)
            self._trained.read(self._store.path(chosen), state["trained"])
            take_up_random()
            self._position, self._loop, self.extra = position, loop, state["extra"]
            if self.data is not None:
                self._follow(self.data)
        return chosen

    def _own(self, state: dict[str, Any]) -> dict[str, Any]:
        """What this rank had, or rank 0 where there was no such rank."""
        ranks = state["ranks"]
        return ranks[self._number if self._number < len(ranks) else 0]

    def _newest(self) -> tuple[int | None, Any]:
        """The step of the newest checkpoint and the place in the data that it has, for what needs it before it can restore."""
        chosen = self._chosen(None)
        if chosen is None:
            return None, None
        with self._damage(chosen):
            position = self._own(self._store.read(chosen))["data"]
            if position is not None and type(position["epoch"]) is not int:
                raise TypeError("the number of an epoch is none")
            return chosen, position

    @contextlib.contextmanager
    def _damage(self, step: int) -> Iterator[None]:
        """Say of what does not fit where it comes from."""
        try:
            yield
        except MXNetError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError, RuntimeError) as error:
            text = f"{self._store.path(step)}: does not fit what is trained, or is damaged: {type(error).__name__}: {error}"
            raise MXNetError(text) from error

    def _chosen(self, step: int | None) -> int | None:
        self.wait_until_finished()
        steps = self.all_steps()
        if self._rank is not None:
            return self._agreed(max(steps, default=None) if step is None else step, steps)
        if step is None:
            return max(steps, default=None)
        if step not in steps:
            raise MXNetError(f"{self.directory}: has no checkpoint of step {step}; it has {steps or 'none'}")
        return step

    def _agreed(self, chosen: int | None, steps: list[int]) -> int | None:
        """Rank 0's choice, which all ranks see; a shared file system may show one of them another folder, or none."""
        assert self._rank is not None
        notes = self._rank.barrier("restore", "restore of a checkpoint", [chosen, steps])
        first = notes[0][0]
        for number, (own, seen) in enumerate(notes):
            if first is not None and first not in seen or own != first:
                raise MXNetError(
                    f"rank 0 goes on from {_named(first)} in {self.directory}, and rank {number} would from {_named(own)} "
                    f"(it sees {seen or 'no checkpoint'}): the directory must be on a file system that all processes share"
                )
        return first

    def stop_if_signalled(self, step: Int, extra: dict[str, Any] | None = None) -> None:
        """End the program with a checkpoint and status 75 if a signal of `stop_on` has come; a job, if it has come to any rank.

        Call it at the end of each step, on all ranks; `fit` and `handler` do. The ranks of a job compare every tenth step.

        Parameters
        ----------
        step, extra
            As for `save`.

        Raises
        ------
        SystemExit
            With status 75, by which a program asks to be started again; the checkpoint is on the disk.
        MXNetError
            The checkpoint could not be written, or the ranks of a job are at different steps.
        """
        if self._is_signalled(step):
            self.save(step, extra)
            self._leave()

    def _is_signalled(self, step: Int) -> bool:
        if self._signals is None or self._rank is not None and step % _COMPARED:
            return False
        if self._rank is None:
            return self._signals.came
        return any(self._rank.barrier(f"signals {step}", f"a look at signals at step {step}", self._signals.came))

    def _leave(self) -> NoReturn:
        self.wait_until_finished()
        if self._rank is not None:  # a rank that ends would have the launcher end the one that writes
            self._rank.barrier("end", "the end after a signal")
        sys.exit(AGAIN)

    def wait_until_finished(self) -> None:
        """Wait until the last checkpoint is on the disk. It is rank 0 that writes, and waits.

        Raises
        ------
        MXNetError
            It could not be written.
        """
        written, self._written = self._written, None
        if written is not None:
            written.result()

    def close(self) -> None:
        """Wait until the last checkpoint is on the disk, and end the thread; raises as `wait_until_finished`."""
        thread, self._thread = self._thread, None
        if self._signals is not None:
            self._signals.release()
        try:
            self.wait_until_finished()
        finally:
            if thread is not None:
                thread.shutdown()

    @described_by(_EVERY)
    def handler(self, every: Int | None = None) -> Resume:
        """A handler for an Estimator of this network and trainer, whose `fit` then goes on where it stopped.

        Returns
        -------
        EventHandler
            For `fit(event_handlers=[...])`. It restores when training begins.

        Examples
        --------
        >>> import tempfile
        >>> net = gluon.nn.Dense(1, in_units=1)
        >>> net.initialize()
        >>> trainer = gluon.Trainer(net.collect_params(), "sgd")
        >>> estimator = gluon.contrib.estimator.Estimator(net, gluon.loss.L2Loss(), trainer=trainer, context=mx.cpu())
        >>> estimator.logger.setLevel("CRITICAL")
        >>> data = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((6, 1)), nd.ones((6, 1))), batch_size=2, shuffle=True)
        >>> with mx.checkpoints.CheckpointManager(tempfile.mkdtemp(), net=net, trainer=trainer) as manager:
        ...     estimator.fit(data, epochs=2, event_handlers=[manager.handler(every=2)])
        >>> manager.all_steps()
        [4, 6]
        """
        return Resume(self, every)

    @described_by(_EVERY)
    def fit(self, train_data: DataIter, *, every: Int | None = None, **options: Any) -> None:
        """`Module.fit` of this module, which goes on where it stopped.

        Parameters
        ----------
        train_data : io.DataIter
            Training data.
        **options
            All others of `Module.fit`.

        Examples
        --------
        >>> import tempfile
        >>> net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1), name="out")
        >>> module = mx.mod.Module(net, label_names=["out_label"])
        >>> data = mx.io.NDArrayIter(nd.ones((6, 1)), nd.ones((6, 1)), batch_size=2, shuffle=True, label_name="out_label")
        >>> with mx.checkpoints.CheckpointManager(tempfile.mkdtemp(), module=module) as manager:
        ...     manager.fit(data, every=2, num_epoch=2, eval_metric="mse", optimizer="adam")
        >>> manager.latest_step()
        6
        """
        if not isinstance(self._trained, OfModule):
            raise MXNetError("fit is for a module; a Gluon network is trained by its own loop, or by an Estimator with handler()")
        fit(self, self._trained.module, train_data, every, options)


def _named(step: int | None) -> str:
    return "the beginning" if step is None else f"step {step}"
