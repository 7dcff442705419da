#!/usr/bin/env bash
# Checks the shape of the tracked files: C++ by clang-format 14, shell scripts
# by shellcheck, Python by its compiler, white space by .editorconfig's rules.
#
#   check_format.sh [ROOT]
set -uo pipefail
cd "${1:-$(dirname "$0")/..}" || exit 2
failed=0

say() {
  echo "$1" >&2
  failed=1
}

# tracked PATTERN…: files that exist, one a line.
tracked() {
  git ls-files -- "$@" | while IFS= read -r file; do
    [[ -f $file ]] && printf '%s\n' "$file"
  done
}

# scripts INTERPRETER: tracked files whose first line names it.
scripts() {
  tracked | while IFS= read -r file; do
    case $file in *.cc | *.h | *.json | *.md | *.rsp | *.patch) continue ;; esac
    head -n 1 "$file" | tr -d '\0' | grep -q "^#!.*$1" && printf '%s\n' "$file"
  done
}

mapfile -t sources < <(tracked '*.cc' '*.h' ':!*/testdata/*')
((${#sources[@]})) || say "no C++ file is tracked"
clang-format-14 --dry-run -Werror "${sources[@]}" ||
  say "mend it with: clang-format-14 -i FILE"

mapfile -t shell < <(scripts '\(ba\)\?sh$')
((${#shell[@]} == 0)) || shellcheck -x -P SCRIPTDIR "${shell[@]}" ||
  say "shellcheck found something"

mapfile -t python < <(tracked '*.py' && scripts 'python3$')
((${#python[@]} == 0)) || python3 - "${python[@]}" <<'SCRIPT' ||
import sys
for name in sys.argv[1:]:
    try:
        compile(open(name).read(), name, "exec")
    except SyntaxError as error:
        sys.exit(f"{name}:{error.lineno}: {error.msg}")
SCRIPT
  say "a Python file does not compile"

spaces=$(git grep -nI '[[:blank:]]$' -- ':!*.patch' ':!*.rsp' ':!*.golden' \
  ':!*/testdata/*')
[[ -z $spaces ]] || say "white space at the end of a line: $spaces"
exit "$failed"
