#!/bin/sh
# SPDX-License-Identifier: ISC
# params.sh BUILD STYLE - the parameters of a line of builds, as STYLE asks:
# verilator -GNAME=VALUE ...   yosys -chparam NAME VALUE ...   c: definitions for rtl.c
# 0x... is 32 bits wide in Verilog.
set -eu
awk -v build="$1" -v style="$2" '
	$1 == "#" && $2 == "name" {		# of the builds up to the next such line
		for (i = 3; i < NF; i++)
			column[i - 1] = $i
	}
	$1 == build {
		found = 1
		for (i = 2; i < NF; i++) {
			value = $i
			if (style != "c")
				sub(/^0x/, "32\047h", value)
			if (style == "verilator")
				printf " -G%s=%s", column[i], value
			else if (style == "yosys")
				printf " -chparam %s %s", column[i], value
			else
				fields = fields "." tolower(column[i]) "=" value ","
		}
		if (style == "c")
			printf "-DBUILD_NAME=%s -DBUILD_PARAMS=%s -DBUILD_FULL=%s", $1, fields,
				$NF ~ /full/ ? "true" : "false"
		printf "\n"
	}
	END { exit !found }' sim/lockstep/builds
