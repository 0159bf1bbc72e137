# SPDX-License-Identifier: ISC
# area.mk - make area: size and speed of the unit, against the cores (rtl/area.list).

# place-and-route is installed when it is first asked for; a new virtual environment is without it
$(VENV)/area.stamp: sim/setup/area.txt
	@$(STEP) "pip install (place and route, by hash)" $(BUILD)/log/pip-area.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps --only-binary :all: -r sim/setup/area.txt
	@touch $@

.PHONY: area
area: $(VENV)/area.stamp
	@$(PY) rtl/area.py $(BUILD)
	@cp $(BUILD)/area/AREA.md rtl/AREA.md
