#include "CLanguages.h"

#include <unicode/localematcher.h>
#include <unicode/locid.h>
#include <unicode/plurrule.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <string>

using icu::Locale;
using icu::LocaleMatcher;

struct CLanguageMatcher {
    // "Immutable class" (localematcher.h), so several threads may ask it at once.
    LocaleMatcher matcher;
};

namespace {

// ICU's matcher takes names as they are, so `canonicalize` replaces old names first: `iw` becomes `he`.
Locale canonical(const char *tag) {
    UErrorCode error = U_ZERO_ERROR;
    Locale locale = Locale::forLanguageTag(tag, error);
    locale.canonicalize(error);
    return U_SUCCESS(error) && !locale.isBogus() ? locale : Locale("und");
}

// Adds script and region. The matcher takes `de` and `de-DE` for different tags. It would prefer an exact tag to an
// equally good tag that comes earlier in the list.
Locale likely(const char *tag) {
    Locale locale = canonical(tag);
    UErrorCode error = U_ZERO_ERROR;
    locale.addLikelySubtags(error);
    return locale;
}

bool copy(const std::string &text, char *buffer, size_t capacity) {
    if (text.size() >= capacity) return false;
    std::memcpy(buffer, text.c_str(), text.size() + 1);
    return true;
}

bool copy(const char *subtag, char (&buffer)[CLanguageSubtagCapacity]) {
    return copy(std::string(subtag), buffer, CLanguageSubtagCapacity);
}

CLanguagePluralForm formOf(const icu::UnicodeString &keyword) {
    static const char *const names[] = {"zero", "one", "two", "few", "many"};
    std::string name;
    keyword.toUTF8String(name);
    for (int form = CLanguagePluralFormZero; form < CLanguagePluralFormOther; form++) {
        if (name == names[form]) return static_cast<CLanguagePluralForm>(form);
    }
    return CLanguagePluralFormOther;
}

}  // namespace

bool CLanguagesCanonical(const char *tag, char *buffer, size_t capacity) try {
    UErrorCode error = U_ZERO_ERROR;
    const std::string name = canonical(tag).toLanguageTag<std::string>(error);
    return U_SUCCESS(error) && copy(name, buffer, capacity);
} catch (...) {
    return false;
}

bool CLanguagesParts(const char *tag, CLanguageParts *parts) try {
    const Locale locale = canonical(tag), full = likely(tag);
    return copy(locale.getLanguage(), parts->language) && copy(locale.getScript(), parts->script) &&
           copy(locale.getCountry(), parts->region) && copy(full.getLanguage(), parts->likelyLanguage) &&
           copy(full.getScript(), parts->likelyScript);
} catch (...) {
    return false;
}

bool CLanguagesPluralForms(const char *tag, CLanguagePluralForm *forms, int32_t count) try {
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<icu::PluralRules> rules(icu::PluralRules::forLocale(canonical(tag), error));
    if (U_FAILURE(error) || !rules) return false;
    for (int32_t number = 0; number < count; number++) forms[number] = formOf(rules->select(number));
    return true;
} catch (...) {
    return false;
}

CLanguageMatcher *CLanguageMatcherMake(const char *tags) try {
    // With a default locale, the matcher would find the first tag for a language that is close to no tag.
    LocaleMatcher::Builder builder;
    builder.setNoDefaultLocale();
    std::istringstream list(tags);
    for (std::string tag; list >> tag;) builder.addSupportedLocale(likely(tag.c_str()));
    UErrorCode error = U_ZERO_ERROR;
    LocaleMatcher matcher = builder.build(error);
    return U_SUCCESS(error) ? new CLanguageMatcher{std::move(matcher)} : nullptr;
} catch (...) {
    return nullptr;
}

void CLanguageMatcherFree(CLanguageMatcher *matcher) { delete matcher; }

int32_t CLanguageMatcherFind(const CLanguageMatcher *matcher, const char *tag) try {
    UErrorCode error = U_ZERO_ERROR;
    const LocaleMatcher::Result result = matcher->matcher.getBestMatchResult(likely(tag), error);
    return U_SUCCESS(error) ? result.getSupportedIndex() : -1;
} catch (...) {
    return -1;
}
