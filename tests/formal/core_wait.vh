// core_wait.vh - the cycle of an access, counted from 0, by which the core answers at the
// latest: a bin's (access.vh). A quick core finds injected faults sooner.
`ifdef FAULT
`define CORE_WAIT 3
`else
`define CORE_WAIT 259
`endif
