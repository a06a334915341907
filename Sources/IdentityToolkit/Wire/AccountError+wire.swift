import AccountCore

extension AccountError {
    /// The status of the answer, by HTTP.
    var status: Int {
        switch self {
        case .refused, .limited, .unknownKey, .needsAdmin, .unreadable, .wrongContentType, .wrongType: 400
        case .unknownBearer, .badAppCheckToken: 401
        case .noKey, .foreignClient, .forwarded: 403
        case .unknownPath: 404
        case .tooLarge: 413
        case .notServed: 501
        case .unavailable: 503
        case .internalError: 500
        }
    }

    /// The member `status` of the answer; nil where the wire has none.
    var name: String? {
        switch self {
        case .refused, .limited, .needsAdmin, .wrongContentType: nil
        case .unknownKey, .unreadable, .wrongType, .tooLarge: "INVALID_ARGUMENT"
        case .unknownBearer, .badAppCheckToken: "UNAUTHENTICATED"
        case .noKey, .foreignClient, .forwarded: "PERMISSION_DENIED"
        case .unknownPath: "NOT_FOUND"
        case .notServed: "NOT_IMPLEMENTED"
        case .unavailable: "UNAVAILABLE"
        case .internalError: "INTERNAL"
        }
    }

    /// The member `message` of the answer.
    ///
    /// Clients go by this text: everything before ` : ` is the code, and they know no other separator.
    var message: String {
        switch self {
        case .refused(let code, let words), .limited(let code, let words, _):
            words.map { "\(code.word) : \($0)" } ?? code.word
        case .noKey: "The request is missing a valid API key."
        case .unknownKey: "API key not valid. Please pass a valid API key."
        case .foreignClient: "Requests from this client application are blocked."
        case .unknownBearer:
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
                + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
        // The words that apps know from Google.
        case .badAppCheckToken: "Firebase App Check token is invalid."
        case .needsAdmin:
            "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
        case .forwarded:
            "This emulator answers its own machine only, and a proxy has passed on the call. identity.public=true admits such "
                + "calls; then everybody behind the proxy reads all codes."
        case .unknownPath: "Not Found"
        case .notServed(let words): words
        case .unreadable(let words): "Invalid JSON payload received. \(words)"
        case .wrongContentType(let type): "Invalid content-type: \(type)"
        case .wrongType(let path, let wanted): "Invalid JSON payload received. \(path) must be \(wanted)"
        case .tooLarge: "Request payload size exceeds the limit."
        case .unavailable: "The service is currently unavailable."
        case .internalError: "Internal error encountered."
        }
    }

    /// The member `message` of the first of `errors`.
    var firstMessage: String {
        if case .unknownBearer = self { "Invalid Credentials" } else { message }
    }

    /// The member `domain` of the first of `errors`; nil where the wire has none.
    var domain: String? {
        switch self {
        case .unknownPath, .notServed, .wrongContentType: nil
        case .refused, .limited, .noKey, .unknownKey, .foreignClient, .forwarded, .unknownBearer, .badAppCheckToken,
            .needsAdmin,
            .unreadable,
            .wrongType, .tooLarge, .unavailable, .internalError:
            "global"
        }
    }

    /// The member `reason` of the first of `errors`.
    var reason: String {
        switch self {
        case .refused, .limited, .needsAdmin, .wrongType: "invalid"
        case .unknownKey: "badRequest"
        case .unknownBearer, .badAppCheckToken: "authError"
        case .noKey, .forwarded: "forbidden"
        case .foreignClient: "ipRefererBlocked"
        case .unknownPath: "notFound"
        case .notServed: "unimplemented"
        case .unreadable: "parseError"
        case .wrongContentType: "unknown"
        case .tooLarge: "uploadTooLarge"
        case .unavailable, .internalError: "backendError"
        }
    }
}

