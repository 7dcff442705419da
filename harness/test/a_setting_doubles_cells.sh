#!/usr/bin/env bash
# A new setting is one entry in heed.json; the product doubles.
. "$(dirname "$0")/lib.sh"

expect 0 run default
report 'int(r["counts"]["product"]) == 36'
change heed.json '"settings": [' '"settings": [
    { "name": "depth", "stage": "boot", "values": ["fast", "full"],
      "default": "fast", "apply": { "boot": "toy.depth={value}" } },'
expect 0 run default
report 'int(r["counts"]["product"]) == 72'
