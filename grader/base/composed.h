/**
 * @file composed.h
 * @brief One form for names that systems write in two: "é" as one character (Linux, Windows), or as "e" and a
 * mark (macOS).
 */
#ifndef WARPLAB_COMPOSED_H
#define WARPLAB_COMPOSED_H

/** Joins letters and their marks, in place: Unicode's normal form C for Latin, Greek, Cyrillic, kana and
 * Hangul. The text gets no longer; bytes that are no UTF-8 stay. */
void compose_letters(char *text);

#endif
