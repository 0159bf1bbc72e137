#!/bin/bash
# SPDX-License-Identifier: ISC
# run.sh SUITES [NAMES] - runs tests of tests/tests.list: those of SUITES (quick, or quick,long), or
# those of any suite whose names match one of the shell patterns NAMES. make builds what they need;
# then they run, JOBS at a time, first those that took longest in the last run.
#
# A test is a command, run from the top folder; exit code 0 passes. It may use the variables below.
# Its output goes to $BUILD/tests/NAME.log. When it fails, the end of the log is shown, and earlier
# lines that report failures. The last line is "N passed, N failed"; exit 1 on any failure. A line
# with @ is a test for each core of sim/cores.list: @ is the core's name, @isa its instruction set;
# of an adapter's cores it is quick for the first only.
#
# Environment: BUILD, PY, TALLY, JOBS; TEST_TIMEOUT, seconds (1800). Of a test also ROW, its name.
set -uf
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL	# of the make that called this
export WERROR=-Werror	# what is compiled for tests warns of nothing
export FIRMWARE=$BUILD/firmware OUT=$BUILD/tests RIG=$BUILD/tests/rig BIN=$BUILD/tests/bin
export KERNEL=$BUILD/firmware/kernel.elf
# QEMU's time advances with its instructions (64 ns each), not with the host: a
# busy host changes no result.
export QEMU="qemu-system-riscv32 -M virt -bios none -nographic -icount shift=6,sleep=off"
# the kernel on QEMU, on the simulated machine, and under the testbench that sees its console
export ON_QEMU="$QEMU -kernel $KERNEL"
export ON_TALLY="$TALLY run --no-profile --core vexriscv-linux $KERNEL"
export ON_CONSOLE="$RIG/console vexriscv-linux $KERNEL"
logs=$BUILD/tests
state=$BUILD/tests/state		# NAME.running, NAME.ok, NAME.seconds
limit=${TEST_TIMEOUT:-1800}

# tests.list with a row for each core in place of those with @, but for cores
# that have a row of that name
tests() {
	{ sim/setup/rows.sh sim/cores.list; echo tests; sim/setup/rows.sh tests/tests.list; } |
		awk '!listed && $1 == "tests" { listed = 1; next }
		!listed {
			sub("_zalrsc", "", $2)
			isa[$1] = $2
			again[$1] = adapters[$7]++
			core[++cores] = $1
			pairs[$1] = $8 == "pairs"
			next
		}
		{ row[++rows] = $0; named[$1] = 1 }
		END {
			for (r = 1; r <= rows; r++) {
				if (row[r] !~ /@/) {
					print row[r]
					continue
				}
				for (i = 1; i <= cores; i++) {
					if (pairs[core[i]] && row[r] ~ /^data-/)
						continue	# its tap shows none
					line = row[r]
					gsub("@isa", isa[core[i]], line)
					gsub("@", core[i], line)
					if (again[core[i]])
						sub(" quick ", " long ", line)
					split(line, column)
					if (!(column[1] in named))
						print line
				}
			}
		}'
}

one() { # NAME
	local name=$1 code=1 why= begin=$SECONDS command tools
	command=$(tests | awk -v name="$name" '$1 == name { $1 = $2 = ""; print }')
	tools=$(awk -v name="$name" '$2 == name' "$state/chosen" | tr ' ' '\n' |
		grep "^$BUILD/venv/")
	: >"$state/$name.running"
	# shellcheck disable=SC2086
	if [ -z "$tools" ] ||
		flock "$state" make --no-print-directory $tools >"$logs/$name.log" 2>&1; then
		begin=$SECONDS
		ROW=$name timeout -k 10 "$limit" bash -o pipefail -c "$command" </dev/null \
			>"$logs/$name.log" 2>&1
		code=$?
	fi
	rm -f "$state/$name.running"
	if [ "$code" -eq 0 ]; then
		echo $((SECONDS - begin)) >"$state/$name.seconds"
		: >"$state/$name.ok"
		echo "ok $name ($((SECONDS - begin)) s)"
		return
	fi
	[ "$code" -ne 124 ] || why=", stopped after $limit s"
	echo "not ok $name (exit $code$why, $((SECONDS - begin)) s); the end of $logs/$name.log:
$(head -n -20 "$logs/$name.log" | grep -anE '^not ok|FAIL|[Ee]rror' |
	head -n 10 | sed 's/^/    line /')
$(tail -n 20 "$logs/$name.log" | sed 's/^/    /')"
}

# What a script's lines "# needs: FILE..." say, below $BUILD; $1 is the script's first argument
said() { # SCRIPT ARGUMENT...
	local script=$1 line
	shift
	while read -r line; do
		eval "printf ' $BUILD/%s' $line"
	done < <(sed -n '1,20s/^# needs: //p' "$script")
}

