#pragma once

// A few C functions over ICU, whose matcher of languages can only be called from C++.
//
// No function lets an exception out. All may be called from any thread at any time, except that no thread may use a
// matcher that is freed. Languages are BCP 47 tags; a tag that ICU cannot read counts as `und`. Text comes back in
// buffers of the caller. The text is ended by NUL whenever the function returns true.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /// Room for the longest subtag and NUL.
    CLanguageSubtagCapacity = 9,
};

/// The subtags of a language under its present name; an absent subtag is empty.
typedef struct {
    char language[CLanguageSubtagCapacity];
    char script[CLanguageSubtagCapacity];
    char region[CLanguageSubtagCapacity];
    /// The language that a tag without language most likely means: `zh` for `und-TW`.
    char likelyLanguage[CLanguageSubtagCapacity];
    /// The script in which the language is most likely written; empty where ICU does not know it.
    char likelyScript[CLanguageSubtagCapacity];
} CLanguageParts;

typedef enum __attribute__((enum_extensibility(closed))) {
    CLanguagePluralFormZero,
    CLanguagePluralFormOne,
    CLanguagePluralFormTwo,
    CLanguagePluralFormFew,
    CLanguagePluralFormMany,
    CLanguagePluralFormOther,
} CLanguagePluralForm;

typedef struct CLanguageMatcher CLanguageMatcher;

/// Writes the tag with the names in use now (`iw` becomes `he`); false if ICU failed or the buffer is too small.
bool CLanguagesCanonical(const char *tag, char *buffer, size_t capacity);

/// Takes a tag apart; false if ICU failed.
bool CLanguagesParts(const char *tag, CLanguageParts *parts);

/// Fills in the form that each number from 0 to `count - 1` takes in a language; false if ICU failed.
bool CLanguagesPluralForms(const char *tag, CLanguagePluralForm *forms, int32_t count);

/// Makes a matcher among tags separated by blanks; null if ICU failed. The caller frees it with
/// `CLanguageMatcherFree`.
CLanguageMatcher *CLanguageMatcherMake(const char *tags);

void CLanguageMatcherFree(CLanguageMatcher *matcher);

/// The position, counted from 0, of the matcher's tag that fits best; -1 if no tag fits or ICU failed.
int32_t CLanguageMatcherFind(const CLanguageMatcher *matcher, const char *tag);

#ifdef __cplusplus
}
#endif
