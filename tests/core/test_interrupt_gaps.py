"""No interrupt keeps a lock locked: what CPython leaves out of its tables of exception handlers is not there."""

import ast
import dis
import pathlib
import re
import signal
import types

import pytest

import jmx
from jmx.config.locks import RLock

PACKAGE = pathlib.Path(jmx.__file__).parent
HELD = re.compile(r"lock|changed|changing|pause|exclusively")


def code_objects(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from code_objects(constant)


def unprotected_jumps(code):
    """The lines of loops within a `try` or `with` where an interrupt skips its end (python/cpython#130279)."""
    instructions = {instruction.offset: instruction for instruction in dis.get_instructions(code)}
    table = dis.Bytecode(code).exception_entries

    def handler(offset):
        """Where an exception at `offset` is handled, but for what restores the variables of a comprehension."""
        entry = next((entry for entry in table if entry.start <= offset < entry.end), None)
        if entry is None or instructions[entry.target].opname == "PUSH_EXC_INFO":
            return entry and entry.target
        return handler(entry.target)

    for instruction in instructions.values():
        if instruction.opname == "JUMP_BACKWARD" and handler(instruction.offset) is None and handler(instruction.argval):
            yield instruction.positions.lineno


def blocks_that_hold(tree):
    """(first line, last line) of blocks in which a lock or a mode is held, or values are out of their cells."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and any(HELD.search(ast.unparse(item.context_expr)) for item in node.items):
            yield node.lineno, node.end_lineno
        elif isinstance(node, ast.Try) and any("put_back" in ast.unparse(statement) for statement in node.finalbody):
            yield node.lineno, node.body[-1].end_lineno


def found_in(source):
    blocks = list(blocks_that_hold(ast.parse(source)))
    codes = list(code_objects(compile(source, "a module", "exec"))) if blocks else []
    lines = {line for code in codes for line in unprotected_jumps(code)}
    return sorted(line for line in lines if any(first <= line <= last for first, last in blocks))


def test_no_interrupt_skips_the_end_of_a_block_that_holds_something():
    found = {str(path.relative_to(PACKAGE)): found_in(path.read_text()) for path in PACKAGE.rglob("*.py")}
    assert {path: lines for path, lines in found.items() if lines} == {}


SAMPLE = """
def drop(numbers):
    with lock:
        for number in numbers:
            if number:
                table.pop(number)
"""


def test_the_gaps_are_seen():
    if not list(unprotected_jumps(next(c for c in code_objects(compile(SAMPLE, "", "exec")) if c.co_name == "drop"))):
        pytest.skip("this release of Python protects the jumps of all loops")
    assert found_in(SAMPLE) == [5]


class Interrupt(Exception):
    pass


@pytest.fixture
def interrupted():
    """A function that calls another again and again until an interrupt ends it, which comes at another place each time."""

    def interrupt(number, frame):
        raise Interrupt

    def calling(function, rounds):
        for number in range(rounds):
            with pytest.raises(Interrupt):
                signal.setitimer(signal.ITIMER_REAL, (2 + number % 50) * 1e-6)
                while True:
                    function()
            yield

    before = signal.signal(signal.SIGALRM, interrupt)
    yield calling
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.not_on_windows("no timer that sends signals")
def test_an_interrupt_leaves_no_lock_locked(interrupted):
    lock = RLock()

    def hold():
        with lock, lock:
            pass

    for _ in interrupted(hold, 2000):
        assert not lock._is_owned()


def made_of_threading(source):
    """The lines that make a lock which an interrupt may leave locked (jmx/config/locks.py)."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [(node.lineno, ast.unparse(node.func), node.args) for node in calls]
    return [
        line
        for line, name, arguments in named
        if name in ("threading.Lock", "threading.RLock") or (name == "threading.Condition" and not arguments)
    ]


def test_locks_are_of_the_kind_that_interrupts_leave_free():
    paths = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).as_posix() != "config/locks.py"]
    found = {str(path.relative_to(PACKAGE)): made_of_threading(path.read_text()) for path in paths}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert made_of_threading("a = threading.Lock(), threading.Condition()") == [1, 1]
