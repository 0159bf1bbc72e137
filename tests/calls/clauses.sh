#!/bin/bash
# SPDX-License-Identifier: ISC
# clauses.sh LINE COMMAND... - types LINE at a kernel's shell (COMMAND: a machine with the console
# on its stdin and stdout). The program prints "ok CLAUSE" for each clause it shows: all of its
# clauses must be there, and no "not ok".
set -uo pipefail
line=$1
shift
case $line in
sysv) want="SV-1 SV-2 SV-4 SV-5 SV-6 SV-7 SV-8 SV-9 SV-10 SV-11 SV-12 SV-13 SV-14 SV-15 SV-16" ;;
solaris) want="SOL-1 SOL-2 SOL-3 SOL-4 SOL-5" ;;
bsd) want="BSD-1 BSD-3 BSD-4 BSD-5" ;;
cbunix) want="CB-1 CB-2 CB-3 CB-4 CB-5 CB-6 CB-7 CB-8 CB-9 CB-10 CB-12" ;;
"rows sysv") want=SV-3 ;;
"rows bsd") want=BSD-2 ;;
esac
[[ $* != *qemu* ]] || want=${want/CB-7 /}		# it is about a clock beside the tick
out=$(printf '%s\nhalt\n' "$line" | timeout 1500 "$@" 2>&1 | tr -d '\r')
printf '%s\n' "$out"
bad=0
! grep -q '^not ok' <<<"$out" || bad=1
for clause in $want; do
	grep -qx "ok $clause" <<<"$out" || { echo "FAIL: $clause is not shown"; bad=1; }
done
exit $bad
