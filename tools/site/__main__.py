"""The command line: `python -m tools.site`."""

import argparse
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys

from . import accessibility, execute, links, pages, reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    """Assemble the pages, give the notebooks their outputs, and run Sphinx; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Make the documentation's web site.")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "site", metavar="FOLDER", help="(build/site)")
    parser.add_argument("--execute", choices=execute.MODES, default="missing",
                        help="notebooks to run: those whose outputs are not kept (the default), all, or none")  # fmt: skip
    parser.add_argument("--kept", type=pathlib.Path, default=ROOT / "build" / "site" / "outputs", metavar="FOLDER",
                        help="where outputs of notebooks are kept (build/site/outputs)")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes at once (%(default)s)")
    parser.add_argument("--limit", type=float, default=600, metavar="S", help="seconds a notebook may take (%(default)s)")
    parser.add_argument("--links", action="store_true", help="ask the other sites that pages link to as well")
    parser.add_argument("--fresh", action="store_true", help="take nothing from an earlier build but outputs of notebooks")
    args = parser.parse_args()
    output = args.output.resolve()
    source, html, doctrees = output / "source", output / "html", output / "doctrees"
    for folder in (source, html, doctrees) if args.fresh else ():
        shutil.rmtree(folder, ignore_errors=True)
    new = output / "source.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    wrong = pages.assemble(ROOT, new)
    shutil.copy(pathlib.Path(__file__).with_name("conf.py"), new)
    shutil.copytree(pathlib.Path(__file__).with_name("static"), new / "_static")
    environ = {**os.environ, "JMX_SYNTHETIC_DATA": "1", "SITE_REPOSITORY": pages.repository(ROOT)}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat"), environ.get("PYTHONPATH", "")])
    kept = args.kept.resolve()
    failed = execute.run_all(new / "notebooks", ROOT, kept, environ, args.execute, args.jobs, args.limit)
    wrong += [f"notebooks/{name}: {error}" for name, error in failed.items()]
    os.environ["JMX_API"] = environ["JMX_API"] = "1"  # looking at what MXNet 2.0 has gives no note then
    reference.write(new / "reference")
    renew(source, new)
    drop_pages(html, source)
    sphinx = [sys.executable, "-m", "sphinx", "--keep-going", "-q", "-j", str(args.jobs), "-d", str(doctrees)]
    if subprocess.call([*sphinx, "-W", "-b", "html", str(source), str(html)], env=environ):
        wrong.append("Sphinx gave warnings (above)")
        shutil.rmtree(doctrees)  # a page that is not read again would not give its warning again
    wrong += links.internal(html)
    wrong += accessibility.check(html)
    if args.links:
        subprocess.call([*sphinx, "-Q", "-b", "linkcheck", str(source), str(output / "linkcheck")], env=environ)
        wrong += links.external(output / "linkcheck" / "output.json")
    print("\n".join([*wrong, f"the site is in {html}"]))
    return 1 if wrong else 0


def renew(folder, new):
    """Make a folder what `new` is, which is used up; files that are equal stay, with their times, by which Sphinx goes.

    Parameters
    ----------
    folder, new : pathlib.Path
        The folder of the earlier build, which need not exist, and the one to take its place.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        there = new / path.relative_to(folder)
        if not there.exists() or there.is_dir() != path.is_dir():
            path.rmdir() if path.is_dir() else path.unlink()
    for path in sorted(new.rglob("*")):
        target = folder / path.relative_to(new)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        elif not (target.exists() and filecmp.cmp(path, target, shallow=False)):
            os.replace(path, target)
    shutil.rmtree(new)


def drop_pages(html, source):
    """Remove pages of an earlier build whose source is no longer there; Sphinx leaves them."""
    there = {path.relative_to(source).with_suffix(".html") for path in source.rglob("*") if path.suffix in (".md", ".ipynb")}
    for path in html.rglob("*.html"):
        if path.relative_to(html) not in there:
            path.unlink()


if __name__ == "__main__":
    sys.exit(main())
