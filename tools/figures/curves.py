"""The picture of losses in docs/leaving/rewrite.md, from what `python -m tools.curves` has kept.

python -m tools.figures.curves
"""

import json
import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "dev" / "figures" / "rewritten-training.json"
PICTURE = ROOT / "docs" / "images" / "rewritten_training.svg"
TITLES = {
    "recommender": "recommender, mean absolute error",
    "handwriting": "handwriting: words, SSD",
    "centernet": "CenterNet, loss (logarithmic)",
}
#: curve: how it is drawn. Those drawn first lie below.
STYLES = {
    "MXNet 1.9.1": 'stroke="#f5b041" stroke-width="7" opacity="0.6"',
    "original": 'stroke="#2471a3" stroke-width="3"',
    "rewritten": 'stroke="#c0392b" stroke-width="1.2" stroke-dasharray="4 4"',
}
LABELS = {"MXNet 1.9.1": "original, MXNet 1.9.1", "original": "original, jmx", "rewritten": "rewritten, jmx"}
WIDTH, HEIGHT, LEFT, TOP = 250, 150, 46, 52


def difference(curves, one, other):
    """The largest relative difference of two curves."""
    return max(abs(a - b) / abs(a) for a, b in zip(curves[one], curves[other], strict=True))


def _panel(name, curves, left):
    """The parts of one project's picture."""
    scale = math.log if name == "centernet" else float
    values = [value for curve in curves.values() for value in curve]
    low, high = min(values), max(values)
    steps = len(curves["original"])

    def place(i, value):
        down = (scale(high) - scale(value)) / (scale(high) - scale(low))
        return f"{left + WIDTH * i / (steps - 1):.1f},{TOP + HEIGHT * down:.1f}"

    yield f'<text x="{left}" y="{TOP - 10}" font-weight="bold">{TITLES[name]}</text>'
    yield f'<path d="M{left},{TOP} V{TOP + HEIGHT} H{left + WIDTH}" fill="none" stroke="#888"/>'
    for value, down in ((high, 4), (low, HEIGHT + 2)):
        yield f'<text x="{left - 6}" y="{TOP + down}" text-anchor="end">{value:.3g}</text>'
    for step in (1, steps):
        at = left + WIDTH * (step - 1) / (steps - 1)
        yield f'<text x="{at:.0f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{step}</text>'
    for key, style in STYLES.items():
        if key in curves:
            points = " ".join(place(i, value) for i, value in enumerate(curves[key]))
            yield f'<polyline points="{points}" fill="none" {style}/>'


def picture(kept):
    """The picture of all projects, as SVG."""
    parts = []
    for i, key in enumerate(STYLES):
        at = LEFT + 190 * i
        parts.append(f'<line x1="{at}" y1="14" x2="{at + 30}" y2="14" {STYLES[key]}/>')
        parts.append(f'<text x="{at + 38}" y="18">{LABELS[key]}</text>')
    for i, (name, curves) in enumerate(kept.items()):
        parts += _panel(name, curves, LEFT + i * (WIDTH + 60))
    width, height = LEFT + len(kept) * (WIDTH + 60), TOP + HEIGHT + 26
    said = "Losses of three projects while they train, before and after rewriting: the curves lie on one another"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{said}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def main():
    """Draw the picture, and print the largest relative differences."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    PICTURE.write_text(picture(kept), encoding="utf-8")
    for name, curves in kept.items():
        for other in curves:
            if other != "original":
                print(f"{name}: {other}, {difference(curves, 'original', other):.1e}")


if __name__ == "__main__":
    main()
