"""tools/site: links, accessibility, docstrings and groups of the reference, formulas, and the run of the notebooks."""

import json
import os
import pathlib
import re
import shutil
import time
import types

import pytest

import jmx
from tools.site import __main__ as command
from tools.site import accessibility, again, docstrings, front, links, pages, reference, shots

ROOT = pathlib.Path(__file__).resolve().parents[2]


def site(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return links.internal(folder)


def test_links_inside_the_site(tmp_path, capsys):
    (tmp_path / "picture.png").write_bytes(b"")
    good = (
        '<h1 id="top">x</h1><a href="b.html#here">b</a><a href="#top">x</a><img src="picture.png"><a href="https://a.b/c">y</a>'
    )
    assert site(tmp_path, a=good, b='<p id="here"><a href="./a.html">a</a>') == []
    assert "4 links inside the site, 0 of them wrong" in capsys.readouterr().out
    assert site(tmp_path, b='<a href="c.html">c</a><a href="a.html#gone">a</a><img src="no.png">') == [
        "a.html: b.html#here: that page has no such place",
        "b.html: c.html: there is no such file",
        "b.html: a.html#gone: that page has no such place",
        "b.html: no.png: there is no such file",
    ]


def test_what_pages_load_is_in_the_site(tmp_path):
    texts = (
        '<script src="https://cdn.org/x.js"></script>',
        '<link rel="stylesheet" href="//cdn.org/y.css">',
        '<img src="data:image/png,A">',
    )
    assert site(tmp_path, a="".join(texts)) == [
        "a.html: https://cdn.org/x.js: loaded from another site, which readers may not reach",
        "a.html: //cdn.org/y.css: loaded from another site, which readers may not reach",
    ]


def test_links_to_other_sites(tmp_path, capsys):
    def line(uri, status, code, info=""):
        return json.dumps({"filename": "a.md", "uri": uri, "status": status, "code": code, "info": info})

    report = tmp_path / "output.json"
    lines = [line("https://a.org/x", "working", 200), line("https://a.org/y", "broken", 404, "404 Not Found"),
             line("https://b.org/", "broken", 0, "no such host"), line("https://c.org/", "timeout", 0),
             line("https://d.org/", "broken", 403, "403 Forbidden"), line("b.md", "local", 0)]  # fmt: skip
    report.write_text("\n".join(lines))
    assert links.external(report) == [
        "a.md: https://a.org/y: 404 Not Found",
        "not reached, so that nothing is known of their addresses: b.org, c.org, d.org",
    ]
    assert "5 links to other sites: 1 there, 1 not there, 3 without an answer" in capsys.readouterr().out


def test_links_to_files_that_the_repository_lacks(tmp_path):
    for folder in ("docs", "notebooks", "tools"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyproject.toml").write_text('[project.urls]\nHomepage = "https://a.org/jmx"\n')
    (tmp_path / "tools" / "x.py").write_text("")
    (tmp_path / "docs" / "c.md").write_text("")
    (tmp_path / "docs" / "a.md").write_text(
        "[x](../tools/x.py) [y](b.md) [i](../../issues) [docs/c.md](c.md#d)\n```\n[z](e.md)\n```\n"
    )
    cell = {"cell_type": "markdown", "source": "[a](../docs/a.md) [n](images/no.svg)"}
    (tmp_path / "notebooks" / "01.ipynb").write_text(json.dumps({"cells": [cell]}))
    shutil.copytree(ROOT / "docs" / "dev" / "figures", tmp_path / "docs" / "dev" / "figures")
    source = tmp_path / "source"
    assert pages.assemble(tmp_path, source) == [
        "a.md: b.md: the repository has no such file",
        "notebooks/01.ipynb: images/no.svg: the repository has no such file",
    ]
    text = (source / "a.md").read_text()
    assert "[x](https://a.org/jmx/blob/HEAD/tools/x.py)" in text and "[](c.md#d)" in text


def test_files_that_are_equal_keep_their_times(tmp_path):
    def folder(name, **files):
        for path, text in files.items():
            place = tmp_path / name / path.replace("__", "/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
            os.utime(place, (1, 1))
        return tmp_path / name

    kept = folder("kept", a="same", b="old", gone="x", away__c="x", turned__c="x")
    command.renew(kept, folder("new", a="same", b="new", more__d="d", turned="a file now"))
    found = {path.relative_to(kept).as_posix(): path.read_text() for path in kept.rglob("*") if path.is_file()}
    assert found == {"a": "same", "b": "new", "more/d": "d", "turned": "a file now"}
    os.utime(kept / "a", (5, 5))
    command.renew(kept, folder("new", a="same"))
    assert (kept / "a").stat().st_mtime == 5 and os.listdir(kept) == ["a"] and not (tmp_path / "new").exists()
    command.renew(tmp_path / "first", folder("new", a="same"))
    assert (tmp_path / "first" / "a").read_text() == "same"


def test_pages_without_a_source_go(tmp_path):
    for name in (
        "source/a.md",
        "source/notebooks/b.ipynb",
        "html/a.html",
        "html/notebooks/b.html",
        "html/old/c.html",
        "html/x.js",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    command.drop_pages(tmp_path / "html", tmp_path / "source")
    left = sorted(path.relative_to(tmp_path / "html").as_posix() for path in (tmp_path / "html").rglob("*.*"))
    assert left == ["a.html", "notebooks/b.html", "x.js"]


def environment(title="A title", places=(("mx.nd.abs", "reference/nd"),)):
    """What `again` reads of Sphinx's environment."""
    entries = {name: types.SimpleNamespace(docname=page, node_id=name) for name, page in places}
    domains = {"py": types.SimpleNamespace(objects=entries), "std": types.SimpleNamespace(labels={}, anonlabels={})}
    titles = {"a": types.SimpleNamespace(astext=lambda: title)}
    return types.SimpleNamespace(titles=titles, domains=domains, toctree_includes={"index": ["a"]}, found_docs={"index", "a"})


def test_all_pages_are_written_when_what_they_all_show_has_changed():
    env = environment()
    assert again._shown_everywhere(None, env) == ["a", "index"] and again._shown_everywhere(None, env) == []
    for changed in (environment(title="Another"), environment(places=[("mx.nd.abs", "reference/other")])):
        changed.jmx_shown = env.jmx_shown
        assert again._shown_everywhere(None, changed) == ["a", "index"]


def test_a_change_of_the_sources_alone_reads_no_page_again(tmp_path):
    inside, beside = os.path.relpath(ROOT / "jmx" / "base.py", tmp_path), os.path.relpath(ROOT / "docs" / "x.svg", tmp_path)
    env = types.SimpleNamespace(docname="a", srcdir=tmp_path, dependencies={"a": {inside, beside, "images/y.svg"}})
    again._without_sources(types.SimpleNamespace(env=env), None)
    assert env.dependencies == {"a": {beside, "images/y.svg"}}


def html_page(body, head="<title>t</title>", language=' lang="en"'):
    return f"<html{language}><head>{head}</head><body><article>{body}</article></body></html>"


GOOD = (
    '<h1>A<a href="#a" title="Link">#</a></h1><h2>B</h2><h3>C</h3><h2>D</h2><h3>C</h3>'
    '<img src="x" alt="y"><a href="z"><img alt="w"></a>'
)


@pytest.mark.parametrize("page, wrong", [
    (html_page(GOOD), []),
    (html_page(GOOD, head="", language=""), ["no language", "no title"]),
    (html_page(GOOD + '<img src="p.png" alt=" "><a href="q"></a><svg role="img"><title>s</title></svg>'),
     ["a picture without alt text: p.png", "<a> without words: q", "a drawing with role=img and no aria-label"]),
    (html_page(GOOD + '<img src="../_images/a1.png" alt="../_images/a1.png">'),
     ["a picture whose alt text is its address: ../_images/a1.png"]),
    (html_page("<h1>A</h1><h3>B</h3>"), ["the heading 'B' is of level 3 under one of level 1"]),
    (html_page("<h2>A</h2>"), ["0 headings of the first level; there should be one, at the top"]),
    (html_page("<h1>A</h1><h1>B</h1>"), ["2 headings of the first level; there should be one, at the top"]),
    (html_page("<h1>A</h1><h2>B</h2><h3>C</h3><h2>B</h2>"), ["the heading 'A / B' stands 2 times"]),
])  # fmt: skip
def test_what_readers_of_all_kinds_need(page, wrong):
    assert accessibility.check_page(page) == wrong


def test_contrast():
    assert accessibility.contrast("#fff", "#000000") == pytest.approx(21)
    assert accessibility.contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)  # an example of WCAG: just too pale


def test_colours_of_both_themes():
    names = {name for text, grounds in accessibility._PAIRS.items() for name in (text, *grounds)}
    light = "".join(f"--{name}:{'#fff' if 'background' in name else 'var(--ink)'};" for name in sorted(names))
    sheet = f"body{{{light}--ink:#333}}" + 'body[data-theme="dark"]{--color-foreground-muted:#eeeeee}'
    code = (
        ".highlight { background: #f8f8f8 }\n.highlight .c { color: #204a87 } /* Comment */\n.highlight .w { color: #f8f8f8 }\n"
        '@media not print {\nbody[data-theme="dark"] .highlight { background: #202020 }\n'
        'body[data-theme="dark"] .highlight .k { color: #303030 }\n}'
    )
    variables = accessibility.theme_variables(sheet, "<style>body{--ink: #222222}</style>")
    assert accessibility.check_colours(variables, code) == [
        "dark: color-foreground-muted (#eeeeee) on color-background-primary (#fff) has a contrast of 1.16",
        "dark: color-foreground-muted (#eeeeee) on color-background-secondary (#fff) has a contrast of 1.16",
        "dark: code .k (#303030) on #202020 has a contrast of 1.23",
    ]
    del variables["light"]["ink"], variables["dark"]["ink"]
    assert "light: color-brand-primary on color-background-primary: one of them is no plain colour" in "".join(
        accessibility.check_colours(variables, code)
    )


def test_docstrings_as_text():
    assert docstrings.escaped("*a* | `b*`s and c_, `d` e") == r"\*a\* \| `b*`\ s and c\_, `d` e"
    assert docstrings.first_sentence(jmx.nd.abs) == "Absolute value; its derivative at 0 is 0."


def test_where_the_source_is():
    for value, file, text in (
        (jmx.nd.abs, "jmx/ops/unary.py", '("abs", '), (jmx.nd.NDArray, "jmx/ndarray/ndarray.py", "class NDArray"),
        (jmx.nd.NDArray.asnumpy, "jmx/ndarray/ndarray.py", "def asnumpy"), (jmx.nd.NDArray.shape, "jmx/ndarray/ndarray.py", ""),
    ):  # fmt: skip
        found, line = docstrings.place(value)
        assert found == file and any(text in row for row in (ROOT / file).read_text().splitlines()[line - 1 : line + 4])
    assert docstrings.place(len) is None and docstrings.place(json.JSONEncoder) is None


def test_entries_are_grouped_by_where_they_are_written():
    groups = {
        "abs": "elementwise", "reshape": "shape", "sum": "reduce", "Convolution": "networks", "sgd_update": "updates",
        "normal": "random", "array": "objects",
    }  # fmt: skip
    assert {name: reference.group(getattr(jmx.nd, name)) for name in groups} == groups


def test_a_page_is_another_with_a_docstring_or_a_default_of_a_member():
    def made(text="A layer.", default=1, more="Go."):
        def method(self, x=default):
            pass

        method.__doc__ = more
        return [("Layer", "class", type("Layer", (), {"__doc__": text, "method": method, "_own": object()}))]

    first = reference._sum(made())
    assert first == reference._sum(made())  # though objects have other addresses
    changed = [made(text="A layer!"), made(default=2), made(more="Go on."), made(default=object()), [*made(), *made()]]
    sums = [reference._sum(entries) for entries in changed]
    assert len({first, *sums}) == 6 and sums[3] == reference._sum(made(default=object()))


def test_the_order_of_entries_is_that_of_every_run():
    names = [name for name, _, _ in reference.public("jmx.nd")]
    assert names == sorted(names, key=lambda name: (name.lower(), name)) and names.index("Concat") + 1 == names.index("concat")


@pytest.mark.slow
def test_pages_of_the_reference(tmp_path):
    reference.write(tmp_path)
    table, group = (tmp_path / "nd.md").read_text(), (tmp_path / "nd_elementwise.md").read_text()
    assert ":py:obj:`abs <mx.nd.abs>`\n     - Absolute value; its derivative at 0 is 0." in table and "auto" not in table
    assert ".. autofunction:: mx.nd.abs\n" in group and "mx.nd.reshape" not in group
    texts = "".join(path.read_text() for path in tmp_path.glob("*.md"))
    assert texts.count(".. autofunction:: mx.nd.abs\n") == 1 and ".. autoclass:: mx.gluon.nn.Dense\n" in texts
    assert ":: jmx.nd" not in texts and ".. autofunction:: jmx.checkpoints." in texts


def test_the_first_page_has_the_figures_that_are_kept():
    text = front.page(ROOT / "docs" / "dev" / "figures")
    page = (ROOT / "docs" / "performance.md").read_text()
    for group in ("training", "inference"):
        mean = re.search(rf"- {group}, speed: \*\*([\d.]+)\*\* beside MXNet", page)[1]
        assert f"| {group} | {mean} (" in text
    compatibility = (ROOT / "docs" / "compatibility.md").read_text()
    wanted, passed = re.search(r"All ([\d,]+) tests.*?\*\*([\d,]+) pass", compatibility, re.DOTALL).groups()
    assert f"| {passed} | {wanted} |" in text
    assert front.EXAMPLE in text and text.count("<rect") == 18 and 'role="img"' in text


def test_formulas():
    for name in ("docutils.utils.math.latex2mathml", "sphinx", "fontTools"):
        pytest.importorskip(name)
    from docutils.utils.math import MathError

    from tools.site.formulas import mathml

    assert "…" in mathml(r"x_1, \dots, x_n", block=False)
    assert 'display="block"' in mathml(r"\frac{1}{2}", block=True)
    assert mathml(r"\big(x\Big)", block=False) == mathml(r"\bigl(x\Bigl)", block=False)
    assert mathml(r"\boldsymbol\theta_0 + x", block=False) == mathml(r"\boldsymbol{\theta}_0 + x", block=False)
    with pytest.raises(MathError, match="nonsense"):
        mathml(r"\nonsense", block=False)


def test_the_font_has_what_formulas_have_and_no_more(tmp_path):
    for name in ("docutils.utils.math.latex2mathml", "sphinx", "fontTools", "ziamath"):
        pytest.importorskip(name)
    from fontTools.ttLib import TTFont

    from tools.site.formulas import write_font

    write_font(tmp_path / "formulas.woff", "∑α(")
    font = TTFont(tmp_path / "formulas.woff")
    assert {ord(character) for character in "∑α(√1x"} <= font.getBestCmap().keys() and ord("β") not in font.getBestCmap()
    assert "MATH" in font and (tmp_path / "formulas.woff").stat().st_size < 60_000


@pytest.fixture
def execute():
    pytest.importorskip("ipykernel")
    pytest.importorskip("nbclient")
    from tools.site import execute

    return execute


def notebook(path, *sources):
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None, "id": f"c{number}"}
             for number, source in enumerate(sources)]  # fmt: skip
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}))


