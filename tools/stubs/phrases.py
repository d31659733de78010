"""Types as docstrings say them ("int or tuple of int, optional"), turned into annotations."""

import re

#: what one word says: as the type of a parameter
ATOMS = {
    "int": "Int", "number": "Float", "float": "Float", "bool": "bool", "str": "str", "bytes": "bytes", "bytearray": "bytearray",
    "None": "None", "dict": "Mapping[Any, Any]", "list": "Sequence[Any]", "tuple": "Sequence[Any]", "type": "type[Any]",
    "sequence": "Sequence[Any]", "iterable": "Iterable[Any]", "callable": "AnyFunction", "function": "AnyFunction",
    "numpy.ndarray": "NumPyArray", "numpy.dtype": "DTypeLike", "numpy type": "DTypeLike", "array-like": "ArrayLike",
    "logging.Logger": "logging.Logger", "object": "Any", "graphviz.Digraph": "Any", "mx.np.ndarray": "np_ndarray",
    "gluon.Trainer": "Trainer", "gluon.Parameter": "Parameter", "gluon.data.DataLoader": "DataLoader",
    "gluon.loss.Loss": "Loss", "gluon.utils.HookHandle": "HookHandle", "contrib.text.vocab.Vocabulary": "Vocabulary",
}  # fmt: skip
#: where results differ from what is accepted
RESULTS = {
    "callable": "Callable[..., Any]", "function": "Callable[..., Any]",
    "int": "int", "number": "float", "float": "float", "dict": "dict[Any, Any]", "list": "list[Any]", "tuple": "tuple[Any, ...]",
    "numpy.dtype": "np.dtype[Any]", "numpy type": "type[Any]", "iterable": "Iterable[Any]", "sequence": "Sequence[Any]",
}  # fmt: skip
#: classes that are named in docstrings; filled with every public class
CLASSES: set[str] = set()


def sections(doc):
    """The sections of a numpydoc docstring: heading -> lines."""
    found, heading = {}, None
    lines = (doc or "").splitlines()
    for i, line in enumerate(lines):
        if i + 1 < len(lines) and line and set(lines[i + 1]) == {"-"}:
            heading = line.strip()
            found[heading] = []
        elif heading is not None and not (line and set(line) == {"-"}):
            found[heading].append(line)
    return found


def parameter_phrases(doc):
    """Parameter name -> the phrase that says its type."""
    phrases = {}
    for line in sections(doc).get("Parameters", ()):
        match = re.match(r"(\*{0,2}\w+(?:, \*{0,2}\w+)*) : (.+)$", line)
        if match:
            for name in match[1].split(", "):
                phrases[name] = match[2]
    return phrases


def _split(text, separator):
    """`text` at the separator, outside of brackets and quotes."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += char in "({[" or 0
        depth -= char in ")}]" or 0
        if not depth and text.startswith(separator, i):
            parts.append(text[start:i])
            start = i + len(separator)
    return [*parts, text[start:]]


def _one(text, result):
    """The annotation of one alternative, or None where the words say no type."""
    text = text.strip()
    if re.fullmatch(r"\{.*\}", text):
        options = [o.strip() for o in text[1:-1].split(",")]
        if all(re.fullmatch(r"""'[^']*'|"[^"]*"|\d+""", o) for o in options):
            text = f"Literal[{', '.join(o.replace(chr(39), chr(34)) for o in options)}]"
            # A variable that holds one of the words is a str to a type checker; an editor offers the words all the same.
            return text if result or options[0].isdigit() else f"{text} | str"
        return None
    match = re.fullmatch(r"(list|tuple|sequence|iterable|lists) of (?:(\d|two|three) )?(.+?)", text)
    if match:
        inner = annotation(match[3], result)
        if inner is None:
            return None
        if result:
            return {"list": f"list[{inner}]", "tuple": f"tuple[{inner}, ...]"}.get(match[1])
        return f"Iterable[{inner}]" if match[1] == "iterable" else f"Sequence[{inner}]"
    match = re.fullmatch(r"(?:dict|mapping) of (\w+) to (.+)", text)
    if match:
        key, value = annotation(match[1], True), annotation(match[2], result)
        return f"{'dict' if result else 'Mapping'}[{key}, {value}]" if key and value else None
    if re.fullmatch(r"\(.+,.+\)", text):
        parts = [annotation(p.strip(), result) for p in _split(text[1:-1], ",")]
        return f"tuple[{', '.join(parts)}]" if all(parts) else None
    if result and text in RESULTS:
        return RESULTS[text]
    if text in ATOMS:
        return ATOMS[text]
    return text if text in CLASSES else None


def annotation(phrase, result=False):
    """The annotation for a phrase, or None where it says no type that can be written down."""
    phrase = re.sub(r",? default .*$", "", phrase.strip())
    optional = phrase.endswith(", optional") or phrase == "optional"
    phrase = phrase.removesuffix("optional").rstrip(", ")
    if not phrase or " of them" in phrase or " of these" in phrase or " of such" in phrase:
        return None
    alternatives = []
    for part in _split(phrase, ", or "):
        for piece in _split(part, " or "):
            alternatives += _split(piece, ", ")
    if re.match(r"(list|tuple|dict|sequence) of .* or ", phrase):  # "list of NDArray or Symbol" means either
        head = re.match(r"(list|tuple|sequence) of (\w+) or (\w+)$", phrase)
        if head and not result and head[3] in CLASSES | {"str", "int"}:
            inner = [annotation(head[2]), annotation(head[3])]
            return None if None in inner else f"Sequence[{' | '.join(inner)}] | {inner[1]}" + " | None" * optional
        pair = re.match(r"list of (\w+) or (\(.*\))$", phrase)
        if pair and not result and pair[1] in CLASSES and (inner := annotation(pair[2])):
            return f"Sequence[{pair[1]} | {inner}]" + " | None" * optional
        alternatives = _split(phrase, " or ")
    types = [_one(a, result) for a in alternatives]
    if None in types or not types or "Any" in types:
        return None
    if optional and "None" not in types:
        types.append("None")
    return " | ".join(dict.fromkeys(types))
