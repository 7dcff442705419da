#!/usr/bin/env bash
# A module that does its self-test anyway is found and named.
. "$(dirname "$0")/lib.sh"

change alpha/alpha.cc 'config::selftests_compiled, true,' \
  'config::selftests_compiled, false,'
expect 1 run --strategy full --yes \
  'DISABLE_TESTS=OFF & alpha.DISABLE_TESTS=inherit'
report '"ignored-setting" in kinds and set(kinds) == {"ignored-setting"}'
report 'all(f["module"] == "alpha" for f in r["findings"])'
report 'any(f["setting"] == "notests" for f in r["findings"])'
report 'all(f["rung"] == "R7" for f in r["findings"])'
says "alpha ignores notests"
