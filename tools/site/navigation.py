"""The contents at the side of every page, in a third of the time: a Sphinx extension.

The contents show titles alone. Sphinx copies for each page the headings and entries of all pages, thousands for the reference,
and then takes away what is no title: a third of a build. Here it finds nothing but titles, for as long as it makes these
contents; those of a page itself, which have all its entries, are made elsewhere.
"""

import weakref

from sphinx import addnodes

#: by environment, what `titles` gave
_KEPT = weakref.WeakKeyDictionary()


def titles(tocs):
    """The contents of pages without what is neither a title nor a table of contents.

    Parameters
    ----------
    tocs : dict of str to docutils.nodes.bullet_list
        The contents of pages, as Sphinx's environment has them, which stay as they are.

    Returns
    -------
    dict of str to docutils.nodes.bullet_list
        The same by name, with the first level, and the tables of contents in it.
    """
    found = {}
    for name, toc in tocs.items():
        found[name] = toc.copy()
        for item in toc.children:
            kept = item.copy()
            kept += [child.deepcopy() for child in item.children[:1]]
            trees = [tree.deepcopy() for child in item.children[1:] for tree in child.findall(addnodes.toctree)]
            if trees:
                kept += item.children[1].copy()
                kept.children[1].extend(trees)
            found[name] += kept
    return found


def _of_titles(app, pagename, templatename, context, doctree):
    """Let Sphinx's `toctree`, which the theme calls, find titles."""
    if "toctree" not in context:
        return
    env, whole = app.env, context["toctree"]
    if env not in _KEPT:
        _KEPT[env] = titles(env.tocs)

    def toctree(**options):
        if not options.get("titles_only"):
            return whole(**options)
        every, env.tocs = env.tocs, _KEPT[env]
        try:
            return whole(**options)
        finally:
            env.tocs = every

    context["toctree"] = toctree


def setup(app):
    """Register it, before the theme's own handler."""
    app.connect("html-page-context", _of_titles, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
