"""`jmx tutorial`: the course in notebooks, copied into a folder and opened in JupyterLab."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import pathlib
import shlex
import shutil
import sys
import tomllib

from ..base import MXNetError
from ..config.system import processes
from .arguments import Parser

#: what the chapters and their bars of progress need, in the order of the extra `notebooks`
PACKAGES = ("jupyterlab", "matplotlib", "tqdm", "ipywidgets")
#: without these there is nothing to see
_NEEDED = ("jupyterlab", "matplotlib")

_EPILOG = """\
examples:
  jmx tutorial
  jmx tutorial ~/course --no-start
  jmx tutorial ~/course -- --no-browser --port 8890

What follows -- goes to JupyterLab. Data sets that cannot be downloaded are drawn (JMX_SYNTHETIC_DATA=1), which a warning says;
JMX_SYNTHETIC_DATA=0 turns that off.

exit status:
  that of JupyterLab; 0 with --no-start; 1 where nothing was copied: the message says why and what to do.
"""


def parser() -> Parser:
    """The parser of `jmx tutorial`."""
    command_line = Parser(
        prog="jmx tutorial",
        usage="jmx tutorial [FOLDER] [--no-start] [-- OPTIONS OF JUPYTERLAB]",
        description="Copy the course, seventeen chapters in notebooks, into a folder, and open it in JupyterLab.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command_line.add_argument("folder", nargs="?", default="jmx-course", metavar="FOLDER",
                              help="a new folder for the copy (%(default)s)")  # fmt: skip
    command_line.add_argument("--no-start", action="store_true", help="copy only")
    return command_line


def _source():
    """The folder of the course, and the address of the repository that its links lead to."""
    installed = pathlib.Path(__file__).with_name("course")
    if installed.is_dir():  # in a wheel
        urls = importlib.metadata.metadata("jmx").get_all("Project-URL") or []
        return installed, dict(url.split(", ", 1) for url in urls)["Homepage"]
    checkout = pathlib.Path(__file__).resolve().parents[2]
    if (checkout / "notebooks").is_dir() and (checkout / "pyproject.toml").is_file():
        project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return checkout / "notebooks", project["urls"]["Homepage"]
    raise MXNetError("This installation has no course: it is in jmx's wheel, and in the folder notebooks/ of its repository.")


def copy(folder: str) -> int:
    """Copy the course into a new folder; links that lead out of it become addresses.

    Parameters
    ----------
    folder : str
        It must not exist, or be empty.

    Returns
    -------
    int
        The number of chapters.

    Raises
    ------
    MXNetError
        There is something already, it cannot be written, or this installation has no course.
    """
    source, home = _source()
    target = pathlib.Path(folder)
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise MXNetError(
                f"{folder} is there already, and nothing was written. If it is the course, `jupyter lab {shlex.quote(folder)}` "
                "opens it; otherwise name another folder."
            )
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source / "images", target / "images")
        chapters = sorted(source.glob("*.ipynb"))
        for chapter in chapters:
            text = chapter.read_text(encoding="utf-8").replace("](../", f"]({home}/blob/HEAD/")
            (target / chapter.name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MXNetError(f"{folder} cannot be written ({error.strerror})") from None
    return len(chapters)


def _check_packages():
    """Say which packages are missing, before anything is written."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if set(missing) & set(_NEEDED):
        raise MXNetError(
            f"The course needs JupyterLab and matplotlib; nothing was copied. Run `pip install {' '.join(missing)}` in this "
            "environment, or `jmx tutorial --no-start`, which only copies."
        )


def main(argv) -> int:
    """Run `jmx tutorial` with these arguments and return its exit status."""
    argv = list(argv)
    end = argv.index("--") if "--" in argv else len(argv)
    args, options = parser().parse_args(argv[:end]), argv[end + 1 :]
    try:
        if not args.no_start:
            _check_packages()
        count = copy(args.folder)
    except MXNetError as error:
        print(f"jmx tutorial: {error}", file=sys.stderr)
        return 1
    print(f"{count} chapters are in {args.folder}")
    if args.no_start:
        return 0
    environment = {"JMX_SYNTHETIC_DATA": "1", **os.environ}
    return processes.become([sys.executable, "-m", "jupyterlab", args.folder, *options], environment)
