#pragma once
#include <libpq-fe.h>

// The fields of an error, for `PQresultErrorField`. Swift does not import macros that are character constants.
static const int pg_diag_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int pg_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int pg_diag_message = PG_DIAG_MESSAGE_PRIMARY;
static const int pg_diag_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int pg_diag_function = PG_DIAG_SOURCE_FUNCTION;
