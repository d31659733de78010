"""Whether everybody can read the site: names of pictures and links, the order of headings, and contrast.

`check` reads the pages that were made and the colours that they are shown with, light and dark, and asks for what WCAG 2.2 asks
for at level AA.
"""

import collections
import html.parser
import re

#: elements that end with their start
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
#: what a text of usual size needs
CONTRAST = 4.5
#: variables of the theme that texts are written with, and those that may be behind each
_PAIRS = {
    "color-foreground-primary": ("color-background-primary", "color-background-secondary"),
    "color-foreground-secondary": ("color-background-primary", "color-background-secondary"),
    "color-foreground-muted": ("color-background-primary", "color-background-secondary"),
    "color-brand-primary": ("color-background-primary", "color-background-secondary"),
    "color-brand-content": ("color-background-primary", "color-background-secondary"),
    "color-brand-visited": ("color-background-primary",),
    "color-api-name": ("color-background-primary",),
    "color-api-pre-name": ("color-background-primary",),
    "color-sidebar-link-text": ("color-sidebar-background",),
    "color-sidebar-caption-text": ("color-sidebar-background",),
    "color-toc-item-text": ("color-toc-background",),
}


class _Page(html.parser.HTMLParser):
    """What a page says about itself, and its headings, pictures and links."""

    def __init__(self, text):
        super().__init__()
        self.language, self.title = "", ""
        self.headings = []  # (level, text, number of the section that it heads, number of the one around it)
        self.wrong = []
        self._open = []  # (tag, attributes, texts)
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "html":
            self.language = attributes.get("lang") or ""
        if tag == "img":
            if not (attributes.get("alt") or "").strip() and attributes.get("role") != "presentation":
                self.wrong.append(f"a picture without alt text: {attributes.get('src')}")
            elif "alt" in attributes and attributes["alt"] == attributes.get("src"):  # Sphinx's for a picture without words
                self.wrong.append(f"a picture whose alt text is its address: {attributes['src']}")
            self._say(attributes.get("alt") or "")
        if tag == "svg" and attributes.get("role") == "img" and not attributes.get("aria-label"):
            self.wrong.append("a drawing with role=img and no aria-label")
        if tag not in _VOID:
            self._open.append((tag, attributes, []))

    def handle_endtag(self, tag):
        if tag not in {name for name, _, _ in self._open}:
            return
        while True:
            name, attributes, texts = self._open.pop()
            self._closed(name, attributes, " ".join("".join(texts).split()))
            if name == tag:
                return

    def handle_data(self, data):
        self._say(data)

    def _say(self, text):
        for _, _, texts in self._open:
            texts.append(text)

    def _closed(self, tag, attributes, text):
        if tag == "title" and not any(name == "svg" for name, _, _ in self._open):
            self.title = self.title or text
        elif re.fullmatch("h[1-6]", tag) and any(name == "article" for name, _, _ in self._open):
            self.headings.append((int(tag[1]), text.rstrip("¶#").strip()))
        elif tag in ("a", "button") and ("href" in attributes or tag == "button"):
            if not (text or attributes.get("aria-label") or attributes.get("title")):
                self.wrong.append(f"<{tag}> without words: {attributes.get('href') or attributes.get('class')}")


def check_page(text):
    """What is wrong with a page, a line each.

    Parameters
    ----------
    text : str
        Its HTML.
    """
    page = _Page(text)
    wrong = list(dict.fromkeys(page.wrong))
    wrong += [f"no {what}" for what, value in (("language", page.language), ("title", page.title)) if not value]
    levels = [level for level, _ in page.headings]
    if levels.count(1) != 1 or levels[0] != 1:
        wrong.append(f"{levels.count(1)} headings of the first level; there should be one, at the top")
    for (before, _), (level, words) in zip(page.headings, page.headings[1:]):
        if level > before + 1:
            wrong.append(f"the heading {words!r} is of level {level} under one of level {before}")
    path, seen = {}, collections.Counter()
    for level, words in page.headings:
        path = {upper: name for upper, name in path.items() if upper < level}
        seen[(*path.values(), words)] += 1
        path[level] = words
    wrong += [f"the heading {' / '.join(place)!r} stands {count} times" for place, count in seen.items() if count > 1]
    return wrong


