#include "CRevision.h"

const char *verifyd_revision(void) { return VERIFYD_REVISION; }
