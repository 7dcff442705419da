#!/usr/bin/env bash
# What standard output does not take is not reported as passed.
. "$(dirname "$0")/lib.sh"

# lost ARG…: heed, with an output that takes nothing.
lost() {
  local code=0
  (cd "$toy" && "$HEED" "$@") >/dev/full 2>"$work/stderr" || code=$?
  [[ $code == 6 ]] || fail "heed $*: exit $code, expected 6"
  grep -q "standard output" "$work/stderr" || fail "heed $* did not say why"
}

lost list
lost plan --json
lost --version
lost run --help