# ---- contrast


def contrast(one, other):
    """The contrast of two colours, from 1 to 21; each is #rgb or #rrggbb."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def check_colours(variables, pygments):
    """Which texts are too pale, a line each.

    Parameters
    ----------
    variables : dict of str to dict
        The theme's variables, by "light" and "dark".
    pygments : str
        The style sheet of code.
    """
    wrong = []
    for theme, values in variables.items():
        for text, grounds in _PAIRS.items():
            for ground in grounds:
                one, other = _resolved(values, text), _resolved(values, ground)
                if not (one and other):
                    wrong.append(f"{theme}: {text} on {ground}: one of them is no plain colour, and nothing is known of it")
                elif contrast(one, other) < CONTRAST:
                    wrong.append(f"{theme}: {text} ({one}) on {ground} ({other}) has a contrast of {contrast(one, other):.2f}")
    for theme, ground, rules in _code(pygments):
        for selector, colour, own in rules:
            found = contrast(colour, own or ground)
            if found < CONTRAST:
                wrong.append(f"{theme}: code {selector} ({colour}) on {own or ground} has a contrast of {found:.2f}")
    return wrong


def _resolved(values, name):
    """The colour that a variable stands for; None for one that is no plain colour."""
    value = values.get(name, "")
    for _ in range(10):
        reference = re.fullmatch(r"var\(--([\w-]+)\)", value)
        if not reference:
            break
        value = values.get(reference[1], "")
    return value if re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", value) else None


def theme_variables(sheet, page):
    """The variables of Furo: those of its style sheet, and over them those that a page sets; by "light" and "dark"."""
    light, dark = {}, {}
    for selector, body in re.findall(
        r"([^{}]+)\{([^{}]*)\}", sheet + "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    ):
        found = dict(re.findall(r"--([\w-]+):\s*([^;]+?)\s*(?:;|$)", body))
        if re.search(r"data-theme=[\"']?dark", selector):
            dark |= found
        elif re.search(r"(^|[\s,}])(:root|html|body)$", selector.strip()):
            light |= found
    return {"light": light, "dark": light | dark}


def _code(sheet):
    """(theme, ground, rules) of a style sheet of Pygments with a light and a dark part."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"@media[^{]*prefers-color-scheme[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)  # repeats the dark part
    parts = {"light": [], "dark": []}
    grounds = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        theme = "dark" if "dark" in selector else "light"
        colour = re.search(r"(?<![\w-])color:\s*(#[0-9a-fA-F]{3,6})", body)
        ground = re.search(r"background(?:-color)?:\s*(#[0-9a-fA-F]{3,6})", body)
        name = selector.split(".highlight")[-1].strip()
        if not name and ground:
            grounds[theme] = ground[1]
        elif colour and re.fullmatch(r"\.\w+", name) and name != ".w":  # blanks have no colour
            parts[theme].append((name, colour[1], ground and ground[1]))
    return [(theme, grounds[theme], rules) for theme, rules in parts.items() if rules]


def check(folder):
    """What is wrong with the pages of a site and its colours, a line each.

    Parameters
    ----------
    folder : pathlib.Path
        The HTML files, with `_static`.
    """
    wrong, count = [], 0
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("_") and name != "search.html":  # whose heading is written by its script
            count += 1
            wrong += [f"{name}: {line}" for line in check_page(path.read_text(encoding="utf-8"))]
    static = folder / "_static"
    sheet = (static / "styles" / "furo.css").read_text(encoding="utf-8") + (static / "site.css").read_text(encoding="utf-8")
    variables = theme_variables(sheet, (folder / "index.html").read_text(encoding="utf-8"))
    wrong += [f"colours, {line}" for line in check_colours(variables, (static / "pygments.css").read_text(encoding="utf-8"))]
    print(f"{count} pages looked at for readers of all kinds, {len(wrong)} things wrong")
    return wrong
