#!/usr/bin/env bash
# A rule about a setting that does not exist is refused.
. "$(dirname "$0")/lib.sh"

change heed.json '"when": "notests=1"' '"when": "notest=1"'
expect 2 list
says "named notest, did you mean notests"
