"""Run programs and pages that were written for MXNet, unedited: which run, which stop, and why.

    python tools/check_originals.py FOLDER... --json new.json            with jmx of this checkout
    python tools/check_originals.py FOLDER... --python VENV/bin/python --json old.json    with the MXNet that is there
    python tools/check_originals.py --from new.json --beside old.json    the table, and what only one of the two can run

FOLDER holds a checkout of examples or tutorials outside of this project: Python programs (those that have a `__main__` part or
nothing but statements), Markdown pages and notebooks, whose blocks run one after another in one process. They run in one copy of
the folder, where a page finds what an earlier one has saved, with stand-ins for the data sets that they would download
(JMX_SYNTHETIC_DATA=1). `--arguments FILE` gives programs what they ask for: JSON, {"sparse/matrix_*/train.py": "--num-epoch 1"}.

A program that still runs after `--seconds`, or has used `--cpu-seconds`, is cut off, which counts as running. What stops is told
by the reason: a download, a package or a data file that is not there, arguments that it asks for, a GPU, a Python or NumPy of
another time; the rest is to be looked at. Beside another run, programs are named that took more than three times as much CPU time
as there; where both were cut off, CPU time for each line of output is compared.
"""

import argparse
import ast
import collections
import concurrent.futures
import contextlib
import fnmatch
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

