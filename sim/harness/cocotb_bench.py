# SPDX-License-Identifier: ISC
"""cocotb_bench.py - an example of a bench of cocotb, for rvfi_log.sv; tally_rvfi.sv, which is in
that design, needs nothing of it. Ends the simulation after +cycles=N, or with the program."""
import cocotb
from cocotb.triggers import FallingEdge


@cocotb.test()
async def program(dut):
    most = int(cocotb.plusargs["cycles"])
    while dut.hold.value or (dut.cycle.value < most and dut.state.value[0] != 1):
        await FallingEdge(dut.clk)
