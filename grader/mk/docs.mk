# The documentation: a site of everything, one for students, man pages and completions.

SITE := build/docs
SHARE := build/share

.PHONY: docs docs-deps manuals check-docs check-spelling

## docs-deps: install what make docs and make check-docs need (Debian, Ubuntu)
docs-deps:
	@$(MK)/setup.sh install docs

## docs: the documentation as a site, build/docs, with a part for students (make docs-deps)
docs: grade build/bin/simtcc
	@$(MK)/setup.sh check docs
	@$(MK)/docs.sh $(SITE)

## manuals: man pages and completions for bash and zsh in build/share, printed by the programs themselves
manuals: grade build/bin/simtcc
	@mkdir -p $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions
	$(Q)for program in ./grade build/bin/simtcc; do \
	    name=$${program##*/}; \
	    $$program --help=man >$(SHARE)/man/man1/$$name.1 && \
	    $$program --help=bash >$(SHARE)/bash-completion/completions/$$name && \
	    $$program --help=zsh >$(SHARE)/zsh/site-functions/_$$name || exit; \
	done
	@echo "$(SHARE): man -M $(SHARE)/man grade; . $(SHARE)/bash-completion/completions/grade"

## check-spelling: find misspelt words in texts and comments (codespell)
check-spelling:
	@$(MK)/check-spelling.sh

## check-docs: make docs without a warning, then spelling, links, and the man pages
check-docs: check-spelling docs manuals
	@$(MK)/check-docs.sh $(SITE) $(SHARE)
