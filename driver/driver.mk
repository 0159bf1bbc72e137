# driver.mk - the driver, for the host (over a simulated bus); firmware compiles it itself.

DRIVER_SRC := driver/tally.c
DRIVER_HDR := driver/tally.h driver/tally_regs.h driver/tally_mmio.h
DRIVER_OBJ := $(BUILD)/driver/tally.o

$(DRIVER_OBJ): $(DRIVER_SRC) $(DRIVER_HDR)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -ffreestanding -c $< -o $@
