# The labs, found as folders of labs/, the challenges last: labs/LAB/LAB.cu is compiled for the CPU engine, and for the
# GPU if the CUDA Toolkit is found ("make NVCC=" skips it). A student only waits for the compiler here;
# ./grade links and runs.

LABS := $(notdir $(patsubst %/,%,$(wildcard labs/lab?/) $(wildcard labs/lab??/) $(wildcard labs/challenge-*/)))
LAB_INCLUDES = -Ilabs/include -Ilabs/$1

LAB_TOOLS := $(if $(BUNDLED),$(BUILD)/fitted,$(BUILD)/bin/simtcc $(BUILD)/include/.copied $(PRECOMPILED))

# Without a GPU, the device whose times are modelled, which ./grade also compiles for, unless this nvcc does not know it.
MODELLED_ARCH = $(patsubst compute_%,-arch=sm_%,$(filter compute_$(shell awk '/^capability_/ { printf $$3 }' \
    grader/simt/profiles/h200.txt),$(shell $(NVCC) --list-gpu-arch)))

.PHONY: $(LABS)

## labN (students): build ./grade, then labs/labN/labN.cu for the CPU engine and, where nvcc is, for the GPU
$(LABS): %: build $(BUILD)/labs/%.cpu.o $(if $(NVCC),$(BUILD)/labs/%.gpu.o)
	@$(if $(NVCC),:,echo "no CUDA Toolkit: CPU engine only")
	@echo "built; now: ./grade $@"

define lab_rules
$(BUILD)/labs/$1.cpu.o: labs/$1/$1.cu $(wildcard labs/$1/*.h labs/include/*.h) $(LAB_TOOLS)
	$$(call begin,simtcc  $$<)
	$(Q)$(BUILD)/bin/simtcc -c $(call LAB_INCLUDES,$1) $$< -o $$@

$(BUILD)/labs/$1.gpu.o: labs/$1/$1.cu $(wildcard labs/$1/*.h labs/include/*.h)
	$$(call begin,nvcc    $$<)
	$(Q)$$(call need,NVCC) -O3 -std=c++17 $$(or $$(NVCC_ARCH),$$(MODELLED_ARCH)) $(call LAB_INCLUDES,$1) -c $$< -o $$@
endef
$(foreach lab,$(LABS),$(eval $(call lab_rules,$(lab))))
