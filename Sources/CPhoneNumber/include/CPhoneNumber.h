#pragma once

// A few C functions over Google's libphonenumber, which is C++ and can only be called from C++.
//
// No function lets an exception out; all may be called from any thread at any time. Text comes back in buffers of the
// caller, always ended by NUL.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum __attribute__((enum_extensibility(closed))) {
    CPhoneNumberOutcomeValid,
    CPhoneNumberOutcomeUnknownCallingCode,
    CPhoneNumberOutcomeTooShort,
    CPhoneNumberOutcomeTooLong,
    /// The length is right, but the numbering plan has no such number.
    CPhoneNumberOutcomeImpossible,
    /// The library threw an exception, for example for want of memory: nothing is known of the number.
    CPhoneNumberOutcomeLibraryFailed,
} CPhoneNumberOutcome;

typedef enum __attribute__((enum_extensibility(closed))) {
    CPhoneNumberKindFixedLine,
    CPhoneNumberKindMobile,
    CPhoneNumberKindFixedLineOrMobile,
    CPhoneNumberKindTollFree,
    CPhoneNumberKindPremiumRate,
    CPhoneNumberKindSharedCost,
    CPhoneNumberKindVoip,
    CPhoneNumberKindPersonal,
    CPhoneNumberKindPager,
    CPhoneNumberKindUniversalAccess,
    CPhoneNumberKindVoicemail,
    CPhoneNumberKindUnknown,
} CPhoneNumberKind;

enum {
    /// Room for `+`, 15 digits and NUL.
    CPhoneNumberE164Capacity = 17,
    /// Room for a region such as `US` or `001` and NUL.
    CPhoneNumberRegionCapacity = 4,
};

typedef struct {
    char e164[CPhoneNumberE164Capacity];
    char region[CPhoneNumberRegionCapacity];
    int32_t callingCode;
    CPhoneNumberKind kind;
} CPhoneNumberParts;

/// Reads `+` and ASCII digits, nothing else, and fills `number` if they are a number of the world's numbering plans.
/// Reading `number->e164` again gives the same `number`.
CPhoneNumberOutcome CPhoneNumberParse(const char *text, CPhoneNumberParts *number);

/// Writes every region with a numbering plan, separated by blanks, and returns the length that the whole list has,
/// or -1 if the library failed. Nothing is written when that length and its NUL exceed `capacity`.
ptrdiff_t CPhoneNumberRegions(char *buffer, size_t capacity);

/// Writes, in the same way, the regions that share a calling code, the main one first.
ptrdiff_t CPhoneNumberRegionsOfCallingCode(int32_t callingCode, char *buffer, size_t capacity);

/// Writes at most `capacity` of the calling codes that belong to no country, such as 881, and returns how many there
/// are, or -1 if the library failed.
ptrdiff_t CPhoneNumberGlobalCallingCodes(int32_t *buffer, size_t capacity);

/// Gives the library's example of a number of this kind in a region; false if the region has no such number.
bool CPhoneNumberExample(const char *region, CPhoneNumberKind kind, char e164[CPhoneNumberE164Capacity]);

/// Gives the library's example of a number under a calling code that belongs to no country.
bool CPhoneNumberGlobalExample(int32_t callingCode, char e164[CPhoneNumberE164Capacity]);

/// Gives the library's example of a short number of a region, such as an emergency call's, as if it were an
/// international number: calling code, then short number. False if the region has no short number.
bool CPhoneNumberShortExample(const char *region, char e164[CPhoneNumberE164Capacity]);

#ifdef __cplusplus
}
#endif
