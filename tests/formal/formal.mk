# SPDX-License-Identifier: ISC
# formal.mk - make formal [P="name 'pattern*'"]: the proofs of formal.list, two at a time.
.PHONY: formal
formal:
	@BUILD=$(BUILD) tests/formal/formal.sh $(P)
