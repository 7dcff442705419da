#!/usr/bin/env bash
# A suite without tests does not pass.
. "$(dirname "$0")/lib.sh"

add_suite no_tests
expect 1 run default
report 'kinds == ["vacuous-pass"]'
says alpha.no_tests