def outputs(path):
    return [cell["outputs"] for cell in json.loads(path.read_text())["cells"]]


@pytest.mark.slow
def test_notebooks_run_once_and_those_that_fail_are_named(execute, tmp_path, capsys, monkeypatch):
    folder, cache = tmp_path / "notebooks", tmp_path / "outputs"
    folder.mkdir()
    picture = "from IPython.display import Image, display; display(Image(b'1', format='png', metadata={'alt': 'A one.'}))"
    sources = {
        "good": ["import os; print(os.environ['GIVEN'], os.getcwd(), os.environ['MXNET_HOME'])", picture],
        "bad": ["print(1)", "# divides\n1 / 0", "print(2)"],
        "slow": ["import time\ntime.sleep(60)"],
    }

    def run(limit=20, mode="missing"):
        for name, cells in sources.items():
            notebook(folder / f"{name}.ipynb", *cells)
        start = time.monotonic()
        environ = {"GIVEN": "seen", "PATH": "/usr/bin:/bin"}
        errors = execute.run_all(folder, tmp_path, cache, environ, mode=mode, jobs=3, limit=limit)
        return errors, time.monotonic() - start

    assert run(mode="none")[0] == {} and outputs(folder / "good.ipynb") == [[], []]
    assert "good.ipynb: no outputs are kept, and it was not run" in capsys.readouterr().out
    errors, took = run()
    assert errors == {
        "bad.ipynb": "ZeroDivisionError: division by zero, in the cell that begins '# divides'",
        "slow.ipynb": "it took longer than 20 s, in the cell that begins 'import time'",
    }
    assert took < 55
    said, shown = outputs(folder / "good.ipynb")
    assert ["".join(output["text"]) for output in said] == ["seen . ~/.mxnet\n"]
    cells = json.loads((folder / "good.ipynb").read_text())["cells"]
    assert "image/png" in shown[0]["data"] and cells[1]["metadata"]["mystnb"] == {"image": {"alt": "A one."}}
    assert [len(found) for found in outputs(folder / "bad.ipynb")] == [1, 1, 0]  # the page shows how far it came
    capsys.readouterr()

    before = (folder / "good.ipynb").read_bytes()
    for name in ("slow", "bad"):
        del sources[name]
        (folder / f"{name}.ipynb").unlink()
    for mode in ("missing", "none"):
        assert run(mode=mode)[0] == {} and "good.ipynb: outputs are those of an earlier build" in capsys.readouterr().out
        assert (folder / "good.ipynb").read_bytes() == before
    (tmp_path / "jmx").mkdir()
    (tmp_path / "jmx" / "changed.py").write_text("")  # which does not run everything again
    assert run()[0] == {} and "good.ipynb: outputs are those of an earlier build" in capsys.readouterr().out
    monkeypatch.setattr(execute, "state", lambda: "another release")
    assert run(mode="none")[0] == {} and outputs(folder / "good.ipynb") == [[], []]
    assert run(mode="all")[0] == {} and "good.ipynb: ran in" in capsys.readouterr().out


