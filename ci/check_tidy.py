#!/usr/bin/env python3
"""Runs clang-tidy 14 on the implementation files that a build folder compiles.

Nearly all its time goes into the headers that files share. So the files of a
folder with equal compiler flags are looked at together, as one unit that
includes them; where they cannot stand in one unit, it is halved. A unit that
passed is looked at again only after a file, a header of this tree, or
.clang-tidy has changed.

    check_tidy.py [--processors N] [BUILD]     (all of them, build/heed)
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

OWN = ("harness", "registry", "kdf")


@dataclasses.dataclass(frozen=True)
class Unit:
    files: tuple
    flags: tuple

    def name(self, root):
        names = [file.relative_to(root).as_posix() for file in self.files]
        return names[0] if len(names) == 1 else \
            f"{names[0]} … {self.files[-1].name} ({len(names)} files)"


def flags_of(entry):
    """The compiler's options, without the file, its object and what only gcc
    knows."""
    words = shlex.split(entry["command"])
    while words and not words[0].startswith("-"):
        words.pop(0)
    flags, skip = [], False
    for word in words:
        if skip or word in ("-c", "-Winvalid-pch", "-fpch-preprocess",
                            entry["file"]):
            skip = False
        elif word in ("-o", "-include"):  # the latter: gcc's precompiled header
            skip = True
        else:
            flags.append(word)
    return tuple(flags)


def sources_of(entry):
    """The file of an entry, or those that it includes where CMake compiles
    several as one."""
    file = pathlib.Path(entry["file"])
    if file.suffix != ".cxx" or file.parent.name != "Unity":
        return [file]
    return [pathlib.Path(line.split('"')[1])
            for line in file.read_text().splitlines()
            if line.startswith("#include ")]


def units(root, build):
    """Units of files of one folder with equal flags, in order of name."""
    groups = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        for file in sources_of(entry):
            if file.stem.endswith(("_test", "_bench")):
                continue
            if any(file.is_relative_to(root / top) for top in OWN):
                groups.setdefault((file.parent, flags_of(entry)),
                                  set()).add(file)
    for (_, flags), files in sorted(groups.items()):
        yield Unit(tuple(sorted(files)), flags)


def headers_digest(root):
    """Of every header of this tree, and the rules."""
    digest = hashlib.sha256((root / ".clang-tidy").read_bytes())
    for top in OWN:
        for path in sorted((root / top).rglob("*.h")):
            digest.update(path.as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def run_tidy(unit, folder, digest):
    """clang-tidy's exit code and text for one unit."""
    source = folder / f"{digest}.cc"
    source.write_text("".join(f'#include "{file}"\n' for file in unit.files))
    result = subprocess.run(
        ["clang-tidy-14", "-quiet", "--checks=-bugprone-suspicious-include",
         source, "--", *unit.flags, "-Wno-unknown-warning-option"],
        capture_output=True, text=True)
    source.unlink()
    return result.returncode, result.stdout


def check(unit, folder, headers):
    """(unit, text) of each part of UNIT that does not pass."""
    digest = hashlib.sha256((headers + repr(unit)).encode())
    for file in unit.files:
        digest.update(file.read_bytes())
    stamp = folder / digest.hexdigest()
    if stamp.exists():
        return []
    code, text = run_tidy(unit, folder, stamp.name)
    if code and "clang-diagnostic-error" in text and len(unit.files) > 1:
        half = len(unit.files) // 2
        return [problem for files in (unit.files[:half], unit.files[half:])
                for problem in check(dataclasses.replace(unit, files=files),
                                     folder, headers)]
    if code:
        return [(unit, text)]
    stamp.touch()
    return []


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--processors", type=int,
                        default=len(os.sched_getaffinity(0)))
    parser.add_argument("build", type=pathlib.Path, nargs="?",
                        default=root / "build/heed")
    options = parser.parse_args()
    build = options.build.resolve()
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    headers = headers_digest(root)
    found = list(units(root, build))
    if not found:
        sys.exit(f"{build}: compiles no file of this tree")
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.processors) as pool:
        for problems in pool.map(lambda u: check(u, folder, headers), found):
            for unit, text in problems:
                failed = True
                print(text, f"clang-tidy: {unit.name(root)}", sep="",
                      file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
