#!/usr/bin/env bash
# An output folder that cannot be made is exit 6, and is named.
. "$(dirname "$0")/lib.sh"

echo "in the way" >"$work/file"
expect 6 run default --out "$work/file/out"
says "$work/file/out"
