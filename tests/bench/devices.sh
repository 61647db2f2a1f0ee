#!/usr/bin/env bash
# Strong scaling on eight emulated devices with small sizes: every row has an answer on 1, 2, 4 and 8 devices, equal to that of one; the
# number of devices that are not there is named.
#
#     devices.sh GRB_BENCH_DEVICES
set -euo pipefail
program=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
fail() {
    echo "bench_devices: $1" >&2
    cat "$here/table" >&2
    exit 1
}
"$program" --counts 1,2,4,8,16 --small --repeat 1 --json "$here/times.jsonl" >"$here/table"
rows=$(grep -c '"devices": 1, "ms": [0-9]' "$here/times.jsonl") || fail "no times"
grep -q 'left out: 16 devices, because the machine has 8' "$here/table" || fail "16 devices are not named as left out"
[[ $(grep -c '"answer": "equal"' "$here/times.jsonl") == $((3 * rows)) ]] || fail "not all answers on 2, 4 and 8 devices are equal"
[[ $(grep -c '"devices": 16, "ms": null, "predicted_ms": [0-9]' "$here/times.jsonl") == "$rows" ]] || fail "predictions for 16 devices are missing"
"$program" --counts 2 --small --repeat 1 --rows nvals-18 >"$here/table"
[[ $(grep -c '^| entries of A\*A, R-MAT 18/8 |' "$here/table") == 2 ]] || fail "--rows did not choose"
