"""What each sub-command measures: its cases, its figures, and how it is asked for by default."""

import dataclasses
import fnmatch

from .cases import data, eager, inputs, modules, operator_table, precision, programs, recurrent, sizes, surface
from .sides import BenchmarkError

ALL = ("gluon", "jax", "torch")
ZOO = [case for case, (_, shape, _) in inputs.IMAGES.items() if shape[1] >= 224 and case != "convolution"]
SEQUENCES = list(inputs.SEQUENCES)
SMALL = ["digits", "digits_eager", "cifar", "cifar_eager", "digits_executor", "convolution"]


@dataclasses.dataclass(frozen=True)
class Figure:
    """A number of a table.

    Args:
        key: name in the answer of a worker.
        title: heading of its columns.
        digits: how many are shown behind the point.
        rate: whether more is better; otherwise it is a cost.
        headline: what geometric means of it are called; None for figures without.
        threads: the least number of threads with which it is shown.
    """

    key: str
    title: str
    digits: int = 0
    rate: bool = False
    headline: str | None = None
    threads: int = 1


@dataclasses.dataclass(frozen=True)
class Row:
    """A line of a table: a case with its options.

    Args:
        label: what the table calls it.
        case: name that the worker knows.
        parts: pairs of a prefix for the names of figures, and options; a worker is asked for each.
        packages: in which packages there is such a case.
        fresh: whether each answer comes from a process of its own.
        group: rows of one group have a geometric mean together.
    """

    label: str
    case: str
    parts: tuple = (("", {}),)
    packages: tuple = ("gluon",)
    fresh: bool = True
    group: str = ""


@dataclasses.dataclass(frozen=True)
class Suite:
    """A sub-command.

    Args:
        name: of the sub-command.
        about: a sentence for the help.
        module: of `cases`.
        cases: all names, in order.
        figures: the columns of its table.
        rows: function of (suite, cases, options) that returns rows.
        default: cases that run unless others are asked for; all without it.
        packages: in which packages its cases are.
        rounds: how many rounds by default.
        threads: numbers of threads by default.
        options: which of `phases`, `seconds` and `batch` the command line has.
        cold: whether it always begins with an empty cache.
        behind: (ratio, keys of figures): documents show only rows with such a figure below the ratio, where a table of all
            would be too long.
    """

    name: str
    about: str
    module: str
    cases: tuple
    figures: tuple
    rows: object
    default: tuple = ()
    packages: tuple = ("gluon",)
    rounds: int = 5
    threads: tuple = (1,)
    options: tuple = ()
    cold: bool = False
    behind: tuple | None = None

    def chosen(self, text):
        """Return the cases of `--cases`: names or patterns such as `resnet*`, separated by commas.

        Raises:
            BenchmarkError: a name fits no case.
        """
        if text is None:
            return list(self.default or self.cases)
        chosen = []
        for pattern in text.split(","):
            names = [case for case in self.cases if fnmatch.fnmatchcase(case, pattern.strip())]
            if not names:
                raise BenchmarkError(f"--cases {pattern}: {self.name} has no such case; it has {', '.join(self.cases)}")
            chosen += [name for name in names if name not in chosen]
        return chosen


def _packages(case):
    return ("gluon",) if case in recurrent.CASES else ALL


def _plain_rows(suite, cases, options):
    return [Row(case, case) for case in cases]


def _eager_rows(suite, cases, options):
    return [Row(case, case, fresh=case in eager.START) for case in cases]


def _operator_rows(suite, cases, options):
    table = {**operator_table.TYPICAL, **operator_table.LAYERS}
    parts = (("forward_", {"back": False}), ("both_", {"back": True}))
    return [Row(f"`{case}`", case, parts if table[case][3] else parts[:1], fresh=False) for case in cases]


def _surface_rows(suite, cases, options):
    parts = (("forward_", {"back": False}), ("both_", {"back": True}))
    return [
        Row(case, case, parts if surface.CASES[case]["back"] else parts[:1], fresh=False, group=case.rpartition("-")[2])
        for case in cases
    ]


def _network_rows(suite, cases, options):
    return [
        Row(f"{case}, {phase}", case, (("", {"phase": phase, "batch": options["batch"], "seconds": options["seconds"]}),),
            _packages(case), group={"train": "training", "infer": "inference"}[phase])
        for case in cases for phase in options["phases"] if (case, phase) != ("convolution", "train")
    ]  # fmt: skip


def _precision_rows(suite, cases, options):
    return [
        Row(f"{case}, {dtype}", case, (("", {"dtype": dtype, "batch": options["batch"], "seconds": options["seconds"]}),),
            ("gluon", "torch"), group=dtype)
        for case in cases for dtype in precision.DTYPES
    ]  # fmt: skip


def _compile_rows(suite, cases, options):
    parts = tuple((prefix, {"phase": "train", "batch": options["batch"], "steps": 3}) for prefix in ("cold_", "warm_"))
    return [Row(case, case, parts, _packages(case)) for case in cases]


def _sizes_rows(suite, cases, options):
    return [Row(case, case, (("cold_", {}), ("warm_", {}))) for case in cases]


def _memory_rows(suite, cases, options):
    return [
        Row(case, case, (("", {"phase": "train", "batch": options["batch"], "steps": 5}),), _packages(case)) for case in cases
    ]


_TRAINED = tuple(case for case in (*ZOO, *SEQUENCES, *SMALL) if case != "convolution")
_COMPILED = (*ZOO, *SEQUENCES, "digits", "cifar")

