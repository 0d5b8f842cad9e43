# The students' hand-out, "make dist": a tarball that builds and grades on its own. Solutions and tests stay behind; the
# specs go along, for the grader is built from them, and their seeds are drawn anew in every run.

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
