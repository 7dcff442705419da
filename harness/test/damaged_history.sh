#!/usr/bin/env bash
# A damaged history stops what would write it, not what only looks.
. "$(dirname "$0")/lib.sh"

mkdir -p "$toy/heed-out"
echo "this is no database" >"$toy/heed-out/state.db"
expect 0 list
says notests=1
says "state.db"
expect 6 run default
says "state.db"
grep -q "this is no database" "$toy/heed-out/state.db" ||
  fail "heed has changed a file that it could not read"
