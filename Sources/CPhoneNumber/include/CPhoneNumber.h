#pragma once

// A few C functions over Google's libphonenumber, which can only be called from C++.
//
// No function lets an exception out. All may be called from any thread at any time. Text comes back in buffers of the
// caller, ended by NUL.

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
    /// Neither too short nor too long, but the numbering plan has no such number.
    CPhoneNumberOutcomeImpossible,
    /// The library threw an exception, for example for lack of memory: the number was not judged.
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

/// Reads `text`, which the caller has reduced to `+` and ASCII digits. Fills in `number`, if a numbering plan has it.
/// Reading `number->e164` again gives the same `number`.
CPhoneNumberOutcome CPhoneNumberParse(const char *text, CPhoneNumberParts *number);

/// The quick half of `CPhoneNumberParse`: fills in `number` if it is certain of the library's answer. False leaves the
/// text to the library. This function and the next are for tests, which compare the two.
bool CPhoneNumberParsePlain(const char *text, CPhoneNumberParts *number);

/// The thorough half of `CPhoneNumberParse`: the library's own way, which takes about ten times as long.
CPhoneNumberOutcome CPhoneNumberParseByLibrary(const char *text, CPhoneNumberParts *number);

/// Writes every region with a numbering plan, separated by blanks. Returns the bytes of the whole list without its NUL,
/// or -1 if the library failed. Writes nothing when the list and its NUL exceed `capacity`.
ptrdiff_t CPhoneNumberRegions(char *buffer, size_t capacity);

/// Writes, in the same way, the regions that share a calling code, the main one first.
ptrdiff_t CPhoneNumberRegionsOfCallingCode(int32_t callingCode, char *buffer, size_t capacity);

/// Writes at most `capacity` of the calling codes that belong to no country, such as 881. Returns how many such codes
/// there are, or -1 if the library failed.
ptrdiff_t CPhoneNumberGlobalCallingCodes(int32_t *buffer, size_t capacity);

/// Gives the library's example of a number of this kind in a region; false if the region has no such number.
bool CPhoneNumberExample(const char *region, CPhoneNumberKind kind, char e164[CPhoneNumberE164Capacity]);

/// Gives the library's example of a number under a calling code that belongs to no country; false if it has no example.
bool CPhoneNumberGlobalExample(int32_t callingCode, char e164[CPhoneNumberE164Capacity]);

/// Gives the library's example of a short number of a region, such as a number for emergencies. It is written like an
/// international number: calling code, then short number. False if the library has no example.
bool CPhoneNumberShortExample(const char *region, char e164[CPhoneNumberE164Capacity]);

#ifdef __cplusplus
}
#endif
