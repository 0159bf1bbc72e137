#!/bin/sh
# SPDX-License-Identifier: ISC
# lockstep_params.sh BUILD STYLE [NAME=VALUE...] - the parameters of a build of
# LS_LIST (lockstep.builds), those named with another value, as STYLE asks:
#   verilator -GNAME=VALUE ...   yosys -chparam NAME VALUE ...   c .name=VALUE,...   plain NAME=VALUE ...
# 0x... is 32 bits wide in Verilog.
set -eu
build=$1 style=$2
shift 2
awk -v build="$build" -v style="$style" -v other="$*" '
	BEGIN {
		n = split(other, part, " ")
		for (i = 1; i <= n; i++)
			instead[substr(part[i], 1, index(part[i], "=") - 1)] = substr(part[i], index(part[i], "=") + 1)
	}
	$1 == "#" && $2 == "name" {
		for (i = 3; i < NF; i++)
			column[i - 1] = $i
	}
	$1 == build {
		found = 1
		for (i = 2; i < NF; i++) {
			name = column[i]
			value = name in instead ? instead[name] : $i
			if (style == "verilator" || style == "yosys")
				sub(/^0x/, "32\047h", value)
			if (style == "verilator")
				printf " -G%s=%s", name, value
			else if (style == "yosys")
				printf " -chparam %s %s", name, value
			else if (style == "c")
				printf ".%s=%s,", tolower(name), value
			else
				printf " %s=%s", name, value
		}
		printf "\n"
	}
	END { exit !found }' "${LS_LIST:-sim/lockstep.builds}"
