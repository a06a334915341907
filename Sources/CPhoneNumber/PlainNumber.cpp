#include "PlainNumber.h"

#include "NumberTables.h"

#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

using i18n::phonenumbers::PhoneMetadata;
using i18n::phonenumbers::PhoneMetadataCollection;

namespace {

// All regions of a calling code, the main region first. Its lock is held for some microseconds per number, because a
// matcher belongs to one thread at a time.
class CallingCodePlan {
public:
    explicit CallingCodePlan(std::vector<RegionTable> tables) : regions(std::move(tables)) {}

    // The number's region and kind; null when the library may change the digits, or knows no such number.
    const RegionTable *judge(const NationalDigits &digits, CPhoneNumberKind *kind) {
        const std::lock_guard<std::mutex> guard(lock);
        if (regions.front().trunkPrefix.takesFirst(digits)) return nullptr;
        RegionTable *const region = regionOf(digits);
        if (region == nullptr) return nullptr;
        *kind = region->kindOf(digits);
        return *kind == CPhoneNumberKindUnknown ? nullptr : region;
    }

private:
    // As GetRegionCodeForNumber: a region is known by its leading digits, or else by having such a number.
    RegionTable *regionOf(const NationalDigits &digits) {
        if (regions.size() == 1) return &regions.front();
        for (RegionTable &region : regions) {
            if (region.hasLeadingDigits ? region.leadingDigits.begins(digits)
                                        : region.kindOf(digits) != CPhoneNumberKindUnknown) {
                return &region;
            }
        }
        return nullptr;
    }

    std::mutex lock;
    std::vector<RegionTable> regions;
};

using Plans = std::map<int, std::unique_ptr<CallingCodePlan>>;

// The plans of all calling codes that belong to countries.
Plans makePlans() {
    std::map<std::string, const PhoneMetadata *> byRegion;
    const PhoneMetadataCollection collection = libraryTables();
    for (const PhoneMetadata &region : collection.metadata()) byRegion[region.id()] = &region;

    Plans plans;
    for (const PhoneMetadata &region : collection.metadata()) {
        const int callingCode = region.country_code();
        if (region.id() == "001" || plans.count(callingCode) != 0) continue;
        std::list<std::string> names;
        library().GetRegionCodesForCountryCallingCode(callingCode, &names);
        std::vector<RegionTable> tables;
        for (const std::string &name : names) {
            if (byRegion.count(name) != 0) tables.emplace_back(*byRegion[name]);
        }
        if (!tables.empty() && tables.size() == names.size()) {
            plans.emplace(callingCode, std::make_unique<CallingCodePlan>(std::move(tables)));
        }
    }
    return plans;
}

// The calling code that the digits begin with; no calling code begins with 0, or with another calling code.
Plans::const_iterator planOf(const Plans &plans, const std::string &digits, size_t *length) {
    if (digits.front() == '0') return plans.end();
    int callingCode = 0;
    for (*length = 1; *length <= 3 && *length <= digits.size(); ++*length) {
        callingCode = callingCode * 10 + (digits[*length - 1] - '0');
        const Plans::const_iterator plan = plans.find(callingCode);
        if (plan != plans.end()) return plan;
    }
    return plans.end();
}

}  // namespace

bool judgePlainNumber(const std::string &text, CPhoneNumberParts *result) {
    static const Plans plans = makePlans();
    if (text.size() < 2 || text.size() >= sizeof result->e164) return false;
    const std::string digits = text.substr(1);
    size_t length = 0;
    const Plans::const_iterator plan = planOf(plans, digits, &length);
    // The library calls a number with fewer digits too short.
    if (plan == plans.end() || digits.size() < length + 2) return false;

    CPhoneNumberKind kind = CPhoneNumberKindUnknown;
    const RegionTable *const region = plan->second->judge(NationalDigits(digits.substr(length)), &kind);
    if (region == nullptr || region->name.size() >= sizeof result->region) return false;
    std::memcpy(result->e164, text.c_str(), text.size() + 1);
    std::memcpy(result->region, region->name.c_str(), region->name.size() + 1);
    result->callingCode = plan->first;
    result->kind = kind;
    return true;
}
