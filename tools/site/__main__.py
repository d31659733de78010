"""The command line: `python -m tools.site`."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from . import accessibility, execute, links, pages, reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    """Assemble the pages, run the notebooks if that is asked for, and run Sphinx; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Make the documentation's web site.")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "site", metavar="FOLDER", help="(build/site)")
    parser.add_argument("--execute", action="store_true", help="run the notebooks, for their outputs and pictures")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="notebooks that run at once (%(default)s)")
    parser.add_argument("--limit", type=float, default=600, metavar="S", help="seconds a notebook may take (%(default)s)")
    parser.add_argument("--links", action="store_true", help="ask the other sites that pages link to as well")
    args = parser.parse_args()
    output = args.output.resolve()
    source, html = output / "source", output / "html"
    for folder in (source, html):  # a page that is no longer there must not stay
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    wrong = pages.assemble(ROOT, source)
    shutil.copy(pathlib.Path(__file__).with_name("conf.py"), source)
    shutil.copytree(pathlib.Path(__file__).with_name("static"), source / "_static")
    environ = {**os.environ, "JMX_SYNTHETIC_DATA": "1", "SITE_REPOSITORY": pages.repository(ROOT)}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "compat"), environ.get("PYTHONPATH", "")])
    if args.execute:
        failed = execute.run_all(source / "notebooks", ROOT, output / "outputs", environ, args.jobs, args.limit)
        wrong += [f"notebooks/{name}: {error}" for name, error in failed.items()]
    os.environ["JMX_API"] = environ["JMX_API"] = "1"  # looking at what MXNet 2.0 has gives no note then
    reference.write(source / "reference")
    sphinx = [sys.executable, "-m", "sphinx", "--keep-going", "-q", "-j", "2", "-d", str(output / "doctrees")]
    if subprocess.call([*sphinx, "-W", "-b", "html", str(source), str(html)], env=environ):
        wrong.append("Sphinx gave warnings (above)")
    wrong += links.internal(html)
    wrong += accessibility.check(html)
    if args.links:
        subprocess.call([*sphinx, "-Q", "-b", "linkcheck", str(source), str(output / "linkcheck")], env=environ)
        wrong += links.external(output / "linkcheck" / "output.json")
    print("\n".join([*wrong, f"the site is in {html}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
