# The plugins of g++ that simtcc compiles CUDA sources with, where the compiler's headers are installed: one shows
# the engine every store (grader/confine/plugin), one knows CUDA's rules (grader/simt/language). simtcc's compiler
# is g++, whatever CXX is here, and takes a plugin of its own version only.

PLUGIN_INCLUDE := $(wildcard $(shell g++ -print-file-name=plugin 2>/dev/null)/include)
STORES_SOURCES := $(if $(CONFINED),$(wildcard grader/confine/plugin/*.cc))
LANGUAGE_SOURCES := $(wildcard grader/simt/language/*.cc)
PLUGIN_SOURCES := $(STORES_SOURCES) $(LANGUAGE_SOURCES)
# The second one walks loops, and asks for ranges of values, in ways that g++ has since version 12.
TAKES_LANGUAGE := $(filter-out 1 2 3 4 5 6 7 8 9 10 11,$(shell g++ -dumpversion 2>/dev/null | cut -d. -f1))
PLUGIN := $(if $(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h),$(if $(STORES_SOURCES),$(BUILD)/lib/simt_stores.so) \
    $(if $(TAKES_LANGUAGE),$(if $(LANGUAGE_SOURCES),$(BUILD)/lib/simt_language.so)))

.PHONY: same-compiler plugins
plugins: $(PLUGIN)
# Changes when g++ does.
$(BUILD)/obj/compiler: same-compiler
	@mkdir -p $(@D)
	@g++ -v 2>&1 | cmp -s - $@ || g++ -v 2>$@

PLUGIN_FLAGS :=
define compile_plugin
@mkdir -p $(@D)
@echo "  plugin  $@"
$(Q)g++ -std=c++14 -O2 -fPIC -shared -fno-rtti -fno-exceptions -Wall -Wextra -Wshadow $(WERROR) $(PLUGIN_FLAGS) \
    -isystem $(call need,PLUGIN_INCLUDE) -Igrader/simt/include $(filter %.cc,$^) -s -o $@.new && mv $@.new $@
endef

$(BUILD)/lib/simt_stores.so: $(STORES_SOURCES) $(wildcard grader/confine/plugin/*.h) $(BUILD)/obj/compiler $(MK)/plugin.mk
	$(compile_plugin)

# Its messages have nvcc's words, not those that g++ wants of its own.
$(BUILD)/lib/simt_language.so: PLUGIN_FLAGS := -Wno-format-diag
$(BUILD)/lib/simt_language.so: $(LANGUAGE_SOURCES) grader/simt/include/simt/code_info.h $(wildcard grader/simt/language/*.h) $(BUILD)/obj/compiler $(MK)/plugin.mk
	$(compile_plugin)
