#!/bin/sh
# SPDX-License-Identifier: ISC
# regenerate.sh - writes rust.s from rust.rs, where there are a rustc and the source of its library.
#
# usage: regenerate.sh RUSTC LIBRARY
# LIBRARY is the folder library/ of that rustc's source, which packages install as rust-src or the like. With rustc
# 1.96.0 of LLVM 22.1.8, rust.s becomes what it is, byte by byte. DEBUG=2 adds types and variables.
set -eu
rustc=$1 library=$(realpath "$2")
program=firmware/programs/rust/rust
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$(realpath "$0")")/../../.."

# core, built as its distributors do, has names of version v0; the program has legacy ones
export RUSTC_BOOTSTRAP=1
target=riscv32im-unknown-none-elf
crates=$work/lib/rustlib/$target/lib
commit=$("$rustc" -vV | sed -n 's/^commit-hash: //p')
compile() {
	"$rustc" --target "$target" -C opt-level=2 -C debuginfo="${DEBUG:-1}" -C panic=abort -C codegen-units=1 -A warnings \
		--remap-path-prefix="$library=/rustc/$commit/library" --remap-path-prefix="$PWD=." "$@"
}
mkdir -p "$crates"
compile --crate-type lib --crate-name core --edition 2024 -C symbol-mangling-version=v0 -C embed-bitcode=yes \
	"$library/core/src/lib.rs" --out-dir "$crates"
echo '#![feature(compiler_builtins)] #![compiler_builtins] #![no_std]' |
	compile --crate-type lib --crate-name compiler_builtins --sysroot "$work" --out-dir "$crates" -
compile --crate-type staticlib --edition 2021 -Z unstable-options -C symbol-mangling-version=legacy -C lto=fat \
	--sysroot "$work" $program.rs --emit="link=$work/rust.a,asm=$work/rust.s"
{
	cat <<-END
	# SPDX-License-Identifier: ISC AND (MIT OR Apache-2.0)
	# rust.s - rust.rs as assembly of $("$rustc" --version | cut -d ' ' -f 1,2), for machines without rustc; regenerate.sh writes it.
	# Its code with lines of /rustc/... is from Rust's core library, which is under MIT or Apache-2.0 (at your option).
	# SHA-256 of rust.rs: $(sha256sum $program.rs | cut -d ' ' -f 1)
	END
	awk '
		# the GNU assembler takes a .file with a folder of its own in DWARF 5 alone
		/^\t\.file\t[0-9]/ { sub(/" "/, "/") }
		/^\t\.ident|^$/ { next }
		# instructions have a line each; data, labels and directives of debug information share lines
		/^\t\.(byte|half|word|ascii|asciz|loc|cfi_[a-z_]+)([ \t]|$)|^\.L(tmp|info_string)[0-9]+:$/ {
			sub(/^\t/, "")
			gap = line ~ /:$/ ? "\t" : "; "
			if (line != "" && length(line gap $0) < 112) { line = line gap $0; next }
			if (line != "") print line
			line = ($0 ~ /:$/ ? "" : "\t") $0
			next
		}
		line != "" { print line; line = "" }
		{ print }' "$work/rust.s"
} >$program.s
