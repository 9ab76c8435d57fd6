#!/usr/bin/env bash
# completion.sh HEDDLE: the scripts that complete command lines are scripts, and propose what heddle takes.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

for shell in bash zsh fish; do
    run_heddle completion $shell
    expect_code "a script for $shell" 0
    cp stdout script.$shell
    expect_accepted "the script for $shell" $shell -n script.$shell
    # Every option of every command is in it.
    for command in check ir run outcomes classes schedules events loops consistent sat; do
        for option in $("$heddle" help $command | grep -oE -- '^ .*--[a-z][a-z-]+' | grep -oE -- '--[a-z][a-z-]+'); do
            expect_match "$shell: $option" "(--|-l )${option#--}([^a-z-]|$)" script.$shell
        done
    done
done
run_heddle completion csh
expect_code "a shell that is not known" 2
run_heddle completion
expect_code "no shell" 2

# proposes EXPECTED WORDS...: what bash makes of the words, of which the last one is being typed; as sorted words.
proposes() {
    local expected=$1
    shift
    # shellcheck disable=SC2016 # for the shell that is started
    run_command bash -c '
        compopt() { :; }
        . ./script.bash
        COMP_WORDS=(heddle "$@")
        COMP_CWORD=$#
        _heddle
        printf "%s\n" "${COMPREPLY[@]}" | sort | paste -s -d " "' bash "$@"
    expect_equal "bash: heddle $*" "$expected" "$(cat stdout)"
}

proposes "check classes completion consistent" c
proposes "--version" --v
proposes "--verbose --version" check --ver
proposes "--unwind --unwindset" check --unw
proposes "" run --unw
proposes "all alpha armv8 power pso rc11 riscv rmo sc tso" check f.c --mm ""
proposes "tso" check f.c --mm t
proposes "tso" check f.c --mm = t
proposes "all alpha armv8 power pso rc11 riscv rmo sc tso" check f.c --mm =
proposes "memory,all memory,arithmetic memory,assertions" check --property memory,a
proposes "" check f.c --unwind ""
proposes "" check ""
proposes "bash fish zsh" completion ""
proposes "check" help ch

# zsh and fish do so by themselves.
# shellcheck disable=SC2016 # the same
run_command zsh -fc 'autoload -Uz compinit && compinit -D -d dump; . ./script.zsh; print ${_comps[heddle]}'
expect_match "zsh: the script registers itself" '^_heddle$'
HOME=$place run_command fish -c 'source script.fish; complete -C "heddle check --mm t"'
expect_match "fish: --mm t" '^tso'
HOME=$place run_command fish -c 'source script.fish; complete -C "heddle check --sar"'
expect_match "fish: --sar" '^--sarif'

# What is proposed is taken.
echo 'int main(void) { return 0; }' >good.c
echo 'p cnf 0 0' >good.cnf
while read -r option values; do
    for value in $values; do
        case $option:$value in
        --solver:*) expect_run "$option $value is proposed" 10 '' "$heddle" sat good.cnf "$option" "$value" ;;
        --engine:sample) expect_run "$option $value is proposed" 5 'found nothing' "$heddle" check good.c "$option" "$value" ;;
        *) expect_run "$option $value is proposed" 0 '' "$heddle" check good.c "$option" "$value" ;;
        esac
    done
done < <(sed -nE "/^    --/{s/\)//;h}; /compgen -P/{s/.*-W '([^']*)'.*/\1/;H;x;s/\n/ /;p}" script.bash)

finish "command lines are completed"
