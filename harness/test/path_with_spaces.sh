#!/usr/bin/env bash
# Hostile characters in the path change no verdict.
. "$(dirname "$0")/lib.sh"

add_suite fail
facts='{k: r[k] for k in ("exit", "counts", "findings")}'
show() {
  python3 -c "import json, sys
r = json.load(open(sys.argv[1] + '/heed-out/report.json'))
print(json.dumps($facts))" "$1"
}
expect 1 run -m alpha --strategy full --yes 'DISABLE_TESTS=OFF &
  alpha.DISABLE_TESTS=inherit'
plain=$(show "$toy")

rm -rf "$toy/heed-out"
mv "$toy" "$work/a b;c \$d" && toy="$work/a b;c \$d"
expect 1 run -m alpha --strategy full --yes 'DISABLE_TESTS=OFF &
  alpha.DISABLE_TESTS=inherit'
[[ $(show "$toy") == "$plain" ]] || fail "$(show "$toy") is not $plain"
