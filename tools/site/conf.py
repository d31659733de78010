"""Sphinx's settings for the site; `tools/site` copies this file beside the pages."""

import inspect
import os
import re

import mxnet  # noqa: F401  # jmx under MXNet's import name, which notebooks use

import jmx
from jmx.core.declare.documentation import take_apart

project = "jmx"
author = "the jmx authors"
copyright = "the jmx authors"
release = version = jmx.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "sphinx_design", "tools.site.formulas"]
templates_path: list = []
exclude_patterns: list = []

html_theme = "furo"
html_title = "jmx"
html_theme_options = {
    "source_repository": os.environ["SITE_REPOSITORY"],
    "light_css_variables": dict.fromkeys(["color-brand-primary", "color-brand-content", "color-api-name"], "#0b6bcb"),
    "dark_css_variables": dict.fromkeys(["color-brand-primary", "color-brand-content", "color-api-name"], "#79b8ff"),
}
html_copy_source = False
html_static_path, html_css_files = ["_static"], ["site.css"]

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 4
# Pages say `file.py` of the repository and the like in links that `pages` has turned into addresses.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

nb_execution_mode = "off"  # `execute` has run them
nb_merge_streams = True

default_role = "literal"
napoleon_numpy_docstring, napoleon_google_docstring = True, True
napoleon_use_rtype, napoleon_use_param, napoleon_use_ivar = False, False, True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = True
python_use_unqualified_type_names = True

#: sites that answer programs with an error, or that do not exist yet
linkcheck_ignore = [re.escape(os.environ["SITE_REPOSITORY"]) + ".*"]
linkcheck_anchors = False
linkcheck_retries, linkcheck_timeout = 2, 15


def _escape(app, what, name, obj, options, lines):
    """Docstrings are plain text: stars, bars and trailing underscores mean themselves outside of code."""
    for number, line in enumerate(lines):
        if line.lstrip().startswith(">>>") or "``" in line:
            continue
        line = re.sub(r"(`[^`]+`)(?=\w)", r"\1\\ ", line)  # `array`s
        parts = re.split(r"(`[^`]*`)", line)
        for at in range(0, len(parts), 2):
            parts[at] = re.sub(r"([*|])", r"\\\1", parts[at])
            parts[at] = re.sub(r"(\w)_(?!\w)", r"\1\\_", parts[at])
        lines[number] = "".join(parts)


def _entries(app, what, name, obj, options, lines):
    """Tables of names and meanings (`name    meaning`), which docstrings of internal classes have, as definition lists."""
    text = take_apart("\n".join(lines), ()).text
    if text.count("\n    ") > "\n".join(lines).count("\n    ") and "----" not in text:
        lines[:] = [*text.split("\n"), ""]


def _examples_apart(app, what, name, obj, options, lines):
    """A blank line before and after an example, which docstrings may leave out."""
    text, inside = [], False
    for line in lines:
        starts = line.lstrip().startswith(">>>")
        if starts and not inside and text and text[-1].strip():
            text.append("")
        inside = starts or (inside and bool(line.strip()))
        text.append(line)
    lines[:] = text


def _signature(app, what, name, obj, options, signature, return_annotation):
    """Signatures without the addresses of default values; those of classes are what `__init__` takes."""
    if what == "class" and signature == "(*args, **kwargs)":
        own = inspect.signature(obj.__init__)
        signature = str(own.replace(parameters=list(own.parameters.values())[1:]))
    if signature:
        signature = re.sub(r"<(?:function|class|object) ([\w.]+)[^>]*>", r"\1", signature)
        signature = re.sub(r"<([\w.]+) object at 0x[0-9a-f]+>", r"\1", signature)
    return signature, None if return_annotation is inspect.Signature.empty else return_annotation


def setup(app):
    """Register what becomes of docstrings."""
    app.connect("autodoc-process-docstring", _escape, priority=400)  # before napoleon, which writes markup of its own
    app.connect("autodoc-process-docstring", _entries, priority=380)
    app.connect("autodoc-process-docstring", _examples_apart, priority=390)
    app.connect("autodoc-process-signature", _signature)
