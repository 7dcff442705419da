#!/usr/bin/env bash
# A new module is its folder, one line and its name; both overrides appear.
. "$(dirname "$0")/lib.sh"

cp -r "$toy/alpha" "$toy/beta"
for file in alpha.cc alpha_selftest.cc; do
  mv "$toy/beta/$file" "$toy/beta/${file/alpha/beta}"
done
sed -i 's/alpha/beta/g' "$toy"/beta/*
change CMakeLists.txt 'add_subdirectory(alpha)' \
  $'add_subdirectory(alpha)\nadd_subdirectory(beta)'
change heed.json '"folder": "alpha" }' \
  $'"folder": "alpha" },\n    { "name": "beta", "folder": "beta" }'

expect 0 list --settings
says beta.DISABLE_TESTS
says beta.notests
expect 0 run -m beta --strategy full --yes \
  'DISABLE_TESTS=OFF & beta.DISABLE_TESTS=inherit'
report 'r["counts"]["run"] == 6'
