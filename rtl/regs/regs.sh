#!/bin/sh
# SPDX-License-Identifier: ISC
# regs.sh write|check - the register files from tally.rdl: written again, or compared.
# Environment: BUILD, PY.
set -eu
"$PY" rtl/regs/regs.py rtl/regs/tally.rdl "$BUILD/regs"
for file in rtl/regs/tally_regs.vh rtl/regs/REGISTERS.md driver/tally_regs.h; do
	case $1 in
	write) cp "$BUILD/regs/$(basename "$file")" "$file" ;;
	*)
		cmp "$file" "$BUILD/regs/$(basename "$file")" || {
			echo "$file differs from its source: run 'make regs' and commit"
			exit 1
		}
		;;
	esac
done
echo "register files agree with rtl/regs/tally.rdl"