def test_what_outputs_are_kept_for(execute, monkeypatch):
    versions = {"jax": "0.10.2", "numpy": "2.2.6", "matplotlib": "3.10.1"}
    monkeypatch.setattr(execute.metadata, "version", versions.__getitem__)
    assert execute.state() == f"jmx {jmx.__version__}, jax 0.10, numpy 2, matplotlib 3"


def test_figures_are_sent_with_words(monkeypatch):
    pylabtools = pytest.importorskip("IPython.core.pylabtools")
    figures = pytest.importorskip("matplotlib.figure")
    from tools.site import pictures

    monkeypatch.setattr(pylabtools, "print_figure", lambda figure, fmt="png": f"a {fmt}" if figure.axes else None)
    pictures.load_ipython_extension(None)
    figure = figures.Figure()
    assert pylabtools.print_figure(figure) is None
    figure.subplots().set(title="x", xlabel="step")
    assert pylabtools.print_figure(figure, fmt="jpeg") == ("a jpeg", {"alt": "Drawing by step: x."})


def test_drawings_have_their_words():
    from tools.site import pictures

    svg = ["<svg><text x='1'>data</text>", "<text>fc1 <tspan>&lt;8&gt;</tspan></text><text> </text></svg>"]
    assert pictures.words({"data": {"image/svg+xml": svg}}) == "A drawing of: data, fc1 <8>."
    assert pictures.words_of_drawing("".join(f"<text>{n}</text>" for n in range(30))).endswith(", 22, 23 and 6 more.")
    assert pictures.words_of_drawing("<svg/>") == "A drawing without words."
    assert pictures.words({"output_type": "stream", "text": "x"}) is None and pictures.words({"data": {"image/png": ""}}) is None


