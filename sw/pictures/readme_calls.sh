#!/bin/sh
# SPDX-License-Identifier: ISC
# readme_calls.sh TALLY LUA.ELF - the table in sw/README.md: what the call tree tells of Lua, and the flat profile
# does not.
set -eu
tally=$1 elf=$2
shown='^(sort|sort_comp|luaY_parser|str_format)$'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$tally" run --core vexriscv -o "$dir/lua.tally" "$elf" >/dev/null
echo "$ tally report --sort inclusive --match '$shown' lua.tally"
# where a package was unpacked is no reader's concern
"$tally" report --sort inclusive --match "$shown" "$dir/lua.tally" | sed -n '4,8 { s,  */.*,,; p; }'
