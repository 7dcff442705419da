#!/usr/bin/env python3
"""Compares CMakePresets.json with heed.json.

The presets for people follow from the settings: one for each combination of
the compile-time values, and one test preset for each run-time value off its
default. A missing, surplus or wrong row fails and is named.

    check_presets.py [--write] [--root DIR]
"""
import argparse
import itertools
import json
import pathlib
import sys

# The module whose overrides the presets for people spell out, and its word.
MODULE, WORD = "kdf_sp800108", "kdf"
HOW = {"build": "cmake", "boot": "boot"}
KINDS = ("configurePresets", "buildPresets", "testPresets", "workflowPresets")
SANITIZE = "-fno-sanitize-recover=all -fno-omit-frame-pointer"
# name, what it is, cache variables, environment of its tests
INSTRUMENTS = (
    ("asan", "default settings, address and undefined-behaviour sanitizers",
     {"CMAKE_CXX_FLAGS": f"-fsanitize=address,undefined {SANITIZE}"},
     {"UBSAN_OPTIONS": "print_stacktrace=1"}),
    ("tsan", "default settings, thread sanitizer",
     {"CMAKE_CXX_FLAGS": f"-fsanitize=thread {SANITIZE}"},
     # A scan of the stack is no matter of threads, and is blind here.
     {"TSAN_OPTIONS": "halt_on_error=1", "GTEST_FILTER": "-Memory.*"}),
    ("clang", "default settings, built by clang 14",
     {"CMAKE_CXX_COMPILER": "clang++-14"}, {}),
)
FIXED = (
    {"name": "base", "hidden": True, "generator": "Ninja",
     "binaryDir": "${sourceDir}/build/${presetName}",
     "cacheVariables": {"CMAKE_BUILD_TYPE": "RelWithDebInfo",
                        "CMAKE_CXX_FLAGS_RELWITHDEBINFO": "-O2 -g1"}},
    {"name": "heed", "inherits": "base",
     "description": "heed itself, optimised, with its tests"},
    {"name": "cell", "inherits": "base",
     "description":
         "registry and kdf with their suites, for one cell of the matrix",
     "cacheVariables": {"HEED_HARNESS": "OFF", "HEED_TESTS": "OFF"}},
)


def slug(name):
    return name.lower().replace("_", "-")


def axes(settings, stage):
    """(word, apply, values, default) of each setting, override after global."""
    for setting in settings:
        if setting["stage"] != stage or HOW[stage] not in setting["apply"]:
            continue
        yield slug(setting["name"]), setting
        if "override" in setting:
            word = WORD if stage == "build" else f"{WORD}-{slug(setting['name'])}"
            yield word, setting["override"]


def apply(pattern, value=""):
    return (pattern.replace("{MODULE}", MODULE.upper())
            .replace("{module}", MODULE).replace("{value}", value))


def build_rows(settings):
    """(name, cache variables, description) of each compile-time combination,
    the one of the defaults first."""
    build = list(axes(settings, "build"))
    orders = [[axis["default"]] + [v for v in axis["values"]
                                   if v != axis["default"]]
              for _, axis in build]
    for values in itertools.product(*orders):
        name = "-".join(f"{word}-{slug(v)}"
                        for (word, _), v in zip(build, values))
        variables = {apply(axis["apply"]["cmake"]): value
                     for (_, axis), value in zip(build, values)}
        yield name, variables, ", ".join(f"{k}={v}"
                                         for k, v in variables.items())


def boot_rows(settings):
    """(name, command line) of each run-time value off its default."""
    for word, axis in axes(settings, "boot"):
        for value in axis["values"]:
            if value != axis["default"]:
                yield (f"boot-{word}-{slug(value)}",
                       apply(axis["apply"]["boot"], value))


def build_preset(name):
    return {"name": name, "configurePreset": name}


def test_preset(name, configure, environment, description=None):
    preset = {"name": name, "configurePreset": configure}
    if description:
        preset["description"] = description
    if environment:
        preset["environment"] = environment
    preset["output"] = {"outputOnFailure": True}
    preset["execution"] = {"noTestsAction": "error"}
    return preset


def workflow(name, description, tests):
    steps = [("configure", name), ("build", name)]
    steps += [("test", test) for test in tests]
    return {"name": name, "description": description,
            "steps": [{"type": t, "name": n} for t, n in steps]}


def expected(project):
    """The whole file that must stand in CMakePresets.json."""
    rows = list(build_rows(project["settings"]))
    default = rows[0][0]
    boots = list(boot_rows(project["settings"]))
    configure = list(FIXED)
    build, test, flows = [build_preset("heed")], [], []
    test.append(test_preset("heed", "heed", {},
                            "every test of the tree but the slow stages"))
    test[0]["filter"] = {"exclude": {"label": "^stage$"}}
    for name, variables, what in rows:
        configure.append({"name": name, "inherits": "cell",
                          "description": what, "cacheVariables": variables})
        build.append(build_preset(name))
        test.append(test_preset(name, name, {}, f"its suites, {what}"))
        others = [row[0] for row in boots] if name == default else []
        flows.append(workflow(name, f"configure, build and test, {what}",
                              [name, *others]))
    for name, line in boots:
        test.append(test_preset(
            name, default, {"HEED_CMDLINE": line},
            f"the default build's suites, booted with {line}"))
    for name, what, variables, environment in INSTRUMENTS:
        configure.append({"name": name, "inherits": "base",
                          "description": what, "cacheVariables": variables})
        build.append(build_preset(name))
        test.append(test_preset(name, name, environment, f"{what}: all suites"))
        test[-1]["filter"] = {"include": {"label": "^(unit|conformance|boot)$"}}
        flows.append(workflow(name, f"configure, build and test, {what}",
                              [name]))
    return {"version": 6,
            "cmakeMinimumRequired": {"major": 3, "minor": 25, "patch": 0},
            "configurePresets": configure, "buildPresets": build,
            "testPresets": test, "workflowPresets": flows}


def differences(found, wanted):
    """One line for each row that is missing, surplus or wrong."""
    for key in sorted((set(found) | set(wanted)) - set(KINDS)):
        if found.get(key) != wanted.get(key):
            yield f"{key} is {found.get(key)!r}, must be {wanted.get(key)!r}"
    for kind in KINDS:
        ours = {row["name"]: row for row in wanted[kind]}
        theirs = {row["name"]: row for row in found.get(kind, [])}
        for name in ours:
            if name not in theirs:
                yield f"{kind}: missing row {name}"
            elif theirs[name] != ours[name]:
                keys = sorted(k for k in set(ours[name]) | set(theirs[name])
                              if ours[name].get(k) != theirs[name].get(k))
                yield f"{kind}: wrong row {name} ({', '.join(keys)})"
        for name in theirs:
            if name not in ours:
                yield f"{kind}: surplus row {name}"
        if len(theirs) != len(found.get(kind, [])):
            yield f"{kind}: two rows of one name"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--write", action="store_true",
                        help="write the file instead of comparing")
    options = parser.parse_args()
    project = json.loads((options.root / "heed.json").read_text())
    file = options.root / "CMakePresets.json"
    wanted = expected(project)
    if options.write:
        file.write_text(json.dumps(wanted, indent=2) + "\n")
        return 0
    problems = list(differences(json.loads(file.read_text()), wanted))
    for problem in problems:
        print(f"CMakePresets.json: {problem}", file=sys.stderr)
    if problems:
        print("write it with ci/check_presets.py --write", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
