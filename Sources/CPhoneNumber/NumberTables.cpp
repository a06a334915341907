#include "NumberTables.h"

#include <algorithm>

using i18n::phonenumbers::PhoneMetadata;
using i18n::phonenumbers::PhoneMetadataCollection;

// From phonenumbers/metadata.h, which Debian does not install. Weak: a build of the library that hides them leaves them
// null, and then the library judges every number itself.
namespace i18n {
namespace phonenumbers {
__attribute__((weak)) int metadata_size();
__attribute__((weak)) const void *metadata_get();
}  // namespace phonenumbers
}  // namespace i18n

PhoneMetadataCollection libraryTables() {
    PhoneMetadataCollection collection;
    if (i18n::phonenumbers::metadata_get == nullptr || i18n::phonenumbers::metadata_size == nullptr) return collection;
    const bool isRead = collection.ParseFromArray(
        i18n::phonenumbers::metadata_get(), i18n::phonenumbers::metadata_size());
    return isRead ? collection : PhoneMetadataCollection();
}

URegularExpression *DigitExpression::ready(const NationalDigits &digits, UErrorCode *status) {
    if (expression == nullptr) {
        const std::vector<UChar> units(pattern.begin(), pattern.end());
        expression.reset(
            uregex_open(units.data(), static_cast<int32_t>(units.size()), 0, nullptr, status));
    }
    if (U_FAILURE(*status)) return nullptr;
    uregex_setText(expression.get(), digits.data(), digits.size(), status);
    return expression.get();
}

bool DigitExpression::matches(const NationalDigits &digits) {
    if (pattern.empty()) return false;
    UErrorCode status = U_ZERO_ERROR;
    URegularExpression *const expression = ready(digits, &status);
    return uregex_matches(expression, 0, &status) && U_SUCCESS(status);
}

bool DigitExpression::begins(const NationalDigits &digits) {
    if (pattern.empty()) return false;
    UErrorCode status = U_ZERO_ERROR;
    URegularExpression *const expression = ready(digits, &status);
    return uregex_lookingAt(expression, 0, &status) && U_SUCCESS(status);
}

bool DigitExpression::takesFirst(const NationalDigits &digits) {
    if (!begins(digits)) return false;
    UErrorCode status = U_ZERO_ERROR;
    return uregex_end(expression.get(), 0, &status) > 0;
}

bool NumberDescription::has(const NationalDigits &digits) {
    if (!lengths.empty() && std::find(lengths.begin(), lengths.end(), digits.size()) == lengths.end()) return false;
    return expression.matches(digits);
}

RegionTable::RegionTable(const PhoneMetadata &metadata)
    : name(metadata.id()),
      trunkPrefix(metadata.national_prefix_for_parsing()),
      hasLeadingDigits(metadata.has_leading_digits()),
      leadingDigits(metadata.leading_digits()),
      all(metadata.general_desc()),
      fixedLine(metadata.fixed_line()),
      mobile(metadata.mobile()),
      sameFixedLineAndMobile(metadata.same_mobile_and_fixed_line_pattern()) {
    special.emplace_back(CPhoneNumberKindPremiumRate, metadata.premium_rate());
    special.emplace_back(CPhoneNumberKindTollFree, metadata.toll_free());
    special.emplace_back(CPhoneNumberKindSharedCost, metadata.shared_cost());
    special.emplace_back(CPhoneNumberKindVoip, metadata.voip());
    special.emplace_back(CPhoneNumberKindPersonal, metadata.personal_number());
    special.emplace_back(CPhoneNumberKindPager, metadata.pager());
    special.emplace_back(CPhoneNumberKindUniversalAccess, metadata.uan());
    special.emplace_back(CPhoneNumberKindVoicemail, metadata.voicemail());
}

CPhoneNumberKind RegionTable::kindOf(const NationalDigits &digits) {
    if (!all.has(digits)) return CPhoneNumberKindUnknown;
    for (auto &[kind, description] : special) {
        if (description.has(digits)) return kind;
    }
    const bool isFixedLine = fixedLine.has(digits);
    const bool isMobile = sameFixedLineAndMobile ? isFixedLine : mobile.has(digits);
    if (isFixedLine) return isMobile ? CPhoneNumberKindFixedLineOrMobile : CPhoneNumberKindFixedLine;
    return isMobile ? CPhoneNumberKindMobile : CPhoneNumberKindUnknown;
}
