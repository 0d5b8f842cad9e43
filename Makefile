# Warplab's targets. The rules to build things are in grader/mk/: nothing here or there lists a
# source file, a lab or a test suite; adding one is adding a file.

MAKEFLAGS += --no-builtin-rules --no-builtin-variables --warn-undefined-variables
# GNU make 4.4 looks this up before it has read anything, and would warn.
export GNUMAKEFLAGS ?=
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

include grader/mk/config.mk
include grader/mk/programs.mk
include grader/mk/authors.mk
include grader/mk/tests.mk
include grader/mk/dist.mk
include grader/mk/labs.mk
include grader/mk/bench.mk
include grader/mk/web.mk
include grader/mk/slides.mk

.PHONY: help demo check check-all check-engine check-labs check-emulated all build clean format install-deps check-bare check-arm64 check-old-compiler

# A hand-out has no tests, and its reader is a student.
help:
	@awk $(if $(wildcard grader/tests),,-v only=students) -f $(MK)/help.awk \
	    $(MK)/labs.mk Makefile $(filter-out %/labs.mk,$(wildcard $(MK)/*.mk))
	@echo
	@echo "Labs here: $(LABS)"

## demo (students): install what is missing, build everything, grade lab3's reference solution
demo: install-deps
	@$(MAKE) $(PARALLEL) --no-print-directory build
	./grade $(if $(wildcard solutions/lab3),lab3 --submission solutions/lab3,$(or $(filter lab3,$(LABS)),$(firstword $(LABS))) || [ $$? = 1 ])

## check (maintainers): install what is missing, build everything, and test it; of the fixtures a tenth
check: install-deps
	@$(MK)/setup.sh install tests
	@WERROR=-Werror $(MK)/check.sh $(MAKE) $(PARALLEL)

## check-all (maintainers): the same, every suite in both builds, and of the fixtures a quarter (nightly)
check-all: install-deps
	@$(MK)/setup.sh install tests
	@WERROR=-Werror $(MK)/check.sh --all $(MAKE) $(PARALLEL)

## build (students): the grader ./grade, the CPU engine and its compiler build/bin/simtcc
build: $(if $(BUNDLED),$(BUILD)/fitted,grade build/bin/sandbox-exec build/bin/unpack $(ENGINE) $(RUNNERS) $(LANGUAGES))

all: build tests

## check-engine (maintainers): the tests of the CPU engine alone
check-engine: $(ENGINE) $(ENGINE_SUITES)
	@$(MK)/run-suites.sh $(ENGINE_SUITES)

## check-labs (authors): the tests that grade submissions alone
check-labs: build $(LAB_SUITES)
	@$(MK)/run-suites.sh $(LAB_SUITES)

## check-emulated (maintainers): both of these, without what grader/tests/arm64/left_out.txt names
check-emulated: build $(HELPERS) $(ENGINE_SUITES) $(LAB_SUITES)
	@WARPLAB_LEFT_OUT=grader/tests/arm64/left_out.txt $(MK)/run-suites.sh $(sort $(ENGINE_SUITES) $(LAB_SUITES))

## bench-engine (maintainers): time and memory of the CPU engine, beside Oclgrind on the same kernel, and of ./grade lab3

## fuzz (maintainers): ten minutes each of mutated CUDA C for the translator and of uploads for their readers, under libFuzzer (clang)

## check-kill (maintainers): kill ./grade batch 100 times in a class of 50: nothing is lost, double or different

## check-bare (maintainers): make demo and make check in a fresh chroot with git and make only (root, debootstrap)
check-bare:
	@$(MK)/bare-check.sh

## check-arm64 (maintainers): the suites of the engine and of grading on an emulated arm64 Debian (root, debootstrap, qemu-user-static)
check-arm64:
	@$(MK)/arm64-check.sh

## check-old-compiler (maintainers): make demo where g++ is version 11, as on Ubuntu 22.04 (packages g++-11, g++-12)
check-old-compiler:
	@$(MK)/old-compiler-check.sh

## install-deps (students): install the packages that are missing (Debian, Ubuntu; untried: Fedora, Arch, openSUSE)
install-deps:
	@$(if $(BUNDLED),$(MK)/bundle-fit.sh && echo "This is a bundle: nothing else is to be installed.",$(MK)/setup.sh install)

## format (maintainers): rewrite the sources as .clang-format says
format:
	@clang-format -i $(FORMATTED)

## clean (students): remove everything that was built
clean:
	rm -rf $(if $(BUNDLED),build/labs build/fitted build/precompiled build/lib/simt_*.so,build grade)
