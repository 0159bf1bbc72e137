#!/bin/bash
# SPDX-License-Identifier: ISC
# contexts.sh NAME [CORE]   runs that program of contexts.list, on that core or on all its cores; status 1: a share is
#                           below its least, or the truth and the core differ
# contexts.sh write         runs all of them and writes CONTEXTS.md
# contexts.sh elfs          lists their ELF files, below $BUILD
set -euo pipefail
here=$(dirname "$0")
failed=0

# run NAME ELF CORES LEAST KEYS [CORE]
run() {
	local core least handlers
	for core in ${3//,/ }; do
		[ "${6:-$core}" = "$core" ] || continue
		handlers=root
		for least in ${4//,/ }; do
			"$BUILD/tests/rig/contexts" --handlers $handlers --least "$least" --show 3 ${5:+--keys "$5"} "$core" "$BUILD/$2" ||
				failed=1
			handlers=interrupted
		done
	done
}

# each COMMAND...: the command with the fields of each line, the last with its blanks
each() {
	local name elf cores least keys
	while read -r name elf cores least keys; do
		case $name in ''|'#'*) continue ;; esac
		[ "$keys" != - ] || keys=
		"$@" "$name" "$elf" "$cores" "$least" "$keys"
	done <"$here/contexts.list"
}

one() { [ "$1" != "$3" ] || { found=1; run "${@:3}" "$2"; }; }
elf() { echo "$2"; }

table() {
	cat <<-'END'
	# Calling contexts against the truth

	Written by `make contexts`. Each program runs on a simulated core; an independent model executes its instructions and
	knows every context from register values alone ([truth.h](truth.h)). *Handlers*: where trap handlers are in the tree
	(`--handlers`). *Right*: share of all cycles that `tally run` charges to a context all whose functions and call sites
	are the truth's, from the root down; *function*: the same of the last function alone; *least*: what the test demands.
	Between an instruction that loads sp with another stack's and the jump that arrives there both contexts count as
	right; of handlers that interrupt there the function alone counts. *Believed*: branches that went otherwise than the
	model's registers say, for they depend on time or a device. Traps and the values of sp are compared, too: none
	differs.

	| program | core | handlers | cycles | instructions | believed | traps | contexts | deepest | right | function | least |
	| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
	END
	each run | grep '^[|F]'
}

case ${1:?usage: contexts.sh NAME [CORE] | write | elfs} in
elfs)
	each elf
	;;
write)
	table >"$here/CONTEXTS.md.new"
	! grep '^FAIL' "$here/CONTEXTS.md.new" || exit 1
	mv "$here/CONTEXTS.md.new" "$here/CONTEXTS.md"
	;;
*)
	found=0
	each one "$1" "${2:-}"
	[ "$found" = 1 ] || { echo "contexts.list has no $1"; exit 1; }
	;;
esac
exit "$failed"
