#!/bin/bash
# SPDX-License-Identifier: ISC
# pictures.sh TALLY DHRYSTONE.ELF HELLO.ELF LUA.ELF DIR - the pictures of the READMEs: a flame graph, pages in headless
# chromium, screens as text. Source is shown of hello.c only, which is ours.
set -euo pipefail
tally=$1 elf=$2 hello=$3 lua=$4 dir=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$tally" run -o "$work/dhry.tally" "$elf" >/dev/null
"$tally" export html -o "$work/dhry.html" "$work/dhry.tally" "$elf"
"$tally" run -o "$work/hello.tally" "$hello" >/dev/null
"$tally" export html -o "$work/hello.html" "$work/hello.tally" "$hello"
"$tally" run --core vexriscv -o "$work/lua.tally" "$lua" >/dev/null
"$tally" export svg -o "$dir/flame.svg" "$work/lua.tally" "$lua"
shot() { # NAME PAGE HEIGHT: a frame, for a window is not scrolled to a fragment
	echo "<body style='margin:0'><iframe src='$2' width=1000 height=$3 style='border:0'></iframe>" >"$work/frame.html"
	chromium --headless=new --no-sandbox --hide-scrollbars --use-angle=swiftshader --blink-settings=preferredColorScheme=1 \
		--host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$work/chromium" --window-size="1000,$3" \
		--screenshot="$work/$1.png" "file://$work/frame.html" >"$work/log" 2>&1
	[ "$(stat -c %s "$work/$1.png")" -lt 200000 ] || { echo "$1.png has more than 200,000 bytes" >&2; exit 1; }
	cp "$work/$1.png" "$dir/$1.png"
}
shot page dhry.html 760
hottest=$(awk '/id="functions"/ { on = 1 } on && match($0, /#s[0-9]+-[0-9]+/) { print substr($0, RSTART, RLENGTH); exit }' "$work/hello.html")
shot source "hello.html$hottest" 460

{
	printf '$ tally export csv dhry.tally | head -n 4\n'
	"$tally" export csv "$work/dhry.tally" "$elf" | sed "s,$PWD/,," | { head -n 4; cat >/dev/null; }
	printf '\n$ tally export folded dhry.tally | sort -k 2nr | head -n 4\n'
	"$tally" export folded "$work/dhry.tally" "$elf" | sort -t ' ' -k 2nr | { head -n 4; cat >/dev/null; }
	printf '\n$ tally export callgrind -o callgrind.out dhry.tally && callgrind_annotate --auto=no callgrind.out\n'
	"$tally" export callgrind -o "$work/callgrind.out" "$work/dhry.tally" "$elf"
	callgrind_annotate --auto=no "$work/callgrind.out" | grep -A 5 'file:function' | sed "s,$PWD/,,"
	printf '\n$ tally export pprof -o dhry.pb.gz dhry.tally && pprof -top -noinlines dhry.pb.gz\n'
	"$tally" export pprof -o "$work/dhry.pb.gz" "$work/dhry.tally" "$elf"
	PPROF_TMPDIR=$work "$(dirname "$tally")/readers/pprof" -top -noinlines -symbolize=none "$work/dhry.pb.gz" | sed -n '4,10p'
	printf '\n$ tally export perf -o perf.data dhry.tally && perf report -i perf.data --stdio -F overhead,period,sym\n'
	"$tally" export perf -o "$work/perf.data" "$work/dhry.tally" "$elf"
	HOME=$work perf report -i "$work/perf.data" --stdio -F overhead,period,sym 2>/dev/null | grep -A 6 Overhead
} >"$work/screens.txt"
sed -i 's/[[:space:]]*$//' "$work/screens.txt"
cp "$work/screens.txt" "$dir/screens.txt"
