"""Clocks and memory of a worker process."""

import mmap
import statistics
import time


def peak_mb():
    """Return how many megabytes of memory the process has held at most."""
    try:
        with open("/proc/self/status") as file:
            # getrusage would count what the process that started this one held.
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
    except OSError:
        import resource  # Windows has none

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident_mb():
    """Return how many megabytes of memory the process holds now, or at most where the system does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE / 2**20
    except OSError:
        return peak_mb()


class Stopwatch:
    """Seconds on the clock and of processor time, of all threads, since it was made."""

    def __init__(self):
        self.clock, self.cpu = time.perf_counter(), time.process_time()

    def figures(self, name):
        """Return both, as figures `NAME_s` and `NAME_cpu_s`."""
        return {name + "_s": time.perf_counter() - self.clock, name + "_cpu_s": time.process_time() - self.cpu}


def steps(make, seconds, together=1):
    """Return figures of `step = make()`: of the first call, and medians over calls for so many seconds.

    `together` calls are timed at once.
    """
    watch = Stopwatch()
    step = make()
    step()
    figures = watch.figures("first")
    step()
    busy, clock, end = [], [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(clock) < 3:
        start, cpu = time.perf_counter(), time.process_time()
        for _ in range(together):
            step()
        busy.append((time.process_time() - cpu) * 1000 / together)
        clock.append((time.perf_counter() - start) * 1000 / together)
    figures.update(cpu_ms=statistics.median(busy), clock_ms=statistics.median(clock), peak_mb=peak_mb())
    return figures
