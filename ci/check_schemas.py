#!/usr/bin/env python3
"""Checks harness/schemas/ and the files that must obey them.

Each schema is valid draft-07 and describes every property; each of its words
occurs in a file that uses it and in the code that reads it; each project file
of the tree validates.

    check_schemas.py [--root DIR]
"""
import argparse
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

import jsonschema

# file name pattern, the schema it obeys; the first that fits holds
OBEYS = (
    ("*/testdata/*", None),
    ("heed.json", "heed-1"),
    ("*/heed.json", "heed-1"),
    ("*/settings.json", "settings-1"),
    ("*/expectations.json", "expectations-1"),
    ("*.expectations.json", "expectations-1"),
    ("ci/baseline.json", "baseline-1"),
)
USES = ("*.json", "*.jsonl", "*.golden", "*.sh", "*_test.cc")
READS = ("*.cc", "*.h", "*.cmake", "*.py", "*CMakeLists.txt")


def tracked(root):
    out = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True,
                         capture_output=True, text=True).stdout
    return [f for f in out.split("\0") if f and (root / f).is_file()]


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def properties(schema, pointer=""):
    """(word, its schema, pointer) of every property, however deep."""
    if isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from properties(item, f"{pointer}/{index}")
    elif isinstance(schema, dict):
        for key, value in schema.items():
            here = f"{pointer}/{key}"
            if key == "properties" and isinstance(value, dict):
                for word, inner in value.items():
                    yield word, inner, f"{here}/{word}"
                    yield from properties(inner, f"{here}/{word}")
            elif key not in ("enum", "const", "default", "examples"):
                yield from properties(value, here)


def has_description(schema, inner):
    """Its own, or that of the definition it refers to."""
    if isinstance(inner, dict) and "$ref" in inner:
        inner = schema.get("definitions", {}).get(inner["$ref"].split("/")[-1])
    return isinstance(inner, dict) and bool(inner.get("description"))


def check_schema(name, schema):
    try:
        jsonschema.Draft7Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        yield f"{name}: not valid draft-07: {error.message}"
        return
    if "draft-07" not in schema.get("$schema", ""):
        yield f"{name}: $schema does not name draft-07"
    for word, inner, pointer in properties(schema):
        if not has_description(schema, inner):
            yield f"{name}: {pointer} has no description"


def words_in(root, files):
    """Every word of FILES; of C++, only those within string literals."""
    found = set()
    for file in files:
        text = (root / file).read_text(errors="replace")
        if file.endswith((".cc", ".h")) and not file.endswith("_test.cc"):
            text = " ".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', text))
        found.update(re.findall(r"[$\w.-]+", text))
    return found


def check_words(root, files, schemas):
    """A word that no file uses, or no code reads, is a promise without use."""
    others = [f for f in files if not f.startswith("harness/schemas/")]
    used = words_in(root, [f for f in others if fits(f, USES)])
    read = words_in(root, [f for f in others if fits(f, READS)
                           and not fits(f, ("*_test.cc", "ci/*"))])
    for name, schema in schemas.items():
        for word, _, pointer in properties(schema):
            if word in ("$schema", "$comment"):
                continue
            if word not in used:
                yield f"{name}: {pointer}: no project file or fixture uses it"
            if word not in read:
                yield f"{name}: {pointer}: no code reads it"


def check_file(root, file, schemas):
    name = next((s for pattern, s in OBEYS if fnmatch.fnmatchcase(
        file, pattern)), None)
    if name is None:
        return
    if name not in schemas:
        yield f"{file}: no sound schema {name}"
        return
    try:
        document = json.loads((root / file).read_text())
    except ValueError as error:
        yield f"{file}: {error}"
        return
    errors = jsonschema.Draft7Validator(schemas[name]).iter_errors(document)
    for error in sorted(errors, key=lambda e: [str(p) for p in e.path]):
        pointer = "".join(f"/{part}" for part in error.path)
        yield f"{file}: {pointer or '/'}: {error.message}"


def problems(root):
    files = tracked(root)
    schemas = {}
    for file in files:
        if fnmatch.fnmatchcase(file, "harness/schemas/*.json"):
            name = pathlib.PurePath(file).name.replace(".schema.json", "")
            schemas[name] = json.loads((root / file).read_text())
    if not schemas:
        yield "harness/schemas: no schema"
    for name, schema in list(schemas.items()):
        found = list(check_schema(name, schema))
        yield from found
        if any("not valid" in problem for problem in found):
            del schemas[name]
    yield from check_words(root, files, schemas)
    for file in files:
        yield from check_file(root, file, schemas)


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
