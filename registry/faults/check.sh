#!/bin/sh
# Checks the seeded faults of a module: each patch applies cleanly to this tree
# and names the findings that it must cause.
#   check.sh ROOT FOLDER    ROOT is the top of the tree, FOLDER has the patches
set -u
root=$1
folder=$2
failed=0
count=0

complain() {
  echo "$1: $2" >&2
  failed=1
}

cd "$root" || exit 2
# ROOT may be a copy below another repository: git must not look there, since
# it silently passes over what lies outside of it.
GIT_CEILING_DIRECTORIES=$(dirname "$(pwd -P)")
export GIT_CEILING_DIRECTORIES
for patch in "$folder"/*.patch; do
  [ -f "$patch" ] || continue
  count=$((count + 1))
  git apply --check "$patch" || complain "$patch" "does not apply"

  lead=$(sed '/^diff --git /,$d' "$patch")
  # A description, then blocks of known keys, each with finding and module.
  echo "$lead" | awk '
    NR == 1 { if ($0 == "" || $0 ~ /^[a-z]+: /) bad("no description"); next }
    /^finding: / { if (open && !module) bad("finding without module")
                   open = 1; module = 0; findings++; next }
    /^module: / && open { module = 1; next }
    /^(setting|rung|context|preset|also): ./ && open { next }
    /^$/ { next }
    { bad("cannot read: " $0) }
    function bad(why) { print why; wrong = 1 }
    END { if (!findings) bad("no finding")
          else if (!module) bad("finding without module")
          exit wrong }' || complain "$patch" "leading text is malformed"
done
[ "$count" -gt 0 ] || complain "$folder" "no patches"
echo "$count patches"
exit "$failed"
