# The programs and libraries: ./grade, build/bin/simtcc, build/lib/libsimt.a and what they need.
# A folder's main.c holds a program's main(); the rest of the folder goes into a library.
#
# BUILD is build, or build/asan for the same under the sanitizers. Programs that run inside the sandbox, or are
# linked with a submission, are only built in build: AddressSanitizer's memory map exceeds every limit.

# The compiler that simtcc runs, and its plugins for CUDA sources, where the compiler's headers are installed: one shows
# the engine every store (grader/confine/plugin), one knows CUDA's rules (grader/simt/language). A plugin only works
# with the compiler that it was built by.

GXX := $(shell $(MK)/compiler.sh)
PLUGIN_INCLUDE := $(wildcard $(shell $(GXX) -print-file-name=plugin 2>/dev/null)/include)
STORES_SOURCES := $(if $(CONFINED),$(wildcard grader/confine/plugin/*.cc))
LANGUAGE_SOURCES := $(wildcard grader/simt/language/*.cc)
PLUGIN_SOURCES := $(STORES_SOURCES) $(LANGUAGE_SOURCES)
# The second one uses functions for loops and value ranges that g++ has since version 12.
TAKES_LANGUAGE := $(filter-out 1 2 3 4 5 6 7 8 9 10 11,$(shell $(GXX) -dumpversion 2>/dev/null | cut -d. -f1))
PLUGIN := $(if $(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h),$(if $(STORES_SOURCES),$(BUILD)/lib/simt_stores.so) \
    $(if $(TAKES_LANGUAGE),$(if $(LANGUAGE_SOURCES),$(BUILD)/lib/simt_language.so)))

.PHONY: plugins
plugins: $(PLUGIN)
# Its name, for simtcc and the build. Changes when the compiler does, and then plugins of another one are removed.
COMPILER := $(BUILD)/lib/compiler
$(COMPILER): $(call unless_of,$(COMPILER),$(GXX) $(shell $(GXX) -v 2>&1 | cksum))
	@mkdir -p $(@D)
	@rm -f $(filter-out $(PLUGIN),$(BUILD)/lib/simt_stores.so $(BUILD)/lib/simt_language.so)
	@echo "$(GXX)" >$@
	$(note_parts)

PLUGIN_FLAGS :=
define compile_plugin
$(call begin,plugin  $@)
$(Q)$(GXX) -std=c++14 -O2 -fPIC -shared -fno-rtti -fno-exceptions -Wall -Wextra -Wshadow $(WERROR) $(PLUGIN_FLAGS) \
    -isystem $(call need,PLUGIN_INCLUDE) -Igrader/simt/include $(filter %.cc,$^) -s -o $@.new && mv $@.new $@
$(note_parts)
endef

$(call made_of,$(BUILD)/lib/simt_stores.so,$(STORES_SOURCES) $(wildcard grader/confine/plugin/*.h) $(COMPILER) $(MK)/programs.mk)
	$(compile_plugin)

# Its messages use nvcc's wording, which g++'s own style check would reject.
$(BUILD)/lib/simt_language.so: PLUGIN_FLAGS := -Wno-format-diag
$(call made_of,$(BUILD)/lib/simt_language.so,$(LANGUAGE_SOURCES) grader/simt/include/simt/code_info.h $(wildcard grader/simt/language/*.h) \
    $(COMPILER) $(MK)/programs.mk)
	$(compile_plugin)

objects = $(patsubst %,$(BUILD)/obj/%.o,$(basename $1))

GRADE_SOURCES := $(wildcard $(patsubst %,grader/%/*.c,base cli lab submission run judge report sandbox class/*)) \
    $(if $(CONFINED),grader/confine/machine_code.c)
SPEC_SOURCES := $(filter-out %/figure.c,$(wildcard grader/course/lab*/*.c grader/course/challenge-*/*.c))
ENGINE_SOURCES := $(wildcard grader/simt/engine/*/*.c grader/simt/engine/*/*/*.c grader/simt/runtime/*.c)
# Keeps a submission from the engine that it runs on; only linked with runners.
CONFINE_SOURCES := $(if $(CONFINED),$(wildcard grader/confine/guard/*.c))
TRANSLATE_SOURCES := $(filter-out %/main.c,$(wildcard grader/simt/translate/*.c grader/simt/driver/*.c)) \
    $(addprefix grader/base/,command_line.c error.c language.c)
RUNNER_SOURCES := grader/runner/runner.c
HEADERS_FOR_LABS := $(shell find grader/simt/include -type f)

LIBGRADER := $(BUILD)/lib/libgrader.a
LIBTRANSLATE := $(BUILD)/lib/libtranslate.a
LIBSIMT := $(BUILD)/lib/libsimt.a
LIBCONFINE := $(if $(CONFINED),$(BUILD)/lib/libconfine.a)
BOUNDS := $(if $(CONFINED),$(BUILD)/lib/bounds_begin.o $(BUILD)/lib/bounds_end.o $(BUILD)/lib/guarded.txt)
RUNNER_CPU_SOURCES := $(filter-out %/$(if $(CONFINED),unconfined,confined).c,$(wildcard grader/runner/cpu/*.c))
RUNNERS := $(BOUNDS) $(LIBCONFINE) $(BUILD)/lib/librunner_cpu.a $(if $(NVCC),$(BUILD)/lib/librunner_gpu.a)
SPEC_OBJECTS := $(call objects,$(SPEC_SOURCES))
# The translations of ./grade; without msgfmt (package gettext) it is English.
LANGUAGES := $(if $(shell command -v msgfmt),$(patsubst grader/po/%.po,$(BUILD)/locale/%/LC_MESSAGES/warplab.mo,$(wildcard grader/po/*.po)))
GRADE := $(if $(filter build,$(BUILD)),grade,$(BUILD)/grade)
# The engine's headers, compiled once for all sources.
PRECOMPILED := $(BUILD)/precompiled/.made
ENGINE := $(BUILD)/bin/simtcc $(PLUGIN) $(COMPILER) $(LIBSIMT) $(BUILD)/include/.copied $(PRECOMPILED)

$(BUILD)/obj/%.o: %.c $(MK)/config.mk
	$(call begin,compile $<)
	$(Q)$(CC) $(CFLAGS) $(PACKAGE_CFLAGS) -MD -MP -c $< -o $@

$(BUILD)/obj/%.o: %.cu $(MK)/config.mk
	$(call begin,nvcc    $<)
	$(Q)$(call need,NVCC) -O3 -std=c++17 $(NVCC_ARCH) -Igrader -MMD -MP -MF $(@:.o=.d) -c $< -o $@

# Changes with CONFINE and SLOWER, and with it the files that depend on them.
$(BUILD)/obj/confine: $(call unless_of,$(BUILD)/obj/confine,CONFINE=$(CONFINE) SLOWER=$(SLOWER))
	$(note_parts)
	@touch $@
$(addprefix $(BUILD)/obj/grader/,base/paths.o run/run.o submission/build.o submission/symbols.o tests/test_signature.o): $(BUILD)/obj/confine

define archive
@mkdir -p $(@D)
@rm -f $@
$(Q)ar rcs $@ $(filter %.o,$^)
$(note_parts)
endef

DEBUG_ENGINE ?=
strip_lines = $(if $(DEBUG_ENGINE)$(SANITIZE),,$(Q)strip --strip-debug $@)

# A page for a browser as bytes in a program: the lines "@include FILE" of NAME.html are replaced by that file
# beside it, and the whole becomes _binary_NAME_html_start and _binary_NAME_html_end.
$(BUILD)/obj/%.page.o: %.html $(wildcard grader/viewer/*_page/*) $(MK)/programs.mk
	$(call begin,embed   $<)
	$(Q)awk '/^@include / { file = "$(<D)/" $$2; while ((got = (getline line < file)) > 0) print line; \
	    if (got < 0) exit 1; close(file); next } { print }' $< >$(@D)/$(<F)
	$(Q)cd $(@D) && ld -r -b binary -z noexecstack -o $(@F) $(<F)

# The built-in device profile as bytes in a program, without its comments.
H200 := $(BUILD)/obj/grader/simt/profiles/h200
$(H200).txt: grader/simt/profiles/h200.txt
	@mkdir -p $(@D)
	$(Q)sed 's/ *#.*//; /^$$/d' $< >$@
$(H200).o: $(H200).txt
	@echo "  embed   $<"
	$(Q)cd $(@D) && ld -r -b binary -z noexecstack -o $(@F) $(<F)

# All that a result depends on besides the submission, which excludes commands and the gradebook.
VERSION_SOURCES := $(sort $(foreach folder,base lab submission run judge report sandbox sandbox/exec sandbox/filter runner runner/cpu runner/gpu confine confine/guard,\
        $(wildcard grader/$(folder)/*.*)) $(wildcard labs/include/*) \
    $(ENGINE_SOURCES) $(TRANSLATE_SOURCES) $(HEADERS_FOR_LABS) $(wildcard grader/simt/*/*.[ch] grader/simt/*/*/*.h grader/simt/*/*/*/*.h) $(PLUGIN_SOURCES) $(H200).txt)
VERSION_LABS := $(patsubst grader/course/%/spec.c,%,$(filter %/spec.c,$(SPEC_SOURCES)))
$(call made_of,$(BUILD)/obj/versions.c,$(VERSION_SOURCES) $(SPEC_SOURCES) $(wildcard grader/course/*/*.h grader/course/*/*.cu labs/*/*.h) $(MK)/versions.sh)
	@mkdir -p $(@D)
	@printf '%s\n' $(VERSION_SOURCES) | $(MK)/versions.sh $(VERSION_LABS) >$@
	$(note_parts)
$(BUILD)/obj/versions.o: $(BUILD)/obj/versions.c
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

# The functions that a submission may call are a table, and other files are derived from it. It has all functions of the
# engine that the headers for programs name.
FUNCTIONS := grader/confine/functions.txt
FUNCTIONS_MADE := $(FUNCTIONS) $(MK)/functions.sh $(MK)/functions.awk
$(BUILD)/obj/functions.c: $(LIBSIMT) $(BUILD)/include/.copied $(FUNCTIONS_MADE)
	@mkdir -p $(@D)
	$(Q)$(MK)/functions.sh check $(FUNCTIONS) $(BUILD)/include $(LIBSIMT)
	$(Q)$(MK)/functions.sh list $(FUNCTIONS) >$@.new && mv $@.new $@
$(BUILD)/obj/functions.o: $(BUILD)/obj/functions.c
	$(Q)$(CC) $(CFLAGS) -c $< -o $@
$(BUILD)/lib/guarded.txt: $(FUNCTIONS_MADE)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(MK)/functions.sh guarded $(FUNCTIONS) >$@
.PHONY: functions-page
## functions-page (maintainers): docs/functions.md, made again from grader/confine/functions.txt
functions-page:
	$(Q)$(MK)/functions.sh page $(FUNCTIONS) >docs/functions.md

# Both the engine and `grade` write traces as pages and pictures.
VIEWER_OBJECTS := $(call objects,$(wildcard grader/viewer/*.c)) $(BUILD)/obj/grader/viewer/trace_page/trace.page.o

$(call made_of,$(LIBGRADER),$(call objects,$(filter-out %/main.c,$(GRADE_SOURCES))) $(BUILD)/obj/versions.o $(BUILD)/obj/functions.o \
    $(BUILD)/obj/grader/viewer/class_page/page.page.o $(VIEWER_OBJECTS))
	$(archive)
$(call made_of,$(LIBTRANSLATE),$(call objects,$(TRANSLATE_SOURCES)))
	$(archive)
# Linked with every program and every submission: the linker would spend more time on the engine's own lines than on
# all else. "make DEBUG_ENGINE=1" keeps them for a debugger.
$(call made_of,$(LIBSIMT),$(call objects,$(ENGINE_SOURCES)) $(H200).o $(VIEWER_OBJECTS))
	$(archive)
	$(strip_lines)
$(call made_of,$(BUILD)/lib/libconfine.a,$(call objects,$(CONFINE_SOURCES)))
	$(archive)
	$(strip_lines)
$(call made_of,$(BUILD)/lib/librunner_cpu.a,$(call objects,$(RUNNER_SOURCES) $(RUNNER_CPU_SOURCES)))
	$(archive)
	$(strip_lines)
$(BUILD)/lib/bounds_%.o: grader/confine/bounds.c grader/confine/bounds.h $(MK)/config.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -DBOUNDS_$* -c $< -o $@
$(call made_of,$(BUILD)/lib/librunner_gpu.a,$(call objects,$(RUNNER_SOURCES) $(wildcard grader/runner/gpu/*.cu)))
	$(archive)

define link
$(call begin,link    $@)
$(Q)$(CC) $(SANITIZE) -o $@ $(filter %.o %.a,$^) $(LIBS)
$(note_parts)
endef

# They use the engine's devices and its rule of occupancy.
$(call made_of,$(GRADE),$(call objects,grader/cli/main.c) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT))
	$(link)

$(call made_of,$(BUILD)/bin/references,$(call objects,$(wildcard grader/references/*.c)) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT))
	$(link)

# Runs inside the sandbox, before the untrusted program. It is small and only needs the C library, since
# every box starts a copy of it.
$(call made_of,build/bin/sandbox-exec,$(patsubst %.c,build/obj/%.o,$(wildcard grader/sandbox/exec/*.c)))
	$(call begin,link    $@)
	$(Q)$(CC) -s -o $@ $(filter %.o,$^)
	$(Q)chmod 755 $@ # without bubblewrap, root starts it after dropping its privileges
	$(note_parts)

build/obj/grader/sandbox/exec/filter.o: build/obj/filters/filters.h
build/obj/grader/sandbox/exec/filter.o: CFLAGS += -Ibuild/obj/filters
build/obj/filters/filters.h: build/bin/make-filters
	@mkdir -p $(@D)
	$(Q)$< >$@.new && mv $@.new $@
$(call made_of,build/bin/make-filters,$(patsubst %.c,build/obj/%.o,$(wildcard grader/sandbox/filter/*.c)))
	$(link)

# Opens untrusted archives, inside the sandbox.
$(call made_of,build/bin/unpack,build/obj/grader/class/unpack/main.o build/lib/libgrader.a)
	$(link)

$(call made_of,$(BUILD)/bin/simtcc,$(call objects,grader/simt/driver/main.c) $(LIBTRANSLATE))
	$(link)

# The headers that replace CUDA's, where simtcc looks for them: next to its own folder. The names in
# FORWARDED are headers of CUDA, too; cuda_runtime.h declares all of theirs.
FORWARDED := builtin_types common_functions cuda_runtime_api device_atomic_functions device_double_functions \
    device_functions device_launch_parameters driver_functions driver_types host_defines math_functions sm_20_atomic_functions sm_30_intrinsics sm_32_intrinsics \
    sm_35_intrinsics sm_60_atomic_functions sm_61_intrinsics vector_functions vector_types
# The same for Thrust's headers of its OpenMP system, which is the device here (thrust/detail/config/device_system.h).
FORWARDED_THRUST := adjacent_difference assign_value binary_search copy copy_if extrema find for_each get_value \
    iter_swap malloc_and_free merge partition reduce reduce_by_key remove scan scan_by_key set_operations sort \
    unique unique_by_key
$(call made_of,$(BUILD)/include/.copied,$(HEADERS_FOR_LABS) $(MK)/programs.mk)
	@rm -rf $(@D) $(BUILD)/precompiled
	@mkdir -p $(@D)
	$(Q)cp -R grader/simt/include/. $(@D)/
	$(Q)for name in $(FORWARDED); do echo '#include "cuda_runtime.h"' >$(@D)/$$name.h || exit; done
	$(Q)mkdir -p $(@D)/thrust/system/omp/detail
	$(Q)for name in $(FORWARDED_THRUST); do \
	    echo '#include <thrust/system/omp/simt_device.h>' >$(@D)/thrust/system/omp/detail/$$name.h || exit; done
	$(note_parts)
	@touch $@

$(PRECOMPILED): $(BUILD)/bin/simtcc $(PLUGIN) $(BUILD)/include/.copied $(COMPILER)
	@echo "  compile the headers of simtcc"
	$(Q)$< --precompile
	$(Q)$< --precompile --confined
	@touch $@

$(BUILD)/locale/%/LC_MESSAGES/warplab.mo: grader/po/%.po
	$(call begin,msgfmt  $<)
	$(Q)msgfmt --check-format -o $@ $<

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
