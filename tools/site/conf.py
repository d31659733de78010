"""Sphinx's settings for the site; `tools/site` copies this file beside the pages."""

import os
import re

import mxnet  # noqa: F401  # jmx under MXNet's import name, which notebooks use

import jmx
from tools.site import again, docstrings, reference

project = "jmx"
author = "the jmx authors"
copyright = "the jmx authors"
release = version = jmx.__version__

reference.name_modules()  # so that entries are those of mx.nd, as programs write it

extensions = [
    "myst_nb", "sphinx.ext.autodoc", "sphinx.ext.linkcode", "sphinx.ext.napoleon", "sphinx_copybutton", "sphinx_design",
    "tools.site.again", "tools.site.docstrings", "tools.site.formulas", "tools.site.navigation",
]  # fmt: skip
sum_of_tools = again.sum_of_tools()
templates_path: list = []
exclude_patterns: list = []

html_theme = "furo"
html_title = "jmx"
html_theme_options = {
    "source_repository": os.environ["SITE_REPOSITORY"],
    "light_css_variables": dict.fromkeys(["color-brand-primary", "color-brand-content", "color-api-name"], "#0b6bcb"),
    "dark_css_variables": dict.fromkeys(["color-brand-primary", "color-brand-content", "color-api-name"], "#79b8ff"),
}
pygments_dark_style = "github-dark"  # Furo's own is too pale in places
html_copy_source = False
html_use_index = False  # the tables of the reference, and the search
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
linkcode_resolve = docstrings.source_address
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = True
python_use_unqualified_type_names = True

#: sites that answer programs with an error, or that do not exist yet
linkcheck_ignore = [re.escape(os.environ["SITE_REPOSITORY"]) + ".*"]
linkcheck_anchors = False
linkcheck_retries, linkcheck_timeout = 2, 15
