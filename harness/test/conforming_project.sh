#!/usr/bin/env bash
# A project that heeds its settings conforms, and every cell is accounted for.
. "$(dirname "$0")/lib.sh"

expect 0 run --strategy full --yes
report 'r["exit"] == {"code": 0, "all": [0]} and not kinds'
report 'int(r["counts"]["product"]) == 36 and r["counts"]["inconclusive"] == 0'
report 'r["counts"]["run"] + r["counts"]["reused"] == 36'
