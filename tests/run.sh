#!/bin/bash
# SPDX-License-Identifier: ISC
# run.sh [-j N] [-s SUITES] [NAME...] - run the tests of tests/tests.list.
#
# Each test is a command, run from the top folder; exit code 0 passes. SUITES is
# a comma-separated list (default: quick); names given select tests of any
# suite, by shell pattern. A test may use BUILD, PY, TALLY and QEMU from the
# environment. Its output goes to $BUILD/tests/NAME.log; when it fails, the end of it and
# what it says of failures before that are shown. The last line is "N passed, N failed"; exit 1 on any failure.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES		# a test that calls make starts afresh
cd "$(dirname "$0")/.." || exit 1
export BUILD=${BUILD:-build} PY=${PY:-${BUILD:-build}/venv/bin/python3} TALLY=${TALLY:-${BUILD:-build}/tally}
# QEMU's time is its instructions' (64 ns each), not the host's: a busy host changes no result.
export QEMU=${QEMU:-qemu-system-riscv32 -M virt -bios none -nographic -icount shift=6,sleep=off}
limit=${TEST_TIMEOUT:-1800}
jobs=1
suites=quick
while getopts j:s: option; do
	case $option in
	j) jobs=$OPTARG ;;
	s) suites=$OPTARG ;;
	*) exit 1 ;;
	esac
done
shift $((OPTIND - 1))
logs=$BUILD/tests
mkdir -p "$logs"

passed=0 failed=0
declare -A pid_of=() begin_of=()	# running tests, by name
shown=$SECONDS

stop_all() {
	[ ${#pid_of[@]} -eq 0 ] || kill "${pid_of[@]}" 2>/dev/null
	echo "interrupted"
	exit 130
}
trap stop_all INT TERM

# A line of what runs: rewritten each second on a terminal, else every 15 s.
progress() {
	local now=$SECONDS line= name
	if [ -t 1 ]; then
		[ $((now - shown)) -ge 1 ] || return
	else
		[ $((now - shown)) -ge 15 ] || return
	fi
	shown=$now
	for name in "${!pid_of[@]}"; do
		line+="${line:+, }$name $((now - begin_of[$name])) s"
	done
	if [ -t 1 ]; then
		printf '\r\033[K... %s' "$line"
	else
		echo "... $line"
	fi
}

result() { # NAME exit-code
	local name=$1 code=$2 seconds=$((SECONDS - begin_of[$1])) why=
	unset "pid_of[$name]"
	[ ! -t 1 ] || printf '\r\033[K'
	if [ "$code" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $name ($seconds s)"
		return
	fi
	failed=$((failed + 1))
	[ "$code" -ne 124 ] || why=", stopped after $limit s"
	echo "not ok $name (exit $code$why, $seconds s); the end of $logs/$name.log:"
	head -n -20 "$logs/$name.log" | grep -anE '^not ok|FAIL|[Ee]rror' | head -n 10 | sed 's/^/    line /'
	tail -n 20 "$logs/$name.log" | sed 's/^/    /'
}

reap() {
	local name code
	for name in "${!pid_of[@]}"; do
		kill -0 "${pid_of[$name]}" 2>/dev/null && continue
		wait "${pid_of[$name]}"
		code=$?
		result "$name" "$code"
	done
}

selected() { # name suite
	local pattern
	if [ $# -gt 2 ]; then
		for pattern in "${@:3}"; do
			# shellcheck disable=SC2053
			[[ $1 == $pattern ]] && return 0
		done
		return 1
	fi
	[[ ,$suites, == *,$2,* ]]
}

while read -r name suite command <&3; do
	case $name in '' | '#'*) continue ;; esac
	selected "$name" "$suite" "$@" || continue
	if [ -n "${begin_of[$name]:-}" ]; then
		echo "not ok $name: two tests of tests/tests.list have this name"
		failed=$((failed + 1))
		continue
	fi
	while [ ${#pid_of[@]} -ge "$jobs" ]; do
		sleep 0.1
		reap
		progress
	done
	begin_of[$name]=$SECONDS
	timeout -k 10 "$limit" bash -o pipefail -c "$command" </dev/null >"$logs/$name.log" 2>&1 3<&- &
	pid_of[$name]=$!
done 3<tests/tests.list
while [ ${#pid_of[@]} -gt 0 ]; do
	sleep 0.1
	reap
	progress
done

if [ $((passed + failed)) -eq 0 ]; then
	echo "no test was run: nothing in tests/tests.list is named so"
	failed=1
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
