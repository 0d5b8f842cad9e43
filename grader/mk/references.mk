# What speeds are judged by: the model's times of each lab's solution and of its naive way, on every device that was
# measured. They are recorded, since a hand-out has neither.

MEASURED_PROFILES = $(shell grep -lx 'measured = yes' grader/simt/profiles/*.txt)
REFERENCE_LABS = $(if $(findstring command line,$(origin LAB)),$(LAB),$(patsubst grader/course/%/naive,%,$(wildcard grader/course/*/naive)))

MEASURED_SPEEDS := docs/results/model/measured.csv

.PHONY: references measure-references
## references (authors): record anew what the model says of the solutions and naive ways (LAB=lab3: of one lab)
references: build $(BUILD)/bin/references
	@printf '%s\n' $(REFERENCE_LABS) | xargs -P $$(nproc) -I LAB sh -c 'echo "  record  LAB"; \
	    $(BUILD)/bin/references LAB $(MEASURED_SPEEDS) $(MEASURED_PROFILES) >$(BUILD)/speed-LAB.h && mv $(BUILD)/speed-LAB.h grader/course/LAB/speed.h'
	@$(MAKE) --no-print-directory build $(BUILD)/bin/references
	@mkdir -p docs/results/model && $(BUILD)/bin/references --table >$(BUILD)/speeds.md && cp $(BUILD)/speeds.md docs/results/model/

## measure-references (authors): time the solutions and naive ways on this machine's GPU, as DEVICE=h200, for measured.csv
measure-references: build $(BUILD)/bin/references
	@for lab in $(REFERENCE_LABS); do $(BUILD)/bin/references --measure $$lab $(DEVICE) || exit; done
