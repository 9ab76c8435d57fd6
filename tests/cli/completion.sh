#!/usr/bin/env bash
# completion.sh HEDDLE: the scripts that complete command lines are scripts, and propose what heddle takes.
set -u
heddle=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0

complain() {
    echo "$1"
    failures=$((failures + 1))
}

for shell in bash zsh fish; do
    "$heddle" completion $shell >script.$shell || complain "no script for $shell"
    $shell -n script.$shell || complain "the script for $shell is no script"
    # Every option of every command is in it.
    for command in check ir run outcomes events loops sat; do
        for option in $("$heddle" help $command | grep -oE -- '^ .*--[a-z][a-z-]+' | grep -oE -- '--[a-z][a-z-]+'); do
            grep -qE -e "(--|-l )${option#--}([^a-z-]|$)" script.$shell || complain "$shell: no $option"
        done
    done
done
"$heddle" completion csh >stdout 2>stderr
[ $? -eq 2 ] || complain "a shell that is not known: exit code"
"$heddle" completion >stdout 2>stderr
[ $? -eq 2 ] || complain "no shell: exit code"

# proposes EXPECTED WORDS...: what bash makes of the words, of which the last one is being typed; as sorted words.
proposes() {
    local expected=$1
    shift
    local found
    found=$(bash -c '
        compopt() { :; }
        . ./script.bash
        COMP_WORDS=(heddle "$@")
        COMP_CWORD=$#
        _heddle
        printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "' bash "$@")
    found=${found% }
    [ "$found" = "$expected" ] || complain "bash: heddle $*: '$found', not '$expected'"
}

proposes "check completion" c
proposes "--version" --v
proposes "--verbose --version" check --ver
proposes "--unwind --unwindset" check --unw
proposes "" run --unw
proposes "all pso sc tso" check f.c --mm ""
proposes "tso" check f.c --mm t
proposes "tso" check f.c --mm = t
proposes "all pso sc tso" check f.c --mm =
proposes "memory,all memory,arithmetic memory,assertions" check --property memory,a
proposes "" check f.c --unwind ""
proposes "" check ""
proposes "bash fish zsh" completion ""
proposes "check" help ch

# zsh and fish do so by themselves.
zsh -fc 'autoload -Uz compinit && compinit -D -d dump; . ./script.zsh; print ${_comps[heddle]}' 2>&1 |
    grep -qx _heddle || complain "zsh: the script registers nothing"
HOME=$place fish -c 'source script.fish; complete -C "heddle check --mm t"' 2>&1 | grep -q '^tso' ||
    complain "fish: no tso for --mm t"
HOME=$place fish -c 'source script.fish; complete -C "heddle check --sar"' 2>&1 | grep -q '^--sarif' ||
    complain "fish: no --sarif for --sar"

# What is proposed is taken.
echo 'int main(void) { return 0; }' >good.c
echo 'p cnf 0 0' >good.cnf
while read -r option values; do
    for value in $values; do
        if [ "$option" = --solver ]; then
            "$heddle" sat good.cnf "$option" "$value" >stdout 2>stderr
            [ $? -eq 10 ]
        else
            "$heddle" check good.c "$option" "$value" >stdout 2>stderr
        fi || complain "$option $value is proposed, not taken"
    done
done < <(sed -nE "/^    --/{s/\)//;h}; /compgen -P/{s/.*-W '([^']*)'.*/\1/;H;x;s/\n/ /;p}" script.bash)

[ $failures -eq 0 ] && echo "command lines are completed"
