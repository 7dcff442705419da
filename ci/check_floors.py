#!/usr/bin/env python3
"""Checks that includes go down only, and that each library stays at home.

Prints the offending edge and its two floors. The tables below are the floors,
the homes of the third-party libraries, and what pure stages do without; the
README's figure of floors is compared with the first.

    check_floors.py [--root DIR]
"""
import argparse
import fnmatch
import pathlib
import re
import sys

FLOORS = {
    "util": 0,
    "core": 1,
    "matrix": 2, "plan": 2, "target": 2, "run": 2, "observe": 2, "judge": 2,
    "record": 2, "report": 2, "metrics": 2,
    "pipeline": 3,
    "cli": 4, "service": 4,
}
# Folders of harness/ that hold no code of heed.
NO_FLOOR = {"cmake", "schemas", "test", "examples"}
SIDEWAYS = {("cli", "service")}  # for `serve` and `--push`

# Tests, and what only they may include.
SUPPORT = ("*/test_support.*", "*/golden.h", "*/toy_project.*")
TESTS = ("*_test.cc", "*_bench.cc", *SUPPORT)
EVERYWHERE = ("*",)
# header pattern, where it may be included
LIBRARIES = (
    ("CLI/*", ("harness/cli/*",)),
    ("nlohmann/*", ("harness/util/json*",)),
    ("valijson/*", ("harness/util/json*",)),
    ("fmt/*", ("harness/util/format.h",)),
    ("tl/expected.hpp", EVERYWHERE),
    ("SQLiteCpp/*", ("harness/record/*",)),
    ("sqlite3.h", ("harness/record/*",)),
    ("httplib.h", ("harness/service/http.cc",)),
    ("prometheus/*", ("harness/metrics/*",)),
    ("pugixml.hpp", ("harness/report/*",)),
    ("zlib.h", ("harness/util/*",)),
    ("openssl/*", ("registry/src/modules/*", "kdf/src/*", "harness/util/hash*",
                   *TESTS)),
    ("nettle/*", ("registry/src/modules/*", *TESTS)),
    ("gtest/*", TESTS),
    ("gmock/*", TESTS),
    ("benchmark/*", TESTS),
    ("rapidcheck.h", TESTS),
    ("rapidcheck/*", TESTS),
    ("botan*", TESTS),
    ("expat.h", TESTS),
)
# Headers of the system, beside those of C++ (which have no dot).
SYSTEM = ("sys/*", "linux/*", "asm/*", "arpa/*", "net*/*", "bits/*",
          "dirent.h", "dlfcn.h", "errno.h", "fcntl.h", "limits.h", "malloc.h",
          "netdb.h",
          "poll.h", "pthread.h", "pwd.h", "sched.h", "signal.h", "spawn.h",
          "stdio.h", "stdlib.h", "string.h", "stdint.h", "stddef.h",
          "termios.h", "time.h", "unistd.h", "cxxabi.h")

PURE = {"core", "matrix", "plan", "observe", "judge", "report", "metrics"}
IMPURE_HEADERS = ("fstream", "thread", "unistd.h", "sys/*", "fcntl.h",
                  "spawn.h", "signal.h", "csignal", "harness/util/file.h",
                  "harness/util/command.h")
IMPURE_WORDS = re.compile(
    r"\b(random_device|(?:system|steady|high_resolution)_clock::now|getenv)\b")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def floor_of(area):
    """"core (floor 1)", or "registry" for what has no floor."""
    return f"{area} (floor {FLOORS[area]})" if area in FLOORS else area


def area_of(path):
    """The folder that counts: core … cli, registry/include, registry, kdf."""
    parts = path.split("/")
    if parts[0] == "harness" and len(parts) > 2:
        return parts[1]
    if path.startswith("registry/include/"):
        return "registry/include"
    return parts[0]


def is_harness(area):
    return area in FLOORS or area in NO_FLOOR or area == "harness"


def resolve(root, file, name):
    """The file of this tree that an include names, or its own words."""
    bases = (root / file).parent, root, root / "registry/include", \
        root / "kdf/include", root / "registry/src", root / "kdf/src"
    for base in bases:
        candidate = (base / name).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    first = name.split("/")[0]
    return name if first in ("harness", "registry", "kdf") else None


def is_allowed(source, target):
    """Whether area SOURCE may include from area TARGET."""
    if source == target or (source, target) in SIDEWAYS:
        return True
    if source in FLOORS and target in FLOORS:
        return FLOORS[target] < FLOORS[source]
    if is_harness(target) or is_harness(source):
        return False
    if source == "registry":
        return target == "registry/include"
    return source == "kdf" and target == "registry/include"


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def check_library(file, name, quote):
    """What is wrong with a header that is not of this tree, or None."""
    for pattern, homes in LIBRARIES:
        if fnmatch.fnmatchcase(name, pattern):
            if matches(file, homes):
                return None
            return f"{name} may be included only in {', '.join(homes)}"
    # In quotes it is a generated header, such as config.h.
    if quote == '"' or "." not in name or matches(name, SYSTEM):
        return None
    return f"{name} has no home in the library table"


def check_line(root, file, line):
    """What is wrong with one line of FILE, or None."""
    area = area_of(file)
    pure = area in PURE and not matches(file, TESTS)
    found = INCLUDE.match(line)
    if not found:
        word = IMPURE_WORDS.search(line) if pure else None
        return f"{floor_of(area)} is pure but says {word[0]}" if word else None
    quote, name = found.groups()
    target = resolve(root, file, name)
    if target is not None:
        other = area_of(target)
        if not is_allowed(area, other):
            return f"{floor_of(area)} includes {target} of {floor_of(other)}"
        if matches(target, SUPPORT) and not matches(file, TESTS):
            return f"{target} is for tests only"
        name = target
    if pure and matches(name, IMPURE_HEADERS):
        return f"{floor_of(area)} is pure but includes {name}"
    return None if target else check_library(file, name, quote)


def sources(root):
    for top in ("harness", "registry", "kdf"):
        for path in sorted((root / top).rglob("*")):
            file = path.relative_to(root).as_posix()
            if path.suffix not in (".h", ".cc") or "/testdata/" in file:
                continue
            if area_of(file) not in NO_FLOOR:
                yield file


def check_folders(root):
    for path in sorted((root / "harness").iterdir()):
        if path.is_dir() and path.name not in {*FLOORS, *NO_FLOOR}:
            yield f"harness/{path.name}: a folder without a floor"


def check_figure(root):
    """The README's figure names each folder that exists, on its floor."""
    figure = {}
    readme = root / "README.md"
    text = readme.read_text() if readme.is_file() else ""
    for line in text.splitlines():
        found = re.match(r"floor (\d)\s+(.*)", line)
        if found:
            for name in re.findall(r"([a-z]+)/", found[2]):
                figure[name] = int(found[1])
    actual = {name: floor for name, floor in FLOORS.items()
              if (root / "harness" / name).is_dir()}
    for name in sorted(set(figure) | set(actual)):
        if figure.get(name) != actual.get(name):
            yield (f"README.md: the figure puts {name}/ on floor "
                   f"{figure.get(name)}, it is on floor {actual.get(name)}")


def problems(root):
    yield from check_folders(root)
    yield from check_figure(root)
    for file in sources(root):
        text = (root / file).read_text(errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            problem = check_line(root, file, line)
            if problem:
                yield f"{file}:{number}: {problem}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).parent.parent)
    root = parser.parse_args().root.resolve()
    found = list(problems(root))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