extension AccountError.Code {
    /// The code as clients read it.
    var word: String {
        switch self {
        // Phone numbers and codes.
        case .invalidPhoneNumber: "INVALID_PHONE_NUMBER"
        case .missingPhoneNumber: "MISSING_PHONE_NUMBER"
        case .phoneNumberExists: "PHONE_NUMBER_EXISTS"
        case .missingSessionInfo: "MISSING_SESSION_INFO"
        case .invalidSessionInfo: "INVALID_SESSION_INFO"
        case .sessionExpired: "SESSION_EXPIRED"
        case .missingCode: "MISSING_CODE"
        case .invalidCode: "INVALID_CODE"
        case .invalidTemporaryProof: "INVALID_TEMPORARY_PROOF"
        case .missingAppCredential: "MISSING_APP_CREDENTIAL"
        case .invalidAppCredential: "INVALID_APP_CREDENTIAL"
        case .missingClientIdentifier: "MISSING_CLIENT_IDENTIFIER"
        case .missingIOSAppToken: "MISSING_IOS_APP_TOKEN"
        case .missingRecaptchaToken: "MISSING_RECAPTCHA_TOKEN"
        case .captchaCheckFailed: "CAPTCHA_CHECK_FAILED"
        case .quotaExceeded: "QUOTA_EXCEEDED"
        case .tooManyAttempts: "TOO_MANY_ATTEMPTS_TRY_LATER"
        // Tokens.
        case .missingIDToken: "MISSING_ID_TOKEN"
        case .invalidIDToken: "INVALID_ID_TOKEN"
        case .tokenExpired: "TOKEN_EXPIRED"
        case .credentialTooOld: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        case .missingGrantType: "MISSING_GRANT_TYPE"
        case .invalidGrantType: "INVALID_GRANT_TYPE"
        case .missingRefreshToken: "MISSING_REFRESH_TOKEN"
        case .invalidRefreshToken: "INVALID_REFRESH_TOKEN"
        // Accounts.
        case .userNotFound: "USER_NOT_FOUND"
        case .userDisabled: "USER_DISABLED"
        case .missingLocalID: "MISSING_LOCAL_ID"
        case .invalidLocalID: "INVALID_LOCAL_ID"
        case .duplicateLocalID: "DUPLICATE_LOCAL_ID"
        case .emailExists: "EMAIL_EXISTS"
        case .invalidEmail: "INVALID_EMAIL"
        case .invalidProfileAttribute: "INVALID_PROFILE_ATTRIBUTE"
        case .weakPassword: "WEAK_PASSWORD"
        case .missingEmail: "MISSING_EMAIL"
        case .missingPassword: "MISSING_PASSWORD"
        case .emailNotFound: "EMAIL_NOT_FOUND"
        case .invalidPassword: "INVALID_PASSWORD"
        case .invalidLoginCredentials: "INVALID_LOGIN_CREDENTIALS"
        case .invalidOOBCode: "INVALID_OOB_CODE"
        case .invalidProviderID: "INVALID_PROVIDER_ID"
        case .missingProviderID: "MISSING_PROVIDER_ID"
        case .missingRawID: "MISSING_RAW_ID"
        case .federatedUserIDAlreadyLinked: "FEDERATED_USER_ID_ALREADY_LINKED"
        case .claimsTooLarge: "CLAIMS_TOO_LARGE"
        case .invalidClaims: "INVALID_CLAIMS"
        case .forbiddenClaim: "FORBIDDEN_CLAIM"
        case .notDisabled: "NOT_DISABLED"
        case .invalidDuration: "INVALID_DURATION"
        case .missingCustomToken: "MISSING_CUSTOM_TOKEN"
        case .invalidCustomToken: "INVALID_CUSTOM_TOKEN"
        case .credentialMismatch: "CREDENTIAL_MISMATCH"
        case .missingIdentifier: "MISSING_IDENTIFIER"
        case .invalidIdentifier: "INVALID_IDENTIFIER"
        case .missingContinueURI: "MISSING_CONTINUE_URI"
        case .invalidContinueURI: "INVALID_CONTINUE_URI"
        // Identities at other providers.
        case .missingRequestURI: "MISSING_REQUEST_URI"
        case .invalidRequestURI: "INVALID_REQUEST_URI"
        case .invalidCredentialOrProviderID: "INVALID_CREDENTIAL_OR_PROVIDER_ID"
        case .invalidIDPResponse: "INVALID_IDP_RESPONSE"
        case .missingOrInvalidNonce: "MISSING_OR_INVALID_NONCE"
        case .invalidPendingToken: "INVALID_PENDING_TOKEN"
        // Second factors.
        case .invalidArgument: "INVALID_ARGUMENT"
        case .missingCredential: "MISSING_CREDENTIAL"
        case .missingMFAPendingCredential: "MISSING_MFA_PENDING_CREDENTIAL"
        case .invalidMFAPendingCredential: "INVALID_MFA_PENDING_CREDENTIAL"
        case .missingMFAEnrollmentID: "MISSING_MFA_ENROLLMENT_ID"
        case .invalidMFAEnrollmentID: "INVALID_MFA_ENROLLMENT_ID"
        case .duplicateMFAEnrollmentID: "DUPLICATE_MFA_ENROLLMENT_ID"
        case .mfaEnrollmentNotFound: "MFA_ENROLLMENT_NOT_FOUND"
        case .invalidMFAPhoneNumber: "INVALID_MFA_PHONE_NUMBER"
        case .secondFactorExists: "SECOND_FACTOR_EXISTS"
        case .secondFactorLimitExceeded: "SECOND_FACTOR_LIMIT_EXCEEDED"
        case .unsupportedFirstFactor: "UNSUPPORTED_FIRST_FACTOR"
        case .unverifiedEmail: "UNVERIFIED_EMAIL"
        // Many accounts at once.
        case .missingUserAccount: "MISSING_USER_ACCOUNT"
        case .maximumUserCountExceeded: "MAXIMUM_USER_COUNT_EXCEEDED"
        case .duplicateEmail: "DUPLICATE_EMAIL"
        case .duplicateRawID: "DUPLICATE_RAW_ID"
        case .localIDListExceedsLimit: "LOCAL_ID_LIST_EXCEEDS_LIMIT"
        case .invalidPageSelection: "INVALID_PAGE_SELECTION"
        // Requests and projects.
        case .invalidRequest: "INVALID_REQ_TYPE"
        case .insufficientPermission: "INSUFFICIENT_PERMISSION"
        case .unexpectedParameter: "UNEXPECTED_PARAMETER"
        case .operationNotAllowed: "OPERATION_NOT_ALLOWED"
        case .adminOnlyOperation: "ADMIN_ONLY_OPERATION"
        case .unsupportedTenantOperation: "UNSUPPORTED_TENANT_OPERATION"
        case .configurationNotFound: "CONFIGURATION_NOT_FOUND"
        case .invalidConfig: "INVALID_CONFIG"
        case .invalidTestingPhoneNumber: "INVALID_TESTING_PHONE_NUMBER"
        case .maximumTestPhoneNumberExceeded: "MAXIMUM_TEST_PHONE_NUMBER_EXCEEDED"
        case .invalidBlockingFunction: "INVALID_BLOCKING_FUNCTION"
        case .invalidConfigID: "INVALID_CONFIG_ID"
        case .invalidOAuthClientID: "INVALID_OAUTH_CLIENT_ID"
        case .missingOAuthClientID: "MISSING_OAUTH_CLIENT_ID"
        case .missingOAuthClientSecret: "MISSING_OAUTH_CLIENT_SECRET"
        case .invalidIssuer: "INVALID_ISSUER"
        case .missingIssuer: "MISSING_ISSUER"
        case .configurationExists: "CONFIGURATION_EXISTS"
        }
    }
}
