/**
 * @file language.h
 * @brief What ./grade says of a lab follows LANG, where there is a catalog of it in grader/po; English
 * otherwise.
 */
#ifndef WARPLAB_LANGUAGE_H
#define WARPLAB_LANGUAGE_H

/**
 * Makes language_of() follow LC_ALL, LC_MESSAGES, LANG and LANGUAGE, as gettext does, also where the system
 * lacks the locale. Commands about a class do not call it: what they store stays English.
 * @param build what `make` built; the catalogs lie in its folder locale/
 */
void language_follow(const char *build);

/** @p text in the reader's language, or itself; formats of printf() keep their directives. */
const char *language_of(const char *text) __attribute__((format_arg(1)));

#endif
