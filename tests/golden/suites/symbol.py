"""Symbols: JSON, names, attributes, shapes and types."""

import symbol_cases as cases


def describe(mx, name):
    with mx.name.NameManager():
        symbol = cases.CASES[name](mx)
    return {
        "json": symbol.tojson(),
        "json_casts": symbol.tojson(remove_amp_cast=False),
        "name": symbol.name,
        "arguments": symbol.list_arguments(),
        "states": symbol.list_auxiliary_states(),
        "inputs": symbol.list_inputs(),
        "outputs": symbol.list_outputs(),
        "internals": symbol.get_internals().list_outputs(),
        "attributes": symbol.attr_dict(),
        "text": symbol.debug_str(),
        "shapes": [[symbol.infer_shape(**given), symbol.infer_shape_partial(**given)] for given in cases.SHAPES[name]],
        "types": [
            [
                [k and [t and t.__name__ for t in k] for k in infer(**given)]
                for infer in (symbol.infer_type, symbol.infer_type_partial)
            ]
            for given in cases.TYPES[name]
        ],
    }


def record(mx, output):
    output.json({name: describe(mx, name) for name in cases.CASES}, end="", indent=0, sort_keys=True)
