# What every rule needs: folders, compiler flags, libraries. A variable that must not be empty is
# read through $(call need,NAME), which stops the build and names it.

# docs/CHANGELOG.md says what is new in it.
VERSION := 0.1
MK := grader/mk
BUILD ?= build
# Not empty in a bundle ("make bundle"), where the programs come along built, with the libraries that they need.
BUNDLED := $(wildcard build/bundled)
SANITIZE ?=
COUNTS ?=
V ?=
CC := gcc

# "make V=1" shows the commands; without it, one short line for each.
Q := $(if $(filter 1,$(V)),,@)
begin = @mkdir -p $(@D) && echo "  $1"

need = $(or $($1),$(error the build variable $1 is empty))

# $(call made_of,FILE,PARTS) is the first line of the rule for a file, and $(note_parts) the last. The file is also
# made again when the list of its parts has changed: a deleted source leaves nothing in it. Make 4.3 does not always
# leave out the line's end where it reads the list.
made_of = $1: $2 $(call unless_of,$1,$(sort $2))
unless_of = $(eval PARTS_OF_$1 := $2)$(if $(subst |$(strip $(file <$(BUILD)/obj/parts/$1))|,,|$(strip $2)|),other-parts)
note_parts = @mkdir -p $(BUILD)/obj/parts/$(@D) && echo "$(call need,PARTS_OF_$@)" >$(BUILD)/obj/parts/$@
.PHONY: other-parts

# What keeps a submission from the engine in its own process (grader/confine). "make CONFINE=no" does without.
CONFINE ?= yes
CONFINED := $(filter-out no,$(CONFINE))

# Time limits of labs times this: "make SLOWER=4" is for a machine that takes four times as long as a common one.
SLOWER ?= 1

# Warnings stop the maintainers' builds alone (make check): other compilers have others.
WERROR ?=
WARNINGS := -Wall -Wextra -Wpedantic $(WERROR) -Wshadow -Wconversion
# libseccomp's macros use what gcc allows without a word.
WARNINGS += $(if $(findstring clang,$(CC)),-Wno-gnu-zero-variadic-macro-arguments -Wno-missing-field-initializers)
INCLUDES := -Igrader -Igrader/simt -idirafter grader/simt/include
OPTIMIZE := -O2 -g
OPTIMIZE_MOST := -O3
# A char has a sign, also where the processor's own convention is another.
CFLAGS := -std=c11 -fsigned-char $(WARNINGS) -D_GNU_SOURCE $(INCLUDES) -DWARPLAB_CONFINE=$(if $(CONFINED),1,0) $(OPTIMIZE) -fPIE $(SANITIZE)

$(BUILD)/obj/grader/cli/main.o $(BUILD)/obj/grader/simt/driver/main.o: CFLAGS += -DWARPLAB_VERSION='"$(VERSION)"'
$(BUILD)/obj/grader/run/run.o: CFLAGS += -DWARPLAB_SLOWER=$(SLOWER)
# Made and checked with these are gigabytes of inputs and answers, for each submission that a GPU runs.
$(BUILD)/obj/grader/lab/%.o $(BUILD)/obj/grader/run/%.o $(BUILD)/obj/grader/course/%.o: CFLAGS += $(OPTIMIZE_MOST)
# Most of the time that grading takes is the engine's.
$(BUILD)/obj/grader/simt/engine/%.o: CFLAGS += $(OPTIMIZE_MOST)

# The CUDA Toolkit, if there is one ("make NVCC=" leaves it out), and this machine's own GPU; without one,
# the architecture that the toolkit takes by itself.
ifeq ($(origin NVCC),undefined)
NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
endif
NVCC_ARCH ?= $(if $(wildcard /dev/nvidiactl /dev/dxg),-arch=native)

# Asked of pkg-config once, when the first recipe needs it: targets that compile nothing, and the one
# that installs pkg-config, must work without it.
PACKAGES := libdw libelf libcjson libseccomp capstone sqlite3 libmd libarchive yaml-0.1
ask = $(shell command -v pkg-config >/dev/null && pkg-config $1)$(if $(filter 0,$(.SHELLSTATUS)),,$(error a library is missing: run "make install-deps"))
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $$(call ask,--cflags $(PACKAGES) check))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $$(call ask,--libs $(PACKAGES)))$(PACKAGE_LIBS)
CHECK_LIBS = $(eval CHECK_LIBS := $$(call ask,--libs check))$(CHECK_LIBS)
LIBS = -Wl,--as-needed $(PACKAGE_LIBS) -lboost_context -lpthread -lm

# One job a core for the recursive builds, unless the caller has already chosen with -j.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

FORMATTED = $(shell find labs solutions grader slides -path 'grader/course/*/fixtures' -prune -o -path 'grader/tests/hostile*' -prune -o -name '*.c' -print -o -name '*.h' -print \
    -o -name '*.cc' -print -o -name '*.cu' -print -o -name '*.cl' -print)
