#!/usr/bin/env bash
# On a full disk nothing is reported as passed.
. "$(dirname "$0")/lib.sh"

mkdir "$work/small"
if ((EUID)) || ! mount -t tmpfs -o size=256k none "$work/small"; then
  echo "SKIP: a small file system cannot be mounted here"
  exit 77
fi
trap 'umount "$work/small"; rm -rf "$work"' EXIT
expect 6 run default --out "$work/small/out"
