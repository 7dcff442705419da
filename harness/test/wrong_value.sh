#!/usr/bin/env bash
# A default that is not among the values is refused.
. "$(dirname "$0")/lib.sh"

change heed.json '"values": ["0", "1"], "default": "0"' \
  '"values": ["0", "1"], "default": "maybe"'
expect 2 list
says maybe
says notests
