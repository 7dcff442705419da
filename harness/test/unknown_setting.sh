#!/usr/bin/env bash
# A selection that names no setting is refused, with the nearest names.
. "$(dirname "$0")/lib.sh"

expect 2 run notest=1
says notests
expect 2 run --frobnicate
says frobnicate
