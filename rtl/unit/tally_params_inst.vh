// SPDX-License-Identifier: ISC
// tally_params_inst.vh - the parameters of tally_params.vh for an instance inside the unit.
.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .PC_HIGH(PC_HIGH), .EVENT(EVENT), .KIND(KIND),
.SYSTEM(SYSTEM)
