#!/usr/bin/env bash
# Rules that leave no cell are a mistake in the project file, and are named.
. "$(dirname "$0")/lib.sh"

change heed.json '"exclude": []' \
  '"exclude": [{"id": "never", "when": "true", "why": "a mistake"}]'
expect 2 run
says never
says "leaves no cell"