# Lines "seconds name needs": the tests chosen. A test needs the files of $BUILD that its command
# names (a folder ends with /), and what its script says.
chosen() { # SUITES PATTERN...
	local suites=$1 name suite needs command pattern word words i seconds
	shift
	while read -r name suite command; do
		if [ $# -eq 0 ]; then
			[[ ,$suites, == *,$suite,* ]] || continue
		else
			for pattern; do
				# shellcheck disable=SC2053
				[[ $name == $pattern ]] && break
			done
			# shellcheck disable=SC2053
			[[ $name == $pattern ]] || continue
		fi
		seconds=0
		[ ! -e "$state/$name.seconds" ] || read -r seconds <"$state/$name.seconds"
		needs=
		# shellcheck disable=SC2206
		words=($command)
		for i in "${!words[@]}"; do
			word=${words[i]}
			# shellcheck disable=SC2016
			case $word in
			*.sh | *.py) [ ! -e "$word" ] || needs+=$(said "$word" "${words[@]:i+1}") ;;
			'$TALLY') needs+=" $TALLY" ;;
			'$YOSYS') needs+=" $BUILD/venv/yosys.stamp" ;;
			'$KERNEL' | '$ON_QEMU') needs+=" $KERNEL" ;;
			'$ON_TALLY') needs+=" $KERNEL $TALLY" ;;
			'$ON_CONSOLE') needs+=" $KERNEL $RIG/console" ;;
			'$'[A-Z]*/*[!/]) needs+=" $(eval echo "$word")" ;;
			esac
		done
		echo "$seconds $name$needs"
	done < <(tests) | sort -s -k 1,1nr
}

# Every 15 s one line about the running tests.
progress() {
	local now file began
	while sleep 15; do
		now=
		set +f
		for file in "$state"/*.running; do
			# it may just have ended
			began=$(stat -c %Y "$file" 2>/dev/null) || continue
			now+="${now:+, }$(basename "$file" .running) $(($(date +%s) - began)) s"
		done
		[ -z "$now" ] || echo "... $now"
	done
}

if [ "$1" = one ]; then
	one "$2"
	exit 0
fi
mkdir -p "$state"
# An interrupted `make test-all` goes on in the same tree: what passed then is not run again.
tree=$(git rev-parse HEAD 2>/dev/null; git diff HEAD 2>/dev/null | sha1sum)
all=; [ "$1${2:-}" != quick,long ] || all=yes
kept=; [ -z "$all" ] || [ "$(cat "$state/tree" 2>/dev/null)" != "$tree" ] || kept=yes
# shellcheck disable=SC2086
find "$state" -type f ! -name '*.seconds' ${kept:+! -name '*.ok'} -delete
[ -z "$all" ] || echo "$tree" >"$state/tree"
# shellcheck disable=SC2086
chosen "$1" ${2:-} >"$state/chosen"
twice=$(tests | awk '{ print $1 }' | sort | uniq -d)
[ -z "$twice" ] || {
	echo "not ok $twice: two tests of tests/tests.list have this name"
	echo "0 passed, 1 failed"
	exit 1
}
none=
# shellcheck disable=SC2086
for pattern in ${2:-}; do [ -n "$(chosen "$1" "$pattern")" ] || none+=" $pattern"; done
[ -z "$none" ] || {
	echo "no test was run: nothing in tests/tests.list is named$none"
	echo "0 passed, 1 failed"
	exit 1
}

# -k: a missing file of one test stops no other. A file of an earlier run may be there and old. No
# test waits for what another needs in venv/: the first that needs it has it installed.
needs=$(cut -d ' ' -f 3- "$state/chosen" | tr ' ' '\n' | grep -v "^$BUILD/venv/" | sort -u)
: >"$state/make"
# shellcheck disable=SC2086
[ -z "${needs// /}" ] ||
	{ LC_MESSAGES=C make --no-print-directory -k -j"$JOBS" $needs 2>&1 >&3 |
		tee "$state/make" >&2; } 3>&1
built() { [ -e "$1" ] && ! grep -qF "Target '$1' not remade" "$state/make"; }
ready=$state/ready
while read -r _ name needs; do
	missing=
	for file in $needs; do
		[[ $file == $BUILD/venv/* ]] || built "$file" || missing+=" $file"
	done
	[ -z "$missing" ] && echo "$name" ||
		echo "not ok $name: what it needs could not be built:$missing" >&2
done <"$state/chosen" >"$ready"

if [ -n "$all" ]; then
	while read -r name; do
		[ -e "$state/$name.ok" ] && echo "ok $name (of the run before)" >&2 || echo "$name"
	done <"$ready" >"$ready.left"
	mv "$ready.left" "$ready"
	awk -v jobs="$JOBS" 'NR == FNR { left[$1]; next }
		$2 in left { rows++; seconds += $1; new += $1 == 0 }
		END { printf "%d rows, about %d minutes", rows, seconds / jobs / 60 + 1
			print new ? ", and those of which no time is known: " new : "" }' \
		"$ready" "$state/chosen"
fi
progress &
ticker=$!
trap 'kill $ticker 2>/dev/null' EXIT
trap 'echo interrupted; exit 130' INT TERM
xargs -a "$ready" -r -n 1 -P "$JOBS" "$0" one
kill $ticker 2>/dev/null
failed=0
while read -r _ name _; do
	[ -e "$state/$name.ok" ] || failed=$((failed + 1))
done <"$state/chosen"
took() { # the rows chosen, "seconds name", the longest first
	while read -r _ name _; do
		[ ! -e "$state/$name.ok" ] || echo "$(<"$state/$name.seconds") $name"
	done <"$state/chosen" | sort -rn
}
took | awk '{ sum += $1 } NR <= 5 { longest = longest (NR > 1 ? ", " : "") $2 " " $1 " s" }
	END { if (NR > 1) print "rows: " sum " s in all; the longest: " longest }'
if [ -n "$all" ]; then
	rm -f "$state/tree"
	slow=$(took | awk -v quick="$(tests | awk '$2 == "quick" { printf " %s ", $1 }')" \
		'$1 > 60 && index(quick, " " $2 " ") { printf " %s (%d s)", $2, $1 }')
	[ -z "$slow" ] || echo "not ok: quick rows of more than 60 s:$slow"
	[ -z "$slow" ] || failed=$((failed + 1))
fi
echo "$(($(wc -l <"$state/chosen") - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
