tally_small.v
tally_small_tap.v
tally_small_bus.v
tally_small_ram.v
tally_small_rom.v
