#!/usr/bin/env python3
"""Reads the numbers of the pictures of `grb picture` back from where their shapes are, and compares them with plain counts of the edges.

    pictures.py GRB DRAW_CHART

The axes are taken from the positions and the words of their ticks, as a reader would; the counts come from sets of edges, searches
with a queue, and mutual reachability. Needs nothing but Python.
"""
import collections
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

# Zachary, "An information flow model for conflict and fission in small groups" (1977).
KARATE = """1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 11 1 12 1 13 1 14 1 18 1 20 1 22 1 32 2 3 2 4 2 8 2 14 2 18 2 20 2 22 2 31 3 4 3 8 3 9 3 10 3 14
3 28 3 29 3 33 4 8 4 13 4 14 5 7 5 11 6 7 6 11 6 17 7 17 9 31 9 33 9 34 10 34 14 34 15 33 15 34 16 33 16 34 19 33 19 34 20 34 21 33 21 34
23 33 23 34 24 26 24 28 24 30 24 33 24 34 25 26 25 28 25 32 26 32 27 30 27 34 28 34 29 32 29 34 30 33 30 34 31 33 31 34 32 33 32 34 33 34"""
ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
UNITS = {"": 1, "k": 1e3, "M": 1e6}


# ---- counts ----

class Graph:
    """Vertices 0 to n - 1 and a set of directed edges."""

    def __init__(self, n, edges):
        self.n, self.edges = n, set(edges)
        self.out, self.into = ([[] for _ in range(n)] for _ in range(2))
        for i, j in self.edges:
            self.out[i].append(j)
            self.into[j].append(i)
        self.is_symmetric = all((j, i) in self.edges for i, j in self.edges)

    def levels(self, source, neighbours):
        found, queue = {source: 0}, collections.deque([source])
        while queue:
            v = queue.popleft()
            for w in neighbours(v):
                if w not in found:
                    found[w] = found[v] + 1
                    queue.append(w)
        return found

    def sizes(self, component_of):
        left, sizes = set(range(self.n)), []
        while left:
            members = component_of(next(iter(left)))
            left -= members
            sizes.append(len(members))
        return collections.Counter(sizes)

    def weak(self):
        return self.sizes(lambda v: set(self.levels(v, lambda w: self.out[w] + self.into[w])))

    def strong(self):
        return self.sizes(lambda v: set(self.levels(v, self.out.__getitem__)) & set(self.levels(v, self.into.__getitem__)))


# ---- pictures ----

def number(words):
    digits, unit = re.fullmatch(r"([\d.]+)([kM]?)", words).groups()
    return float(digits) * UNITS[unit]


