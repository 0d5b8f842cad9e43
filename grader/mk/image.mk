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
