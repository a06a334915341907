// The members of each call, as Google documents them.
extension WireSchema {
    static let sendVerificationCode = WireSchema(
        texts:
            "captchaResponse iosReceipt iosSecret phoneNumber playIntegrityToken recaptchaToken safetyNetToken tenantId",
        others: clients + [("autoRetrievalInfo", .object(WireSchema(texts: "appSignatureHash")))])

    static let verifyIOSClient = WireSchema(texts: "appToken", truths: "isSandbox")

    static let attestApp = WireSchema(texts: "attestation challenge keyId")

    static let signInWithPhoneNumber = WireSchema(
        texts: "code idToken phoneNumber sessionInfo temporaryProof tenantId verificationProof",
        others: [("operation", .word(operations))])

    static let lookup = WireSchema(
        texts: "delegatedProjectNumber idToken targetProjectId tenantId",
        lists: "email initialEmail localId phoneNumber",
        others: [("federatedUserId", .list(.object(WireSchema(texts: "providerId rawId"))))])

    static let update = WireSchema(
        texts: """
            captchaChallenge captchaResponse createdAt customAttributes delegatedProjectNumber displayName email idToken \
            instanceId lastLoginAt localId oobCode password phoneNumber photoUrl targetProjectId tenantId validSince
            """,
        truths: "disableUser emailVerified returnSecureToken upgradeToFederatedLogin",
        lists: "deletePasskey deleteProvider provider",
        others: [
            ("deleteAttribute", .list(.word(attributes))), ("linkProviderUserInfo", .object(providerUserInfo)),
            ("mfa", .object(WireSchema(others: [("enrollments", .list(.object(enrollment)))]))),
        ])

    static let delete = WireSchema(texts: "delegatedProjectNumber idToken localId targetProjectId tenantId")

    static let signUp = WireSchema(
        texts: """
            captchaChallenge captchaResponse displayName email idToken instanceId localId password phoneNumber photoUrl \
            targetProjectId tenantId
            """,
        truths: "disabled emailVerified",
        others: clients + [("mfaInfo", .list(.object(WireSchema(texts: "displayName phoneInfo"))))])

    static let signInWithPassword = WireSchema(
        texts: """
            captchaChallenge captchaResponse delegatedProjectNumber email idToken instanceId password pendingIdToken tenantId
            """,
        truths: "returnSecureToken", others: clients)

    static let signInWithIDP = WireSchema(
        texts: "delegatedProjectNumber idToken pendingIdToken pendingToken postBody requestUri sessionId tenantId",
        truths: "autoCreate returnIdpCredential returnRefreshToken returnSecureToken")

    static let signInWithCustomToken = WireSchema(
        texts: "delegatedProjectNumber instanceId tenantId token", truths: "returnSecureToken")

    static let createAuthURI = WireSchema(
        texts: """
            appId authFlowType context continueUri hostedDomain identifier oauthConsumerKey oauthScope openidRealm otaApp \
            providerId sessionId tenantId
            """,
        others: [("customParameter", .map(.text))])

    static let token = WireSchema(texts: "code grantType refreshToken")

    static let revokeToken = WireSchema(
        texts: "idToken providerId redirectUri tenantId token", others: [("tokenType", .word(tokenTypes))])

    static let batchDelete = WireSchema(texts: "tenantId", truths: "force", lists: "localIds")

    static let batchCreate = WireSchema(
        texts: "delegatedProjectNumber hashAlgorithm saltSeparator signerKey tenantId",
        truths: "allowOverwrite sanityCheck",
        integers: "blockSize cpuMemCost dkLen memoryCost parallelization rounds",
        others: [
            ("passwordHashOrder", .word(["UNSPECIFIED_ORDER", "SALT_AND_PASSWORD", "PASSWORD_AND_SALT"])),
            ("users", .list(.object(user))),
        ])

    static let query = WireSchema(
        texts: "limit offset tenantId", truths: "returnUserInfo",
        others: [
            ("expression", .list(.object(WireSchema(texts: "email phoneNumber userId")))),
            ("order", .word(orders)), ("sortBy", .word(sortFields)),
        ])

    static let createSessionCookie = WireSchema(texts: "idToken tenantId validDuration")

    static let configuration = WireSchema(
        lists: "authorizedDomains",
        others: [
            (
                "blockingFunctions",
                .object(WireSchema(others: [("triggers", .map(.object(WireSchema(texts: "functionUri"))))]))
            ), ("emailPrivacyConfig", .object(WireSchema(truths: "enableImprovedEmailPrivacy"))),
            ("mfa", .object(secondFactors)), ("signIn", .object(signIn)), ("smsRegionConfig", .object(regions)),
        ])

    static let operations = ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]
    /// The values of `clientType`.
    static let clientTypes = [
        "CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS",
    ]
    /// The values of `tokenType`.
    static let tokenTypes = ["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]
    /// The values of `deleteAttribute`.
    static let attributes = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]
    static let orders = ["ORDER_UNSPECIFIED", "ASC", "DESC"]
    static let sortFields = [
        "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL",
    ]

    /// What clients say of themselves beside a proof of the app.
    static let clients: [(name: String, kind: Kind)] = [
        (
            "clientType",
            .word(clientTypes)
        ), ("recaptchaVersion", .word(["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"])),
    ]

    private static let providerUserInfo = WireSchema(
        texts: "displayName email federatedId phoneNumber photoUrl providerId rawId screenName")

    private static let enrollment = WireSchema(
        texts: "displayName enrolledAt mfaEnrollmentId phoneInfo unobfuscatedPhoneInfo",
        others: [
            ("emailInfo", .object(WireSchema(texts: "emailAddress"))), ("totpInfo", .object(.anything)),
        ])

    private static let user = WireSchema(
        texts: """
            createdAt customAttributes dateOfBirth displayName email initialEmail language lastLoginAt lastRefreshAt localId \
            passwordHash phoneNumber photoUrl rawPassword salt screenName tenantId timeZone validSince
            """,
        truths: "customAuth disabled emailLinkSignin emailVerified", integers: "version",
        others: [("mfaInfo", .list(.object(enrollment))), ("providerUserInfo", .list(.object(providerUserInfo)))])

    private static let signIn = WireSchema(
        truths: "allowDuplicateEmails",
        others: [
            ("anonymous", .object(WireSchema(truths: "enabled"))),
            ("email", .object(WireSchema(truths: "enabled passwordRequired"))),
            (
                "phoneNumber",
                .object(WireSchema(truths: "enabled", others: [("testPhoneNumbers", .map(.text))]))
            ),
        ])

    private static let regions = WireSchema(
        others: [
            ("allowByDefault", .object(WireSchema(lists: "disallowedRegions"))),
            ("allowlistOnly", .object(WireSchema(lists: "allowedRegions"))),
        ])
}
