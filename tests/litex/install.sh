#!/bin/sh
# SPDX-License-Identifier: ISC
# install.sh PYTHON FOLDER - pip install of this repository's package, from a copy in FOLDER:
# setuptools writes beside what it packs.
set -eu
rm -rf "$2"
mkdir -p "$2/sw"
cp -R pyproject.toml LICENSE README.md rtl driver "$2"
cp -R sw/python "$2/sw"
"$1" -m pip --disable-pip-version-check --no-input install \
	--no-build-isolation --no-deps --force-reinstall "$2"
