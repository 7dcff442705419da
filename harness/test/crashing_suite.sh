#!/usr/bin/env bash
# A crash is a finding with its signal.
. "$(dirname "$0")/lib.sh"

add_suite crash
expect 1 run default
report 'kinds == ["crash"]'
says alpha.crash
