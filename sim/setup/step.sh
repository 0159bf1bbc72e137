#!/bin/sh
# SPDX-License-Identifier: ISC
# step.sh LABEL LOG COMMAND... - run a long command and show that it lives.
#
# The command's output goes to LOG. On a terminal one line counts the seconds;
# elsewhere a line with the log's newest one appears every ten seconds. A
# failing command shows the end of its log, and its exit code is ours.
label=$1 log=$2
shift 2
mkdir -p "$(dirname "$log")"
: >"$log"
start=$(date +%s)
ticker=

elapsed() { echo $(($(date +%s) - start)); }

tick() {
	while kill -0 $$ 2>/dev/null; do
		if [ -t 2 ]; then
			printf '\r  %s ... %s s ' "$label" "$(elapsed)" >&2
			sleep 1 </dev/null >/dev/null 2>&1
		else
			for _ in 1 2 3 4 5 6 7 8 9 10; do
				sleep 1 </dev/null >/dev/null 2>&1
				kill -0 $$ 2>/dev/null || return
			done
			printf '  %s ... %s s: %s\n' "$label" "$(elapsed)" \
				"$(tail -n 1 "$log" | tr '\r' '\n' | tail -n 1 | cut -c 1-80)" >&2
		fi
	done
}

trap '[ -z "$ticker" ] || kill -KILL $ticker 2>/dev/null' EXIT
trap 'exit 130' INT TERM
tick &
ticker=$!

"$@" >>"$log" 2>&1
code=$?

kill -KILL $ticker 2>/dev/null
wait $ticker 2>/dev/null
ticker=
[ ! -t 2 ] || printf '\r\033[K' >&2
if [ $code -eq 0 ]; then
	printf '  %s: %s s\n' "$label" "$(elapsed)" >&2
else
	printf '  %s: failed (exit %s) after %s s; the end of %s:\n' \
		"$label" $code "$(elapsed)" "$log" >&2
	tail -n 25 "$log" | sed 's/^/    /' >&2
fi
exit $code
