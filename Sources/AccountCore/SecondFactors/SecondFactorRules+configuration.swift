import StrictJSON

// What an administrator may write into the member `mfa` of a configuration.
extension SecondFactorRules {
    /// The values of `mfa.state`, in the order in which the wire numbers them.
    package static let stateWords = ["STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]
    /// The values of `mfa.enabledProviders`.
    package static let providerWords = ["PROVIDER_UNSPECIFIED", phoneWord]
    /// The values of `state` in an element of `mfa.providerConfigs`.
    package static let kindStateWords = ["MFA_STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]
    /// How many time steps before and after now a code of an app may be good.
    package static let allowedAdjacentSteps = 0...10

    static let phoneWord = "PHONE_SMS"

    /// Whether the member names a kind of factor; a state without a kind asks nobody for a factor.
    static func namesKind(_ mfa: JSONValue?) -> Bool {
        let phones = mfa?["enabledProviders"]?.array ?? []
        return phones.contains(.string(phoneWord)) || kinds(mfa).contains(where: isAppOn)
    }

    /// Whether each element of `providerConfigs` that is on says only what this program does.
    static func knowsKinds(_ mfa: JSONValue?) -> Bool {
        kinds(mfa).filter { !isOff($0) }.allSatisfy { kind in
            let totp = kind["totpProviderConfig"]?.object
            return totp?.members.allSatisfy { $0.key == "adjacentIntervals" } == true
                && kind.object?.members.allSatisfy { ["state", "totpProviderConfig"].contains($0.key) } == true
        }
    }

    /// Whether an element of `providerConfigs` lets people use an authenticator app.
    static func isAppOn(_ kind: JSONValue) -> Bool { kind["totpProviderConfig"]?.object != nil && !isOff(kind) }

    /// The member with words in the place of the wire's numbers.
    ///
    /// - Parameters:
    ///   - mfa: as an administrator wants it.
    ///   - needsKind: whether a state that is on needs a kind of factor; an emulator keeps it without.
    /// - Returns: the member as the store keeps it.
    /// - Throws: an `AccountError` with words, if a value means nothing here.
    package static func checked(_ mfa: JSONObject, needsKind: Bool) throws(AccountError) -> JSONObject {
        var checked = mfa
        checked["state"] = try word(mfa["state"], of: stateWords, at: "mfa.state")
        if let providers = mfa["enabledProviders"]?.array {
            var words: [JSONValue] = []
            for provider in providers {
                let word = try word(provider, of: providerWords, at: "mfa.enabledProviders")
                guard word == .string(phoneWord) else {
                    throw .refused(.invalidConfig, "mfa.enabledProviders is a list of \(phoneWord).")
                }
                words.append(.string(phoneWord))
            }
            checked["enabledProviders"] = .array(words)
        }
        if let kinds = mfa["providerConfigs"]?.array {
            var all: [JSONValue] = []
            for kind in kinds { all.append(try self.kind(kind)) }
            checked["providerConfigs"] = .array(all)
        }
        let isOn = checked["state"]?.string.flatMap(State.init).map { $0 != .disabled } ?? false
        guard !needsKind || !isOn || namesKind(.object(checked)) else {
            throw .refused(
                .invalidConfig,
                "mfa.state is on and no factor is: name \(phoneWord) in mfa.enabledProviders, or a totpProviderConfig.")
        }
        return checked
    }

    private static func kind(_ kind: JSONValue) throws(AccountError) -> JSONValue {
        guard var members = kind.object else { throw .wrongType(path: "/mfa/providerConfigs", wanted: "object") }
        members["state"] = try word(members["state"], of: kindStateWords, at: "mfa.providerConfigs.state")
        if let steps = members["totpProviderConfig"]?["adjacentIntervals"], steps != .null {
            guard let steps = steps.integer, allowedAdjacentSteps.contains(Int(clamping: steps)) else {
                throw .refused(.invalidConfig, "adjacentIntervals is a number from 0 to 10.")
            }
        }
        return .object(members)
    }

    /// The word of a value, which may be the word's number; null stays.
    private static func word(
        _ value: JSONValue?, of words: [String], at place: String
    ) throws(AccountError) -> JSONValue? {
        guard let value, value != .null else { return value }
        if let text = value.string, words.contains(text) { return value }
        guard let number = value.integer, words.indices.contains(Int(clamping: number)) else {
            throw .refused(.invalidConfig, "\(place) is one of \(words.joined(separator: ", ")).")
        }
        return .string(words[Int(number)])
    }

    private static func kinds(_ mfa: JSONValue?) -> [JSONValue] { mfa?["providerConfigs"]?.array ?? [] }

    /// Without a state the element is on, because it names a kind of factor.
    private static func isOff(_ kind: JSONValue) -> Bool {
        let state = kind["state"]?.string
        return state == "DISABLED" || state == kindStateWords[0]
    }
}
