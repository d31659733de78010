"""Articles of invented words, in the format of WikiText: titles, paragraphs, spaces around every token."""

import itertools

import numpy as np

from .raster import Stream

COMMON = ("the", ",", ".", "of", "and", "in", "to", "<unk>", "a", "was", "=", "@-@", "on", "as", "for")
SYLLABLES = [first + second for first, second in itertools.product("bdfghklmnprstvwyjcxz", "aeiou")]
#: of how many words that may follow a word one is drawn mostly, so that there is something to learn
SUCCESSORS = 8
#: words of a paragraph, and paragraphs of an article
PARAGRAPH, ARTICLE = (40, 160), (12, 40)


def words(count):
    """The vocabulary, by how often a word occurs: `count` different words."""
    known = list(COMMON)
    for rank in range(count - len(known)):
        number = (rank + 1) * 7919 % 100**3  # no two ranks give the same number
        known.append("".join(SYLLABLES[number // 100**place % 100] for place in range(3)))
    return known


def draw(dataset, part, vocabulary, length):
    """A text of about `length` words.

    Parameters
    ----------
    dataset, part : int
        Which text; the same numbers give the same text everywhere.
    vocabulary : int
        How many words there are. The one of rank r occurs in proportion to 1 / (r + 3), as in Zipf's law.
    length : int
        Words of the text, without titles.

    Returns
    -------
    str
    """
    known = np.array(words(vocabulary), dtype=object)
    stream = Stream(dataset, part)
    # Integers throughout: the same bytes on every machine.
    bounds = np.cumsum(np.uint64(2**40) // (np.arange(vocabulary, dtype=np.uint64) + np.uint64(3)))

    def ranks(bits):
        return np.searchsorted(bounds, (bits >> np.uint64(8)) % bounds[-1], side="right")

    followers = ranks(Stream(dataset, 0).raw(vocabulary * SUCCESSORS)).reshape(vocabulary, SUCCESSORS)
    # All rows are drawn at once, word by word.
    rows = -(-length // 1000)
    text, last = np.empty((rows, -(-length // rows)), np.int64), np.zeros(rows, np.int64)
    for place in range(text.shape[1]):
        choice = stream.integers(0, 2 * SUCCESSORS - 1, rows)
        follows = followers[last, choice % SUCCESSORS]
        last = text[:, place] = np.where(choice < SUCCESSORS, follows, ranks(stream.raw(rows)))
    return "".join(_lines(known[text.reshape(-1)[:length]], stream))


def _lines(tokens, stream):
    start, left = 0, 0
    while start < len(tokens):
        if not left:
            title = " ".join(token.capitalize() for token in tokens[start : start + 2])
            yield f" \n = {title} = \n \n"
            left = int(stream.integers(*ARTICLE, 1)[0])
        end = start + int(stream.integers(*PARAGRAPH, 1)[0])
        yield f" {' '.join(tokens[start:end])} . \n"
        start, left = end, left - 1
