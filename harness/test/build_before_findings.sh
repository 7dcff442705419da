#!/usr/bin/env bash
# Of a failed build and a failed test the build decides the exit code.
. "$(dirname "$0")/lib.sh"

add_suite fail
echo '#error "broken on purpose"' >>"$toy/alpha/alpha_selftest.cc"
expect 3 run -m alpha --strategy full --yes 'notests=0 & alpha.notests=unset'
report 'r["exit"]["code"] == 3 and sorted(r["exit"]["all"]) == [1, 3]'
