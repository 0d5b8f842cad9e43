// Letters with marks, as one character each: what Unicode calls normal form C, for the scripts of names that
// are written in both forms (Latin, Greek, Cyrillic, kana, Hangul). Marks come in Unicode's own order, as
// macOS writes them.
#include "base/composed.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Behind each mark: a letter, and the same with the mark; then the next letter. From UnicodeData.txt.
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

static size_t character_length(const char *text) {
    size_t length = 1;
    while ((text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

// The code of a character of three bytes; 0 of any other.
static unsigned code_of(const char *text, size_t length) {
    return length == 3 ? (unsigned)(text[0] & 0x0f) << 12 | (unsigned)(text[1] & 0x3f) << 6 | (text[2] & 0x3f)
                       : 0;
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
    const unsigned a = code_of(letter, length), b = code_of(next, next_length);
    unsigned code = 0;
    if (a >= FIRST && a < FIRST + FIRSTS && b >= VOWEL && b < VOWEL + VOWELS)
        code = SYLLABLE + ((a - FIRST) * VOWELS + b - VOWEL) * LASTS;
    else if (a >= SYLLABLE && a < SYLLABLE + FIRSTS * VOWELS * LASTS && (a - SYLLABLE) % LASTS == 0 &&
             b > LAST && b < LAST + LASTS)
        code = a + b - LAST;
    if (code == 0)
        return false;
    letter[0] = (char)(0xe0 | code >> 12);
    letter[1] = (char)(0x80 | (code >> 6 & 0x3f));
    letter[2] = (char)(0x80 | (code & 0x3f));
    return true;
}

// Puts a mark onto the letter. @return its new length; 0 if there is no such character
static size_t join_mark(char *letter, size_t length, const char *mark, size_t mark_length) {
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (strlen(marks[i].mark) != mark_length || memcmp(marks[i].mark, mark, mark_length) != 0)
            continue;
        for (const char *base = marks[i].pairs; *base;) {
            const size_t base_length = character_length(base);
            const char *joined = base + base_length;
            const size_t joined_length = character_length(joined);
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
    char *letter = NULL, *end = text; // the last letter that was written, and what follows it
    for (const char *next = text; *next;) {
        const size_t length = character_length(next), before = letter ? (size_t)(end - letter) : 0;
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
