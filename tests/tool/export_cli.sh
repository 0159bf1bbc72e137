#!/bin/bash
# SPDX-License-Identifier: ISC
# export_cli.sh - the command line of tally export: complete files or none, pipes, one-line messages.
# Uses TALLY and BUILD; prints one line per check; exit 1 if one failed. The captures are those of export_cases.py.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") BUILD=$(realpath "${BUILD:-build}")
dir=$BUILD/tests/export_cli
cases=$BUILD/tests/export
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
evidence=(err)

# Runs tally with stdout in `out`, stderr in `err`; expects the exit status.
tally() { # STATUS ARGUMENT...
	local status=$1
	shift
	"$TALLY" "$@" >out 2>err </dev/null
	[ $? -eq "$status" ]
}
refused() { # PATTERN ARGUMENT...: exit 1, nothing on stdout, one line of its own on stderr
	local pattern=$1
	shift
	tally 1 "$@" && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^tally: $pattern" err
}
same() { cmp -s "$1" "$2"; }
dhry=$cases/dhrystone.tally

for format in gmon pprof callgrind folded speedscope firefox perf json csv html svg; do
	[ $format != svg ] || dhry=$cases/dhrystone.calls.tally
	ok "$format: to a file" tally 0 export $format -o file "$dhry"
	ok "$format: ... that says nothing" test ! -s out
	ok "$format: to a pipe" tally 0 export $format "$dhry"
	ok "$format: ... the same" same out file
	ok "$format: -o -" tally 0 export $format -o - "$dhry"
	ok "$format: ... the same" same out file
	"$TALLY" export $format - <"$dhry" >out 2>err
	ok "$format: capture from a pipe: the same" same out file
	ok "$format: a full disk is said" grep -qE '^tally: .*No space' <("$TALLY" export $format "$dhry" 2>&1 >/dev/full)
	ok "$format: into a directory that is not there" refused '.*No such file' export $format -o nowhere/x "$dhry"
	head -c 3000 "$dhry" >cut.tally
	cp file before
	ok "$format: a damaged capture" refused '.*cut.tally' export $format -o file cut.tally
	ok "$format: ... leaves the old file" same file before
	if [ $format = svg ]; then
		ok "$format: without a call tree" refused '.*has no call tree; `tally run -o FILE` keeps one' export $format "$cases/sampled.tally"
	else
		ok "$format: without its ELF" tally 0 export $format -o file "$cases/moved.tally"
		ok "$format: ... a note" grep -q '^tally: note: .*addresses' err
	fi
	ok "$format: help names it" grep -qE "^  $format " <("$TALLY" export --help)
done
dhry=$cases/dhrystone.tally
ok "nothing else is left" test "$(ls)" = "$(printf '%s\n' before cut.tally err file out)"
ok "no format" refused 'export: which format' export
ok "no capture" refused 'export: which capture' export html
ok "no such format" refused 'export: png: no such format; there are: gmon, pprof' export png "$dhry"
ok "a capture that is none" refused '.*err' export html err
ok "folded has no seconds" refused 'export: folded has no place for seconds' export folded --clock 1M "$dhry"
ok "instructions have none" refused 'export: this profile counts instructions' export html --clock 1M "$cases/instructions.tally"
ok "gmon: half a sample a second" refused 'export: gmon has no place for' export gmon --clock 1500 "$cases/sampled.tally"
ok "gmon: counts beyond all records" refused "export: gmon's counters of 16 bits" export gmon -o endless "$cases/endless.tally"
ok "without a clock nothing is called seconds" test -z "$(for f in pprof callgrind speedscope firefox csv html; do "$TALLY" export $f "$cases/sampled.tally" | { [ $f = pprof ] && gzip -dc || cat; } |
	grep -aoE '"seconds"|nanoseconds|seconds at|computed for|tracing-ms| ns$' | head -n 1; done)"
ok "gprof's .text is said" grep -q '^tally: note: gprof reads only a section named .text' <("$TALLY" export gmon -o file "$dhry" 2>&1)
script -qec "$TALLY export pprof $dhry" /dev/null </dev/null >out 2>err
ok "no binary on a terminal" grep -q 'pprof is no text for a terminal' out
exit $failed
