#!/usr/bin/env bash
# check takes a selection, of settings or of what the run has found.
. "$(dirname "$0")/lib.sh"

add_suite fail
expect 1 run
all=$(python3 -c 'import json,sys;print(len(json.load(open(sys.argv[1]))["cells"]))' "$toy/heed-out/report.json")
expect 1 check 'notests=1' --json
python3 - "$work/stdout" "$all" <<'SCRIPT' || fail "not the selected cells"
import json, sys
r = json.load(open(sys.argv[1]))
assert 0 < len(r["cells"]) < int(sys.argv[2]), len(r["cells"])
assert all(c["values"]["notests"] == "1" for c in r["cells"])
SCRIPT
expect 1 check '@status=failed'
expect 4 check '@status=build-failed'
expect 2 check 'nonsense=1'
says nonsense
