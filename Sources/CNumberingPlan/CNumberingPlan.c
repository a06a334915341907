#include "CNumberingPlan.h"

// The package's standard is older than C23, of which clang knows this part in every standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char plan[] = {
#embed "numbering-plan.txt"
};

const unsigned char *CNumberingPlanBytes(void) { return plan; }

size_t CNumberingPlanSize(void) { return sizeof plan; }
