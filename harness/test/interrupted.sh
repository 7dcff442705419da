#!/usr/bin/env bash
# SIGTERM ends the run with 143, keeps results, leaves nobody.
. "$(dirname "$0")/lib.sh"

add_suite hang
(cd "$toy" && exec "$HEED" run default --kill-grace 1s) \
  >"$work/stdout" 2>"$work/stderr" &
heed=$!
for ((i = 0; i < 600; ++i)); do
  compgen -G "$toy/heed-out/cells/*" >/dev/null && break
  kill -0 "$heed" 2>/dev/null || break
  read -rt 0.1 <> <(:) || true
done
kill -TERM "$heed"
code=0
wait "$heed" || code=$?
((code == 143)) || fail "exit $code, expected 143"
nobody_left
