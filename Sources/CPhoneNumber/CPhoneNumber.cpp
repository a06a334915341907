#include "CPhoneNumber.h"

#include "PlainNumber.h"

#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>
#include <phonenumbers/shortnumberinfo.h>

#include <cstring>
#include <list>
#include <set>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;
using i18n::phonenumbers::ShortNumberInfo;

// The library's const functions share nothing but a cache of compiled expressions, which has a lock.
const PhoneNumberUtil &library() {
    static const PhoneNumberUtil *const instance = PhoneNumberUtil::GetInstance();
    return *instance;
}

namespace {

// The library's name for "no region", which leaves only numbers that begin with `+`.
const std::string noRegion = "ZZ";

CPhoneNumberKind kindOf(PhoneNumberUtil::PhoneNumberType type) {
    switch (type) {
    case PhoneNumberUtil::FIXED_LINE: return CPhoneNumberKindFixedLine;
    case PhoneNumberUtil::MOBILE: return CPhoneNumberKindMobile;
    case PhoneNumberUtil::FIXED_LINE_OR_MOBILE: return CPhoneNumberKindFixedLineOrMobile;
    case PhoneNumberUtil::TOLL_FREE: return CPhoneNumberKindTollFree;
    case PhoneNumberUtil::PREMIUM_RATE: return CPhoneNumberKindPremiumRate;
    case PhoneNumberUtil::SHARED_COST: return CPhoneNumberKindSharedCost;
    case PhoneNumberUtil::VOIP: return CPhoneNumberKindVoip;
    case PhoneNumberUtil::PERSONAL_NUMBER: return CPhoneNumberKindPersonal;
    case PhoneNumberUtil::PAGER: return CPhoneNumberKindPager;
    case PhoneNumberUtil::UAN: return CPhoneNumberKindUniversalAccess;
    case PhoneNumberUtil::VOICEMAIL: return CPhoneNumberKindVoicemail;
    case PhoneNumberUtil::UNKNOWN: return CPhoneNumberKindUnknown;
    }
    return CPhoneNumberKindUnknown;
}

PhoneNumberUtil::PhoneNumberType typeOf(CPhoneNumberKind kind) {
    switch (kind) {
    case CPhoneNumberKindFixedLine: return PhoneNumberUtil::FIXED_LINE;
    case CPhoneNumberKindMobile: return PhoneNumberUtil::MOBILE;
    case CPhoneNumberKindFixedLineOrMobile: return PhoneNumberUtil::FIXED_LINE_OR_MOBILE;
    case CPhoneNumberKindTollFree: return PhoneNumberUtil::TOLL_FREE;
    case CPhoneNumberKindPremiumRate: return PhoneNumberUtil::PREMIUM_RATE;
    case CPhoneNumberKindSharedCost: return PhoneNumberUtil::SHARED_COST;
    case CPhoneNumberKindVoip: return PhoneNumberUtil::VOIP;
    case CPhoneNumberKindPersonal: return PhoneNumberUtil::PERSONAL_NUMBER;
    case CPhoneNumberKindPager: return PhoneNumberUtil::PAGER;
    case CPhoneNumberKindUniversalAccess: return PhoneNumberUtil::UAN;
    case CPhoneNumberKindVoicemail: return PhoneNumberUtil::VOICEMAIL;
    case CPhoneNumberKindUnknown: return PhoneNumberUtil::UNKNOWN;
    }
    return PhoneNumberUtil::UNKNOWN;
}

CPhoneNumberOutcome outcomeOf(PhoneNumberUtil::ErrorType error) {
    switch (error) {
    case PhoneNumberUtil::NO_PARSING_ERROR: return CPhoneNumberOutcomeValid;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return CPhoneNumberOutcomeUnknownCallingCode;
    // Of a text that is `+` and digits the library says "not a number" only when it has fewer than three digits.
    case PhoneNumberUtil::NOT_A_NUMBER:
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return CPhoneNumberOutcomeTooShort;
    case PhoneNumberUtil::TOO_LONG_NSN: return CPhoneNumberOutcomeTooLong;
    }
    return CPhoneNumberOutcomeImpossible;
}

// Why a number that the library could read is in no numbering plan.
CPhoneNumberOutcome outcomeOf(PhoneNumberUtil::ValidationResult result) {
    switch (result) {
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return CPhoneNumberOutcomeUnknownCallingCode;
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY:
    case PhoneNumberUtil::TOO_SHORT: return CPhoneNumberOutcomeTooShort;
    case PhoneNumberUtil::TOO_LONG: return CPhoneNumberOutcomeTooLong;
    case PhoneNumberUtil::IS_POSSIBLE:
    case PhoneNumberUtil::INVALID_LENGTH: return CPhoneNumberOutcomeImpossible;
    }
    return CPhoneNumberOutcomeImpossible;
}

bool copy(const std::string &text, char *buffer, size_t capacity) {
    if (text.size() >= capacity) return false;
    std::memcpy(buffer, text.c_str(), text.size() + 1);
    return true;
}

// Reads a number, then reads the result again, until it no longer changes; four times at most. Parse removes one trunk
// or former mobile prefix after the calling code (`+44 (0)20 …`, `+52 1 55 …`). `+52 1 1 998 …` has two prefixes. Read
// once, it would stay a second spelling of a number, with limits of its own. A number in canonical form is read once.
CPhoneNumberOutcome parseUntilStable(std::string text, PhoneNumber *number, std::string *e164) {
    for (int round = 0; round < 4; round++) {
        number->Clear();
        const CPhoneNumberOutcome outcome = outcomeOf(library().Parse(text, noRegion, number));
        if (outcome != CPhoneNumberOutcomeValid) return outcome;
        library().Format(*number, PhoneNumberUtil::E164, e164);
        if (*e164 == text) return CPhoneNumberOutcomeValid;
        text = *e164;
    }
    return CPhoneNumberOutcomeImpossible;
}

CPhoneNumberOutcome parseByLibrary(const char *text, CPhoneNumberParts *result) {
    PhoneNumber number;
    std::string e164, region;
    const CPhoneNumberOutcome outcome = parseUntilStable(text, &number, &e164);
    if (outcome != CPhoneNumberOutcomeValid) return outcome;

    // IsValidNumber asks whether the type is known, so asking for the type answers both questions.
    const PhoneNumberUtil::PhoneNumberType type = library().GetNumberType(number);
    if (type == PhoneNumberUtil::UNKNOWN) return outcomeOf(library().IsPossibleNumberWithReason(number));
    library().GetRegionCodeForNumber(number, &region);

    // Some numbering plans admit more than the 15 digits of E.164. No network carries such a number across a border.
    if (!copy(e164, result->e164, sizeof result->e164)) return CPhoneNumberOutcomeTooLong;
    if (!copy(region, result->region, sizeof result->region)) return CPhoneNumberOutcomeImpossible;
    result->callingCode = number.country_code();
    result->kind = kindOf(type);
    return CPhoneNumberOutcomeValid;
}

template <typename Regions>
ptrdiff_t writeList(const Regions &regions, char *buffer, size_t capacity) {
    std::string list;
    for (const std::string &region : regions) list += (list.empty() ? "" : " ") + region;
    copy(list, buffer, capacity);
    return static_cast<ptrdiff_t>(list.size());
}

bool writeNumber(const PhoneNumber &number, char *e164) {
    std::string text;
    library().Format(number, PhoneNumberUtil::E164, &text);
    return copy(text, e164, CPhoneNumberE164Capacity);
}

}  // namespace

