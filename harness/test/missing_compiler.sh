#!/usr/bin/env bash
# Without its compiler a cell is inconclusive, never passed.
. "$(dirname "$0")/lib.sh"

change CMakePresets.json '"name": "cell",' '"name": "cell",
      "cacheVariables": { "CMAKE_CXX_COMPILER": "no-such-compiler" },'
expect 6 run default
says no-such-compiler
