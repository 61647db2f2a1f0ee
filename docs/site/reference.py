"""The reference of the public headers as pages, one a header, from Doxygen's XML."""
import html
import re
import xml.etree.ElementTree as xml
from collections import defaultdict

# Which headers belong together. The first pattern that fits a header counts.
GROUPS = [
    ("Algorithms", r"algorithms/"),
    ("Semirings", r"semirings/|graphblas_gpu/(own_semiring|jit_semiring|catalogued|device_source|function_source)"),
    ("Types at run time", r"graphblas_gpu/any"),
    ("Files", r"graphblas_gpu/io/"),
    ("Several machines", r"graphblas_gpu/distributed/"),
    ("Approximate products", r"graphblas_gpu/spamm"),
    ("Other libraries", r"graphblas_gpu/interop/"),
    ("Methods and estimates", r"graphblas_gpu/planner/"),
    ("Objects, contexts, errors", r"graphblas_gpu/(matrix|vector|entries|context|error|descriptor|mask|graph|progress|duplicate"
                                  r"|bit_|row_storage|type_descriptor|\w+_list)"),
    ("Operations", r""),
]


class Entry:
    """Something that has a declaration: a function, a class, a member of a class."""

    def __init__(self, node, owner=None):
        self.node = node
        self.owner = owner
        self.name = (node.findtext("name") or node.findtext("compoundname")).removeprefix("graphblas_gpu::")
        place = node.find("location")
        self.header, self.line = place.get("file"), int(place.get("line"))
        self.members = []


def read(folder):
    """All documented entries, by header; members of a class within it."""
    headers = defaultdict(list)
    by_id = {}
    for file in sorted(folder.glob("*.xml")):
        if not re.match(r"namespace|class|struct|concept", file.name):
            continue
        for compound in xml.parse(file).getroot().iter("compounddef"):
            owner = None
            if compound.get("kind") != "namespace":
                if compound.find("location") is None or not compound.findtext("compoundname").startswith("graphblas_gpu::"):
                    continue
                owner = Entry(compound)
                by_id[compound.get("id")] = owner
                headers[owner.header].append(owner)
            for node in compound.iter("memberdef"):
                if node.get("prot") not in ("public", None) or node.get("kind") == "friend":
                    continue
                entry = Entry(node, owner)
                by_id[node.get("id")] = entry
                (owner.members if owner else headers[entry.header]).append(entry)
    for entries in headers.values():
        entries.sort(key=lambda entry: entry.line)
    return headers, by_id


