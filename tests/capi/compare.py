#!/usr/bin/env python3
"""Runs two programs made of random_calls.c, and compares what they print.

    compare.py OURS THEIRS [--seed N] [--seeds COUNT] [--rounds N]

Theirs is SuiteSparse:GraphBLAS 7, which does not look at a type or at an index that nothing is computed of, and lets a call pass
that ours refuses as the standard says. It is out of memory where it would store a long side. Such rounds are counted; there are
few.
"""
import argparse
import re
import subprocess
import sys

RESULT = re.compile(r"^\d+ .* (-?\d+)$")
DOMAIN_MISMATCH, DIMENSION_MISMATCH, INVALID_INDEX, OUT_OF_MEMORY, OUT_OF_BOUNDS = -5, -6, -4, -102, -105


def rounds_of(program, seed, rounds):
    """What a program prints, cut behind the lines that begin with the number of a round. Ends the test if the program fails."""
    ran = subprocess.run([program, str(seed), str(rounds)], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{program} {seed} {rounds} ended with {ran.returncode}: {ran.stdout[-300:]} {ran.stderr[-300:]}")
    out = [[]]
    for line in ran.stdout.splitlines():
        out[-1].append(line)
        if line[0].isdigit():
            out.append([])
    # The content of an output follows the line of its round.
    return out


def code_of(part):
    """What the call returned."""
    found = RESULT.match(part[-1]) if part else None
    return int(found[1]) if found else None


def is_stricter(ours, theirs):
    """Whether ours refuses what theirs does not look at; `theirs` may also have met another error first."""
    if ours[:-1] != theirs[:-1]:
        return False
    refused = code_of(ours) in (DOMAIN_MISMATCH, DIMENSION_MISMATCH, OUT_OF_BOUNDS)
    return refused and code_of(theirs) in (0, INVALID_INDEX, DIMENSION_MISMATCH)


def compare(given, seed):
    """Compares one pair of runs; returns the numbers of rounds, and of those where one of both is stricter."""
    ours, theirs = (rounds_of(program, seed, given.rounds) for program in (given.ours, given.theirs))
    stricter = without_memory = 0
    skip_ours = skip_theirs = 0  # one program alone printed the content of the output of the round before
    for number, (a, b) in enumerate(zip(ours, theirs)):
        a, b = a[skip_ours:], b[skip_theirs:]
        skip_ours = skip_theirs = 0
        if a == b:
            continue
        if is_stricter(a, b):
            skip_theirs = int(code_of(b) == 0)
            stricter += 1
            continue
        if code_of(b) == OUT_OF_MEMORY and a[:-1] == b[:-1]:
            skip_ours = int(code_of(a) == 0)
            without_memory += 1
            continue
        sys.exit("seed {}, after\n{}\nours:\n{}\ntheirs:\n{}".format(seed, ours[number - 1], "\n".join(a), "\n".join(b)))
    if len(ours) != len(theirs):
        sys.exit(f"seed {seed}: {len(ours)} and {len(theirs)} results")
    return len(ours), stricter, without_memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3000)
    given = parser.parse_args()
    total = stricter = without_memory = 0
    for seed in range(given.seed, given.seed + given.seeds):
        rounds, refused, lacking = compare(given, seed)
        total += rounds
        stricter += refused
        without_memory += lacking
    print(
        f"{total} calls, of which {stricter} are refused by ours alone, and {without_memory} by theirs for lack of memory; "
        "all others are equal"
    )
    if (stricter + without_memory) * 100 > total:
        sys.exit("too many calls are refused")


if __name__ == "__main__":
    main()
