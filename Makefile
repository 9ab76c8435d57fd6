# Thin front for CMake: every target installs what is missing, builds out of tree, and runs.
BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

CTEST = ctest --parallel $(JOBS) --output-on-failure --no-tests=error
# An instrumented program is slow enough without -O0; Debug keeps asserts and the validator on.
ASAN_FLAGS = -DHEDDLE_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g"

.PHONY: all setup demo test asan-build asan lint format install clean bench fuzz soak

all: setup
	cmake -S . -B $(BUILD) -G Ninja $(CMAKE_FLAGS)
	cmake --build $(BUILD) -j $(JOBS)

setup:
	@BUILD=$(BUILD) scripts/setup.sh

demo: all
	@scripts/demo.sh $(BUILD)/heddle

test: all
	$(CTEST) --test-dir $(BUILD)

asan-build: setup
	cmake -S . -B $(BUILD)/asan -G Ninja $(ASAN_FLAGS)
	cmake --build $(BUILD)/asan -j $(JOBS)

asan: asan-build
	UBSAN_OPTIONS=print_stacktrace=1 $(CTEST) --test-dir $(BUILD)/asan

lint: all
	@scripts/lint.sh $(BUILD)

format: setup
	@scripts/format.sh

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

# The machine's speed, then `heddle check` on bench/programs: tables and plots in $(BUILD)/bench.
bench: all
	@scripts/bench.sh $(BUILD)/heddle $(BUILD)
	@scripts/bench_check.sh $(BENCH_FLAGS) $(BUILD)/heddle $(BUILD)/bench

# For how long: make fuzz SECONDS=60
SECONDS = 600
fuzz: asan-build
	@scripts/fuzz.sh $(BUILD)/asan $(SECONDS)

soak: all
	@BUILD=$(BUILD) scripts/setup.sh csmith libcsmith-dev
	@scripts/soak.sh $(BUILD)/heddle $(SECONDS)
	@scripts/soak_csmith.sh $(BUILD)/heddle $(SECONDS)
	$(BUILD)/tests/symex_soak $$(date +%s) 200
	$(BUILD)/tests/check_soak $$(date +%s) 500
	$(BUILD)/tests/sat_soak $$(date +%s) 20000

clean:
	rm -rf $(BUILD)
