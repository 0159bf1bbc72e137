# driver.mk - the driver, for the host (over a simulated bus); firmware compiles it itself.

# tally_calls.c is for bare metal alone: it wants the machine's description.
DRIVER_SRC := $(patsubst %,driver/%.c,tally tally_bins tally_switch tally_profil tally_soft)
DRIVER_HDR := $(wildcard driver/*.h)
DRIVER_OBJ := $(DRIVER_SRC:driver/%.c=$(BUILD)/driver/%.o)

$(DRIVER_OBJ): $(BUILD)/driver/%.o: driver/%.c $(DRIVER_HDR)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -ffreestanding -c $< -o $@
