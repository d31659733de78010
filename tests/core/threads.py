"""Threads that begin at the same time, for the tests of what they may do to one another."""

from tools.campaign.threads import together

__all__ = ["repeated", "together"]


def repeated(function, times):
    """A function that calls `function` so many times."""

    def run():
        for _ in range(times):
            function()

    return run
