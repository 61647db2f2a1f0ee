"""What the operations do, slowly and obviously: a matrix is a dict from (i, j) to a value, a vector one from (i,).

Written after the GraphBLAS C API 2.1, section 2.3 (mask, accumulator, replace) and chapter 4; it shares nothing with the library."""

import itertools
import operator

BINARY = {
    "first": lambda x, y: x, "second": lambda x, y: y, "pair": lambda x, y: 1, "plus": operator.add, "minus": operator.sub,
    "times": operator.mul, "min": min, "max": max, "lor": lambda x, y: bool(x) or bool(y),
    "land": lambda x, y: bool(x) and bool(y), "lxor": lambda x, y: bool(x) != bool(y), "eq": operator.eq, "ne": operator.ne,
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip


def transposed(a):
    return {(j, i): x for (i, j), x in a.items()}


def product(a, b, add, multiply):
    """a (add).(multiply) b; either operand may be a vector, the other is a matrix."""
    left = {(i, k): x for (i, k), x in a.items()} if len(next(iter(a), (0, 0))) == 2 else {(0, k): x for (k,), x in a.items()}
    right = {(k, j): x for (k, j), x in b.items()} if len(next(iter(b), (0, 0))) == 2 else {(k, 0): x for (k,), x in b.items()}
    out = {}
    for (i, k), x in sorted(left.items()):
        for (l, j), y in sorted(right.items()):
            if k == l:
                z = {"firsti": i, "secondi": k}.get(multiply)
                z = BINARY[multiply](x, y) if z is None else z
                out[i, j] = z if (i, j) not in out else add_of(add)(out[i, j], z)
    return out


def add_of(name):
    return (lambda x, y: x) if name == "any" else BINARY[name]


def union(a, b, op):
    out = {**a, **b}
    out.update({p: BINARY[op](a[p], b[p]) for p in a.keys() & b.keys()})
    return out


def intersection(a, b, op):
    return {p: BINARY[op](a[p], b[p]) for p in a.keys() & b.keys()}


def kronecker(a, b, op, shape_of_b):
    m, n = shape_of_b
    return {
        (i * m + k, j * n + l): BINARY[op](x, y) for (i, j), x in a.items() for (k, l), y in b.items()
    }


def reduced_rows(a, op):
    out = {}
    for (i, _), x in sorted(a.items()):
        out[(i,)] = x if (i,) not in out else BINARY[op](out[(i,)], x)
    return out


def extracted(a, *lists):
    """a at the positions of the lists, in their order."""
    places = itertools.product(*(enumerate(l) for l in lists))
    return {tuple(n for n, _ in at): a[tuple(p for _, p in at)] for at in places if tuple(p for _, p in at) in a}


def stored(c, t, shape, mask=None, by_value=False, complement=False, accum=None, replace=False):
    """C<M, replace> = accum(C, T)."""
    z = t if accum is None else union(c, t, accum)
    out = {}
    for p in itertools.product(*(range(n) for n in shape)):
        admitted = mask is None or ((p in mask and (not by_value or bool(mask[p]))) != complement)
        if admitted and p in z:
            out[p] = z[p]
        elif not admitted and not replace and p in c:
            out[p] = c[p]
    return out


def assigned(c, t, lists, shape, mask=None, by_value=False, complement=False, accum=None, replace=False):
    """C(lists)<M, replace> = accum(C(lists), T); the mask lies over all of C."""
    region = list(itertools.product(*lists))
    numbers = {p: tuple(l.index(x) for l, x in zip(lists, p)) for p in region}
    z = dict(c)
    for p, n in numbers.items():
        if n in t:
            z[p] = BINARY[accum](c[p], t[n]) if accum and p in c else t[n]
        elif accum is None:
            z.pop(p, None)
    return stored(c, z, shape, mask, by_value, complement, None, replace)
