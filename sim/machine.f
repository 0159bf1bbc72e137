sim/bus.v
sim/ram.v
sim/uart.v
sim/clint.v
sim/finisher.v
sim/stub.v
sim/ends.v
sim/pins.v
