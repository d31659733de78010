"""Networks drawn at random: outputs, and digests of gradients and statistics."""

import random_networks_cases as cases


def record(mx, output):
    found = {}
    for number in range(200):
        net, recipe = cases.network(mx, number)
        found[str(number)] = cases.digest(cases.results(mx, net, recipe, number))
    output.rows(found)
