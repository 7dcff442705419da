#!/usr/bin/env bash
# A failed test case is exit 1 and is named.
. "$(dirname "$0")/lib.sh"

add_suite fail
expect 1 run default
says AddsWrongly
