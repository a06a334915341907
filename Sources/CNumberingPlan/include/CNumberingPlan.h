#pragma once

// The numbering plan that the program is built with, as the bytes of its file.

#include <stddef.h>

/// The bytes of `numbering-plan.txt`. They are there as long as the program is, and nobody changes them.
const unsigned char *CNumberingPlanBytes(void);

/// How many bytes the plan has.
size_t CNumberingPlanSize(void);
