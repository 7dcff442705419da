#!/usr/bin/env bash
# A selection without a cell is exit 4, never success.
. "$(dirname "$0")/lib.sh"

expect 4 run 'notests=0 & notests=1'
expect 4 run no-such-cell
[[ -z $(ls -A "$toy/heed-out/builds") ]] || fail "something was built"
