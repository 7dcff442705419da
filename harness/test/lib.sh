# shellcheck shell=bash
# What every scenario shares; sourced, with HEED set to the executable.
# Each scenario works in its own folder $work on a copy of toy/ in $toy.
set -euo pipefail
: "${HEED:?the path of the heed executable}"
unset CI "${!HEED_@}" 2>/dev/null || true
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/heed-scenario.XXXXXX")
trap 'rm -rf "$work"' EXIT
toy=$work/toy

fail() {
  echo "FAIL: $*" >&2
  for log in "$work"/stdout "$work"/stderr; do
    [[ ! -s $log ]] || { echo "--- ${log##*/}" && tail -n 40 "$log"; } >&2
  done
  exit 1
}

# copy_toy FOLDER: a project of its own, away from heed's tree.
copy_toy() {
  mkdir -p "$(dirname "$1")"
  cp -r "$here/toy" "$1"
  cp "$here/../cmake/Module.cmake" "$1/heed.cmake"
}

# add_suite NAME: one line, as a person would add it.
add_suite() {
  echo "conformance_suite(alpha.$1 SOURCES ../suites/$1.cc)" \
    >>"$toy/alpha/CMakeLists.txt"
}

# change FILE OLD NEW: replaces text that must be there.
change() {
  python3 - "$toy/$1" "$2" "$3" <<'SCRIPT' || fail "cannot change $1"
import pathlib, sys
file, old, new = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
text = file.read_text()
assert old in text, f"{old!r} is not in {file}"
file.write_text(text.replace(old, new))
SCRIPT
}

# expect CODE ARG…: runs heed in $toy and demands its exit code.
expect() {
  local code=0
  (cd "$toy" && "$HEED" "${@:2}") >"$work/stdout" 2>"$work/stderr" || code=$?
  [[ $code == "$1" ]] || fail "heed ${*:2}: exit $code, expected $1"
}

# says TEXT: heed said so, on either output.
says() {
  grep -qF -- "$1" "$work/stdout" "$work/stderr" || fail "heed did not say: $1"
}

# report EXPRESSION: must hold for the report r; `kinds` are its findings'.
report() {
  python3 - "$toy/heed-out/report.json" "$1" <<'SCRIPT' || fail "not so: $1"
import json, sys
r = json.load(open(sys.argv[1]))
kinds = [f["kind"] for f in r["findings"]]
if not eval(sys.argv[2]):
    sys.exit(json.dumps({"exit": r["exit"], "counts": r["counts"],
                         "findings": r["findings"]}, indent=1))
SCRIPT
}

# nobody_left: no process that was started from $work lives on.
nobody_left() {
  local program
  for program in /proc/[0-9]*/exe; do
    program=$(readlink "$program" 2>/dev/null) || continue
    [[ $program != "$work"/* ]] || fail "still running: $program"
  done
}

copy_toy "$toy"
