#!/bin/sh
# SPDX-License-Identifier: ISC
# copyright.sh VENV LIBRARY... - whose work is in the packed program, and under which licences:
# ours, the cores', and those of the libraries linked in, as their Debian packages say.
set -eu
venv=$1
shift

part() { # TITLE FILE...
	[ $# -gt 1 ] || { echo "copyright.sh: no licence of $1 was found" >&2; exit 1; }
	printf '\n======== %s\n\n' "$1"
	shift
	cat "$@"
}

cat LICENSE
for core in $(sim/setup/rows.sh sim/cores.list | awk '{ print $5 }' | sort -u); do
	part "simulated cores: $core" $(find "$venv"/lib/python*/site-packages/"$core"* \
		\( -name vendor -o -name tests \) -prune -o \
		\( -name LICENSE -o -name 'LICENSE.*' -o -name COPYING -o -name NOTICE \) -print |
		LC_ALL=C sort)
done
for library; do
	set -- "$@" "$(realpath "$(${CC:-cc} -print-file-name="$library")")"
	shift
done
for package in $(dpkg-query -S "$@" "$(verilator --getenv VERILATOR_ROOT)/include/verilated.cpp" |
		cut -d : -f 1 | sort -u); do
	part "linked in: $package" "/usr/share/doc/$package/copyright"
done
