#ifndef VERIFYD_CREVISION_H
#define VERIFYD_CREVISION_H

/// What git said of the sources when the build was planned, for example `v0.2.0` or `baaef228d676`; empty without git.
const char *_Nonnull verifyd_revision(void);

#endif
