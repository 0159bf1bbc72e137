#!/bin/bash
# SPDX-License-Identifier: ISC
# plan.sh - tests/calls/PLAN.md has one row for each clause of the manual pages, and each row names a test with the
# unit. The named tests are in tests/tests.list. The kernel's tests themselves check that they show the clause
# (clauses.sh).
set -uo pipefail
cd "$(dirname "$0")" || exit 1
bad=0
fail() { echo "FAIL: $*"; bad=1; }

clauses=$(for n in {1..16}; do echo "SV-$n"; done
	for n in {1..5}; do echo "SOL-$n"; done
	for n in {1..6}; do echo "BSD-$n"; done
	for n in {1..12}; do echo "CB-$n"; done)
for clause in $clauses; do
	row=$(grep -E "^\| $clause +\|" PLAN.md) || { fail "$clause has no row"; continue; }
	[ "$(wc -l <<<"$row")" = 1 ] || fail "$clause has two rows"
	unit=$(cut -d'|' -f3 <<<"$row" | tr -d ' `,')
	[ -n "$unit" ] || fail "$clause has no test with the unit"
	for test in $(cut -d'|' -f3-5 <<<"$row" | tr '`,|' '   '); do
		found=0
		while read -r name _; do
			# shellcheck disable=SC2053
			[[ $name == $test ]] && found=1
		done <../tests.list
		[ $found = 1 ] || fail "$clause: no test is named $test"
	done
done
while read -r clause; do
	grep -qx "$clause" <<<"$clauses" || fail "there is no clause $clause"
done < <(sed -nE 's/^\| ([A-Z]+-[0-9]+) .*/\1/p' PLAN.md)
[ $bad = 0 ] && echo "$(wc -l <<<"$clauses") clauses, each with its tests"
exit $bad
