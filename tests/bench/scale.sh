#!/usr/bin/env bash
# scripts/bench-scale on small graphs, and that it takes no wrong answer.
#
#     scale.sh PYTHON SCRIPTS GRB_BENCH GRB      SCRIPTS is the folder of bench-scale
set -euo pipefail
python=$1 scripts=$2 program=$3 tool=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "scale: $*" >&2
    exit 1
}
# scale PROGRAM OPTIONS ...
scale() { "$python" "$scripts/bench-scale" --tool "$tool" --program "$1" --repeat 1 --sources 2 --threads 2 "${@:2}"; }

scale "$program" --from 6 --to 7 --factor 8 --uniform 200 --degree 6 --results "$work/results" --folder "$work/graphs" >"$work/table"
[[ $(wc -l <"$work/results") == 3 ]] || fail "there are not 3 results"
[[ -z $(ls "$work/graphs") ]] || fail "a graph was left behind"
grep -q '^uniform-200-6 *1200 ' "$work/table" || fail "the table lacks the uniform graph"
"$python" - "$work/results" <<'END'
import json, sys
for text in open(sys.argv[1], encoding="utf-8"):
    line = json.loads(text)
    assert set(line["verified"].values()) == {"equal"}, line
    assert all(time > 0 for time in [*line["ms"].values(), line["first_read_ms"]]), line
    assert line["file_bytes"] > 4 * line["nvals"] and line["gb_per_s"]["read"] > 0 and line["host_peak_bytes"] > 1e6, line
    assert line["engine"] == "host" and line["device_peak_bytes"] == 0, line
END

# A wrong answer: grb_bench says so by its exit status.
cat >"$work/wrong" <<END
#!/usr/bin/env bash
"$program" "\$@"
echo "WRONG: 1 triangles, U*U of the host has 2"
exit 1
END
# A graph that is another one than was written.
cat >"$work/other" <<END
#!/usr/bin/env bash
"$tool" generate rmat 5 4 --out "\$2" >/dev/null
"$program" "\$@"
END
chmod +x "$work/wrong" "$work/other"
! scale "$work/wrong" --from 6 --to 6 --results "$work/none" >"$work/said" 2>&1 || fail "a wrong answer was taken"
grep -q 'WRONG: 1 triangles' "$work/said" || fail "the wrong answer is not named"
! scale "$work/other" --from 6 --to 6 --results "$work/none" >"$work/said" 2>&1 || fail "another graph was taken"
grep -q 'entries were written, .* were read' "$work/said" || fail "the other graph is not named"
[[ ! -e $work/none ]] || fail "a wrong result was kept"
