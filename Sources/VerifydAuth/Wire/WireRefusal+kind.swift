extension WireRefusal {
    /// The error that the app gets.
    ///
    /// `secrets`: texts of the call. Words of the server that repeat one of them stay out of the error.
    func authError(retryAfter: Double?, without secrets: [String]) -> AuthError {
        let parts = error.message.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        let word = parts.first ?? ""
        let kind = Self.kinds[word] ?? error.status.flatMap { Self.kinds[$0] } ?? .internalError
        let isCode = !word.isEmpty && word.unicodeScalars.allSatisfy { "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "_" }
        // A number in the words may be the person's, written otherwise than the call had it.
        let isSecret =
            secrets.contains { !$0.isEmpty && error.message.contains($0) }
            || error.message.split { !$0.isNumber }.contains { $0.count > 4 }
        let words = isSecret ? "" : " The server's words: \(error.message.prefix(200))"
        return AuthError(
            kind, message: kind.message + words, serverCode: isCode ? word : error.status, retryAfter: retryAfter)
    }

    /// What each of the server's words means to an app; first codes, then sentences, then statuses.
    ///
    /// A word that is missing here means `internalError`: the app has sent what it cannot send by this library.
    private static let kinds: [String: AuthErrorCode] = [
        // Phone numbers, codes, proofs of the app.
        "INVALID_PHONE_NUMBER": .invalidPhoneNumber,
        "INVALID_MFA_PHONE_NUMBER": .invalidPhoneNumber,
        "MISSING_PHONE_NUMBER": .missingPhoneNumber,
        "PHONE_NUMBER_EXISTS": .credentialAlreadyInUse,
        "MISSING_SESSION_INFO": .missingVerificationID,
        "INVALID_SESSION_INFO": .invalidVerificationID,
        "SESSION_EXPIRED": .sessionExpired,
        "MISSING_CODE": .missingVerificationCode,
        "INVALID_CODE": .invalidVerificationCode,
        "INVALID_TEMPORARY_PROOF": .invalidCredential,
        "MISSING_APP_CREDENTIAL": .missingAppCredential,
        "MISSING_RECAPTCHA_TOKEN": .missingAppCredential,
        "INVALID_APP_CREDENTIAL": .invalidAppCredential,
        "APP_NOT_VERIFIED": .appNotVerified,
        "MISSING_CLIENT_IDENTIFIER": .missingClientIdentifier,
        "MISSING_IOS_APP_TOKEN": .missingAppToken,
        "CAPTCHA_CHECK_FAILED": .captchaCheckFailed,
        "INVALID_RECAPTCHA_TOKEN": .captchaCheckFailed,
        "QUOTA_EXCEEDED": .quotaExceeded,
        "TOO_MANY_ATTEMPTS_TRY_LATER": .tooManyRequests,
        // Tokens and accounts.
        "INVALID_ID_TOKEN": .invalidUserToken,
        "TOKEN_EXPIRED": .userTokenExpired,
        "INVALID_REFRESH_TOKEN": .userTokenExpired,
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": .requiresRecentLogin,
        "USER_NOT_FOUND": .userNotFound,
        "USER_DISABLED": .userDisabled,
        "EMAIL_EXISTS": .emailAlreadyInUse,
        "DUPLICATE_EMAIL": .emailAlreadyInUse,
        "INVALID_EMAIL": .invalidEmail,
        "INVALID_IDENTIFIER": .invalidEmail,
        "MISSING_EMAIL": .missingEmail,
        "MISSING_IDENTIFIER": .missingEmail,
        "WEAK_PASSWORD": .weakPassword,
        "INVALID_PASSWORD": .wrongPassword,
        "MISSING_PASSWORD": .wrongPassword,
        // The user of this device is another one, and still there.
        "EMAIL_NOT_FOUND": .invalidCredential,
        "INVALID_LOGIN_CREDENTIALS": .invalidCredential,
        "INVALID_OOB_CODE": .invalidCredential,
        "MISSING_CUSTOM_TOKEN": .invalidCustomToken,
        "INVALID_CUSTOM_TOKEN": .invalidCustomToken,
        "CREDENTIAL_MISMATCH": .customTokenMismatch,
        // Identities at other providers.
        "INVALID_PROVIDER_ID": .invalidProviderID,
        "MISSING_PROVIDER_ID": .invalidProviderID,
        "INVALID_CREDENTIAL_OR_PROVIDER_ID": .invalidCredential,
        "INVALID_IDP_RESPONSE": .invalidCredential,
        "INVALID_PENDING_TOKEN": .invalidCredential,
        "MISSING_OR_INVALID_NONCE": .missingOrInvalidNonce,
        "FEDERATED_USER_ID_ALREADY_LINKED": .credentialAlreadyInUse,
        // Second factors.
        "MISSING_CREDENTIAL": .missingMultiFactorSession,
        "MISSING_MFA_PENDING_CREDENTIAL": .missingMultiFactorSession,
        "INVALID_MFA_PENDING_CREDENTIAL": .invalidMultiFactorSession,
        "MISSING_MFA_ENROLLMENT_ID": .missingMultiFactorInfo,
        "INVALID_MFA_ENROLLMENT_ID": .multiFactorInfoNotFound,
        "MFA_ENROLLMENT_NOT_FOUND": .multiFactorInfoNotFound,
        "DUPLICATE_MFA_ENROLLMENT_ID": .secondFactorAlreadyEnrolled,
        "SECOND_FACTOR_EXISTS": .secondFactorAlreadyEnrolled,
        "SECOND_FACTOR_LIMIT_EXCEEDED": .maximumSecondFactorCountExceeded,
        "UNSUPPORTED_FIRST_FACTOR": .unsupportedFirstFactor,
        "UNVERIFIED_EMAIL": .unverifiedEmail,
        "EMAIL_CHANGE_NEEDS_VERIFICATION": .emailChangeNeedsVerification,
        // Projects and keys.
        "OPERATION_NOT_ALLOWED": .operationNotAllowed,
        "PASSWORD_LOGIN_DISABLED": .operationNotAllowed,
        "CONFIGURATION_NOT_FOUND": .operationNotAllowed,
        "PROJECT_DISABLED": .operationNotAllowed,
        "UNSUPPORTED_TENANT_OPERATION": .operationNotAllowed,
        "ADMIN_ONLY_OPERATION": .adminRestrictedOperation,
        "INSUFFICIENT_PERMISSION": .adminRestrictedOperation,
        "UNAUTHORIZED_DOMAIN": .appNotAuthorized,
        "The request is missing a valid API key.": .invalidAPIKey,
        "API key not valid. Please pass a valid API key.": .invalidAPIKey,
        "Requests from this client application are blocked.": .appNotAuthorized,
        "Firebase App Check token is invalid.": .invalidAppCredential,
        "The service is currently unavailable.": .networkError,
        "PERMISSION_DENIED": .appNotAuthorized,
        "NOT_IMPLEMENTED": .operationNotAllowed,
        "UNAVAILABLE": .networkError,
    ]
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
