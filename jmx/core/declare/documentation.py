"""An operator's docstring taken apart: what users read is put together from it and from the declaration.

Where an operator is declared its docstring says, after a first sentence, what its inputs and attributes mean, a line for each,

    data      (batch, channels): what is normalized
    axis, eps    ...
              continued

then sentences that begin with "Returns" and "Raises", and an example under the usual heading "Examples". The functions `nd.X`,
`sym.X` and the methods show these as the sections of NumPy's documentation standard, with types and defaults from the
declaration. An operator that has attributes of another one (`ops._attributes.attributes_of`) also has their meanings.
"""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

_ENTRY = re.compile(r"(\*?\w[^ ]*(?:, ?\*?\w[^ ]*)*) {2,}(\S.*)")
_EXAMPLES = re.compile(r"^Examples?\n-{7,8}\n", re.MULTILINE)
_RETURNS = re.compile(r"(?:(?<=\n\n)|(?<=\. )|(?<=\.\n)|\A)Returns\s+", re.MULTILINE)
_RAISES = re.compile(r"(?:(?<=\n\n)|(?<=\. )|(?<=\.\n))Raises\s+(\w+)\s+", re.MULTILINE)


class Parts(NamedTuple):
    """The parts of a docstring; those that it lacks are empty.

    text       the first sentence and whatever stands in no other part
    meanings   what inputs and attributes mean, by their names
    returns    what is returned, beginning with a capital letter
    raises     pairs of an error and when it is raised
    examples   lines of an interactive session
    """

    text: str
    meanings: dict[str, str]
    returns: str
    raises: list[tuple[str, str]]
    examples: str


def take_apart(doc: str | None, names) -> Parts:
    """The parts of an operator's docstring.

    Parameters
    ----------
    doc : str or None
        The docstring.
    names : iterable of str
        The inputs and attributes; entries of other names stay in the text, as a definition list.
    """
    text = inspect.cleandoc(doc or "")
    text, *examples = _EXAMPLES.split(text, maxsplit=1)
    text, meanings = _without_entries(text, frozenset(names))
    text, returns, raises = _without_results(text)
    return Parts(text.strip(), meanings, returns, raises, examples[0].strip() if examples else "")


def complete(op) -> str:
    """The docstring of the operator `op`, with a line for each parameter that only that of its pattern describes."""
    text = inspect.cleandoc(op.__doc__ or f"The operator {op.name}.")
    source = getattr(op.fn, "described_by", None)
    if source is None:
        return text
    names = [name for name in (*op.inputs, *op.schema) if name not in op.unlisted]
    known = set(take_apart(text, names).meanings)
    found: dict[str, str] = {}
    # patterns may be made of patterns: the nearest description counts
    while source is not None and len(known) < len(names):
        meanings = take_apart(source.__doc__, names).meanings
        found.update((name, meanings[name]) for name in meanings if name not in known)
        known.update(meanings)
        source = getattr(source, "described_by", None)
    by_meaning: dict[str, list[str]] = {}
    for name in names:
        if name in found:
            by_meaning.setdefault(found[name], []).append(name)
    lines = [f"{', '.join(said)}    " + meaning.replace("\n", "\n    ") for meaning, said in by_meaning.items()]
    paragraphs = text.split("\n\n")
    first = re.compile(_ENTRY.pattern + "(?:\n|\\Z)")
    own = next((i for i, paragraph in enumerate(paragraphs[1:], 1) if first.match(paragraph)), None)
    if lines and own is not None:
        paragraphs[own] = "\n".join([paragraphs[own].rstrip("\n"), *lines])
    elif lines:
        paragraphs.insert(1, "\n".join(lines))
    return "\n\n".join(paragraphs)


def _without_entries(text, names):
    """The text without the lines that say what one of `names` means, and the meanings."""
    meanings: dict[str, str] = {}
    kept: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        found = _ENTRY.fullmatch(lines[at])
        if found is None:
            kept.append(lines[at])
            at += 1
            continue
        words, end = [found.group(2).strip()], at + 1
        while end < len(lines) and lines[end].startswith("  ") and lines[end].strip():
            words.append(lines[end].strip())
            end += 1
        said = re.split(r", ?", found.group(1))
        if names.issuperset(word.lstrip("*") for word in said):
            meanings.update((word.lstrip("*"), "\n".join(words)) for word in said)
        else:
            kept += [*([""] if kept and kept[-1].strip() and not kept[-1].startswith(" ") else []), found.group(1)]
            kept += [f"    {word}" for word in words]
            kept += [""] if end < len(lines) and lines[end].strip() and not _ENTRY.fullmatch(lines[end]) else []
        at = end
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)), meanings


def _without_results(text):
    """The text without what it says of results and errors; these."""
    raises = []
    while (found := _RAISES.search(text)) is not None:
        end = _end_of(text, found.end())
        raises.append((found.group(1), _sentence(text[found.end() : end])))
        text = text[: found.start()] + text[end:].lstrip(" ")
    found = _RETURNS.search(text)
    if found is None:
        return text, "", raises
    end = _end_of(text, found.end())
    return text[: found.start()] + text[end:].lstrip(" "), _sentence(text[found.end() : end]), raises


def _end_of(text, start):
    """Where the sentence ends that goes on at `start`: a full stop before a space and a capital letter, or the paragraph."""
    stop = re.compile(r"\.(?=\s+[A-Z`])|\n\n|\Z").search(text, start)
    return stop.end() if stop is not None and stop.group() == "." else stop.start() if stop is not None else len(text)


def _sentence(text):
    text = " ".join(text.split()).strip()
    return text[:1].upper() + text[1:]
