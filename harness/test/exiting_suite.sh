#!/usr/bin/env bash
# A program that calls exit(0) in a test has not passed: it is a crash.
. "$(dirname "$0")/lib.sh"

add_suite exit
expect 1 run default
report 'kinds == ["crash"]'
says alpha.exit
says "exit called before its tests ended"