CPhoneNumberOutcome CPhoneNumberParse(const char *text, CPhoneNumberParts *number) try {
    return judgePlainNumber(text, number) ? CPhoneNumberOutcomeValid : parseByLibrary(text, number);
} catch (...) {
    return CPhoneNumberOutcomeLibraryFailed;
}

bool CPhoneNumberParsePlain(const char *text, CPhoneNumberParts *number) try {
    return judgePlainNumber(text, number);
} catch (...) {
    return false;
}

CPhoneNumberOutcome CPhoneNumberParseByLibrary(const char *text, CPhoneNumberParts *number) try {
    return parseByLibrary(text, number);
} catch (...) {
    return CPhoneNumberOutcomeLibraryFailed;
}

ptrdiff_t CPhoneNumberRegions(char *buffer, size_t capacity) try {
    std::set<std::string> regions;
    library().GetSupportedRegions(&regions);
    return writeList(regions, buffer, capacity);
} catch (...) {
    return -1;
}

ptrdiff_t CPhoneNumberRegionsOfCallingCode(int32_t callingCode, char *buffer, size_t capacity) try {
    std::list<std::string> regions;
    library().GetRegionCodesForCountryCallingCode(callingCode, &regions);
    return writeList(regions, buffer, capacity);
} catch (...) {
    return -1;
}

ptrdiff_t CPhoneNumberGlobalCallingCodes(int32_t *buffer, size_t capacity) try {
    std::set<int> codes;
    library().GetSupportedGlobalNetworkCallingCodes(&codes);
    size_t written = 0;
    for (const int code : codes) {
        if (written < capacity) buffer[written++] = code;
    }
    return static_cast<ptrdiff_t>(codes.size());
} catch (...) {
    return -1;
}

bool CPhoneNumberExample(const char *region, CPhoneNumberKind kind, char *e164) try {
    PhoneNumber number;
    return library().GetExampleNumberForType(region, typeOf(kind), &number) && writeNumber(number, e164);
} catch (...) {
    return false;
}

bool CPhoneNumberGlobalExample(int32_t callingCode, char *e164) try {
    PhoneNumber number;
    return library().GetExampleNumberForNonGeoEntity(callingCode, &number) && writeNumber(number, e164);
} catch (...) {
    return false;
}

bool CPhoneNumberShortExample(const char *region, char *e164) try {
    const std::string digits = ShortNumberInfo().GetExampleShortNumber(region);
    const int callingCode = library().GetCountryCodeForRegion(region);
    if (digits.empty() || callingCode == 0) return false;
    return copy("+" + std::to_string(callingCode) + digits, e164, CPhoneNumberE164Capacity);
} catch (...) {
    return false;
}
