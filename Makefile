# Thin front for CMake: every target installs what it needs and misses (scripts/setup.sh), builds out of tree, and runs.
BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

CONFIGURE = cmake -S . -G Ninja
COMPILE = cmake --build
CTEST = ctest --parallel $(JOBS) --output-on-failure --no-tests=error
# Once a folder is configured with tests it stays so: `make` after `make test` compiles nothing again.
TESTS = -DHEDDLE_TESTS=ON
# An instrumented program is slow enough without -O0; Debug keeps asserts and the validator on.
ASAN_FLAGS = $(TESTS) -DHEDDLE_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g"

.PHONY: all demo test asan lint format install clean bench fuzz soak

# What users need, without the tests.
all:
	@scripts/setup.sh build
	$(CONFIGURE) -B $(BUILD) $(CMAKE_FLAGS)
	$(COMPILE) $(BUILD) -j $(JOBS) --target heddle completion

demo: all
	@scripts/demo.sh $(BUILD)/heddle

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

test:
	@BUILD=$(BUILD) scripts/setup.sh test
	$(CONFIGURE) -B $(BUILD) $(TESTS) $(CMAKE_FLAGS)
	$(COMPILE) $(BUILD) -j $(JOBS)
	$(CTEST) --test-dir $(BUILD)

asan:
	@BUILD=$(BUILD)/asan scripts/setup.sh test
	$(CONFIGURE) -B $(BUILD)/asan $(ASAN_FLAGS)
	$(COMPILE) $(BUILD)/asan -j $(JOBS)
	UBSAN_OPTIONS=print_stacktrace=1 $(CTEST) --test-dir $(BUILD)/asan

# clang-tidy wants to know how each file is compiled, not what comes out.
lint:
	@scripts/setup.sh lint
	$(CONFIGURE) -B $(BUILD) $(TESTS) $(CMAKE_FLAGS)
	@scripts/lint.sh $(BUILD)

format:
	@scripts/setup.sh format
	@scripts/format.sh

# The machine's speed, then `heddle check` on bench/programs: tables and plots in $(BUILD)/bench. Last, what taking turns
# costs beside each engine alone: $(BUILD)/bench/engines/engines.md.
bench:
	@scripts/setup.sh bench
	$(CONFIGURE) -B $(BUILD) $(TESTS) $(CMAKE_FLAGS)
	$(COMPILE) $(BUILD) -j $(JOBS) --target heddle sat_bench
	@scripts/bench.sh $(BUILD)/heddle $(BUILD)
	@scripts/bench_check.sh $(BENCH_FLAGS) $(BUILD)/heddle $(BUILD)/bench
	@scripts/bench_check.sh --engines $(ENGINES_FLAGS) $(BUILD)/heddle $(BUILD)/bench/engines

# For how long: make fuzz SECONDS=60
SECONDS = 600
fuzz:
	@scripts/setup.sh fuzz
	$(CONFIGURE) -B $(BUILD)/asan $(ASAN_FLAGS)
	$(COMPILE) $(BUILD)/asan -j $(JOBS) --target reader_fuzz
	@scripts/fuzz.sh $(BUILD)/asan $(SECONDS)

soak:
	@scripts/setup.sh soak
	$(CONFIGURE) -B $(BUILD) $(TESTS) $(CMAKE_FLAGS)
	$(COMPILE) $(BUILD) -j $(JOBS) --target heddle symex_soak check_soak consistency_soak classes_soak weak_soak sat_soak blast_float_test
	@scripts/soak.sh $(BUILD)/heddle $(SECONDS)
	@scripts/soak_csmith.sh $(BUILD)/heddle $(SECONDS)
	$(BUILD)/tests/symex_soak $$(date +%s) 200
	$(BUILD)/tests/check_soak $$(date +%s) 500
	ENGINES=refine $(BUILD)/tests/check_soak $$(date +%s) 100
	ENGINES=refine REFINE_SOLVER=cadical $(BUILD)/tests/check_soak $$(date +%s) 50
	ENGINES=clock $(BUILD)/tests/check_soak $$(date +%s) 100
	ENGINES=clock CLOCK=idl $(BUILD)/tests/check_soak $$(date +%s) 50
	ENGINES=states $(BUILD)/tests/check_soak $$(date +%s) 100
	ENGINES=rf $(BUILD)/tests/check_soak $$(date +%s) 200
	ENGINES=satdir $(BUILD)/tests/check_soak $$(date +%s) 100
	ENGINES=default $(BUILD)/tests/check_soak $$(date +%s) 200
	$(BUILD)/tests/consistency_soak $$(date +%s) 100000
	$(BUILD)/tests/classes_soak $$(date +%s) 2000
	$(BUILD)/tests/weak_soak $$(date +%s) 2000
	ENGINE=clock $(BUILD)/tests/weak_soak $$(date +%s) 200
	ENGINE=clock-idl $(BUILD)/tests/weak_soak $$(date +%s) 100
	@scripts/soak_litmus.sh $(BUILD) 5200 $$(date +%s) ord
	@scripts/soak_litmus.sh $(BUILD) 520 $$(date +%s) clock
	@scripts/soak_engines.sh $(BUILD)/heddle 10
	python3 tests/races/random_races.py $(BUILD)/heddle 200 $$(date +%s)
	python3 tests/leaks/random_leaks.py $(BUILD)/heddle 200 $$(date +%s)
	python3 tests/uninitialised/random_bits.py $(BUILD)/heddle 100 $$(date +%s)
	$(BUILD)/tests/blast_float_test $$(date +%s) 2000000
	$(BUILD)/tests/sat_soak $$(date +%s) 20000

clean:
	rm -rf $(BUILD)
