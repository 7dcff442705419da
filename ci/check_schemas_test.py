#!/usr/bin/env python3
"""check_schemas.py names each fault in a schema or a project file."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent / "check_schemas.py"
SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "required": ["version"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": 1, "description": "of this format"},
        "modules": {"type": "array", "description": "what is tested",
                    "items": {"type": "object", "properties": {
                        "name": {"type": "string", "description": "its name"},
                    }}},
    },
}
PROJECT = {"version": 1, "modules": [{"name": "alpha"}]}
CODE = 'get("version"); get("modules"); get("name");\n'


class CheckSchemas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "harness/schemas").mkdir(parents=True)
        self.schema = json.loads(json.dumps(SCHEMA))
        self.project = json.loads(json.dumps(PROJECT))
        self.code = CODE

    def problems(self):
        files = {"harness/schemas/heed-1.schema.json": json.dumps(self.schema),
                 "heed.json": json.dumps(self.project),
                 "harness/reader.cc": self.code}
        for name, text in files.items():
            (self.root / name).write_text(text)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        subprocess.run(["git", "-C", self.root, "add", "-A"], check=True)
        result = subprocess.run([sys.executable, CHECK, "--root", self.root],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 1 if result.stderr else 0)
        return result.stderr.splitlines()

    def test_passes_what_fits(self):
        self.assertEqual(self.problems(), [])

    def test_names_an_invalid_schema(self):
        self.schema["type"] = "thing"
        self.assertIn("heed-1: not valid draft-07", self.problems()[0])

    def test_names_a_property_without_description(self):
        del self.schema["properties"]["modules"]["items"]["properties"][
            "name"]["description"]
        self.assertEqual(self.problems(), [
            "heed-1: /properties/modules/items/properties/name "
            "has no description"])

    def test_takes_the_description_of_a_definition(self):
        items = self.schema["properties"]["modules"]["items"]
        items["properties"]["name"] = {"$ref": "#/definitions/name"}
        self.schema["definitions"] = {
            "name": {"type": "string", "description": "its name"}}
        self.assertEqual(self.problems(), [])
        del self.schema["definitions"]["name"]["description"]
        self.assertEqual(len(self.problems()), 1)

    def test_names_a_word_that_nobody_uses(self):
        del self.project["modules"][0]["name"]
        self.assertEqual(self.problems(), [
            "heed-1: /properties/modules/items/properties/name: "
            "no project file or fixture uses it"])

    def test_names_a_word_that_nobody_reads(self):
        self.code = CODE.replace('get("modules");', "")
        self.assertEqual(self.problems(), [
            "heed-1: /properties/modules: no code reads it"])

    def test_names_a_project_file_that_does_not_fit(self):
        self.project["modules"][0]["name"] = 7
        self.assertEqual(self.problems(), [
            "heed.json: /modules/0/name: 7 is not of type 'string'"])

    def test_names_an_unknown_key(self):
        self.project["module"] = []
        self.assertIn("'module' was unexpected", self.problems()[0])

    def test_names_an_absent_schema(self):
        (self.root / "ci").mkdir()
        (self.root / "ci/baseline.json").write_text("{}")
        self.assertEqual(self.problems(), [
            "ci/baseline.json: no sound schema baseline-1"])


if __name__ == "__main__":
    unittest.main()
