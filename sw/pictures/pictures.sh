#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally firmware/dhrystone.elf firmware/fir.elf firmware/fir-mended.elf firmware/lua.elf
# pictures.sh [check] - what pages show of fir.c, Dhrystone and Lua on VexRiscv, all of one build:
# text between comments, pictures, a live session. With "check" it writes nothing and compares the
# text, which has the cycles that a picture shows; a live session has the host's times.
set -euo pipefail
top=$PWD tally=$(realpath "$TALLY") elf=$(realpath "$BUILD")/firmware
pages=(README.md sw/README.md sw/RUN.md sw/LIVE.md)
written=(12.2.0 '"1.8"')	# Debian 12's compiler and C library; others make other programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "$0:$LINENO: failed" >&2' ERR

cross=${CROSS:-riscv64-unknown-elf-}gcc
found=("$("$cross" -dumpfullversion)" "$(echo __PICOLIBC_VERSION__ |
	"$cross" --specs=picolibc.specs -include picolibc.h -E -P - | tail -n 1)")
if [ "${written[*]}" != "${found[*]}" ]; then
	echo "pictures: the pages show programs of gcc, picolibc ${written[*]}; those of" \
		"${found[*]} take other cycles: nothing compared or written" >&2
	[ "${1:-}" = check ]
	exit
fi

ran() { # NAME ELF OPTION...
	"$tally" run --core vexriscv -o "$1.tally" "${@:3}" "$elf/$2.elf" </dev/null \
		>"$1.out" 2>&1 || { tail -n 5 "$1.out" >&2; exit 1; }
}
shown() { # COMMAND...: of tally; files without folders, source lines not indented
	"$tally" "$@" | sed -E -e 's,/[^ ]*/([^/ ]+:[0-9]+),\1,' \
		-e 's/^( +[^ ]+\.c:[0-9]+) +/\1  /'
}
cycles() { # FILE of html or svg: as it shows them
	sed -n -E -e 's/.*"ticks":([0-9]+).*/\1/p' -e 's,.*>([0-9,]+) cycles\. .*,\1,p' "$1" |
		sed -E -e ':a' -e 's/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta' -e q
}
height() { # FILE of svg
	sed -n '1s/.* height="\([0-9]*\)".*/\1/p' "$1"
}

session() {
	echo '$ tally run --core vexriscv -o before.tally fir.elf &&' \
		'tally annotate fir before.tally'
	shown annotate fir before.tally | grep -E '^[0-9]+ cycles|^ +share'
	shown annotate fir before.tally | grep -B 1 --no-group-separator -E '  (mul|rem) '
	echo '$ tally advise before.tally'
	shown advise before.tally | grep -m 1 -A 2 ' divide '
	echo '$ tally run --core vexriscv -o after.tally fir-mended.elf &&' \
		'tally diff before.tally after.tally'
	shown diff before.tally after.tally | grep -E ' function$|  fir  |TICKS:|^why'
}
calling() {
	"$tally" report --top 0 lua.tally | awk '
		{ own[$5] = $1; with[$5] = $4 " (" $1 ")" }
		END {
			print "`luaV_execute` alone takes " own["luaV_execute"] " of this Lua " \
				"program. Inclusive (own in brackets): `table.sort` " with["sort"] \
				", `string.format` " with["str_format"] ", the parser " \
				with["luaY_parser"] "."
		}' | fold -s -w 118
	echo
	echo "![tally export svg: a flame graph of Lua, $(cycles lua.svg)" \
		"cycles](sw/pictures/flame.png)"
}
why() {
	echo '$ tally report --why --top 3 dhry.tally'
	shown report --why --top 3 dhry.tally |
		sed -n -E -e 's/ +[^ ]+:[0-9]+$//' -e '/^ *percent/,+3p'
	echo ...
	shown report dhry.tally | grep '^why'
}
objects() {
	echo '$ tally report --by object --top 4 dhry.tally'
	shown report --by object --top 4 dhry.tally | sed -n '/^ *percent/,/^ *100\.00%/p'
}
loops() {
	echo '$ tally report --by loop --top 4 --width 118 lua.tally'
	shown report --by loop --top 4 --width 118 lua.tally |
		sed -n '/^ *percent/,/^ .* in .* loops/p'
}
calls() {
	local which='^(sort|sort_comp|luaY_parser|str_format)$'
	echo "\$ tally report --sort inclusive --match '$which' lua.tally"
	shown report --sort inclusive --match "$which" lua.tally |
		sed -n -E -e 's/ +[^ ]+:[0-9]+$//' -e '/^ *percent/,+4p'
}
page() {
	echo "![The HTML page of Dhrystone, $(cycles dhry.html) cycles](pictures/page.png)"
}
latency() {
	echo '$ tally run --core vexriscv --latency malloc:malloc lua.elf'
	echo ...
	sed -n -E -e 's/(its end: [^,]*,).*/\1 .../; s, [^ ]*/lua.elf`, lua.elf`,' \
		-e '/^latency /,/profiles it alone/p' lua.out
}
unit_calls() {
	echo "![Lua by the unit's tree, $(cycles unit.svg) cycles](pictures/flame_unit.png)"
	echo
	echo "![Lua by the exact tree, $(cycles lua.svg) cycles](pictures/flame.png)"
}

