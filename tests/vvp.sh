#!/bin/sh
# SPDX-License-Identifier: ISC
# vvp.sh TOP ARGUMENT... - runs the test bench TOP in a simulator of four states, Verilog alone;
# the arguments are iverilog's: options and files.
set -eu
program=$(mktemp)
trap 'rm -f "$program"' EXIT
iverilog -g2012 -Irtl/regs -Irtl/unit -Irtl/context -o "$program" -s "$@"
vvp -n "$program"
