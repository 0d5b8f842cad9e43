# The handouts' pictures: grader/course/labN/figure.c draws one. What it shows of an execution comes from the solution.

FIGURE_OBJECTS := $(call objects,$(filter-out %/main.c,$(wildcard grader/course/*/figure.c grader/course/figures/*.c))) \
    $(addprefix $(BUILD)/obj/grader/viewer/,replay.o replay_json.o svg.o)

.PHONY: figures
## figures (authors): draw the handouts' pictures anew, those of an execution from runs of the solutions
figures: build $(BUILD)/bin/figures
	@$(BUILD)/bin/figures

$(call made_of,$(BUILD)/bin/figures,$(call objects,grader/course/figures/main.c) $(FIGURE_OBJECTS))
	$(link)
