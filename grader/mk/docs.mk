# The documentation: a site of everything, one for students, man pages and completions.

SITE := build/docs
SHARE := build/share

.PHONY: docs docs-deps manuals check-docs check-spelling check-prose

## docs-deps (instructors): install what make docs and make check-docs need (Debian, Ubuntu)
docs-deps:
	@$(MK)/setup.sh install docs

## docs (instructors): the documentation as a site, build/docs, with a part for students (make docs-deps)
docs: grade build/bin/simtcc
	@$(MK)/setup.sh check docs
	@$(MK)/docs.sh $(SITE)

## manuals (instructors): man pages and completions for bash and zsh in build/share
MANUALS := $(SHARE)/man/man1
BASH_COMPLETIONS := $(SHARE)/bash-completion/completions
ZSH_COMPLETION := $(SHARE)/zsh/site-functions/_grade
manuals:
	@mkdir -p $(MANUALS) $(BASH_COMPLETIONS) $(dir $(ZSH_COMPLETION))
	$(Q)cp grader/cli/grade.1 grader/simt/driver/simtcc.1 $(MANUALS)
	$(Q)cp grader/cli/completion.bash $(BASH_COMPLETIONS)/grade
	$(Q)cp grader/cli/completion.bash $(BASH_COMPLETIONS)/simtcc
	$(Q){ printf '%s\n' '#compdef grade simtcc' 'autoload -U +X bashcompinit && bashcompinit' && \
	    cat grader/cli/completion.bash && echo '_bash_complete -o filenames -F _warplab'; } >$(ZSH_COMPLETION)
	@echo "$(SHARE): man -M $(SHARE)/man grade; . $(BASH_COMPLETIONS)/grade"

## check-spelling (maintainers): find misspelt words in texts and comments (codespell)
check-spelling:
	@$(MK)/check-spelling.sh

## check-prose (maintainers): print wordings that read oddly in texts, messages and comments; never fails
check-prose:
	@$(MK)/check-prose.sh

## check-docs (maintainers): make docs without a warning, then spelling, links, and the man pages
check-docs: check-spelling docs manuals
	@$(MK)/check-docs.sh $(SITE) $(SHARE)