def test_contents_at_the_side_have_titles_and_stay_whole_elsewhere():
    pytest.importorskip("sphinx")
    from docutils import nodes
    from sphinx import addnodes

    from tools.site import navigation

    def item(text, *more):
        return nodes.list_item("", addnodes.compact_paragraph("", "", nodes.Text(text)), *more)

    inner = nodes.bullet_list("", item("an entry", nodes.bullet_list("", addnodes.toctree(entries=["x"]))), item("another"))
    tocs = {"page": nodes.bullet_list("", item("Title", inner)), "short": nodes.bullet_list("", item("Short"))}
    before = {name: toc.pformat() for name, toc in tocs.items()}
    found = navigation.titles(tocs)
    assert found["page"].astext().split() == ["Title"] and [
        tree["entries"] for tree in found["page"].findall(addnodes.toctree)
    ] == [["x"]]
    assert found["short"].pformat() == before["short"] and {name: toc.pformat() for name, toc in tocs.items()} == before

    class Environment:
        """What is asked of Sphinx's."""

    env = Environment()
    env.tocs = tocs
    context = {"toctree": lambda **options: env.tocs["page"].astext().split()}
    navigation._of_titles(types.SimpleNamespace(env=env), "page", "page.html", context, None)
    assert context["toctree"](titles_only=True) == ["Title"] and "another" in context["toctree"]() and env.tocs is tocs


def test_pictures_of_the_site_are_small_and_all_there():
    sizes = {path.stem: path.stat().st_size for path in (ROOT / "docs" / "images" / "site").glob("*.webp")}
    assert sizes.keys() == shots.SHOTS.keys() and max(sizes.values()) <= shots.LIMIT


def test_a_picture_that_cannot_be_drawn(tmp_path):
    pytest.importorskip("PIL")
    shot = shots.Shot("index.html#place", 300, 200)
    with pytest.raises(RuntimeError, match="index.html#place: there is no such page"):
        shots.draw(shot, tmp_path, "false", tmp_path / "x.webp")
    (tmp_path / "index.html").write_text("")
    with pytest.raises(RuntimeError, match="index.html#place: false drew nothing"):
        shots.draw(shot, tmp_path, "false", tmp_path / "x.webp")
