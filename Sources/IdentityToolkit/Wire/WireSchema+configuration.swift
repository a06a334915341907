import AccountCore

// The members of what administrators set up.
extension WireSchema {
    /// The member `mfa` of a configuration.
    static let secondFactors = WireSchema(
        others: [
            ("enabledProviders", .list(.word(SecondFactorRules.providerWords))),
            ("providerConfigs", .list(.object(secondFactor))),
            ("state", .word(SecondFactorRules.stateWords)),
        ])

    private static let secondFactor = WireSchema(
        others: [
            ("state", .word(SecondFactorRules.kindStateWords)),
            ("totpProviderConfig", .object(WireSchema(integers: "adjacentIntervals"))),
        ])

    /// A provider, in the list of its kind.
    static func provider(_ kind: ProviderKind) -> WireSchema {
        switch kind {
        case .known:
            WireSchema(
                texts: "clientId clientSecret name", truths: "enabled",
                others: [("appleSignInConfig", .object(apple))])
        case .openID:
            WireSchema(
                texts: "clientId clientSecret displayName issuer name", truths: "enabled",
                others: [("responseType", .object(WireSchema(truths: "code idToken token")))])
        }
    }

    private static let apple = WireSchema(
        lists: "bundleIds", others: [("codeFlowConfig", .object(WireSchema(texts: "keyId privateKey teamId")))])
}
