#!/usr/bin/env bash
# A misspelt key is named, with the place where it stands.
. "$(dirname "$0")/lib.sh"

change heed.json '"expectations"' '"expectation"'
expect 2 list
says heed.json
says expectation