class Page:
    def __init__(self, header, depth, by_id):
        self.header, self.up, self.by_id = header, "../" * depth, by_id

    def inline(self, node):
        """The text of an XML node as HTML, with links to what it names."""
        parts = [html.escape(node.text or "")]
        for child in node:
            inside = self.inline(child)
            if child.tag == "ref":
                target = self.by_id.get(child.get("refid"))
                if target is not None:
                    inside = f'<a href="{self.up}{page_of(target.header)}.html#{target.anchor}">{inside}</a>'
            elif child.tag == "computeroutput":
                inside = f"<code>{inside}</code>"
            elif child.tag == "emphasis":
                inside = f"<em>{inside}</em>"
            elif child.tag == "ndash":
                inside = "–"
            elif child.tag == "verbatim":
                inside = f"<pre><code>{inside}</code></pre>"
            elif child.tag == "itemizedlist":
                inside = f"<ul>{inside}</ul>"
            elif child.tag == "listitem":
                inside = f"<li>{inside}</li>"
            elif child.tag in ("para", "type", "defval"):
                inside = inside.strip() + " "
            parts += [inside, html.escape(child.tail or "")]
        return "".join(parts)

    def description(self, node):
        """What the comment says. Doxygen cuts it after its first full stop, which may be that of an operator's name."""
        found = [self.inline(node.find(tag)).strip() for tag in ("briefdescription", "detaileddescription")]
        text = " ".join(part for part in found if part)
        return re.sub(r"\s*\n\s*", " ", text.replace("(+). (x)", "(+).(x)")) if "<pre>" not in text else text

    def template(self, node):
        parameters = node.find("templateparamlist")
        if parameters is None:
            return ""
        each = []
        for param in parameters.findall("param"):
            text = self.inline(param.find("type"))
            if param.findtext("declname") and not text.endswith(param.findtext("declname")):
                text += " " + param.findtext("declname")
            if param.find("defval") is not None:
                text += " = " + self.inline(param.find("defval"))
            each.append(text)
        requires = node.find("requiresclause")
        clause = f"\n    requires {self.inline(requires)}" if requires is not None else ""
        return f"template &lt;{', '.join(each)}&gt;{clause}\n"

    def declaration(self, entry, identity):
        node, kind = entry.node, entry.node.get("kind")
        if kind in ("class", "struct"):
            bases = [self.inline(base) for base in node.findall("basecompoundref")]
            text = f"{self.template(node)}{kind} {html.escape(entry.name)}" + (" : " + ", ".join(bases) if bases else "")
        elif kind == "concept":
            text = self.inline(node.find("initializer")).replace("graphblas_gpu::", "")
        elif kind == "enum":
            values = [value.findtext("name") for value in node.findall("enumvalue")]
            text = f"enum class {entry.name} {{ {', '.join(values)} }}"
        else:
            type_ = self.inline(node.find("type")) if node.find("type") is not None else ""
            text = f"{type_} {html.escape(entry.name)}".strip()
            if kind == "typedef":
                text = f"using {html.escape(entry.name)} = {type_}"
            if kind == "function":
                text += f"({', '.join(self.parameter(param) for param in node.findall('param'))})"
                after = node.findtext("argsstring").rpartition(")")[2]
                text += html.escape(after)
                if node.get("static") == "yes":
                    text = "static " + text
            elif node.find("initializer") is not None:
                initial = self.inline(node.find("initializer"))
                text += (" " if initial.startswith("=") else "") + initial
            text = self.template(node) + text
        # Doxygen writes "matrix< T > &a".
        for pattern, by in ((r"&lt; ", "&lt;"), (r" &gt;", "&gt;"), (r" ((?:&amp;)+|[*]) ?(?=[a-z,)])", r"\1 ")):
            text = re.sub(pattern, by, text)
        return f'<pre class="declaration"{identity}><code>{text}</code></pre>'

    def parameter(self, param):
        text = self.inline(param.find("type"))
        if param.findtext("declname"):
            text += " " + html.escape(param.findtext("declname"))
        if param.findtext("array"):
            text += html.escape(param.findtext("array"))
        if param.find("defval") is not None:
            text += " = " + self.inline(param.find("defval"))
        return text

    def entries(self, entries, level):
        """Headings, declarations and descriptions. Overloads share a heading."""
        lines, before = [], None
        for entry in entries:
            described = self.description(entry.node)
            # A member that its comment leaves to speak for itself has no heading.
            if entry.name != before and (described or not entry.owner):
                shown = html.escape(entry.name).replace("_", r"\_").replace("*", r"\*")
                lines.append(f"\n{'#' * level} {shown} {{ #{entry.anchor} }}\n")
                before = entry.name
            identity = "" if entry.name == before else f' id="{entry.anchor}"'
            before = entry.name
            lines.append(f"\n{self.declaration(entry, identity)}\n")
            if described:
                lines.append(f'\n<div class="described"><p>{described}</p></div>\n')
            values = [(value.findtext("name"), self.description(value)) for value in entry.node.findall("enumvalue")]
            if any(text for _, text in values):
                rows = "".join(f"<tr><td><code>{name}</code></td><td>{text}</td></tr>" for name, text in values)
                lines.append(f"\n<table>{rows}</table>\n")
            lines += self.entries(entry.members, level + 1)
        return lines


def page_of(header):
    return "reference/" + re.sub(r"\.\w+$", "", header)


def head(path):
    """The paragraphs of the comment that a header begins with."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return [part for part in re.split(r"\n\n|\n(?=Idea:|Source:)", "\n".join(lines)) if part.strip()]


def write(root, xml_folder, pages):
    """Writes the pages, and returns their part of the navigation."""
    headers, by_id = read(xml_folder)
    for entries in headers.values():
        taken = {}
        for entry in entries:
            for one in (entry, *entry.members):
                name = f"{one.owner.name}.{one.name}" if one.owner else one.name
                slug = re.sub(r"[^\w.~-]+", "-", name.replace("=", "eq").replace("+", "plus")).strip("-") or "operator"
                while taken.setdefault(slug, name) != name:
                    slug += "-2"
                one.anchor = slug
    groups = {title: [] for title, _ in GROUPS}
    index = ["# Reference\n\nA page for every public header, from its comments. "
             "[interface.md](../docs/interface.md) introduces the calls by subject.\n"]
    for header in sorted(headers):
        title = next(title for title, pattern in GROUPS if re.match(pattern, header))
        name = page_of(header)
        page = Page(header, name.count("/"), by_id)
        paragraphs = head(root / header)
        lines = [f"# {header}\n".replace("_", r"\_")]
        lines += [f"\n<p>{html.escape(part)}</p>\n" for part in paragraphs]
        lines.append(f"\n```cpp\n#include <{header}>\n```\n")
        lines += page.entries(headers[header], 2)
        out = pages / f"{name}.md"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("".join(lines))
        summary = paragraphs[0].replace("\n", " ") if paragraphs else ""
        groups[title].append((header, name, re.match(r"(.*?[.:])(?= [A-Z]|$)|", summary)[0] or summary))
    navigation = ["reference/index.md"]
    for title in ["Objects, contexts, errors", "Operations", *groups]:
        listed = groups.pop(title, None)
        if not listed:
            continue
        index.append(f"\n## {title}\n\n<table>")
        index += [f'<tr><td><a href="{name.removeprefix("reference/")}.html"><code>{header}</code></a></td>'
                  f"<td>{html.escape(text)}</td></tr>\n" for header, name, text in listed]
        index.append("</table>\n")
        navigation.append({title: [{header.rpartition("/")[2]: f"{name}.md"} for header, name, _ in listed]})
    (pages / "reference/index.md").write_text("".join(index))
    return navigation
