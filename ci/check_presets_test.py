#!/usr/bin/env python3
"""check_presets.py names each row that does not follow from heed.json."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECK = ROOT / "ci/check_presets.py"


class CheckPresets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("heed.json", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.root)

    def edit(self, name, change):
        data = json.loads((self.root / name).read_text())
        change(data)
        (self.root / name).write_text(json.dumps(data))

    def run_check(self, *options):
        return subprocess.run([sys.executable, CHECK, "--root", self.root,
                               *options], capture_output=True, text=True)

    def assert_says(self, *lines):
        result = self.run_check()
        self.assertEqual(result.returncode, 1)
        for line in lines:
            self.assertIn(line, result.stderr)
        # each problem is named once, and how to mend it
        self.assertEqual(result.stderr.count("\n"), len(lines) + 1,
                         result.stderr)

    def test_passes_the_file_of_the_tree(self):
        result = self.run_check()
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_names_a_missing_row(self):
        self.edit("CMakePresets.json", lambda p: p["testPresets"].remove(
            next(r for r in p["testPresets"] if r["name"] == "boot-fips-1")))
        self.assert_says("testPresets: missing row boot-fips-1")

    def test_names_a_surplus_row(self):
        self.edit("CMakePresets.json", lambda p: p["buildPresets"].append(
            {"name": "mine", "configurePreset": "heed"}))
        self.assert_says("buildPresets: surplus row mine")

    def test_names_a_wrong_row(self):
        def change(presets):
            for row in presets["configurePresets"]:
                if row["name"] == "disable-tests-on-kdf-off":
                    row["cacheVariables"]["DISABLE_TESTS"] = "OFF"
        self.edit("CMakePresets.json", change)
        self.assert_says("configurePresets: wrong row "
                         "disable-tests-on-kdf-off (cacheVariables)")

    def test_names_a_version_that_cmake_does_not_read(self):
        self.edit("CMakePresets.json", lambda p: p.update(version=7))
        self.assert_says("version is 7, must be 6")

    def test_follows_a_new_value_of_a_setting(self):
        def change(project):
            for setting in project["settings"]:
                if setting["name"] == "fips":
                    setting["values"].append("2")
        self.edit("heed.json", change)
        self.assert_says("testPresets: missing row boot-fips-2",
                         "workflowPresets: wrong row "
                         "disable-tests-off-kdf-inherit (steps)")

    def test_a_new_setting_needs_only_write(self):
        self.edit("heed.json", lambda p: p["settings"].append(
            {"name": "LTO", "stage": "build", "values": ["OFF", "ON"],
             "default": "OFF", "apply": {"cmake": "LTO"}}))
        self.assertEqual(self.run_check().returncode, 1)
        self.assertEqual(self.run_check("--write").returncode, 0)
        result = self.run_check()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        names = [row["name"] for row in json.loads(
            (self.root / "CMakePresets.json").read_text())["configurePresets"]]
        self.assertIn("disable-tests-on-kdf-off-lto-on", names)

    def test_gives_the_combinations_of_the_tree(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        names = [row["name"] for row in presets["workflowPresets"]]
        self.assertEqual(
            names, [f"disable-tests-{a}-kdf-{b}" for a in ("off", "on")
                    for b in ("inherit", "off", "on")]
            + ["asan", "tsan", "clang"])
        tests = [step["name"] for step in presets["workflowPresets"][0]["steps"]
                 if step["type"] == "test"]
        self.assertEqual(tests, [
            "disable-tests-off-kdf-inherit", "boot-notests-1",
            "boot-kdf-notests-0", "boot-kdf-notests-1", "boot-fips-1"])


if __name__ == "__main__":
    unittest.main()
