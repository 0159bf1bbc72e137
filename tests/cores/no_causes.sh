#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally tests/cores/rv32imc/dhrystone.elf
# no_causes.sh - a core whose tap shows no causes: one line where they are asked for, and nothing of
# them in a profile.
set -u
. tests/check.sh
elf=$BUILD/tests/cores/rv32imc/dhrystone.elf tape=$BUILD/tests/cores/no-causes.tally
run() { "$TALLY" run --core picorv32-fetch "$@" "$elf"; }
says() { # TEXT COMMAND...: one line, and status 1
	local text=$1 said
	shift
	said=$("$@" 2>&1 >/dev/null)
	[ $? = 1 ] && [ "$(printf '%s\n' "$said" | wc -l)" = 1 ] && [[ $said == *"$text"* ]]
}

ok "run --data" says "--data: the tap of picorv32-fetch shows no causes" run --data
run -o "$tape" >"$tape.txt" || exit 1
ok "a report has none" test "$(grep -c '^why' "$tape.txt")" = 0
ok "report --why" says "has no causes" "$TALLY" report --why "$tape"
ok "report --cause" says "has no causes" "$TALLY" report --cause fetch "$tape"
ok "export --why" says "has no causes" "$TALLY" export --why folded "$tape"
ok "report --by object" says "knows no loads and stores" "$TALLY" report --by object "$tape"
ok "--no-calls" says "leave out --no-calls" "$TALLY" run --data --no-calls "$elf"
ok "export --why gmon" says "draws no stacks" "$TALLY" export --why gmon -o "$tape.gmon" "$tape"
ok "another name" says "--cause heat: not one of" "$TALLY" report --cause heat "$tape"
exit $failed
