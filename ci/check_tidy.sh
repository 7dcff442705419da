#!/usr/bin/env bash
# Runs clang-tidy 14 on the implementation files that a build folder compiles;
# headers come along by .clang-tidy's filter. A file that passed is looked at
# again only after it, a header it includes, or .clang-tidy has changed.
#
#   check_tidy.sh [BUILD [PROCESSORS]]     (build/heed, 2)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build/heed}" && pwd)
jobs=${2:-2}
stamps=$build/tidy
mkdir -p "$stamps"

# file<TAB>fingerprint of what it is made of, for each file to look at. The
# headers are those that ninja recorded when it compiled the file.
list() {
  ninja -C "$build" -t deps | python3 -c '
import hashlib, json, pathlib, sys
root, build = map(pathlib.Path, sys.argv[1:3])
headers, current = {}, None
for line in sys.stdin:
    if line.startswith("    "):
        path = (build / line.strip()).resolve()
        if path.is_relative_to(root):
            headers[current].append(path)
    elif ": #deps" in line:
        current = line.split(":")[0]
        headers[current] = []
seen = set()
for entry in json.load(open(build / "compile_commands.json")):
    file = pathlib.Path(entry["file"])
    own = any(file.is_relative_to(root / top)
              for top in ("harness", "registry", "kdf"))
    if not own or file in seen or file.stem.endswith(("_test", "_bench")):
        continue
    seen.add(file)
    digest = hashlib.sha256(entry["command"].encode())
    made_of = headers.get(entry.get("output"), [])
    for path in [root / ".clang-tidy", file, *sorted(set(made_of))]:
        digest.update(path.read_bytes())
    print(file.relative_to(root), digest.hexdigest(), sep="\t")
' "$root" "$build"
}

list | while IFS=$'\t' read -r file digest; do
  [[ -e $stamps/$digest ]] || printf '%s\0%s\0' "$file" "$digest"
done >"$stamps/todo"

cd "$root"
# shellcheck disable=SC2016  # the inner shell expands it
xargs -0 -r -n 2 -P "$jobs" sh -c '
  clang-tidy-14 -quiet -p "$1" "$3" 2>/dev/null && : >"$2/$4" && exit 0
  echo "clang-tidy: $3" >&2
  exit 1
' tidy "$build" "$stamps" <"$stamps/todo"
