#!/usr/bin/env bash
# A project file that is cut short is a usage error with its place.
. "$(dirname "$0")/lib.sh"

head -c 200 "$toy/heed.json" >"$work/cut" && mv "$work/cut" "$toy/heed.json"
expect 2 run default
says heed.json
[[ ! -e $toy/heed-out/builds ]] || fail "something was built"
