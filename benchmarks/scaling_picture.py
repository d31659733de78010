"""The picture of docs/scaling.md: efficiency over the number of GPUs, drawn from the model.

python -m benchmarks.scaling_picture
"""

import math
import pathlib

from benchmarks import scaling_model as model

PICTURE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "images" / "scaling.svg"
#: network between the nodes: colour
COLOURS = {"InfiniBand 400": "#0072b2", "Ethernet 100": "#b45f00", "Ethernet 25": "#9b2d6f"}
WIDTH, HEIGHT, LEFT, TOP, LABEL = 290, 200, 52, 64, 112
SAID = (
    "Efficiency of ResNet-50 and of a transformer on 8 to 512 GPUs. From two nodes on the lines are flat: the network between "
    "nodes decides, and overlap gains most on Ethernet with 100 Gbit/s."
)


def _panel(network, left):
    """The parts of one network's picture."""
    first, last = math.log2(model.SIZES[0]), math.log2(model.SIZES[-1])

    def place(count, share):
        return left + WIDTH * (math.log2(count) - first) / (last - first), TOP + HEIGHT * (1 - share)

    yield f'<text x="{left}" y="{TOP - 12}" font-weight="bold">{network.name}</text>'
    for share in (0, 0.25, 0.5, 0.75, 1):
        _, y = place(8, share)
        yield f'<path d="M{left},{y:.0f} H{left + WIDTH}" fill="none" stroke="{"#888" if share == 0 else "#ddd"}"/>'
        yield f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>'
    for count in model.SIZES:
        x, y = place(count, 0)
        yield f'<text x="{x:.0f}" y="{y + 16:.0f}" text-anchor="middle">{count}</text>'
    yield f'<text x="{left + WIDTH / 2:.0f}" y="{TOP + HEIGHT + 34}" text-anchor="middle">GPUs, 8 in a node</text>'
    for name, colour in COLOURS.items():
        cluster = next(c for c in model.CLUSTERS if c.name.endswith(name))
        ends = []
        for overlap, dashes in ((True, ""), (False, ' stroke-dasharray="5 4"')):
            shares = [model.efficiency(network, model.sized(cluster, count), overlap=overlap) for count in model.SIZES]
            points = " ".join("{:.1f},{:.1f}".format(*place(count, share)) for count, share in zip(model.SIZES, shares))
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
            ends.append(shares[-1])
        x, y = place(model.SIZES[-1], sum(ends) / 2)
        yield f'<text x="{x + 8:.0f}" y="{y + 4:.0f}" fill="{colour}">{name}</text>'


def picture():
    """The picture, as SVG."""
    parts = []
    for x, dashes, said in (
        (LEFT, "", "sums during the backward pass"),
        (LEFT + 260, ' stroke-dasharray="5 4"', "sums after it, as jmx has it on GPUs"),
    ):
        parts.append(f'<path d="M{x},18 h30" stroke="#444" stroke-width="2" fill="none"{dashes}/>')
        parts.append(f'<text x="{x + 38}" y="22">{said}</text>')
    for i, network in enumerate(model.SHOWN):
        parts += _panel(network, LEFT + i * (WIDTH + LABEL + 50))
    width, height = 2 * (LEFT + WIDTH + LABEL), TOP + HEIGHT + 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{SAID}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
