#!/usr/bin/env python3
"""Writes golden_cells.txt: what heed's rules must decide for kdf_sp800108.

Shares nothing with the code it checks: the rules are spelt out here once more,
from the words of the specification and not from heed.json.
"""
import collections
import itertools

SETTINGS = [
    ("DISABLE_TESTS", ["OFF", "ON"]),
    ("kdf_sp800108.DISABLE_TESTS", ["inherit", "OFF", "ON"]),
    ("notests", ["0", "1"]),
    ("kdf_sp800108.notests", ["unset", "0", "1"]),
    ("fips", ["0", "1"]),
]


def decide(disable_all, disable_own, notests_all, notests_own, fips):
    compiled = not (disable_all if disable_own == "inherit" else disable_own) == "ON"
    if fips == "1":
        if disable_all == "ON":
            return "refuse fips-unavailable"
        return "run fips" if compiled else "refuse fips-module-compiled-out"
    if not compiled:
        return "skip compiled-out"
    if notests_own != "unset":
        return "run module-runtime" if notests_own == "0" else "skip module-runtime"
    return "skip global-runtime" if notests_all == "1" else "run default"


cells = list(itertools.product(*(values for _, values in SETTINGS)))
decisions = {cell: decide(*cell) for cell in cells}
for cell in cells:
    values = ",".join(f"{name}={value}" for (name, _), value in zip(SETTINGS, cell))
    print("cell", values, decisions[cell])
for decision, count in sorted(collections.Counter(decisions.values()).items()):
    print("count", decision, count)
for place, (name, _) in enumerate(SETTINGS):
    pairs = [
        (a, b)
        for a, b in itertools.combinations(cells, 2)
        if all((x == y) == (i != place) for i, (x, y) in enumerate(zip(a, b)))
    ]
    differ = sum(decisions[a].split()[0] != decisions[b].split()[0] for a, b in pairs)
    print("pairs", name, len(pairs), differ)
