"""The documentation as a web site: the pages of docs/, the notebooks, and a reference made from the docstrings.

    python -m tools.site                 the site, in build/site/html; every warning is an error
    python -m tools.site --execute all   runs all notebooks, also those whose outputs are kept; `none` runs none
    python -m tools.site --fresh         takes nothing from an earlier build but outputs of notebooks
    python -m tools.site --links         asks the other sites that pages link to as well

Needs `pip install '.[docs]'`. Sphinx makes the site, with MyST for Markdown and notebooks and Furo for its looks. It was chosen
over MkDocs because most functions of jmx are made when it is imported, each from the declaration of its operator: Sphinx asks the
running package for signatures and docstrings, MkDocs reads the source, where these are not.

Outputs of notebooks are kept in build/site/outputs for as long as their code, the version of jmx, and the releases of JAX, NumPy
and matplotlib stay the same. Figures have words for those who cannot see them (`pictures`). A notebook that fails is named with
its error and cell and does not keep the site from being made; the exit status is 1. A second build into the same folder reads
and writes those pages that have changed (`again`).

Links to pages, places in pages, pictures and files of the repository are looked at in every build, without a network. So are the
names of pictures and links, the order of headings, and the contrast of texts, light and dark.
"""
