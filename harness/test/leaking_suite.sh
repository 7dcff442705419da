#!/usr/bin/env bash
# A process that outlives its suite is a leak, and is ended.
. "$(dirname "$0")/lib.sh"

add_suite leak
expect 1 run default
report 'kinds == ["leak"]'
nobody_left
