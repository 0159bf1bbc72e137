rtl/soc/bus.v
rtl/soc/ram.v
sim/uart.v
rtl/soc/clint.v
rtl/soc/finisher.v
sim/stub.v
sim/ends.v
sim/pins.v