drawn() { # FILE PICTURE WIDTH HEIGHT: by chromium, without a network, in a light scheme; a palette
	# does for flat drawings
	echo "<body style='margin:0'><iframe src='$1' width=$3 height=$4 style='border:0'>" \
		>frame.html
	timeout 120 chromium --headless=new --no-sandbox --no-first-run --hide-scrollbars \
		--use-angle=swiftshader --enable-unsafe-swiftshader \
		--blink-settings=preferredColorScheme=1 --host-resolver-rules='MAP * ~NOTFOUND' \
		--user-data-dir="$work/chromium" --window-size="$3,$4" \
		--screenshot="$work/$2" "file://$work/frame.html" >chromium.log 2>&1
	[ -s "$2" ] || { cat chromium.log >&2; exit 1; }
	pngquant --force --speed 1 --nofs --strip --output "$2" 256 "$2"
}

cd "$work"
ran unit lua --calls=unit --no-cpi &
ran before fir
ran after fir-mended
ran dhry dhrystone --data
"$tally" export html -o dhry.html dhry.tally
ran lua lua --latency malloc:malloc
"$tally" export svg -o lua.svg lua.tally
wait $!
"$tally" export svg -o unit.svg unit.tally 2>unit.out

for file in "${pages[@]}"; do
	mkdir -p "$(dirname "$file")"
	cp "$top/$file" "$file"
done
put() { # PAGE NAME [table]
	"$2" | "$top/sw/pictures/between.sh" "$1" "${2//_/-}" "${@:3}"
}
put README.md session
put README.md calling table
put sw/README.md why
put sw/README.md objects
put sw/README.md loops
put sw/README.md calls
put sw/README.md page table
put sw/RUN.md latency
put sw/LIVE.md unit_calls table

if [ "${1:-}" = check ]; then
	for file in "${pages[@]}"; do
		diff -u --label "$file" --label "$file of this build" "$top/$file" "$file" ||
			failed="FAIL: make pictures writes the pages anew"
	done
	[ -z "${failed:-}" ] || { echo "$failed"; exit 1; }
	exit
fi
drawn lua.svg flame.png 1200 "$(height lua.svg)"
drawn unit.svg flame_unit.png 1200 "$(height unit.svg)"
drawn dhry.html page.png 1000 1000
"$top/sw/pictures/demo_link.sh" "$tally" vexriscv "$elf/lua.elf" >session.txt
"$top/sw/pictures/between.sh" sw/LIVE.md demo-link <session.txt
python3 -B "$top/sw/pictures/top_svg.py" "$tally" vexriscv "$elf/lua.elf" 6 >top.svg
cp ./*.png top.svg "$top/sw/pictures"
for file in "${pages[@]}"; do cp "$file" "$top/$file"; done
