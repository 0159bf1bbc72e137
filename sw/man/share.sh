#!/bin/bash
# SPDX-License-Identifier: ISC
# share.sh TALLY DIRECTORY - what `make install` puts beside the program: DIRECTORY/man/man*/
# and DIRECTORY/bash-completion/completions/tally.
#
# Commands, options and what may follow them are read from the tool's own help,
# so that manual page and completion know a new command at once.
set -eu
tally=$(realpath "$1")
out=$2
here=$(dirname "$(realpath "$0")")
commands=$("$tally" help | awk '/^  [a-z]/ { print $1 }')

# Lines "NAME ARGUMENT HELP..." of a command's options; ARGUMENT is - where there is none, [=X]
# where it may be left out.
options() {
	"$tally" "$1" --help | awk '
		/^  -/ {
			name = $1; value = "-"; at = 2
			if (name ~ /\[=/) {
				value = name
				sub(/^[^[]*/, "", value)
				sub(/\[.*/, "", name)
			}
			else if (substr($0, 1, 27) ~ /^  -[^ ]+ [^ ]/) { value = $2; at = 3 }
			printf "%s %s", name, value
			for (i = at; i <= NF; i++) printf " %s", $i
			print ""
		}'
}

commands_section() {
	local command
	echo ".Sh COMMANDS"
	for command in $commands; do
		"$tally" "$command" --help | awk -v command="$command" '
			function text(s) {
				gsub(/\\/, "\\e", s)
				while (sub(/`/, "\\(lq", s)) sub(/`/, "\\(rq", s)
				return (s ~ /^[.\047]/ ? "\\&" : "") s
			}
			function close_all() {
				if (list) print ".El"
				if (literal) print ".Ed"
				list = literal = 0
			}
			NR == 1 { sub(/^usage: /, ""); print ".Ss " text($0); next }
			/^$/ { gap = 1; next }
			/^  -/ {
				if (literal) close_all()
				if (!list) print ".Bl -tag -width Ds"
				list = 1
				gap = 0
				name = $1; value = ""; at = 2
				if (sub(/\[=.*/, "", name))
					value = " Ns Op = Ns Ar FILE"
				else if (substr($0, 1, 27) ~ /^  -[^ ]+ [^ ]/)
					value = " Ar " $(at++)
				flag = "Fl " substr(name, 2)
				sub(/^Fl -/, "Fl Fl ", flag)
				print ".It " flag value
				line = $at
				for (i = at + 1; i <= NF; i++) line = line " " $i
				print text(line)
				next
			}
			/^  / {
				if (list) close_all()
				if (!literal && $1 == "tally") print ".Pp\nExamples:"
				if (!literal) print ".Bd -literal -offset indent"
				else if (gap) print ""
				literal = 1
				gap = 0
				print text(substr($0, 3))
				next
			}
			{
				close_all()
				if (gap) print ".Pp"
				gap = 0
				n = split(text($0), sentence, /[.] +/)
				for (i = 1; i <= n; i++) print sentence[i] (i < n ? "." : "")
			}
			END { close_all() }'
	done
}

# The words that an option takes, out of its complaint about one that it does not take.
words() { # COMMAND OPTION
	"$tally" "$1" "$2" '?' 2>&1 </dev/null | tr -d ',;' |
		sed -n 's/.*not one of: //p; s/.*no such core there are: //p'
}

formats() {
	"$tally" export --help | awk '/^  -/ { exit } /^  [a-z]/ { printf "%s ", $1 }'
}

cores() { # COMMAND
	"$tally" "$1" --help | awk '/^cores:/ { on = 1; next } on { printf "%s ", $1 }'
}

completion() {
	local command name value rest all
	cat <<-EOF
	# bash completion for tally; made by sw/man/share.sh of the tool's own help
	_tally()
	{
		local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
		local command=\${COMP_WORDS[1]} options= words=
		COMPREPLY=()
		# --name=value is three words here
		if [ "\$current" = = ]; then
			current=
		elif [ "\$previous" = = ] && [ "\$COMP_CWORD" -gt 2 ]; then
			previous=\${COMP_WORDS[COMP_CWORD - 2]}
		fi
		if [ "\$COMP_CWORD" -eq 1 ]; then
			words="$(echo $commands) help --help --version"
			COMPREPLY=(\$(compgen -W "\$words" -- "\$current"))
			return
		fi
		case \$command\ \$previous in
		help\ *) words="$(echo $commands)" ;;
		export\ export) [[ \$current == -* ]] || words="$(formats)" ;;
	EOF
	for command in $commands; do
		options "$command" | while read -r name value rest; do
			case $name in
			--by)
				all=$(words "$command" "$name")
				rows='function line inline address caller loop'
				all=${all:-$rows cycles instructions}
				;;
			--core) all=$(cores "$command") ;;
			*)
				[ "$value" != - ] || continue
				all=$(words "$command" "$name")
				;;
			esac
			all=$(echo $all)
			[ -z "$all" ] ||
				printf '\t%s\\ %s) words="%s" ;;\n' "$command" "$name" "$all"
		done
	done
	echo '	esac'
	echo '	case $command in'
	for command in $commands; do
		printf '\t%s) options="%s --help" ;;\n' "$command" \
			"$(options "$command" | cut -d ' ' -f 1 | paste -sd ' ')"
	done
	cat <<-'EOF'
		esac
		if [ -n "$words" ]; then
			COMPREPLY=($(compgen -W "$words" -- "$current"))
		elif [[ $current == -* ]]; then
			COMPREPLY=($(compgen -W "$options" -- "$current"))
		else
			compopt -o filenames 2>/dev/null
			mapfile -t COMPREPLY < <(compgen -f -- "$current")
		fi
	}
	complete -F _tally tally
	EOF
}

mkdir -p "$out/bash-completion/completions"
for page in "$here"/*.[0-9]; do
	mkdir -p "$out/man/man${page##*.}"
	if grep -q '^\.\\" COMMANDS$' "$page"; then
		commands_section >"$out/commands"
		sed -e "/^\.\\\\\" COMMANDS$/{r $out/commands" -e 'd}' "$page" \
			>"$out/man/man${page##*.}/$(basename "$page")"
		rm "$out/commands"
	else
		cp "$page" "$out/man/man${page##*.}/"
	fi
done
completion >"$out/bash-completion/completions/tally"
