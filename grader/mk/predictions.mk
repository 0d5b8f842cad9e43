# The right answers of all questions that ./grade labN --predict asks, beside the vendor's profiler.

PREDICTION_SEEDS ?= 1 2 3

.PHONY: check-predictions
## check-predictions (maintainers): with a GPU and ncu, the keys of all questions beside the profiler's counts (PREDICTION_SEEDS="1 2")
check-predictions: build $(BUILD)/bin/profiled
	@$(BUILD)/bin/profiled $(PREDICTION_SEEDS)

$(call made_of,$(BUILD)/bin/profiled,$(call objects,$(wildcard grader/profiled/*.c)) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT))
	$(link)
