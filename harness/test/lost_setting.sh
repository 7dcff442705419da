#!/usr/bin/env bash
# A value that the build forces back is a lost setting.
. "$(dirname "$0")/lib.sh"

change CMakeLists.txt 'heed_settings(' \
  $'set(DISABLE_TESTS OFF CACHE STRING "" FORCE)\nheed_settings('
expect 3 run --strategy full --yes 'DISABLE_TESTS=ON & notests=0 &
  alpha.DISABLE_TESTS=inherit & alpha.notests=unset'
report '"lost-setting" in kinds'
says DISABLE_TESTS
