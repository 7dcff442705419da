#!/usr/bin/env bash
# A module's folder must be there, in the tree: one message each, before
# anything is built.
. "$(dirname "$0")/lib.sh"

change heed.json '"folder": "alpha"' '"folder": "alhpa"'
expect 2 list
says "/modules/0/folder"
says "there is no folder alhpa"

change heed.json '"folder": "alhpa"' '"folder": "../elsewhere"'
expect 2 list
says "/modules/0/folder"
says "outside"
