#!/bin/sh
# SPDX-License-Identifier: ISC
# demo_link.sh TALLY CORE ELF - a session with a simulated board: top, record, report; what
# sw/LIVE.md shows.
set -eu
tally=$1 core=$2 elf=$3
dir=$(mktemp -d)
trap 'kill "$sim" 2>/dev/null; rm -rf "$dir"' EXIT

echo "\$ tally run --pty --core $core $(basename "$elf") &"
"$tally" run --pty --core "$core" "$elf" >"$dir/out" 2>"$dir/err" </dev/null &
sim=$!
port=
while [ -z "$port" ]; do
	kill -0 "$sim" || { cat "$dir/err" >&2; exit 1; }
	sleep 0.1
	port=$(sed -n 's/^\(.*\): the serial line of .*/\1/p' "$dir/out")
done
sed -n "s,$elf,$(basename "$elf"),; 1,2p" "$dir/out"
show() {
	echo "\$ tally $* $port $(basename "$elf")"
	"$tally" "$@" "$port" "$elf"
}
show top --once --top 4
show record -o "$dir/lua.tally" 2>&1 | sed "s,$dir/,,"
echo "\$ tally report --top 3 lua.tally"
"$tally" report --top 3 "$dir/lua.tally" "$elf" | sed -E -e "s,$dir/,," -e '/^TICKS/q' \
	-e "s,$elf,$(basename "$elf"),g" -e 's,  [^ ]*/([^/ ]+:[0-9]+)$,  \1,'
