#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""rv-profile as published, but for one thing: rv32im's `ret` is a return to it, too, not c.ret and mret alone.

usage: teach.py, with the options of rv_profile
"""
from rv_profile import cli, rv_profile

RET = 0x00008067

rv_profile.RET += (RET,)
cli.main()
