"""Threads that begin at the same time, for the tests of what they may do to one another."""

import threading


def together(*functions):
    """Run functions in threads that begin at the same time; raises what one of them raised. Returns their results."""
    begin, results, errors = threading.Barrier(len(functions)), [None] * len(functions), []

    def run(i):
        try:
            begin.wait()
            results[i] = functions[i]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def repeated(function, times):
    """A function that calls `function` so many times."""

    def run():
        for _ in range(times):
            function()

    return run
