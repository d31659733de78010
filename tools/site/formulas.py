"""Formulas as MathML, which browsers draw in the colour of the text: readers need no script and no network for them.

Few systems have a font for mathematics. The site brings one, STIX Two Math out of the distribution ziamath, of which it keeps the
characters that its formulas have: 60 KB.
"""

import html
import importlib.resources
import logging as python_logging
import pathlib
import re

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from fontTools import subset
from sphinx.util import logging

_LOGGER = logging.getLogger(__name__)

#: LaTeX that docutils does not know, as LaTeX that it knows
_OTHER_WORDS = (
    (r"\\dots\b", r"\\ldots"),
    (r"\\texttt\b", r"\\mathtt"),
    (r"\\([bB]igg?)(?![a-zA-Z])", r"\\\1l"),
    (r"\\boldsymbol\s*(\\[a-zA-Z]+)", r"\\boldsymbol{\1}"),
)
#: what MathML's elements draw besides the characters in them: the root, and digits and letters for what is added later
_ALWAYS = "√0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mathml(formula, block):
    """A formula in LaTeX as MathML, in a line or as a `block`; docutils' MathError says what is not understood."""
    for pattern, other in _OTHER_WORDS:
        formula = re.sub(pattern, other, formula)
    return tex2mathml(formula, as_block=block)


def write_font(path, text):
    """Write a font with the characters of `text`, and with the larger forms that brackets, sums and roots have."""
    python_logging.getLogger("fontTools").setLevel(python_logging.ERROR)
    options = subset.Options(flavor="woff", layout_features=["ssty"])
    with importlib.resources.as_file(importlib.resources.files("ziamath") / "fonts" / "STIXTwoMath-Regular.ttf") as whole:
        font = subset.load_font(str(whole), options)
        part = subset.Subsetter(options)
        part.populate(text=text + _ALWAYS)
        part.subset(font)
        subset.save_font(font, str(path), options)


def _visit(block):
    def visit(translator, node):
        try:
            formula = mathml(node.astext(), block)
        except MathError as error:
            _LOGGER.warning("the formula %r is not understood: %s", node.astext(), error, location=node)
            raise nodes.SkipNode from None
        translator.body.append(f'<div class="formula">{formula}</div>\n' if block else formula)
        raise nodes.SkipNode

    return visit


def _finish(app, error):
    """Pages may have been written by several processes: their formulas are looked for in the pages."""
    if error is None and app.builder.format == "html":
        characters = set()
        for page in pathlib.Path(app.outdir).rglob("*.html"):
            for formula in re.findall(r"<math.*?</math>", page.read_text(encoding="utf-8"), re.DOTALL):
                characters |= set(html.unescape(re.sub(r"<[^>]*>", "", formula)))
        write_font(pathlib.Path(app.outdir, "_static", "formulas.woff"), "".join(sorted(characters)))


def setup(app):
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_visit(block=False), None), (_visit(block=True), None))
    app.config.html_math_renderer = "mathml"
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
