#!/usr/bin/env bash
# A suite that skips everything although it must run proves nothing.
. "$(dirname "$0")/lib.sh"

add_suite skip
expect 1 run default
report 'kinds == ["vacuous-pass"]'
says alpha.skip
