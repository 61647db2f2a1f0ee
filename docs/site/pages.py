#!/usr/bin/env python3
"""Lays out the pages of the documentation site, and writes the configuration that MkDocs builds it with.

    pages.py FOLDER

FOLDER/xml has Doxygen's XML of the public headers. The pages go to FOLDER/pages, in the folders that they have in the repository, so
that their links hold. A link to a file that is no page gets a page that shows the file. The order of the pages is that of the
table "All pages" in docs/README.md.
"""
import json
import re
import shutil
import sys
from pathlib import Path

import reference

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\[[^\]\n]*(?:\n[^\]\n]*)?\]\()([^)\s#]+)(#[^)\s]*)?(\))")
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".cu": "cpp", ".cuh": "cpp", ".c": "c", ".h": "c", ".py": "python", ".cmake": "cmake",
             ".yml": "yaml", ".json": "json", ".toml": "toml"}


def fence(text, language):
    """The text as a block of code, whatever fences it has itself."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}\n"


def notebook(text):
    """The cells of a notebook and the texts that they print."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source + "\n")
            continue
        parts.append(fence(source, "python"))
        for output in cell.get("outputs", []):
            printed = output.get("text") or output.get("data", {}).get("text/plain")
            if printed:
                parts.append(fence("".join(printed), "text"))
    return "\n".join(parts)


def first_sentence(path):
    """What a source file says in its first comment."""
    for line in path.read_text(errors="replace").splitlines()[:4]:
        found = re.match(r"(?://|#(?!!)|/\*)\s*(\S.*)", line)
        if found:
            return found[1].removesuffix("*/").strip()
    return ""


class Site:
    def __init__(self, folder):
        self.pages = folder / "pages"
        self.done = set()
        self.waiting = []

    def add(self, path):
        """Makes the page of a file or folder of the repository, once, and says where it is in the site."""
        if path.is_dir():
            path = path / "README.md" if (path / "README.md").exists() else path
        target = path.relative_to(ROOT)
        if path.is_dir():
            target /= "index.md"
        elif path.suffix not in (".md", ".svg"):
            target = target.with_name(target.name + ".md")
        if target not in self.done:
            self.done.add(target)
            self.waiting.append((path, target))
        return target

    def write_all(self):
        while self.waiting:
            path, target = self.waiting.pop()
            out = self.pages / target
            out.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".svg":
                shutil.copy(path, out)
            else:
                out.write_text(self.text_of(path, target))

    def text_of(self, path, target):
        name = path.relative_to(ROOT)
        if path.is_dir():
            files = sorted(file for file in path.iterdir() if file.suffix in (".c", ".cpp", ".ipynb", ".tsv", ".csv"))
            return f"# {name}/\n\n" + "".join(
                f"* [{file.name}]({self.relative(self.add(file), target)}) {first_sentence(file)}\n" for file in files)
        text = path.read_text()
        if path.suffix == ".ipynb":
            text = notebook(text)
        elif path.suffix != ".md":
            return f"# {name}\n\n" + fence(text, LANGUAGES.get(path.suffix, "text"))
        # Python-Markdown wants an empty line before a list.
        text = re.sub(r"(?m)^((?![*|>\s]|- |\d+\. ).*\S.*)\n(?=(?:\*|-|1\.) )", r"\1\n\n", text)
        return LINK.sub(lambda link: self.link(link, path, target), text)

    def link(self, link, path, target):
        opening, to, anchor, closing = link.groups()
        wanted = (path.parent / to).resolve()
        if ":" in to or not wanted.exists():
            return link[0]  # a dead one is reported by MkDocs
        return f"{opening}{self.relative(self.add(wanted), target)}{anchor or ''}{closing}"

    @staticmethod
    def relative(to, source):
        return "../" * (len(source.parts) - 1) + to.as_posix()


def sections():
    """The pages of docs/README.md by the headings of its table."""
    found = {}
    for line in (ROOT / "docs/README.md").read_text().partition("## All pages")[2].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 2:
            continue
        if cells[0].startswith("**"):
            found[cells[0].strip("*")] = pages = []
        else:
            for to in re.findall(r"\]\(([^)#]+)", cells[1]) if found else []:
                path = (ROOT / "docs" / to).resolve()
                if path not in pages:
                    pages.append(path)
    return found


def main():
    folder = Path(sys.argv[1]).resolve()
    site = Site(folder)
    shutil.rmtree(site.pages, ignore_errors=True)
    listed = sections()
    navigation = [{"Home": ["README.md", "docs/README.md"]}]
    navigation += [{title: [site.add(path).as_posix() for path in paths]} for title, paths in listed.items()]
    for page in ("README.md", "docs/README.md"):
        site.add(ROOT / page)  # and what they link to
    site.write_all()
    for path in (ROOT / "docs").rglob("*.md"):
        if path.relative_to(ROOT) not in site.done:
            sys.exit(f"pages.py: the table of docs/README.md does not list {path.relative_to(ROOT)}")
    for name in ("site.css", "favicon.svg"):
        shutil.copy(ROOT / "docs/site" / name, site.pages)
    navigation.append({"Reference": reference.write(ROOT, folder / "xml", site.pages)})
    config = {"INHERIT": str(ROOT / "docs/site/mkdocs.yml"), "docs_dir": str(site.pages), "site_dir": str(folder / "site"),
              "nav": navigation}
    (folder / "mkdocs.yml").write_text(json.dumps(config, indent=1))


if __name__ == "__main__":
    main()
