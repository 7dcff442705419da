#!/usr/bin/env bash
# Two modules or two settings of one name are refused.
. "$(dirname "$0")/lib.sh"

change heed.json '"folder": "alpha" }' \
  $'"folder": "alpha" },\n    { "name": "alpha", "folder": "alpha" }'
expect 2 list
says alpha

rm -rf "$toy" && copy_toy "$toy"
change heed.json '"name": "notests"' '"name": "DISABLE_TESTS"'
expect 2 list
says DISABLE_TESTS
