"""Rates what jmx says about the typical mistakes of tests/golden/mistakes, beside what MXNet said.

    python tools/rate_mistakes.py              # a line for each mistake that does not have all points, and the averages
    python tools/rate_mistakes.py --all        # all of them, with the messages
    python tools/rate_mistakes.py -k Conv2D    # those whose name holds a word

A message has a point each for what came, what was expected and how to mend it; the traceback, as it is shown by default, has one
for ending with the user's line.
"""

import argparse
import contextlib
import io
import json
import linecache
import os
import pathlib
import re
import sys
import tempfile
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
CRITERIA = ("came", "expected", "mend", "line")


def shown(error):
    """The traceback of an exception as a program that ends with it shows it."""
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        sys.excepthook(type(error), error, error.__traceback__)
    return text.getvalue()


def rate(mistake, error, filename):
    """The criteria that the error meets, and what is shown of it."""
    text = shown(error)
    message = " ".join(str(error).split())
    if isinstance(error, AttributeError):  # Python adds the nearest name where it shows such an error
        message += " " + " ".join(text.rpartition("AttributeError: ")[2].split())
    met = [name for name in CRITERIA[:3] if re.search(getattr(mistake, name), message)]
    places = re.findall(r'File "(.*?)", line (\d+)', text)
    if places and places[-1] == (filename, str(mistake.line)):
        met.append("line")
    return met, text


def attempt(mx, mistake):
    """(exception or None, criteria that it meets, what is shown) of a mistake that is made in the current folder."""
    import mistakes

    filename = f"<{mistake.name}>"
    linecache.cache[filename] = (len(mistake.code), None, mistake.code.splitlines(True), filename)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        error = mistakes.run(mx, mistake, filename)
    if error is None:
        return None, [], ""
    return error, *rate(mistake, error, filename)


def main(arguments=None):
    """Make all mistakes and print the ratings."""
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("--all", action="store_true", help="show all mistakes, with messages")
    command.add_argument("-k", default="", metavar="WORD", help="only mistakes whose name holds WORD")
    options = command.parse_args(arguments)
    sys.path.insert(0, str(GOLDEN))
    import mistakes

    import jmx as mx

    golden = json.loads((GOLDEN / "mistakes.json").read_text())
    ratings, before = [], os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, mistake in mistakes.every().items():
            if options.k not in name:
                continue
            error, met, _ = attempt(mx, mistake)
            ratings.append(met)
            if options.all or len(met) < 4:
                print(f"{len(met)} {name}: no {', '.join(set(CRITERIA) - set(met)) or 'fault'}")
                print(f"    MXNet: {golden[name] and ': '.join([golden[name][0][0], golden[name][1]])}")
                print(f"    jmx:   {error and f'{type(error).__name__}: {str(error)[:600]}'}")
        os.chdir(before)
    text = sum(len([m for m in met if m != "line"]) for met in ratings) / len(ratings)
    line = sum("line" in met for met in ratings)
    print(f"{len(ratings)} mistakes: {text:.2f} of 3 points on average; {line} tracebacks end with the user's line")


if __name__ == "__main__":
    main()
