#!/usr/bin/env bash
# A compiler error is exit 3, and the log is named.
. "$(dirname "$0")/lib.sh"

echo '#error "broken on purpose"' >>"$toy/alpha/alpha.cc"
expect 3 run default
says build.log
