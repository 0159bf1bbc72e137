#!/bin/bash
# SPDX-License-Identifier: ISC
# run.sh SUITES [NAMES] - runs tests of tests/tests.list: those of SUITES (quick, or quick,long), or those of any suite
# whose names match one of the shell patterns NAMES. make builds what each test needs, then starts it. The test that
# took longest in the last run starts first.
#
# A test is a command, run from the top folder; exit code 0 passes. It may use BUILD, PY, TALLY and QEMU from the
# environment. Its output goes to $BUILD/tests/NAME.log. When it fails, the end of the log is shown, and earlier lines
# that report failures. The last line is "N passed, N failed"; exit 1 on any failure.
#
# Environment: BUILD, PY, TALLY, JOBS, MAKE; TEST_TIMEOUT, seconds (1800).
set -uf
cd "$(dirname "$0")/.." || exit 1
export BUILD=${BUILD:-build} PY=${PY:-${BUILD:-build}/venv/bin/python3} TALLY=${TALLY:-${BUILD:-build}/tally}
# QEMU's time advances with its instructions (64 ns each), not with the host: a busy host changes no result.
export QEMU=${QEMU:-qemu-system-riscv32 -M virt -bios none -nographic -icount shift=6,sleep=off}
logs=$BUILD/tests
state=$BUILD/tests/state		# NAME.running, NAME.ok, NAME.failed, NAME.seconds
limit=${TEST_TIMEOUT:-1800}

# make calls this for each test.
one() { # NAME
	local name=$1 code why= begin=$SECONDS command
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES MAKE		# a test that calls make starts clean
	command=$(awk -v name="$name" '$1 == name { sub(/^[^ \t]+[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+/, ""); print }' tests/tests.list)
	: >"$state/$name.running"
	timeout -k 10 "$limit" bash -o pipefail -c "$command" </dev/null >"$logs/$name.log" 2>&1
	code=$?
	rm -f "$state/$name.running"
	if [ "$code" -eq 0 ]; then
		echo $((SECONDS - begin)) >"$state/$name.seconds"
		: >"$state/$name.ok"
		echo "ok $name ($((SECONDS - begin)) s)"
		return
	fi
	: >"$state/$name.failed"
	[ "$code" -ne 124 ] || why=", stopped after $limit s"
	echo "not ok $name (exit $code$why, $((SECONDS - begin)) s); the end of $logs/$name.log:
$(head -n -20 "$logs/$name.log" | grep -anE '^not ok|FAIL|[Ee]rror' | head -n 10 | sed 's/^/    line /')
$(tail -n 20 "$logs/$name.log" | sed 's/^/    /')"
}

# Names and needs of the chosen tests, the longest of the last run first. A test needs what its third column names below
# $BUILD (- nothing), and the files of $BUILD that its command names (a folder ends with /).
chosen() { # SUITES PATTERN...
	local suites=$1 name suite needs command pattern word seconds
	shift
	while read -r name suite needs command; do
		case $name in '' | '#'*) continue ;; esac
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
		[ "$needs" = - ] && needs= || needs=$(printf " $BUILD/%s" ${needs//,/ })
		for word in $command; do
			# shellcheck disable=SC2016
			case $word in
			'$TALLY') needs+=" $TALLY" ;;
			'$YOSYS') needs+=" $BUILD/venv/yosys.stamp" ;;
			'$BUILD/'*[!/]) needs+=" $BUILD/${word#\$BUILD/}" ;;
			esac
		done
		echo "$seconds $name$needs"
	done <tests/tests.list | sort -s -k 1,1nr
}

# Every 15 s one line about the running tests.
progress() {
	local now file began
	while sleep 15; do
		now=
		set +f
		for file in "$state"/*.running; do
			began=$(stat -c %Y "$file" 2>/dev/null) || continue	# it may just have ended
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
find "$state" -type f ! -name '*.seconds' -delete
# shellcheck disable=SC2086
chosen "$1" ${2:-} >"$state/chosen"
twice=$(awk '!/^#/ && NF { print $1 }' tests/tests.list | sort | uniq -d)
[ -z "$twice" ] || { echo "not ok $twice: two tests of tests/tests.list have this name"; echo "0 passed, 1 failed"; exit 1; }
[ -s "$state/chosen" ] || { echo "no test was run: nothing in tests/tests.list is named so"; echo "0 passed, 1 failed"; exit 1; }
awk '{ print ".PHONY: test-" $2; print "tests: test-" $2; printf "test-%s:", $2
	for (i = 3; i <= NF; i++) printf " %s", $i
	print "\n\t@tests/run.sh one " $2 }' "$state/chosen" >"$state/tests.mk"
progress &
ticker=$!
trap 'kill $ticker 2>/dev/null' EXIT
trap 'echo interrupted; exit 130' INT TERM
# -k: a missing file of one test stops no other.
"${MAKE:-make}" --no-print-directory TALLY_INNER=1 -k -f Makefile -f "$state/tests.mk" tests
kill $ticker 2>/dev/null
passed=0 failed=0
while read -r _ name _; do
	if [ -e "$state/$name.ok" ]; then
		passed=$((passed + 1))
		continue
	fi
	failed=$((failed + 1))
	[ -e "$state/$name.failed" ] || echo "not ok $name: what it needs could not be built"
done <"$state/chosen"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
