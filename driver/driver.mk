# driver.mk - the driver, for the host (over a simulated bus); firmware compiles it itself.

DRIVER_SRC := driver/tally.c driver/tally_bins.c
DRIVER_HDR := driver/tally.h driver/tally_regs.h driver/tally_mmio.h
DRIVER_OBJ := $(DRIVER_SRC:driver/%.c=$(BUILD)/driver/%.o)

$(DRIVER_OBJ): $(BUILD)/driver/%.o: driver/%.c $(DRIVER_HDR)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -ffreestanding -c $< -o $@
