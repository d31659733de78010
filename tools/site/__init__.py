"""The documentation as a web site: the pages of docs/, the notebooks, and a reference made from the docstrings.

    python -m tools.site                 the site, in build/site/html; every warning is an error
    python -m tools.site --execute       with the notebooks run, so that it has their pictures (about an hour)
    python -m tools.site --links         looks at every link as well, those to other sites too

Needs `pip install '.[docs]'`. Sphinx makes the site, with MyST for Markdown and notebooks and Furo for its looks. It was chosen
over MkDocs because most functions of jmx are made when it is imported, each from the declaration of its operator: Sphinx asks the
running package for signatures and docstrings, MkDocs reads the source, where these are not.
"""
