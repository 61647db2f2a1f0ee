#!/usr/bin/env bash
# scripts/bench-gapbs beside stand-ins for the programs of GAPBS, which count by definition: that what is missing is left out by
# name, that both get the same graph, all of its vertices, and that a wrong count gets no time.
#
#     gapbs.sh PYTHON SCRIPTS GRB_BENCH GRB      SCRIPTS is the folder of bench-gapbs
set -euo pipefail
python=$1 scripts=$2 program=$3 tool=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "gapbs: $*" >&2
    cat "$work/said" >&2
    exit 1
}
mkdir "$work/scripts" "$work/programs"
cp "$scripts/bench-gapbs" "$work/scripts"  # keeps its graphs in the folder build beside its own
# gapbs OPTIONS ...: what it prints goes to $work/said.
gapbs() {
    "$python" "$work/scripts/bench-gapbs" --program "$program" --tool "$tool" --repeat 1 --sources 2 --threads 2 "$@" >"$work/said" 2>&1
}

cat >"$work/programs/converter" <<END
#!$python
import os, sys
name, words = os.path.basename(sys.argv[0]), sys.argv[1:]
after = lambda option: words[words.index(option) + 1]
edges = [tuple(map(int, line.split())) for line in open(after("-f"))]
if name == "converter":
    assert "-s" in words and all(1 <= length <= 255 for _, _, length in edges), words
    last = max(max(u, v) for u, v, _ in edges)
    both = {(u, v) for u, v, _ in edges} | {(v, u) for u, v, _ in edges}
    with open(after("-b"), "w") as out:
        out.writelines(f"{u} {v}\n" for u, v in sorted(both) if u != v or u == last)
    sys.exit()
neighbours = {v: set() for v in range(edges[-1][0] + 1)}
for u, v in edges:
    if u != v:
        neighbours[u].add(v)

def reached(source):
    seen, waiting = {source}, [source]
    while waiting:
        fresh = neighbours[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen

def components():
    left, count = set(neighbours), 0
    while left:
        left -= reached(next(iter(left)))
        count += 1
    return count

counts = {"bfs": lambda: ("BFS Tree has {} nodes and 1 edges", len(reached(int(after("-r"))))),
          "tc": lambda: ("{} triangles", sum(len(neighbours[u] & neighbours[v]) for u in neighbours for v in neighbours[u]) // 6),
          "cc": lambda: ("There are {} components", components())}
words_of, count = counts[name]()
print("Trial Time:          0.00100\n" * int(after("-n")) + words_of.format(count + int(os.environ.get("WRONG", 0))))
END
chmod +x "$work/programs/converter"

gapbs --keys TC || fail "no folder is an error"
grep -q '^left out: TC: --programs names no folder' "$work/said" || fail "the line is not left out by name"
gapbs --keys TC --programs "$work/scripts" || fail "a folder without programs is an error"
grep -q '^left out: TC: there is no .*/converter$' "$work/said" || fail "the missing converter is not named"

for name in bfs tc cc; do cp "$work/programs/converter" "$work/programs/$name"; done
# The last vertex of rmat-9-1 has no edge.
gapbs --keys BFS,TC,CC,SSSP --programs "$work/programs" --graphs rmat-9-1,grid2d-12 || fail "a comparison failed"
grep -q '^left out: SSSP: there is no .*/sssp$' "$work/said" || fail "the missing program is not named"
[[ $(grep -c ' equal' "$work/said") == 6 ]] || fail "there are not 6 equal counts"
[[ $(grep -cE '^(rmat-9-1|grid2d-12) .* 1\.000 ' "$work/said") == 6 ]] || fail "the times of the stand-ins are not in the table"
! WRONG=1 gapbs --keys TC --programs "$work/programs" --graphs grid2d-12 || fail "a wrong count was taken"
grep -q '^grid2d-12 *TC *- *- .*DIFFERENT: \[0\] and \[1\]' "$work/said" || fail "the wrong count is not shown without times"
