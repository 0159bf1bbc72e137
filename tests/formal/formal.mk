# SPDX-License-Identifier: ISC
# formal.mk - make formal [P="name 'pattern*'"]: the proofs of formal.list and their covers; make formal-faults [P=...]: each
# planted fault of faults.list is refuted. Two at a time.
.PHONY: formal formal-faults
formal:
	@BUILD=$(BUILD) tests/formal/formal.sh proofs $(P)
formal-faults:
	@BUILD=$(BUILD) tests/formal/formal.sh faults $(P)
