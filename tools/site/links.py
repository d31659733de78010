"""Links of the site: inside of it, by its files; to other sites, by what Sphinx's `linkcheck` was answered."""

import collections
import html.parser
import json
import urllib.parse


class _Page(html.parser.HTMLParser):
    """The names of places in a page, and the addresses that it refers to."""

    def __init__(self, text):
        super().__init__()
        self.places, self.addresses, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or name == "name" and tag == "a":
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.addresses.append(value)
                if name == "src" or ("rel", "stylesheet") in attrs:
                    self.loaded.append(value)


def internal(folder):
    """What is wrong with the links of a site's pages to each other, a line each."""
    pages = {path.relative_to(folder).as_posix(): _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    wrong, count = [], 0
    for name, page in sorted(pages.items()):
        for address in dict.fromkeys(page.addresses):
            parts = urllib.parse.urlsplit(address)
            if parts.netloc and address in page.loaded:
                wrong.append(f"{name}: {address}: loaded from another site, which readers may not reach")
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = urllib.parse.urljoin(name, urllib.parse.unquote(parts.path)) if parts.path else name
            place = urllib.parse.unquote(parts.fragment)
            if not (folder / target).exists():
                wrong.append(f"{name}: {address}: there is no such file")
            elif place and target in pages and place not in pages[target].places:
                wrong.append(f"{name}: {address}: that page has no such place")
    print(f"{count} links inside the site, {len(wrong)} of them wrong")
    return wrong


def external(report):
    """What is wrong with the links to other sites, a line each.

    Parameters
    ----------
    report : pathlib.Path
        What `linkcheck` wrote: a JSON object a line, with "status", "uri", "info" and "code".

    Returns
    -------
    list of str
        Addresses that a site says it does not have. If sites gave no answer, one more line says which they are.
    """
    found = {}
    for line in report.read_text(encoding="utf-8").splitlines():
        link = json.loads(line)
        if link["uri"].startswith("http") and link["status"] != "ignored":
            found[link["uri"]] = link
    counts, wrong, silent = collections.Counter(), [], set()
    for address, link in sorted(found.items()):
        if link["status"] in ("working", "redirected"):
            counts["there"] += 1
        elif link["code"] in (404, 410):
            counts["not there"] += 1
            wrong.append(f"{link['filename']}: {address}: {link['info']}")
        else:
            counts["without an answer"] += 1
            silent.add(urllib.parse.urlsplit(address).netloc)
    print(f"{len(found)} links to other sites: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    if silent:
        wrong.append(f"not reached, so that nothing is known of their addresses: {', '.join(sorted(silent))}")
    return wrong
