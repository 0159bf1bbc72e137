#!/bin/sh
# SPDX-License-Identifier: ISC
# cocotb.sh DESIGN.vvp [ARGUMENT...] - runs an Icarus design with the bench cocotb_bench.py, as
# cocotb's Makefiles do. Environment: BUILD.
set -eu
bin=$(realpath "${BUILD:-build}/venv/bin")
export PYGPI_PYTHON_BIN="$bin/python3" COCOTB_TEST_MODULES=cocotb_bench PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$(dirname "$(realpath "$0")") exec vvp -n -M "$("$bin/cocotb-config" --lib-dir)" \
	-m libcocotbvpi_icarus "$@"
