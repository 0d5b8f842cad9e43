# The autograder that Gradescope runs for one lab: a zip of what is committed, without solutions and tests, with
# setup.sh and run_autograder at its root.

LAB ?= lab3
GRADESCOPE := build/gradescope/$(LAB)
VISIBILITY ?= visible
VISIBILITIES := visible hidden after_due_date after_published
LEADERBOARD ?= yes
SANDBOX ?= auto
OPEN ?= ask

.PHONY: gradescope check-gradescope

## gradescope (instructors): build/gradescope/labN.zip, an autograder (LAB=labN VISIBILITY=after_published LEADERBOARD=no OPEN=zero)
gradescope:
	@[ -f grader/course/$(LAB)/spec.c ] || { echo "no such lab: LAB=$(LAB)" >&2; exit 2; }
	@[ -n "$(filter $(VISIBILITY),$(VISIBILITIES))" ] || { echo "VISIBILITY is one of: $(VISIBILITIES)" >&2; exit 2; }
	@[ -n "$(filter $(LEADERBOARD),yes no)" ] || { echo "LEADERBOARD is yes or no" >&2; exit 2; }
	@[ -n "$(filter $(SANDBOX),auto container)" ] || { echo "SANDBOX is auto or container" >&2; exit 2; }
	@[ -n "$(filter $(OPEN),ask zero exclude)" ] || { echo "OPEN is ask, zero or exclude" >&2; exit 2; }
	@rm -rf $(GRADESCOPE) $(GRADESCOPE).zip
	@mkdir -p $(GRADESCOPE)
	$(Q)sed 's/@lab@/$(LAB)/g; s/@visibility@/$(VISIBILITY)/; s/@leaderboard@/$(LEADERBOARD)/; s/@sandbox@/$(SANDBOX)/; s/@open@/$(OPEN)/' \
	    grader/class/gradescope/run_autograder >$(GRADESCOPE)/run_autograder
	$(Q)cp grader/class/gradescope/setup.sh $(GRADESCOPE)/
	$(Q)chmod +x $(GRADESCOPE)/*
	$(Q)git archive --format=zip -o $(GRADESCOPE).zip --add-file=$(GRADESCOPE)/setup.sh \
	    --add-file=$(GRADESCOPE)/run_autograder HEAD $(DIST_PATHS)
	@rm -rf $(GRADESCOPE)
	@echo "$(GRADESCOPE).zip"

## check-gradescope (maintainers): the autograder at work where Gradescope has its files, on submissions good, bad and missing
check-gradescope: gradescope
	@$(MK)/gradescope-check.sh $(GRADESCOPE).zip $(LAB)
