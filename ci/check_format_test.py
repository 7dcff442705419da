#!/usr/bin/env python3
"""check_format.sh and check_tidy.py name each kind of fault."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOOD = {
    "a.cc": "int f();\n\nint main() { return f(); }\n",
    "run": "#!/usr/bin/env bash\necho hello\n",
    "b.py": "print(1)\n",
}
FAULTS = {
    "unformatted": ("a.cc", "int  main( ) {return 0;}\n",
                    "code should be clang-formatted"),
    "shell": ("run", "#!/usr/bin/env bash\necho $1\n", "SC2086"),
    "python": ("b.py", "def f(:\n", "b.py:1: "),
    "white space": ("c.md", "word \n", "white space at the end of a line: c.md"),
}


class CheckFormat(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        shutil.copy(ROOT / ".clang-format", self.root)
        shutil.copy(ROOT / ".clang-tidy", self.root)

    def check_format(self, files):
        for name, text in files.items():
            (self.root / name).write_text(text)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        subprocess.run(["git", "-C", self.root, "add", "-A"], check=True)
        result = subprocess.run([ROOT / "ci/check_format.sh", self.root],
                                capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def test_passes_what_is_in_shape(self):
        self.assertEqual(self.check_format(GOOD), (0, ""))

    def test_names_each_fault(self):
        for name, (file, text, message) in FAULTS.items():
            with self.subTest(name):
                code, output = self.check_format({**GOOD, "c.md": "word\n",
                                                  file: text})
                self.assertEqual(code, 1)
                self.assertIn(message, output)

    def check_tidy(self, *texts):
        """In a tree of its own that holds the script and sources a.cc, b.cc."""
        (self.root / "ci").mkdir(exist_ok=True)
        (self.root / "harness").mkdir(exist_ok=True)
        shutil.copy(ROOT / "ci/check_tidy.py", self.root / "ci")
        build = self.root / "build"
        build.mkdir(exist_ok=True)
        entries = []
        for name, text in zip("ab", texts):
            source = self.root / f"harness/{name}.cc"
            source.write_text(text)
            entries.append({"directory": str(build), "file": str(source),
                            "command": f"c++ -std=c++20 -o {name}.o -c {source}"
                            })
        (build / "compile_commands.json").write_text(json.dumps(entries))
        result = subprocess.run([self.root / "ci/check_tidy.py", build],
                                capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def test_tidy_passes_once_and_finds_a_later_change(self):
        self.assertEqual(self.check_tidy("int good_name() { return 1; }\n"),
                         (0, ""))
        for _ in range(2):  # what did not pass is looked at again
            code, output = self.check_tidy("int BadName() { return 1; }\n")
            self.assertEqual(code, 1)
            self.assertIn("readability-identifier-naming", output)
            self.assertIn("clang-tidy: harness/a.cc", output)

    def test_tidy_looks_at_files_apart_that_clash_in_one_unit(self):
        clash = "namespace {\nint same() { return 1; }\n}  // namespace\n"
        uses = "int a() { return same(); }\n"
        self.assertEqual(self.check_tidy(clash + uses,
                                         clash + uses.replace("a()", "b()")),
                         (0, ""))
        code, output = self.check_tidy(clash + uses, clash + "int B();\n")
        self.assertEqual(code, 1)
        self.assertIn("clang-tidy: harness/b.cc", output)

    def test_tidy_needs_something_to_look_at(self):
        code, output = self.check_tidy()
        self.assertEqual(code, 1)
        self.assertIn("compiles no file of this tree", output)


if __name__ == "__main__":
    unittest.main()
