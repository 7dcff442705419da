#!/bin/sh
# Checks that a module's library has its self-tests and vectors, as symbols and
# as bytes, exactly where they are compiled; likewise its deep part.
#   check_absent.sh MODULE=SELFTESTS,DEEP,FILE…    the first two are ON or OFF,
#                                                  FILE is what it is built as
set -u
failed=0

# Eight bytes of a known answer.
marker_of() {
  case $1 in
    sha1_*) echo 'da39a3ee5e6b4b0d' ;;
    sha256_*) echo 'e3b0c44298fc1c14' ;;
    sha512_*) echo 'cf83e1357eefb8bd' ;;
    sha3_*) echo 'a7ffc6f8bf1ed766' ;;
    aes_*) echo '7888beae6e7a4263' ;;
    hmac) echo 'b0344c61d8db3853' ;;
    cmac) echo 'bb1d6929e9593728' ;;
    ctr) echo 'e4095d4fb7a7b379' ;;
    cbc) echo '0f61c4d44c5147c0' ;;
    gcm) echo '250327c674aaf477' ;;
    *) echo "$1: no known answer to look for" >&2; exit 2 ;;
  esac
}

# expect ON|OFF WHAT COMMAND…: the command succeeds where it is ON.
expect() {
  wanted=$1
  what=$2
  shift 2
  found=OFF
  "$@" && found=ON
  [ "$found" = "$wanted" ] && return
  echo "$what: $found, but $wanted is compiled" >&2
  failed=1
}

# shellcheck disable=SC2317  # called through expect
has_symbol() { nm -C "$1" 2>/dev/null | grep -q "$2"; }
# shellcheck disable=SC2317
has_bytes() {
  LC_ALL=C grep -qaP "$(echo "$2" | sed 's/../\\x&/g')" "$1"
}

[ $# -gt 0 ] || { echo "no modules" >&2; exit 2; }
for module in "$@"; do
  name=${module%%=*}
  values=${module#*=}
  selftests=${values%%,*}
  deep=${values#*,}
  library=${deep#*,}
  deep=${deep%%,*}
  [ "$selftests" = ON ] || deep=OFF
  [ -f "$library" ] || { echo "$library: missing" >&2; exit 2; }
  marker=$(marker_of "$name") || exit 2
  expect "$selftests" "$name: symbols of its self-test" \
    has_symbol "$library" "crypto::.*_selftest(crypto::Context"
  expect "$selftests" "$name: bytes of its vectors" \
    has_bytes "$library" "$marker"
  expect "$deep" "$name: its deep part" \
    has_symbol "$library" '[UTt] crypto::deep_test_'
done
exit "$failed"
