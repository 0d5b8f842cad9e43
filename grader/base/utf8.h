/**
 * @file utf8.h
 * @brief Untrusted bytes made safe for readers and for any format: invisible characters are shown as escapes.
 *
 * Names, messages and source lines come from submissions and uploads. Three kinds of bytes in them could
 * deceive a reader: bytes that are not UTF-8 (shown as `\xff`), control characters, which a terminal would
 * obey (`\x1b`, `\x9b`), and characters that are invisible or change how others are shown: of
 * direction, of zero width, and Unicode's own line ends (`\u202e`). The joiners U+200C and U+200D, which
 * Persian, Indian scripts and emoji use, stay between two characters that are not ASCII.
 */
#ifndef WARPLAB_UTF8_H
#define WARPLAB_UTF8_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Decodes the first character of @p left bytes. @return its length, 0 if it is malformed */
size_t utf8_character(const char *text, size_t left, uint32_t *code);
/** The number of leading bytes that are well-formed UTF-8; @p length if all are. */
size_t utf8_valid_prefix(const char *text, size_t length);
/** The first character that changes the direction of others (U+202E and the like): then a compiler
 * does not read what a person sees. @return its offset; @p length if there is none */
size_t utf8_find_direction(const char *text, size_t length);

/** Escapes in place; newline and tab stay. Text beyond @p size bytes is cut, between characters.
 */
void utf8_escape(char *text, size_t size);
/** The same for one line: newline and tab are escaped, too. */
void utf8_escape_line(char *text, size_t size);
/** An escaped copy; newline and tab stay. The caller frees it; NULL if memory ran out. */
char *utf8_escaped(const char *text);

/** A text for one line of a terminal. */
struct utf8_line {
    char text[1600]; /**< newline and tab are escaped, too; the rest is cut */
};
/** Makes one: `printf("%s\n", utf8_line(name).text)`. @p text may be NULL, which is "" */
struct utf8_line utf8_line(const char *text);

/** Escapes all strings and names in a JSON value, as utf8_escape() does. @return false if memory ran out
 */
bool utf8_escape_json(cJSON *value);

/* One form for names that systems write in two: "é" as one character (Linux, Windows), or as "e" and a
 * mark (macOS). */

/** Joins letters and their marks, in place: Unicode's normal form C for Latin, Greek, Cyrillic, kana and
 * Hangul. The text gets no longer; bytes that are not UTF-8 stay. */
void compose_letters(char *text);

/* Texts that Windows wrote as UTF-16. */

/**
 * A text in UTF-8, without a byte order mark. The order is taken from such a mark at its beginning; without
 * one, it is UTF-16 if every second byte of its beginning is zero, as in ASCII.
 * @param used receives its length; unchanged if there is none
 * @return NULL if the bytes are not UTF-16 (an odd number, half of a pair, a zero character), or memory ran
 * out. The caller frees it.
 */
char *utf16_to_utf8(const char *bytes, size_t length, size_t *used);

#endif
