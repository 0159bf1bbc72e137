// core_wait.vh - the clock of an access, counted from 0, in which the core answers at the
// latest: a bin's (access.vh). Planted faults are found sooner with a quick core.
`ifdef FAULT
`define CORE_WAIT 3
`else
`define CORE_WAIT 259
`endif
