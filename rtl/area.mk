# SPDX-License-Identifier: ISC
# area.mk - make area: size and speed of the unit, against the cores (rtl/area.list).
#
#   make area                            every row, writes rtl/AREA.md
#   make area ROWS="smallest" SEEDS=5    only these rows and their cores, prints the table

# place-and-route is installed when it is first asked for; a new virtual environment is without it
$(VENV)/area.stamp: sim/setup/area.txt
	@$(STEP) "pip install (place and route, by hash)" $(BUILD)/log/pip-area.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps --only-binary :all: -r sim/setup/area.txt
	@touch $@

.PHONY: area
area: $(VENV)/area.stamp
	@ROWS="$(ROWS)" $(PY) rtl/area.py $(BUILD)
ifdef ROWS
	@sed -n '/^| design/,/^$$/p' $(BUILD)/area/rows.md
else
	@cp $(BUILD)/area/AREA.md rtl/AREA.md
endif
