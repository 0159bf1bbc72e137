#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/kernel.elf firmware/user/bin/work tally
# gmon.sh - BSD-6 and CB-11 on the simulated machine. A process linked with gcrt0 leaves gmon.out,
# and its child its own. Both leave the machine as frames, and the unmodified gprof reads them.
# prof, inside the machine, prints the same. sprof adds up. Uses TALLY and BUILD; prints one line
# per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=${TALLY:-build/tally} BUILD=${BUILD:-build}
dir=$BUILD/tests/kernel-gmon
many=200	# samples of a long-running function
rm -rf "$dir" && mkdir -p "$dir" || exit 1

said() { grep -aqE -- "$1" "$dir/out"; }

"$TALLY" run --no-profile --core vexriscv-linux --files "$dir" "$BUILD/firmware/kernel.elf" \
	>"$dir/raw" 2>"$dir/err" <<END
prof -p 1009 -n 0 work -f
send gmon.out
prof hello
prof -p 0 work
sprof -p 1009 -n 0 work
send unix no-such-file
sprof -p 0 1
sprof 1x
halt
END
code=$?
tr -d '\r' <"$dir/raw" >"$dir/out"
ok "the machine ends well" test $code -eq 0
ok "work's own output" said '^3432 primes below 32000$'
ok "gmon.out arrives" grep -q 'note: received .*/gmon.out, ' "$dir/err"
ok "the kernel's file arrives whole" cmp -s "$dir/unix" "$BUILD/firmware/user/unix"
ok "send: a file that is not there" said '^send: no-such-file: '
ok "prof: a program without gcrt0" said '^prof: hello left no gmon.out'
ok "prof: a period out of range" said '^prof: period 0 is out of range'
ok "sprof: a period out of range" said '^sprof: period 0 is out of range'

elf=$BUILD/firmware/user/bin/work
ok "gprof reads it" riscv64-unknown-elf-gprof -b -p "$elf" "$dir/gmon.out" >"$dir/flat"
cat "$dir/flat"
ok "counts are samples" grep -q 'Each sample counts as 1 samples' "$dir/flat"
ok "sieve was called once" test "$(awk '$NF == "sieve" { print $4 }' "$dir/flat")" = 1
# Names to addresses: several names may share one.
addresses() {
	awk 'NR == FNR { at[$3] = $1; next } { print at[$1], $2 }' \
		<(riscv64-unknown-elf-nm "$elf") - | sort
}
# prof's table of gmon.out: function and count as in gprof (which omits _mcount)
sed -n '/^gmon.out: /,/^gmon.out\.[0-9]*: /p' "$dir/out" |
	awk '$1 ~ /%$/ && $3 != "_mcount" { print $3, $2 }' | addresses >"$dir/by-prof"
awk '$1 ~ /^[0-9.]+$/ && $3 > 0 { print $NF, int($3) }' "$dir/flat" | addresses >"$dir/by-gprof"
ok "prof says what gprof says" diff "$dir/by-prof" "$dir/by-gprof"
ok "children have their own" \
	test "$(grep -acE '^gmon.out\.[0-9]+: [1-9][0-9]* samples of work$' "$dir/out")" = 2
child() { # child N FUNCTION: the N-th child's count of it
	awk -v n="$1" -v f="$2" '
		/^gmon.out\.[0-9]+: / { k++ }
		k == n && $3 == f { print $2; exit }' "$dir/out"
}
ok "the first child sorted" test "$(child 1 partition)" -gt $many
ok "... and has no checksum" test -z "$(child 1 checksum)"
ok "the second computed the checksum" test "$(child 2 checksum)" -gt $many
ok "... and did not sort" test -z "$(child 2 partition)"

# sprof: the routines add up to the system's count
sed -n '/^a count every /,$ { p; /^\$/q }' "$dir/out" >"$dir/sprof"
cat "$dir/sprof"
system=$(awk '/system, of which:/ { print $2 }' "$dir/sprof")
sum=$(awk 'seen && $1 ~ /%$/ { n += $2 }
	/system, of which:/ { seen = 1 }
	END { print n + 0 }' "$dir/sprof")
ok "sprof: routines, $sum, add up to the system's $system" \
	test "$system" -gt $((many / 2)) -a "$sum" = "$system"
ok "... user time is seen" test "$(awk '$3 == "user" { print $2 }' "$dir/sprof")" -gt $((5 * many))
ok "... and the copies of fork and exec" grep -q ' mem\(cpy\|set\)$' "$dir/sprof"
ok "... and code that runs with interrupts off" \
	grep -qE ' (trap_entry|timer_interrupt|trap_user)$' "$dir/sprof"
exit $failed
