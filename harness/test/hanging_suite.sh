#!/usr/bin/env bash
# A suite that hangs is ended with everything it started.
. "$(dirname "$0")/lib.sh"

add_suite hang
start=$SECONDS
expect 1 run default --timeout 2s --kill-grace 1s
report 'kinds == ["timeout"]'
says alpha.hang
((SECONDS - start < 60)) || fail "took $((SECONDS - start)) s"
nobody_left
