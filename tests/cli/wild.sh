#!/usr/bin/env bash
# wild.sh HEDDLE: what is said of addresses at which nothing lies, by every engine.
set -u
. tests/cli/lib.sh

# says NAME BODY REGEX
says() {
    local engine
    printf '#include <stdlib.h>\nlong zero;\nint main(void)\n{\n    %s\n    return 0;\n}\n' "$2" >"$place/$1.c"
    for engine in states ord refine clock sample; do
        run_heddle check "$place/$1.c" -q --engine $engine
        expect_match "$1 ($engine)" "VIOLATION under SC: .*$1\.c:5: $3\$"
    done
    run_heddle run "$place/$1.c"
    expect_match "$1 (run)" "VIOLATION: .*$1\.c:5: $3\$"
    run_heddle run "$place/$1.c" --32
    expect_match "$1 (run, 32 bits)" "VIOLATION: .*$1\.c:5: $3\$"
}

says null '*(int *)zero = 1;' 'null pointer dereference: writing \*NULL'
says member '*(int *)(zero + 16) = 1;' 'null pointer dereference: writing address 16'
says known '*(volatile int *)0xdeadbeef;' 'invalid pointer: reading address 0xdeadbeef, which is in no object'
says computed '*(int *)(zero + 0x7eadbeef) = 1;' 'invalid pointer: writing address 0x7eadbeef, which is in no object'
says page '*(char *)(zero + 4096) = 1;' 'invalid pointer: writing address 0x1000, which is in no object'
says freed 'free((void *)(zero + 0x7eadbeef));' 'invalid free: 0x7eadbeef is not on the heap'
says called '((void (*)(void))(zero + 0x7eadbeef))();' 'call through a pointer to no function: 0x7eadbeef'

finish "wild addresses are not called null"
