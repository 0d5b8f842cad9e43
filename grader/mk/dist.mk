# The students' hand-out, "make dist": a tarball that builds and grades on its own. Solutions and tests are left out;
# the specs are included, because the grader is built from them, and their seeds are drawn again in every run.

DIST := warplab-$(VERSION)
DIST_PATHS := Makefile LICENSE .gitignore labs docs/using-simtcc.md docs/engine.md docs/engine-validation.md docs/faq.md docs/faq.zh.md docs/CHANGELOG.md \
    docs/on-your-machine.md docs/on-your-machine.zh.md docs/security.md docs/functions.md docs/components.md \
    docs/timing-model.md docs/fairness.md docs/fixtures.md docs/memory-model.md \
    $(wildcard docs/img/trace-*.png) \
    $(filter-out grader/tests grader/template grader/references grader/profiled,$(wildcard grader/*))
WORK ?= commit
IMAGE ?=
ADDRESS ?=

.PHONY: dist check-dist check-release

## dist (instructors): build/warplab-VERSION.tar.gz, for students: no solutions or tests (LABS="lab1 lab2", WORK=include, ADDRESS=where it is cloned from, for colab.ipynb)
dist:
	@ADDRESS="$(ADDRESS)" $(MK)/dist.sh $(DIST) "$(WORK)" "$(LABS)" "$(IMAGE)" $(DIST_PATHS)

## check-release (instructors): what it gives away: each starter, graded in each other lab (LABS="lab1 lab2")
check-release: build
	@$(MK)/release-check.sh $(LABS)

## check-dist (maintainers): make dist, then build it, and grade a starter with it, in a fresh folder
check-dist: dist
	@$(MK)/dist-check.sh build/$(DIST).tar.gz

# The image that grader/image/Dockerfile describes, built from the students' hand-out with docker, podman or buildah.

BASE ?= debian:12
PLATFORM ?=

.PHONY: image check-image

## image (instructors): an OCI image of the students' hand-out, built (BASE=ubuntu:24.04, IMAGE=name, LABS="lab1 lab2")
image: dist
	@$(MK)/image.sh build/$(DIST).tar.gz $(BASE) $(or $(IMAGE),warplab) $(PLATFORM)

## check-image (maintainers): the image's recipe executed and the image at work, with Debian's own tools (root, buildah)
check-image: build
	@$(MK)/image-check.sh $(BASE)

# A bundle, for machines without root: the students' hand-out, built, with the required libraries, where only g++ and
# make are installed. After unpacking, bundle-fit.sh does all that depends on the machine's own g++.

BUNDLE = $(DIST)-$(shell uname -m)
# The libraries that a submission is linked with (grader/simt/driver/compile.c).
LINKED := dw elf capstone cjson boost_context
SYSTEMS ?= bookworm trixie
OLD_SUITE ?= bullseye

.PHONY: bundle bundle-plugins check-bundle

ifneq ($(BUNDLED),)
# The sandbox has no other compiler, so make uses no other either.
export PATH := /usr/bin:/bin:$(PATH)
# Without the library that GPU programs are linked with there is no GPU backend.
NVCC := $(if $(wildcard build/lib/librunner_gpu.a),$(NVCC))
.PHONY: same-machine
$(BUILD)/fitted: same-machine
	@$(MK)/bundle-fit.sh
endif

## bundle (instructors): build/warplab-VERSION-x86_64.tar.gz, the hand-out built, for machines with g++ and make alone (LABS, WORK as dist)
bundle: dist build build/obj/bundle/grade
	@$(MK)/bundle.sh $(BUNDLE) build/$(DIST).tar.gz build/obj/bundle/grade $(LINKED)

## bundle-plugins (maintainers): the plugins for g++ of other systems, for make bundle to take along (SYSTEMS=trixie; root, debootstrap)
bundle-plugins:
	@for suite in $(SYSTEMS); do $(MK)/bundle-plugins.sh $$suite || exit; done

## check-bundle (maintainers): make bundle, at work in bare systems with g++ and make alone, without network (root, debootstrap)
check-bundle: bundle
	@$(MK)/bundle-check.sh build/$(BUNDLE).tar.gz "$(OLD_SUITE)" $(SYSTEMS)

# The same program, which finds its libraries in the bundle; so do the libraries, and not by RUNPATH.
build/obj/bundle/grade: $(call objects,grader/cli/main.c) $(SPEC_OBJECTS) $(LIBGRADER) $(LIBSIMT)
	$(call begin,link    $@)
	$(Q)$(CC) -s -o $@ $^ $(LIBS) -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib/bundled'

# The autograder that Gradescope runs for one lab: a zip of the last commit, without solutions and tests, with
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