class Picture:
    def __init__(self, path):
        self.root = xml.parse(path).getroot()
        self.texts = [(float(t.get("x")), float(t.get("y")), t.get("text-anchor"), "".join(t.itertext()), t.get("transform"))
                      for t in self.root.iter(SVG + "text")]
        self.bars = [p[0].text for p in self.root.iter(SVG + "path") if len(p)]

    def ticks(self, side):
        """Places and numbers of the ticks below or at the left of a chart. Their words are in a line."""
        candidates = collections.defaultdict(list)
        for x, y, anchor, words, turned in self.texts:
            if re.fullmatch(r"[\d.]+[kM]?", words) and not turned and anchor == ("middle" if side == "x" else "end"):
                candidates[y if side == "x" else x].append((x if side == "x" else y - 4, number(words)))
        return max(candidates.items())[1]

    def reader(self, side, logarithmic):
        """From a place on an axis to a number."""
        ticks = self.ticks(side)
        scale, back = (math.log, math.exp) if logarithmic else (float, float)
        (p, a), (q, b) = ticks[0], ticks[-1]
        assert p != q, f"one tick: {ticks}"
        for place, value in ticks:
            share = (place - p) / (q - p)
            assert abs(scale(a) + share * (scale(b) - scale(a)) - scale(value)) < 0.002 * abs(scale(b) - scale(a)), f"uneven ticks: {ticks}"
        return lambda place: back(scale(a) + (place - p) / (q - p) * (scale(b) - scale(a)))

    def points(self, colour):
        """The numbers of the marks of this colour on logarithmic axes. The first mark is that of the legend, if there is one."""
        x, y = self.reader("x", True), self.reader("y", True)
        path = "".join(p.get("d") for p in self.root.iter(SVG + "path") if p.get("class") == f"line-{colour}")
        found = {}
        for px, py, kind in re.findall(r"M([\d.]+),([\d.]+)([hl])", path):
            py = float(py) + (3.5 if kind == "l" else 0)
            if py < 66 + 70:  # the legend
                continue
            size, times = x(float(px)), y(py)
            assert abs(size - round(size)) < 0.02 * size and abs(times - round(times)) < 0.02 * times, (size, times)
            found[round(size)] = round(times)
        return found

    def cells(self):
        """The class of every square of the density: {(row, column): number of entries from, up to}."""
        legend = {}
        for p in self.root.iter(SVG + "path"):
            box = re.fullmatch(r"M([\d.]+),([\d.]+)h16v20h-16z", p.get("d"))
            if box:
                middle = float(box[2]) + 14
                words = next(w.replace("\xa0", "") for x, y, _, w, _ in self.texts if abs(y - middle) < 1 and x > float(box[1]))
                least, most = (re.findall(r"[\d.]+[kM]?", words) * 2)[:2]
                legend[p.get("class")] = (number(least), math.inf if words[0] == "≥" else number(most))
        x, y = self.reader("x", False), self.reader("y", False)
        found = {}
        for p in self.root.iter(SVG + "path"):
            if p.get("class") not in legend:
                continue
            for left, top, width, height in re.findall(r"M([\d.]+),([\d.]+)h([\d.]+)v([\d.]+)", p.get("d")):
                if (width, height) == ("16", "20"):
                    continue
                left, top, width, height = map(float, (left, top, width, height))
                found[(y(top) + 0.5, x(left) + 0.5, y(top + height) + 0.5, x(left + width) + 0.5)] = legend[p.get("class")]
        return found


def check(condition, words):
    if not condition:
        sys.exit(f"pictures: {words}")


def picture_of(grb, graph, folder, name, options=""):
    path = folder / f"{graph.stem}-{name}.svg"
    result = subprocess.run([grb, "picture", graph, "--only", name, "--out", path, "--json", *options.split()],
                            capture_output=True, text=True)
    check(result.returncode == 0, result.stderr)
    return json.loads(result.stdout), Picture(path)


