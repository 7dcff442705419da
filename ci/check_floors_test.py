#!/usr/bin/env python3
"""check_floors.py finds each kind of fault and names the edge."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent / "check_floors.py"
README = """floor 3   pipeline/    knows all
floor 2   matrix/ judge/ record/
floor 1   core/
floor 0   util/
"""
TREE = {
    "README.md": README,
    "harness/util/json.h": "#include <nlohmann/json.hpp>\n",
    "harness/util/file.h": "#include <fstream>\n",
    "harness/util/golden.h": "#include <gtest/gtest.h>\n",
    "harness/judge/testdata/config.h": "#include <no/such.h>\n",
    "harness/core/cell.h": '#include "harness/util/json.h"\n',
    "harness/matrix/expand.cc": '#include "harness/core/cell.h"\n',
    "harness/judge/judge.cc": "#include <vector>\n",
    "harness/judge/judge_test.cc": "#include <gtest/gtest.h>\n",
    "harness/record/history.cc": "#include <SQLiteCpp/Database.h>\n",
    "harness/pipeline/pipeline.cc": '#include "harness/judge/judge.h"\n',
    "registry/include/crypto/hash.h": "#include <cstdint>\n",
    "registry/src/api.cc": '#include "crypto/hash.h"\n',
    "registry/src/internal.h": "",
    "kdf/include/crypto/kdf.h": '#include "crypto/hash.h"\n',
    "kdf/src/kdf.cc": '#include "crypto/kdf.h"\n#include "config.h"\n',
}
# what is wrong: file, the line added to it, what must be said
FAULTS = {
    "up": ("harness/core/cell.h", '#include "harness/judge/judge.cc"',
           "core (floor 1) includes harness/judge/judge.cc of judge (floor 2)"),
    "up to a file that is not there":
        ("harness/util/json.h", '#include "harness/core/none.h"',
         "util (floor 0) includes harness/core/none.h of core (floor 1)"),
    "sideways": ("harness/judge/judge.cc",
                 '#include "harness/matrix/expand.cc"',
                 "judge (floor 2) includes harness/matrix/expand.cc of "
                 "matrix (floor 2)"),
    "sideways by a relative path":
        ("harness/judge/judge.cc", '#include "../record/history.cc"',
         "judge (floor 2) includes harness/record/history.cc of "
         "record (floor 2)"),
    "harness to registry": ("harness/judge/judge.cc",
                            '#include "crypto/hash.h"',
                            "includes registry/include/crypto/hash.h of "
                            "registry/include"),
    "kdf to the inside of registry":
        ("kdf/src/kdf.cc", '#include "internal.h"',
         "kdf includes registry/src/internal.h of registry"),
    "registry to kdf": ("registry/src/api.cc", '#include "crypto/kdf.h"',
                        "registry includes kdf/include/crypto/kdf.h of kdf"),
    "registry to harness": ("registry/src/api.cc",
                            '#include "harness/util/json.h"',
                            "registry includes harness/util/json.h of util"),
    "library away from home":
        ("harness/judge/judge.cc", "#include <nlohmann/json.hpp>",
         "nlohmann/json.hpp may be included only in harness/util/json*"),
    "test library in the code": ("kdf/src/kdf.cc", "#include <gtest/gtest.h>",
                                 "gtest/gtest.h may be included only in"),
    "test support in the code":
        ("harness/judge/judge.cc", '#include "harness/util/golden.h"',
         "harness/util/golden.h is for tests only"),
    "unknown library": ("kdf/src/kdf.cc", "#include <boost/any.hpp>",
                        "boost/any.hpp has no home in the library table"),
    "pure stage with files": ("harness/judge/judge.cc",
                              '#include "harness/util/file.h"',
                              "judge (floor 2) is pure but includes "
                              "harness/util/file.h"),
    "pure stage with a clock": ("harness/judge/judge.cc",
                                "auto t = std::chrono::steady_clock::now();",
                                "is pure but says steady_clock::now"),
    "folder without a floor": ("harness/attic/x.h", "",
                               "harness/attic: a folder without a floor"),
    "figure": ("README.md", "floor 1   record/",
               "the figure puts record/ on floor 1, it is on floor 2"),
}


class CheckFloors(unittest.TestCase):
    def check(self, fault=None):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in TREE.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            if fault:
                file = root / fault[0]
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("a") as text:
                    text.write(fault[1] + "\n")
            return subprocess.run([sys.executable, CHECK, "--root", root],
                                  capture_output=True, text=True)

    def test_passes_a_tree_that_keeps_its_floors(self):
        result = self.check()
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_names_each_fault(self):
        for name, fault in FAULTS.items():
            with self.subTest(name):
                result = self.check(fault)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(fault[2], result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)


if __name__ == "__main__":
    unittest.main()
