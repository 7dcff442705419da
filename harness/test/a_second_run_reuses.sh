#!/usr/bin/env bash
# The same run again builds nothing and says the same.
. "$(dirname "$0")/lib.sh"

expect 0 run default
expect 0 run default
report 'r["counts"]["run"] + r["counts"]["reused"] == 1'
expect 0 report