def compare(grb, folder, name, n, edges):
    graph = Graph(n, edges)
    path = folder / f"{name}.mtx"
    path.write_text(f"%%MatrixMarket matrix coordinate pattern general\n{n} {n} {len(graph.edges)}\n" +
                    "".join(f"{i + 1} {j + 1}\n" for i, j in sorted(graph.edges)))

    told, seen = picture_of(grb, path, folder, "degrees")
    for direction, colour, prefix in ((graph.out, "first", ""), (graph.into, "second", "in_")):
        if graph.is_symmetric and prefix:
            continue
        degrees = collections.Counter(map(len, direction))
        zeros = degrees.pop(0, 0)
        check(told["without_edges" + ("_in" if prefix else "")] == zeros, f"{name}: {prefix}degree 0")
        check(dict(zip(told[f"{prefix}degrees"], told[f"vertices_of_{prefix}degree"])) == degrees, f"{name}: {prefix}degrees told")
        check(seen.points(colour) == degrees, f"{name}: {prefix}degrees shown {seen.points(colour)}, counted {degrees}")

    told, seen = picture_of(grb, path, folder, "components")
    check(seen.points("first") == graph.weak(), f"{name}: components {seen.points('first')}, counted {graph.weak()}")
    check(told["components"] == graph.weak().total(), f"{name}: components told")
    if not graph.is_symmetric:
        check(seen.points("second") == graph.strong(), f"{name}: strong components {seen.points('second')}, counted {graph.strong()}")

    told, seen = picture_of(grb, path, folder, "levels", "--directed")
    source = max(range(n), key=lambda v: (len(graph.out[v]), -v))
    levels = collections.Counter(graph.levels(source, graph.out.__getitem__).values())
    check(told["vertices_on_level"] == [levels[k] for k in range(len(levels))], f"{name}: levels told {told}")
    shown = {}
    for words in seen.bars:
        first, last, vertices = re.fullmatch(r"levels? (\d+)(?: to (\d+))?: ([\d\xa0]+) vert(?:ex|ices)", words).groups()
        shown[int(first), int(last or first)] = int(vertices.replace("\xa0", ""))
    check(max(last for _, last in shown) == len(levels) - 1, f"{name}: the last bar is {max(shown)}")
    for (first, last), vertices in shown.items():
        check(vertices == sum(levels[k] for k in range(first, last + 1)), f"{name}: levels {first} to {last} have {vertices} in the picture")

    told, seen = picture_of(grb, path, folder, "density")
    side = told["block_side"]
    blocks = collections.Counter((i // side, j // side) for i, j in graph.edges)
    check(told["block_entries"] == [blocks[i, j] for i in range(-(-n // side)) for j in range(-(-n // side))], f"{name}: blocks told")
    covered = set()
    for (top, left, bottom, right), (least, most) in seen.cells().items():
        for i in range(round(top / side), max(round(bottom / side), round(top / side) + 1)):
            for j in range(round(left / side), max(round(right / side), round(left / side) + 1)):
                check(least <= blocks[i, j] <= most, f"{name}: the block {i}, {j} has {blocks[i, j]} entries, not {least} to {most}")
                covered.add((i, j))
    check(len(set(seen.cells().values())) >= min(4, len(set(blocks.values()))), f"{name}: {len(set(seen.cells().values()))} colours")
    check(covered == set(blocks), f"{name}: {len(covered)} blocks are coloured, {len(blocks)} have entries")


def main():
    grb, draw_chart = sys.argv[1:]
    rng = random.Random(1)
    ends = [int(word) - 1 for word in KARATE.split()]
    karate = list(zip(ends[::2], ends[1::2]))
    scattered = {(int(300 * rng.random()**3), int(300 * rng.random()**2)) for _ in range(1200)}
    clusters = [(9 * k + a, 9 * k + (a + 1) % 9) for k in range(60) for a in range(k % 9)] + [(9 * k, 9 * k + 9) for k in range(30)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare(grb, folder, "karate", 34, karate + [(j, i) for i, j in karate])
        compare(grb, folder, "scattered", 320, scattered)
        compare(grb, folder, "clusters", 600, clusters)
        compare(grb, folder, "path", 1000, [(i, i + 1) for i in range(999)])
        compare(grb, folder, "block", 200, [(i, j) for i in range(90) for j in range(i % 4, 120)])
        compare(grb, folder, "full", 1500, [(i, j) for i in range(1500) for j in range(0, 1500, 5 + i % 7 + i // 300)])
        shown = ROOT / "docs/pictures/imports.svg"
        command = "picture python/notebooks/imports.csv --named --out".split()
        subprocess.run([grb, *command, folder / "imports.svg"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        check((folder / "imports.svg").read_bytes() == shown.read_bytes(),
              f"{shown} is another picture; make it anew: grb {' '.join(command)} {shown}")
    page, ranks = ROOT / "docs/distributed.md", ROOT / "docs/pictures/ranks.svg"
    drawn = subprocess.run([ROOT / "scripts/plot-ranks", page, draw_chart], check=True, capture_output=True).stdout
    check(drawn == ranks.read_bytes(), f"{ranks} is another picture; make it anew: scripts/plot-ranks {page} > {ranks}")
    print("pictures: the shapes of 6 graphs are where the counts are, and those of docs/pictures are as they are drawn now")


if __name__ == "__main__":
    main()
