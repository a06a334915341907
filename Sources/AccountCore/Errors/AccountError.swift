/// Why a call about accounts is not served.
package enum AccountError: Error, Sendable, Hashable {
    /// The call is understood and refused; the words are for people.
    case refused(Code, String? = nil)
    /// A limit refuses the call for now; the same call may be served when this time has passed.
    case limited(Code, String? = nil, retryAfter: Duration)
    /// No API key, and no other credential.
    case noKey
    /// An API key that no project has.
    case unknownKey
    /// An API key that other apps and pages may use, and not this one.
    case foreignClient
    /// A bearer token that is no key of an administrator.
    case unknownBearer
    /// An App Check token that no issuer of the project has made, or that is expired.
    case badAppCheckToken
    /// Only administrators name a project.
    case needsAdmin
    /// A call to an emulator of this machine that a proxy has passed on.
    case forwarded
    /// No call has this path.
    case unknownPath
    /// The call exists, and this program does not serve it.
    case notServed(String)
    /// The body is no JSON.
    case unreadable(String)
    /// The body is of another kind than the call reads, for example `text/plain`.
    case wrongContentType(String)
    /// A member has another type; `path` is for example `/phoneNumber`.
    case wrongType(path: String, wanted: String)
    /// The body is larger than any call needs.
    case tooLarge
    /// The database or the queue does not answer.
    case unavailable
    /// A mistake of this program; the log says more.
    case internalError

    /// Whether the fault is here, so that the same call may be served later.
    package var isOutage: Bool {
        switch self {
        case .unavailable, .internalError: true
        case .refused, .limited, .noKey, .unknownKey, .foreignClient, .forwarded, .unknownBearer, .badAppCheckToken,
            .needsAdmin,
            .unknownPath,
            .notServed, .unreadable, .wrongContentType, .wrongType, .tooLarge:
            false
        }
    }

    /// Whether a limit on tries refuses the call.
    package var isOfTries: Bool {
        switch self {
        case .refused(let code, _), .limited(let code, _, _): code == .tooManyAttempts
        case .noKey, .unknownKey, .foreignClient, .unknownBearer, .badAppCheckToken, .needsAdmin, .forwarded,
            .unknownPath,
            .notServed, .unreadable, .wrongContentType, .wrongType, .tooLarge, .unavailable, .internalError:
            false
        }
    }
}

extension AccountError {
    /// Why a call is refused.
    package enum Code: Sendable, Hashable, CaseIterable {
        // Phone numbers and codes.
        case invalidPhoneNumber
        case missingPhoneNumber
        case phoneNumberExists
        case missingSessionInfo
        case invalidSessionInfo
        case sessionExpired
        case missingCode
        case invalidCode
        case invalidTemporaryProof
        case missingAppCredential
        case invalidAppCredential
        case missingClientIdentifier
        case missingIOSAppToken
        case missingRecaptchaToken
        case captchaCheckFailed
        case quotaExceeded
        case tooManyAttempts
        // Tokens.
        case missingIDToken
        case invalidIDToken
        case tokenExpired
        case credentialTooOld
        case missingGrantType
        case invalidGrantType
        case missingRefreshToken
        case invalidRefreshToken
        // Accounts.
        case userNotFound
        case userDisabled
        case missingLocalID
        case invalidLocalID
        case duplicateLocalID
        case emailExists
        case invalidEmail
        case invalidProfileAttribute
        case weakPassword
        case missingEmail
        case missingPassword
        case emailNotFound
        case invalidPassword
        case invalidLoginCredentials
        case invalidOOBCode
        case invalidProviderID
        case missingProviderID
        case missingRawID
        case federatedUserIDAlreadyLinked
        case claimsTooLarge
        case invalidClaims
        case forbiddenClaim
        case notDisabled
        case invalidDuration
        case missingCustomToken
        case invalidCustomToken
        case credentialMismatch
        case missingIdentifier
        case invalidIdentifier
        case missingContinueURI
        case invalidContinueURI
        // Identities at other providers.
        case missingRequestURI
        case invalidRequestURI
        case invalidCredentialOrProviderID
        case invalidIDPResponse
        case missingOrInvalidNonce
        case invalidPendingToken
        // Second factors.
        case invalidArgument
        case missingCredential
        case missingMFAPendingCredential
        case invalidMFAPendingCredential
        case missingMFAEnrollmentID
        case invalidMFAEnrollmentID
        case duplicateMFAEnrollmentID
        case mfaEnrollmentNotFound
        case invalidMFAPhoneNumber
        case secondFactorExists
        case secondFactorLimitExceeded
        case unsupportedFirstFactor
        case unverifiedEmail
        // Many accounts at once.
        case missingUserAccount
        case maximumUserCountExceeded
        case duplicateEmail
        case duplicateRawID
        case localIDListExceedsLimit
        case invalidPageSelection
        // Requests and projects.
        case invalidRequest
        case insufficientPermission
        case unexpectedParameter
        case operationNotAllowed
        case adminOnlyOperation
        case unsupportedTenantOperation
        case configurationNotFound
        case invalidConfig
        case invalidTestingPhoneNumber
        case maximumTestPhoneNumberExceeded
        case invalidBlockingFunction
        case invalidConfigID
        case invalidOAuthClientID
        case missingOAuthClientID
        case missingOAuthClientSecret
        case invalidIssuer
        case missingIssuer
        case configurationExists
    }
}
