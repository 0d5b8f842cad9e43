// Untrusted bytes made safe for readers and for any format.
#include "utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes of the character at text, 0 if it is malformed: overlong, a surrogate, too large or cut short.
static size_t character_length(const unsigned char *text, size_t left) {
    const unsigned char first = text[0];
    if (first < 0x80)
        return 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
    const bool outside = (first == 0xed && text[1] > 0x9f) || (first == 0xf4 && text[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

size_t utf8_valid_prefix(const char *text, size_t length) {
    size_t i = 0;
    while (i < length) {
        const size_t step = character_length((const unsigned char *)text + i, length - i);
        if (step == 0)
            break;
        i += step;
    }
    return i;
}

static uint32_t code_point(const unsigned char *text, size_t length) {
    uint32_t code = length == 1 ? text[0] : text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (text[i] & 0x3fu);
    return code;
}

static size_t put_code(char *to, unsigned code) {
    static const unsigned char leads[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    const size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(leads[bytes] | code);
    return bytes;
}

size_t utf8_character(const char *text, size_t left, uint32_t *code) {
    const size_t length = character_length((const unsigned char *)text, left);
    *code = length > 0 ? code_point((const unsigned char *)text, length) : 0;
    return length;
}

struct range {
    uint32_t first, last;
};

static bool is_among(uint32_t code, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

// Source: Unicode 15, Bidi_Control (UAX #9).
static const struct range directions[] = {
    {0x061c, 0x061c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}};
// Control characters; then what is not seen, from Unicode's Default_Ignorable_Code_Point, and its line ends.
// Selectors of a variant (U+FE0F) belong to the emoji before them.
static const struct range unseen[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x034f, 0x034f},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200d},
    {0x2028, 0x2029}, {0x2060, 0x2065}, {0x206a, 0x206f}, {0x3164, 0x3164},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};

static bool is_direction(uint32_t code) {
    return is_among(code, directions, sizeof directions / sizeof directions[0]);
}

static bool is_unseen(uint32_t code) {
    return is_direction(code) || is_among(code, unseen, sizeof unseen / sizeof unseen[0]);
}

size_t utf8_find_direction(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < length;) {
        const size_t step = character_length(bytes + i, length - i);
        if (step > 0 && is_direction(code_point(bytes + i, step)))
            return i;
        i += step > 0 ? step : 1;
    }
    return length;
}

// A joiner between two visible non-ASCII characters: part of a word, or of an emoji.
static bool joins(const unsigned char *text, size_t at, size_t step, size_t length, bool seen_before) {
    const uint32_t code = code_point(text + at, step);
    const size_t next = at + step;
    const size_t length_next = next < length ? character_length(text + next, length - next) : 0;
    return (code == 0x200c || code == 0x200d) && seen_before && length_next > 1 &&
           !is_unseen(code_point(text + next, length_next));
}

// An output buffer, which may be too small.
struct writer {
    char *to;
    size_t room, used; // without the final zero byte
    bool full;
};

static void put(struct writer *writer, const char *bytes, size_t length) {
    writer->full = writer->full || length > writer->room - writer->used;
    if (writer->full)
        return;
    memcpy(writer->to + writer->used, bytes, length);
    writer->used += length;
}

static void put_escape(struct writer *writer, uint32_t code, bool is_byte) {
    char escape[16];
    const char *format = is_byte || code < 0x100 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x";
    const int length = snprintf(escape, sizeof escape, format, (unsigned)code);
    put(writer, escape, (size_t)length);
}

static bool stays(uint32_t code, bool one_line) {
    return !is_unseen(code) || (!one_line && (code == '\n' || code == '\t'));
}

// The length of the unchanged prefix: most of every text, and copied at once.
static size_t plain_prefix(const char *text) {
    size_t length = 0;
    while (text[length] >= 0x20 && text[length] < 0x7f)
        length++;
    return length;
}

static void put_plain(struct writer *writer, const char *text, size_t length) {
    const size_t left = writer->room - writer->used;
    put(writer, text, length < left ? length : left);
    writer->full = writer->full || length > left;
}

static void escape_all(struct writer *writer, const char *from, bool one_line) {
    const unsigned char *text = (const unsigned char *)from;
    const size_t length = strlen(from);
    bool seen_before = false; // the previous character is not ASCII, and visible
    for (size_t i = 0; i < length && !writer->full;) {
        const size_t plain = plain_prefix(from + i);
        if (plain > 0) {
            put_plain(writer, from + i, plain);
            seen_before = false;
            i += plain;
            continue;
        }
        const size_t step = character_length(text + i, length - i);
        const uint32_t code = step > 0 ? code_point(text + i, step) : text[i];
        if (step > 0 && (stays(code, one_line) || joins(text, i, step, length, seen_before)))
            put(writer, from + i, step);
        else if (one_line && (code == '\n' || code == '\t') && step > 0)
            put(writer, code == '\n' ? "\\n" : "\\t", 2);
        else
            put_escape(writer, code, step == 0);
        seen_before = step > 1 && !is_unseen(code);
        i += step > 0 ? step : 1;
    }
    writer->to[writer->used] = '\0';
}

enum { LONGEST_ESCAPE = 5 }; // of one byte of text: "\x1b" is four; "\u202e" is six for three

char *utf8_escaped(const char *text) {
    const size_t room = LONGEST_ESCAPE * strlen(text);
    struct writer writer = {.to = malloc(room + 1), .room = room};
    if (writer.to)
        escape_all(&writer, text, false);
    return writer.to;
}

static void escape_in_place(char *text, size_t size, bool one_line) {
    char *copy = strdup(text);
    struct writer writer = {.to = text, .room = size - 1};
    if (copy)
        escape_all(&writer, copy, one_line);
    else
        text[0] = '\0'; // better empty than deceptive
    free(copy);
}

void utf8_escape(char *text, size_t size) { escape_in_place(text, size, false); }

void utf8_escape_line(char *text, size_t size) { escape_in_place(text, size, true); }

struct utf8_line utf8_line(const char *text) {
    struct utf8_line line;
    struct writer writer = {.to = line.text, .room = sizeof line.text - 1};
    escape_all(&writer, text ? text : "", true);
    return line;
}

static bool escape_owned(char **text) {
    if ((*text)[plain_prefix(*text)] == '\0')
        return true;
    char *escaped = utf8_escaped(*text);
    char *own = escaped ? cJSON_malloc(strlen(escaped) + 1) : NULL;
    if (own) {
        strcpy(own, escaped);
        cJSON_free(*text);
        *text = own;
    }
    free(escaped);
    return own != NULL;
}

bool utf8_escape_json(cJSON *value) {
    bool good = true;
    for (; value && good; value = value->next) {
        const bool owned = !(value->type & cJSON_IsReference);
        if (cJSON_IsString(value) && value->valuestring && owned)
            good = escape_owned(&value->valuestring);
        if (good && value->string && !(value->type & cJSON_StringIsConst))
            good = escape_owned(&value->string);
        if (good && owned && (cJSON_IsObject(value) || cJSON_IsArray(value)))
            good = utf8_escape_json(value->child);
    }
    return good;
}

// Letters with marks, as one character each: Unicode's normal form C, limited to scripts whose names
// are written in both forms (Latin, Greek, Cyrillic, kana, Hangul). Marks come in Unicode's own order, as
// macOS writes them.

// After each mark: a letter, and the same with the mark; then the next letter. From UnicodeData.txt.
static const struct {
    const char *mark, *pairs;
} marks[] = {
    {"\u0300", "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"},
    {"\u0301", "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏ"
               "ϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôố"
               "ƠỚơớƯỨưứ"},
    {"\u0302", "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"},
    {"\u0303", "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"},
    {"\u0304", "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝ"},
    {"\u0306", "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặ"},
    {"\u0307", "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊ"
               "xẋYẎyẏſẛ"},
    {"\u0308", "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸ"
               "ыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"},
    {"\u0309", "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"},
    {"\u030a", "AÅaåUŮuůwẘyẙ"},
    {"\u030b", "OŐoőUŰuűУӲуӳ"},
    {"\u030c", "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"},
    {"\u030f", "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"},
    {"\u0311", "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"},
    {"\u031b", "OƠoơUƯuư"},
    {"\u0323", "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"},
    {"\u0324", "UṲuṳ"},
    {"\u0325", "AḀaḁ"},
    {"\u0326", "SȘsșTȚtț"},
    {"\u0327", "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"},
    {"\u0328", "AĄaąEĘeęIĮiįUŲuųOǪoǫ"},
    {"\u032d", "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"},
    {"\u032e", "HḪhḫ"},
    {"\u0330", "EḚeḛIḬiḭUṴuṵ"},
    {"\u0331", "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"},
    {"\u3099", "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガ"
               "キギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボ"
               "ウヴワヷヰヸヱヹヲヺヽヾ"},
    {"\u309a", "はぱひぴふぷへぺほぽハパヒピフプヘペホポ"},
};

static size_t length_of(const char *text) {
    size_t length = 1;
    while ((text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

// A syllable of Hangul from its first two parts, or from a syllable and its last part (Unicode,
// chapter 3.12).
static bool join_hangul(char *letter, size_t length, const char *next, size_t next_length) {
    enum {
        FIRST = 0x1100,
        VOWEL = 0x1161,
        LAST = 0x11a7,
        SYLLABLE = 0xac00,
        FIRSTS = 19,
        VOWELS = 21,
        LASTS = 28
    };
    const unsigned a = length == 3 ? code_point((const unsigned char *)letter, 3) : 0,
                   b = next_length == 3 ? code_point((const unsigned char *)next, 3) : 0;
    unsigned code = 0;
    if (a >= FIRST && a < FIRST + FIRSTS && b >= VOWEL && b < VOWEL + VOWELS)
        code = SYLLABLE + ((a - FIRST) * VOWELS + b - VOWEL) * LASTS;
    else if (a >= SYLLABLE && a < SYLLABLE + FIRSTS * VOWELS * LASTS && (a - SYLLABLE) % LASTS == 0 &&
             b > LAST && b < LAST + LASTS)
        code = a + b - LAST;
    return code != 0 && put_code(letter, code) > 0;
}

// Adds the mark to the letter. @return its new length; 0 if there is no such character
static size_t join_mark(char *letter, size_t length, const char *mark, size_t mark_length) {
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (strlen(marks[i].mark) != mark_length || memcmp(marks[i].mark, mark, mark_length) != 0)
            continue;
        for (const char *base = marks[i].pairs; *base;) {
            const size_t base_length = length_of(base);
            const char *joined = base + base_length;
            const size_t joined_length = length_of(joined);
            if (base_length == length && memcmp(base, letter, length) == 0) {
                memcpy(letter, joined, joined_length); // never longer than letter and mark together
                return joined_length;
            }
            base = joined + joined_length;
        }
    }
    return 0;
}

void compose_letters(char *text) {
    char *letter = NULL, *end = text; // the last letter written, and the text after it
    for (const char *next = text; *next;) {
        const size_t length = length_of(next), before = letter ? (size_t)(end - letter) : 0;
        const size_t joined =
            letter
                ? join_hangul(letter, before, next, length) ? before : join_mark(letter, before, next, length)
                : 0;
        if (joined > 0) {
            end = letter + joined;
        } else {
            letter = end;
            memmove(end, next, length);
            end += length;
        }
        next += length;
    }
    *end = '\0';
}

// Texts that Windows wrote as UTF-16.

enum { LOOKED_AT = 64 };

static unsigned unit(const unsigned char *at, bool big) {
    return big ? (unsigned)at[0] << 8 | at[1] : (unsigned)at[1] << 8 | at[0];
}

// Without a byte order mark: every second byte at the beginning is zero, and no other is.
static bool looks_like(const unsigned char *text, size_t length, bool big) {
    const size_t most = length < LOOKED_AT ? length : LOOKED_AT;
    for (size_t i = 0; i < most; i++)
        if ((text[i] == 0) != ((i % 2 == 0) == big))
            return false;
    return most > 2;
}

char *utf16_to_utf8(const char *bytes, size_t length, size_t *used) {
    const unsigned char *text = (const unsigned char *)bytes;
    const bool little = length >= 2 && text[0] == 0xff && text[1] == 0xfe;
    const bool marked = little || (length >= 2 && text[0] == 0xfe && text[1] == 0xff);
    const bool big = marked ? !little : looks_like(text, length, true);
    if (length % 2 != 0 || (!marked && !big && !looks_like(text, length, false)))
        return NULL;
    char *copy = malloc(length / 2 * 3 + 1);
    size_t made = 0;
    for (size_t i = marked ? 2 : 0; copy && i < length; i += 2) {
        unsigned code = unit(text + i, big);
        const bool high = code >= 0xd800 && code < 0xdc00;
        const unsigned low = high && i + 2 < length ? unit(text + i + 2, big) : 0;
        if (code == 0 || (code >= 0xdc00 && code < 0xe000) || (high && (low < 0xdc00 || low >= 0xe000))) {
            free(copy);
            return NULL;
        }
        if (high) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            i += 2;
        }
        made += put_code(copy + made, code);
    }
    if (copy)
        *used = made;
    return copy;
}
