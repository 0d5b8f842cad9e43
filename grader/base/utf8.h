/**
 * @file utf8.h
 * @brief Untrusted bytes made fit for people and for any format: what cannot be seen is shown as an escape.
 *
 * Names, messages and source lines come from submissions and uploads. Three kinds of bytes in them could
 * deceive a reader: bytes that are not UTF-8 (shown as `\xff`), control characters, which a terminal would
 * obey (`\x1b`, `\x9b`), and characters that change how others are shown, or are not seen themselves: of
 * direction, of zero width, and line ends of Unicode's own (`\u202e`). Where characters are joined by U+200C
 * or U+200D as Persian, Indian scripts and emoji do, between two others that are not ASCII, those stay.
 */
#ifndef WARPLAB_UTF8_H
#define WARPLAB_UTF8_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The code of the first of @p left bytes' characters. @return its bytes, 0 if it is malformed */
size_t utf8_character(const char *text, size_t left, uint32_t *code);
/** How many bytes from the start are well-formed UTF-8; @p length if all are. */
size_t utf8_valid_prefix(const char *text, size_t length);
/** Where the first character stands that changes the direction of others (U+202E and its like): what a
 * compiler reads is then not what a person sees. @return its offset; @p length if there is none */
size_t utf8_find_direction(const char *text, size_t length);

/** Escapes in place; newline and tab stay. What does not fit into @p size bytes is cut, between characters.
 */
void utf8_escape(char *text, size_t size);
/** The same for one line: newline and tab are escaped, too. */
void utf8_escape_line(char *text, size_t size);
/** An escaped copy; newline and tab stay. The caller frees it; NULL if memory is used up. */
char *utf8_escaped(const char *text);

/** A text for one line of a terminal. */
struct utf8_line {
    char text[1600]; /**< newline and tab are escaped, too; what does not fit is cut */
};
/** Makes one: `printf("%s\n", utf8_line(name).text)`. @p text may be NULL, which is "" */
struct utf8_line utf8_line(const char *text);

/** Escapes all strings and names in a JSON value, as utf8_escape() does. @return false if memory is used up
 */
bool utf8_escape_json(cJSON *value);

/* One form for names that systems write in two: "é" as one character (Linux, Windows), or as "e" and a
 * mark (macOS). */

/** Joins letters and their marks, in place: Unicode's normal form C for Latin, Greek, Cyrillic, kana and
 * Hangul. The text gets no longer; bytes that are no UTF-8 stay. */
void compose_letters(char *text);

/* Texts that Windows wrote as UTF-16. */

/**
 * A text in UTF-8, without a mark of the byte order. Of either order, by the mark at its beginning; without
 * one, if every second byte of its beginning is zero, as in ASCII.
 * @param used gets its length, and is left alone if there is none
 * @return NULL if the bytes are not UTF-16 (an odd number, a half of a pair, a zero character), or memory is
 * used up. The caller frees it.
 */
char *utf16_to_utf8(const char *bytes, size_t length, size_t *used);

#endif
