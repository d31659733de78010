"""What differs between operating systems: the one place that asks which of them this is, and what it can do.

Elsewhere in jmx nothing is imported or called that Linux has and Windows or macOS has not, and nothing is read below /proc or
/sys; `tests/core/test_system.py` looks at every module. Each function here has a form for systems that lack the call: it does the
same in another way, or says that it cannot.

- `files`: opening, locking, renaming, owners and permissions
- `machine`: cores, memory, limits, instruction sets, the C library
- `processes`: forks, signals, groups of processes, waiting for descriptors
"""
