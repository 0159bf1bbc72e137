#!/bin/bash
# SPDX-License-Identifier: ISC
# pins.sh - the live link over a pseudo-terminal: names from a debug file; how often `top` draws; a console on the same
# pins.
set -u
D=${BUILD:-build}/tests/link_pins
. tests/link/lib.sh
long=$B/firmware/lua.elf

# ---- names of a stripped ELF from its debug file
riscv64-unknown-elf-strip -o "$D/stripped.elf" "$long" || die "strip"
machine names --wait --core picorv32 "$long"
"$T" attach --scale 1024 "$port" "$long" >/dev/null || die "attach before names"
sleep 1
"$T" top --once --top 3 --scale 1024 --debug-file "$long" "$port" "$D/stripped.elf" | sed '1,/percent/d' | grep -qE '  [a-zA-Z_]+$' || die "top knows no names by --debug-file"
refused "give OLD=NEW" "$T" attach --source-prefix x "$port" "$long"
kill "$sim"

# ---- 764 counters at 1 Mbaud: top refreshes a screen within 100 ms of the machine's 12 MHz; the host may be slow at
# times
machine refresh --core vexriscv "$long"
keys='sleep 20; printf q'
(eval "$keys") | script -qec "stty rows 40 cols 100; $T top --interval 10 --scale 512 $port $long" "$D/screen" >/dev/null || die "top"
grep -ao 'TICKS [0-9,]*' "$D/screen" | tr -d , | awk '$2 > last && last { d = $2 - last; if (!least || d < least) least = d; n++ } { last = $2 }
	END { printf "ok: %d screens of top, from one to the next %.1f ms at least\n", n, least / 12000; exit !(n >= 3 && least <= 1200000) }' ||
	die "a refresh takes longer than 100 ms"
[ "$(grep -ao '([0-9]* functions)' "$D/screen" | tail -n 1 | tr -dc 0-9)" -ge 20 ] || die "fewer than 20 functions"
kill "$sim"

# ---- a console on the same pins: its output arrives whole, beside a profile that satisfies the invariant
"$T" run --core picorv32 --period 65536 "$long" 2>/dev/null | sed '/ on picorv32: /,$d' >"$D/console.want"
grep -q '[a-z]' "$D/console.want" || die "the firmware prints nothing"
machine shared --wait --shared --core picorv32 "$long"
"$T" attach --shared --console "$D/console" --scale 1024 --watch 3600 "$port" "$long" >"$D/watch.out" 2>"$D/watch.err" &
client=$!
children+=("$client")
until_says "$D/shared.err" 'has ended' "$client" 300
sleep 2
kill "$client"
wait "$client" || die "attach on shared pins"
tr -d '\r' <"$D/console" | cmp - <(tr -d '\r' <"$D/console.want") || die "the console is not what the firmware prints"
[ "$(grep -c ' = hits ' "$D/watch.out")" -ge 2 ] || die "nothing was counted meanwhile"
"$T" record --shared --scale 1024 -o "$D/shared.tally" "$port" "$long" >/dev/null 2>&1 || die "record on shared pins"
"$T" report "$D/shared.tally" >"$D/shared.report"
grep -q '^TICKS.*: holds' "$D/shared.report" && ! grep -q 'sum of bins' "$D/shared.report" || die "the bins do not add up"
refused "does it share the console's" "$T" bus "$port" 0xf4000000
refused "needs --shared" "$T" attach --console x "$port" "$long"
say "shared pins: $(grep -c . "$D/console") lines of the console, $(tail -n 1 "$D/watch.out")"
kill "$sim"
# a terminal alone: shows the console, and nothing else
machine terminal --shared --core picorv32 "$long"
cat "$port" >"$D/plain" &
reader=$!
children+=("$reader")
until_says "$D/terminal.err" 'has ended' "$sim" 300
sleep 1
kill "$reader"
tr -d '\r' <"$D/plain" | cmp - <(tr -d '\r' <"$D/console.want") || die "a plain terminal does not show the console"
say "a plain terminal shows the console"
kill "$sim"
