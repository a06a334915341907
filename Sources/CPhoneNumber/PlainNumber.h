#pragma once

#include "CPhoneNumber.h"

#include <phonenumbers/phonenumberutil.h>

#include <string>

// libphonenumber, of which phonenumberutil.h wants one instance per process.
const i18n::phonenumbers::PhoneNumberUtil &library();

// Judges `text`, which is `+` and ASCII digits, by libphonenumber's own tables. True when it is certain that the library
// would find the same valid number, written the same way; false leaves the text to the library.
//
// The library asks the same expressions, but at ten times the cost. First it searches the text for extensions, letters
// and prefixes of other kinds. For each question it takes a lock that all threads share, copies the digits, and makes
// two matchers. In a call that asks for a verification, no other step took as much of the processor.
bool judgePlainNumber(const std::string &text, CPhoneNumberParts *result);
