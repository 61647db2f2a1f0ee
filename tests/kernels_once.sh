#!/usr/bin/env bash
# The library's kernels of the catalogue are the only ones: no object of the tool or of a test defines one again. A second copy would
# be compiled with other options than the library's, and the linker would be free to take it.
#
#     kernels_once.sh NM LIBRARY LIST      LIST names the objects, one a line
set -euo pipefail
nm=$1 library=$2 list=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What own_semiring.hpp makes of a semiring in graphblas_gpu::host: its tables, and the rows, loops and folds that they point to.
kernels='^_ZNK?13graphblas_gpu4host(7kernels|10write_rows|16compute_tile_row|12vector_loops|13fold_products|17fold_all_products)I'
# Lines "symbol object".
defined() { "$nm" -A --defined-only "$@" | awk -v kernels="$kernels" '$NF ~ kernels { sub(/:[^:]*$/, "", $1); print $NF, $1 }'; }

defined "$library" | cut -d ' ' -f 1 | sort -u >"$work/library"
mapfile -t objects <"$list"
defined "${objects[@]}" | sort >"$work/objects"
join "$work/library" "$work/objects" >"$work/again"
if [[ ! -s $work/library ]]; then
    echo "$library defines no kernels: the pattern of this test is out of date" >&2
    exit 1
fi
if [[ -s $work/again ]]; then
    c++filt <"$work/again" | cut -c 1-400 | head -n 20 >&2
    echo "$(cut -d ' ' -f 2 "$work/again" | sort -u | wc -l) objects define kernels of the library again ($(wc -l <"$work/again") symbols)" >&2
    exit 1
fi
echo "$(wc -l <"$work/library") symbols of kernels, none of them in ${#objects[@]} other objects"