_FENCE = re.compile(r"^```+\s*\{?\.?(?:python|py)\b[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: names of Python 2
_OLD_NAMES = ("xrange", "unicode", "raw_input", "reduce", "basestring", "long", "unichr", "file", "cPickle", "izip", "reload")
#: packages of Python 2, or that Python has dropped
_OLD_MODULES = ("cPickle", "urllib2", "StringIO", "Queue", "ConfigParser", "imp", "distutils", "Tkinter", "commands")
_DOWNLOADS = ("URLError", "HTTPError", "ConnectionError", "gaierror", "RequestException", "MaxRetryError", "NewConnectionError")

#: runs in a process of its own: blocks are [place, code] in a file, outcomes are written after each block
_CHILD = """
import json, os, sys, traceback
blocks, answers = json.load(open(sys.argv[1])), sys.argv[2]
sys.argv = [blocks[0][0]] + sys.argv[3:]
import types
main = sys.modules["__main__"] = types.ModuleType("__main__")
main.__file__ = blocks[0][0]
sys.path.insert(0, os.path.dirname(os.path.abspath(blocks[0][0])))
found = []
def note(*outcome):
    found.append(outcome)
    with open(answers + ".new", "w") as file:
        json.dump(found, file)
    os.replace(answers + ".new", answers)
for place, code in blocks:
    try:
        exec(compile(code, place, "exec"), main.__dict__)
    except SystemExit as error:
        note("SystemExit", str(error.code), "")
        if error.code not in (None, 0):
            break
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        where = [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in frames if f.filename != __file__]
        kinds = " ".join(kind.__name__ for kind in type(error).__mro__[:-2])
        note(kinds or type(error).__name__, str(error)[:2000], " < ".join(reversed(where))[:2000])
    else:
        note("", "", "")
sys.stdout.flush()
os._exit(0)
"""


def blocks_of(path):
    """The pieces of Python in a file: a list of (place, code), none if it is no program.

    Parameters
    ----------
    path : pathlib.Path
        A program, a Markdown page or a notebook.

    Returns
    -------
    list of (str, str)
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".py":
        return [(str(path), text)] if is_program(text) else []
    if path.suffix == ".ipynb":
        cells = json.loads(text).get("cells", [])
        pieces = ["".join(cell["source"]) for cell in cells if cell.get("cell_type") == "code"]
    else:
        pieces = _FENCE.findall(text)
    pieces = [re.sub(r"^(\s*)[%!].*$", r"\1pass", piece, flags=re.MULTILINE) for piece in pieces]
    return [(f"{path}#{number}", piece) for number, piece in enumerate(pieces, 1)]


def is_program(text):
    """Whether a file is to be run, and not only imported by others. One that cannot be parsed is."""
    if "__main__" in text:
        return True
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return "mxnet" in text
    statements = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.Try, ast.If)
    doing = [node for node in body if not isinstance(node, statements) and not _is_docstring(node)]
    return bool(doing)


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def reason(kinds, message, where):
    """Why a program stopped, in a word or two.

    Parameters
    ----------
    kinds : str
        The classes of the exception, the nearest first.
    message, where : str
        Its text, and the frames from the innermost outwards.

    Returns
    -------
    str
        "" where it ended well.
    """
    names = kinds.split()
    if not names:
        return ""
    name = names[0]
    if name == "SystemExit":
        return "" if message in ("None", "0") else "arguments" if message == "2" else "ended itself"
    if any(n in _DOWNLOADS for n in names) or re.search(r"[Dd]ownload|urlopen|urlretrieve|resolve host", f"{message} {where}"):
        return "download"
    if "ImportError" in names:
        missing = re.search(r"'([\w.]+)'", message)
        module = missing[1].split(".")[0] if missing else "?"
        if module in _OLD_MODULES:
            return "Python or NumPy of another time"
        return "to look at" if module in ("mxnet", "jmx", "?") else f"package {module}"
    if name in ("SyntaxError", "IndentationError", "TabError"):
        return "Python or NumPy of another time"
    if name == "NameError" and any(f"'{old}'" in message for old in _OLD_NAMES):
        return "Python or NumPy of another time"
    if name == "AttributeError" and re.search(r"module '(numpy|scipy|collections|inspect|time|string|IPython)", message):
        return "Python or NumPy of another time"
    if "FileNotFoundError" in names or "No such file" in message or "cannot be opened" in message or "does not exist" in message:
        return "data file"
    if re.search(r"\bGPU\b|gpu\(\d|CUDA", message):
        return "GPU"
    return "to look at"


def run(path, folder, args):
    """The outcome of one file: a dict with "file", "blocks", "ran", "outcome" and, where it stopped, why."""
    blocks = blocks_of(path)
    environment = {**os.environ, "MPLBACKEND": "Agg", "JMX_SYNTHETIC_DATA": "1", "PYTHONUNBUFFERED": "1"}
    if args.python is None:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat")])
    with tempfile.TemporaryDirectory(prefix="jmx-originals-") as scratch:
        program, question, answer, printed = (
            pathlib.Path(scratch, name) for name in ("child.py", "blocks.json", "outcomes.json", "printed")
        )
        program.write_text(_CHILD)
        question.write_text(json.dumps(blocks))
        name = str(path.relative_to(folder))
        words = next((shlex.split(value) for glob, value in args.given.items() if fnmatch.fnmatch(name, glob)), [])
        with printed.open("wb") as output:
            process = subprocess.Popen(
                [args.python or sys.executable, program, question, answer, *words],
                cwd=path.parent,
                env=environment,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        late, status, usage = _wait(process, args.seconds, args.cpu_seconds)
        outcomes = json.loads(answer.read_text()) if answer.exists() else []
        text = printed.read_text(errors="replace")
    if args.logs:
        args.logs.mkdir(parents=True, exist_ok=True)
        (args.logs / (name.replace("/", "__") + ".txt")).write_text(text)
    found = summary(name, len(blocks), outcomes, late, status, text)
    return found | {"cpu": round(usage.ru_utime + usage.ru_stime, 2), "lines": text.count("\n")}


def _wait(process, seconds, cpu_seconds):
    """Whether a process was cut off after some seconds, its status, and what it has used. What it has started ends with it."""
    if cpu_seconds:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
    deadline = time.monotonic() + seconds
    pid = 0
    while not pid and time.monotonic() < deadline:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if not pid:
            time.sleep(0.05)
    late = not pid
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    if late:
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return late or process.returncode == -signal.SIGXCPU, process.returncode, usage


def summary(name, count, outcomes, late, status, errors):
    """What came of one file."""
    stops = [(reason(*each), number, *each) for number, each in enumerate(outcomes, 1) if reason(*each)]
    ran = len(outcomes) - len(stops)
    found = {"file": name, "blocks": count, "ran": ran}
    if stops:
        why, number, kinds, message, where = stops[0]
        found |= {"outcome": "stops", "why": why, "block": number, "error": f"{kinds.split()[0]}: {message}", "where": where}
        worth = [stop for stop in stops if stop[0] == "to look at"]
        if worth and why != "to look at":
            found |= {"later": f"block {worth[0][1]}: {worth[0][2].split()[0]}: {worth[0][3]}"}
    elif late:
        found |= {"outcome": "cut off"}
    elif len(outcomes) < count and not (outcomes and outcomes[-1][0] == "SystemExit"):
        ended = f"the process ended with {status}"
        found |= {"outcome": "stops", "why": "to look at", "block": len(outcomes) + 1, "error": ended, "where": errors[-1500:]}
    else:
        found |= {"outcome": "runs"}
    return found


def files_of(folder, patterns):
    """The files in a folder that can be run, in order."""
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix not in (".py", ".md", ".ipynb") or not path.is_file():
            continue
        if patterns and not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
            continue
        if blocks_of(path):
            yield path


def slowness(here, there):
    """How many times the CPU time of the other run a file took, by line of output where both were cut off; 0 if unknown."""
    if not (here.get("cpu") and there.get("cpu")) or "stops" in (here["outcome"], there["outcome"]):
        return 0
    if here["outcome"] == there["outcome"] == "cut off":
        return here["cpu"] / max(here["lines"], 1) / (there["cpu"] / max(there["lines"], 1))
    return here["cpu"] / there["cpu"]


def table(results, beside):
    """Print what came of all files, as Markdown."""
    outcomes = collections.Counter(each["outcome"] + (f": {each['why']}" if "why" in each else "") for each in results)
    print("| outcome | files |\n|---|---|")
    for outcome, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0])):
        print(f"| {outcome} | {count} |")
    known = {each["file"]: each for each in beside}
    worth = [each for each in results if each.get("why") == "to look at" or each.get("later")]
    if known:
        both = [each for each in results if each["file"] in known]
        here = [each for each in both if each["outcome"] != "stops"]
        there = [each for each in both if known[each["file"]]["outcome"] != "stops"]
        print(f"\nOf {len(both)} files {len(here)} do not stop here, {len(there)} do not stop in the other.")
        worth = [each for each in both if each["outcome"] == "stops" and known[each["file"]]["outcome"] != "stops"]
        for each in both:
            slow = slowness(each, known[each["file"]])
            if slow > 3:
                print(f"\n- {each['file']}: {slow:.1f} times the CPU time ({each['outcome']}, {each['cpu']} s)")
    for each in worth:
        print(f"\n- {each['file']} ({each['ran']} of {each['blocks']} blocks): {each.get('later') or each['error']}"[:400])
        print(f"  {each['where'][:200]}")


def main(arguments=None):
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--python", help="an interpreter that has MXNet; this checkout is left out then")
    parser.add_argument("--seconds", type=float, default=60, help="after which a file is cut off")
    parser.add_argument("--cpu-seconds", type=int, help="of CPU time, after which it is cut off too")
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="of the names within a folder")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--arguments", type=pathlib.Path, help="JSON: arguments of programs by a glob of their names")
    parser.add_argument("--logs", type=pathlib.Path, help="a folder for what the programs print")
    parser.add_argument("--json", type=pathlib.Path, help="where the outcomes go")
    parser.add_argument("--from", dest="source", type=pathlib.Path, help="outcomes of an earlier run in place of a run")
    parser.add_argument("--beside", type=pathlib.Path, help="outcomes of another run, to compare with")
    args = parser.parse_args(arguments)
    args.given = json.loads(args.arguments.read_text()) if args.arguments else {}
    results = json.loads(args.source.read_text()) if args.source else []
    with (
        tempfile.TemporaryDirectory(prefix="jmx-originals-") as scratch,
        concurrent.futures.ThreadPoolExecutor(args.jobs) as pool,
    ):
        work = []
        for number, folder in enumerate(args.folders):
            copy = pathlib.Path(scratch, str(number)).resolve()
            shutil.copytree(folder, copy, symlinks=True)
            work.extend((path, copy) for path in files_of(copy, args.only))
        for found in pool.map(lambda item: run(*item, args), work):
            results.append(found)
            why = f" ({found['why']}: {found['error'][:120]!r})" if "why" in found else ""
            print(f"{found['outcome']:8} {found['file']} {found['ran']}/{found['blocks']}{why}", file=sys.stderr, flush=True)
            if args.json:
                args.json.write_text(json.dumps(results, indent=1))
    table(results, json.loads(args.beside.read_text()) if args.beside else [])
    return 0


if __name__ == "__main__":
    sys.exit(main())
