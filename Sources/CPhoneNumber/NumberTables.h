#pragma once

#include "CPhoneNumber.h"

#include <phonenumbers/phonemetadata.pb.h>
#include <unicode/uregex.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

// The tables of libphonenumber that say which numbers a region has, ready to be asked.

// What the library was compiled with; empty where the library keeps its tables to itself.
i18n::phonenumbers::PhoneMetadataCollection libraryTables();

// The digits after the calling code, as ICU reads them.
class NationalDigits {
public:
    explicit NationalDigits(const std::string &digits) : units(digits.begin(), digits.end()) {}
    const UChar *data() const { return units.data(); }
    int32_t size() const { return static_cast<int32_t>(units.size()); }

private:
    std::vector<UChar> units;
};

// A regular expression, for one thread at a time. It is compiled when it is first asked: most are never asked.
class DigitExpression {
public:
    explicit DigitExpression(std::string pattern) : pattern(std::move(pattern)) {}

    // Whether all of the digits match; an empty expression matches nothing.
    bool matches(const NationalDigits &digits);
    // Whether the first digits match, be it with no digit at all.
    bool begins(const NationalDigits &digits);
    // Whether it matches one digit or more at the beginning.
    bool takesFirst(const NationalDigits &digits);

private:
    struct Close {
        void operator()(URegularExpression *expression) const { uregex_close(expression); }
    };

    // Null when ICU refuses the expression, which then matches nothing, as in the library.
    URegularExpression *ready(const NationalDigits &digits, UErrorCode *status);

    std::string pattern;
    std::unique_ptr<URegularExpression, Close> expression;
};

// The numbers of a kind, as IsNumberMatchingDesc of phonenumberutil.cc reads them: their lengths and an expression.
class NumberDescription {
public:
    explicit NumberDescription(const i18n::phonenumbers::PhoneNumberDesc &description)
        : lengths(description.possible_length().begin(), description.possible_length().end()),
          expression(description.national_number_pattern()) {}

    bool has(const NationalDigits &digits);

private:
    std::vector<int32_t> lengths;
    DigitExpression expression;
};

// What the library knows of a region.
class RegionTable {
public:
    explicit RegionTable(const i18n::phonenumbers::PhoneMetadata &metadata);

    // As GetNumberTypeHelper of phonenumberutil.cc: the first kind that has the number counts.
    CPhoneNumberKind kindOf(const NationalDigits &digits);

    const std::string name;
    // What people dial before a number inside the region. Parse removes it, and may write the rest anew.
    DigitExpression trunkPrefix;
    const bool hasLeadingDigits;
    DigitExpression leadingDigits;

private:
    NumberDescription all;
    std::vector<std::pair<CPhoneNumberKind, NumberDescription>> special;
    NumberDescription fixedLine;
    NumberDescription mobile;
    const bool sameFixedLineAndMobile;
};
