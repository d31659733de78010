"""Five pictures of the site, to see what a change does to its looks: `python -m tools.site.shots`, after `python -m tools.site`.

Chromium draws each page in a frame of the given size, since its own windows have a least width. The pictures are in
docs/images/site.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: what one picture may weigh, in bytes
LIMIT = 150_000
#: seconds that a page may take
_PATIENCE = 120


@dataclass(frozen=True)
class Shot:
    """A picture: the page, with the place that is at the top, the size of the window, and the theme."""

    page: str
    width: int
    height: int
    dark: bool = False


SHOTS = {
    "front": Shot("index.html", 1280, 1500),
    "front-phone": Shot("index.html", 390, 1500),
    "front-dark": Shot("index.html", 1280, 1500, dark=True),
    "chapter": Shot("notebooks/04_softmax_and_mlp.html#why-one-layer-is-not-enough", 1280, 1300),
    "reference": Shot("reference/nd.html#element-by-element", 1280, 1000),
}


def draw(shot, html, browser, target):
    """Draw one picture.

    Parameters
    ----------
    shot : Shot
        What it shows.
    html : pathlib.Path
        The folder of the site.
    browser : str
        The executable of Chromium.
    target : pathlib.Path
        The file, whose ending says its format.

    Raises
    ------
    RuntimeError
        The page is not there, the browser drew nothing, or the picture weighs more than LIMIT.
    """
    from PIL import Image  # comes with matplotlib

    if not (html / shot.page.partition("#")[0]).is_file():
        raise RuntimeError(f"{shot.page}: there is no such page in {html}")
    with tempfile.TemporaryDirectory(prefix="jmx-shot-") as place:
        frame, drawn = pathlib.Path(place, "frame.html"), pathlib.Path(place, "drawn.png")
        size = f"width:{shot.width}px;height:{shot.height}px;border:0"
        frame.write_text(f'<body style="margin:0"><iframe src="{(html / "x").as_uri()[:-1]}{shot.page}" style="{size}"></iframe>')
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={place}/profile",
            f"--window-size={max(shot.width, 600)},{shot.height + 200}", f"--screenshot={drawn}", "--virtual-time-budget=5000",
            f"--blink-settings=preferredColorScheme={0 if shot.dark else 1}", frame.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE)
        if not drawn.exists():
            raise RuntimeError(f"{shot.page}: {browser} drew nothing: {done.stderr.strip()[-500:]}")
        with Image.open(drawn) as picture:
            picture.convert("RGB").crop((0, 0, shot.width, shot.height)).save(target, quality=60, method=6)
    if target.stat().st_size > LIMIT:
        raise RuntimeError(f"{target.name} weighs {target.stat().st_size:,} bytes, more than {LIMIT:,}")


def main():
    """Draw all pictures, or those that are named; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site.shots", description="Draw pictures of the site.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(SHOTS)} (default: all)")
    parser.add_argument("--html", type=pathlib.Path, default=ROOT / "build" / "site" / "html", metavar="FOLDER", help="the site")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "images" / "site", metavar="FOLDER",
                        help="where pictures go (docs/images/site)")  # fmt: skip
    parser.add_argument("--format", choices=["webp", "png"], default="webp", help="of the pictures (%(default)s)")
    args = parser.parse_args()
    if unknown := set(args.names) - set(SHOTS):
        parser.error(f"no such picture: {', '.join(sorted(unknown))}")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        parser.error("neither chromium nor google-chrome is on the path")
    args.output.mkdir(parents=True, exist_ok=True)
    for name in args.names or SHOTS:
        target = args.output / f"{name}.{args.format}"
        draw(SHOTS[name], args.html.resolve(), browser, target)
        print(f"{target}: {target.stat().st_size:,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