SUITES = {
    suite.name: suite
    for suite in (
        Suite(
            "operators", "operators one by one, forward and forward + backward, in processes that stay", "operators",
            (*operator_table.TYPICAL, *operator_table.LAYERS),
            (Figure("forward_cpu_us", "CPU us, forward", headline="forward"),
             Figure("both_cpu_us", "forward + backward", headline="forward + backward")),
            _operator_rows, default=tuple(operator_table.TYPICAL),
        ),
        Suite(
            "surface", "every operator at sizes that MXNet was asked for, forward and forward + backward", "surface",
            tuple(surface.CASES),
            (Figure("forward_cpu_us", "CPU us, forward", headline="forward"),
             Figure("forward_early_cpu_us", "calls 2 to 19", headline="forward, early"),
             Figure("forward_first_cpu_ms", "first, ms", 1), Figure("forward_peak_mb", "MB"),
             Figure("both_cpu_us", "forward + backward", headline="forward + backward"),
             Figure("both_early_cpu_us", "calls 2 to 19", headline="forward + backward, early"), Figure("both_peak_mb", "MB")),
            _surface_rows, rounds=3, behind=(0.9, ("forward_cpu_us", "both_cpu_us")),
        ),
        Suite(
            "networks", "a step of a network, training and inference", "networks", (*ZOO, *SEQUENCES, *SMALL, *recurrent.CASES),
            (Figure("cpu_ms", "CPU ms", 1, headline="speed"), Figure("clock_ms", "ms", 1, headline="on the clock", threads=2),
             Figure("first_cpu_s", "first result, CPU s", 1), Figure("peak_mb", "MB")),
            _network_rows, default=(*ZOO, *SEQUENCES, *SMALL), packages=ALL, rounds=3, options=("phases", "seconds", "batch"),
        ),
        Suite(
            "eager", "one call on small arrays; import and first array", "eager", tuple(eager.CASES),
            (Figure("cpu_us", "CPU us", 1, headline="speed"),), _eager_rows,
        ),
        Suite(
            "compile", "the first training step and a whole process of three, with an empty and with a full cache", "networks",
            _TRAINED,
            (Figure("cold_first_cpu_s", "first step, cold, CPU s", 1, headline="first step, cold"),
             Figure("warm_first_cpu_s", "warm", 1, headline="first step, warm"),
             Figure("cold_process_cpu_s", "process of three steps, cold, CPU s", 1, headline="process, cold"),
             Figure("warm_process_cpu_s", "warm", 1, headline="process, warm")),
            _compile_rows, default=_COMPILED, packages=ALL, rounds=3, options=("batch",), cold=True,
        ),
        Suite(
            "memory", "peak memory of a process that trains for five steps", "networks", _TRAINED,
            (Figure("peak_mb", "MB at most", headline="peak memory"), Figure("resident_mb", "MB at the end")),
            _memory_rows, default=_COMPILED, packages=ALL, rounds=3, options=("batch",),
        ),
        Suite(
            "data", "reading images and records, start of workers", "data", tuple(data.CASES),
            (Figure("per_second", "per second", rate=True, headline="rate"), Figure("cpu_us", "CPU us of one", 1),
             Figure("first_s", "first batch, s", 2), Figure("second_s", "second start, s", 2), Figure("peak_mb", "MB")),
            _plain_rows, threads=(2,),
        ),
        Suite(
            "modules", "Module.fit, binding of a large network, buckets", "modules", tuple(modules.CASES),
            (Figure("samples_per_second", "samples/s", rate=True, headline="rate"),
             Figure("first_epoch_seconds", "first epoch, s", 2), Figure("bind_seconds", "bind, s", 2),
             Figure("first_step_seconds", "first step, s", 2), Figure("second_step_seconds", "second step, s", 2),
             Figure("other_seven_mb", "MB of buckets 2 to 8"), Figure("peak_mb", "MB")),
            _plain_rows, rounds=3,
        ),
        Suite(
            "programs", "whole programs, as examples and tutorials have them: their first step, the next 19, later ones, memory",
            "programs", tuple(programs.CASES),
            (Figure("cpu_ms", "CPU ms of a step", 1, headline="steady"),
             Figure("early_cpu_ms", "steps 2 to 20", 1, headline="early"), Figure("first_cpu_ms", "first", headline="first"),
             Figure("peak_mb", "MB", headline="memory")),
            _plain_rows, rounds=3, cold=True,
        ),
        Suite(
            "sizes", "time to the first result of a program, and to that of its tenth size, with an empty and with a full cache",
            "sizes", tuple(sizes.CASES),
            (Figure("cold_first_cpu_s", "first result, cold, CPU s", 2, headline="first result, cold"),
             Figure("warm_first_cpu_s", "warm", 2, headline="first result, warm"),
             Figure("cold_tenth_cpu_s", "tenth size, cold, CPU s", 2, headline="tenth size, cold"),
             Figure("warm_tenth_cpu_s", "warm", 2, headline="tenth size, warm"),
             Figure("cold_first_s", "first result, cold, s", 2, headline="first result, cold, on the clock", threads=2),
             Figure("warm_tenth_s", "tenth size, warm, s", 2, headline="tenth size, warm, on the clock", threads=2),
             Figure("cold_peak_mb", "MB", headline="memory")),
            _sizes_rows, rounds=3, cold=True,
        ),
        Suite(
            "precision", "inference in float32, in 16 bits and on 8-bit integers", "precision", precision.CASES,
            (Figure("cpu_ms", "CPU ms", 1, headline="speed"), Figure("clock_ms", "ms", 1, headline="on the clock", threads=2),
             Figure("first_cpu_s", "first result, CPU s", 1), Figure("peak_mb", "MB")),
            _precision_rows, packages=("gluon", "torch"), rounds=3, options=("seconds", "batch"),
        ),
    )
}  # fmt: skip
