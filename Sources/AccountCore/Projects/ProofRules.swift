import StrictJSON
import VerificationCore

/// Which proofs of its app a project takes, and what each of them allows.
package struct ProofRules: Sendable, Hashable {
    /// What the project does with proofs of one kind.
    package enum Mode: String, Sendable, CaseIterable {
        /// Nobody looks at such a proof.
        case off
        /// A proof is verified and counted, and decides nothing.
        ///
        /// So an operator sees how many calls bring a good proof before calls without one are refused.
        case audit
        /// A good proof lets an SMS go to a real number; a bad one lets none go.
        case enforce
    }

    /// How many SMS one proof may cause where the project does not say it.
    package static let usualLimits = [RateLimit(5, per: .seconds(3_600)), RateLimit(20, per: .seconds(86_400))]

    /// The kinds that are not off.
    package private(set) var modes: [AppProof.Kind: Mode] = [:]
    /// How many SMS one proof may cause.
    package var limits = usualLimits
    /// Whose App Check tokens are good.
    package var appCheckIssuers: [AppCheckIssuer] = []
    /// Whose assertions of App Attest are good; nil where none is.
    package var appAttest: AppAttestRules?
    /// Whose tokens of Play Integrity are good; nil where none is.
    package var playIntegrity: PlayIntegrityRules?

    package init() {}

    package subscript(kind: AppProof.Kind) -> Mode {
        get { modes[kind] ?? .off }
        set { modes[kind] = newValue == .off ? nil : newValue }
    }

    /// For an operator, for example `enforce app-check (google:123456789012)`; `none` where no proof is taken.
    package var words: String {
        let modes = Mode.allCases.compactMap { mode in words(of: mode).map { "\(mode.rawValue) \($0)" } }
        return modes.isEmpty ? "none" : modes.joined(separator: ", ")
    }

    /// The kinds in this mode, for example `app-check (google:123456789012)`; nil for `off`, and where there is none.
    package func words(of mode: Mode) -> String? {
        let kinds = AppProof.Kind.allCases.filter { modes[$0] == mode }.map { $0.rawValue + source(of: $0) }
        return kinds.isEmpty ? nil : kinds.joined(separator: ", ")
    }

    private func source(of kind: AppProof.Kind) -> String {
        switch kind {
        case .appCheck: " (\(appCheckIssuers.map(\.words).joined(separator: ", ")))"
        case .appAttest: appAttest?.words ?? ""
        case .playIntegrity: playIntegrity?.words ?? ""
        case .captcha, .silentPush: ""
        }
    }
}

// As the store keeps them.
extension ProofRules {
    package var json: JSONValue {
        let kinds = AppProof.Kind.allCases.filter { self[$0] != .off }
        var members: JSONObject = [
            "modes": .object(
                JSONObject(kinds.map { JSONObject.Member(key: $0.rawValue, value: .string(self[$0].rawValue)) })),
            "limits": RateLimit.json(limits),
            "appCheckIssuers": .array(appCheckIssuers.map(\.json)),
        ]
        members["appAttest"] = appAttest?.json
        members["playIntegrity"] = playIntegrity?.json
        return .object(members)
    }

    /// For an operator: without secrets, also without sealed ones.
    package var shownJSON: JSONValue {
        var members = json.object ?? JSONObject()
        members["playIntegrity"] = (playIntegrity?.shownJSON).map(JSONValue.object)
        return .object(members)
    }

    private static let members: Set<String> = [
        "modes", "limits", "appCheckIssuers", "appAttest", "playIntegrity",
    ]

    /// Nil for what another version has written: a project whose rules are unknown must not send to everybody.
    package init?(_ json: JSONValue) {
        guard let modes = json["modes"]?.object, let limits = json["limits"].flatMap(RateLimit.list), !limits.isEmpty,
            let issuers = json["appCheckIssuers"]?.array,
            // A change by this version would erase what it does not know.
            json.object?.members.allSatisfy({ Self.members.contains($0.key) }) == true
        else { return nil }
        for member in modes.members {
            guard let kind = AppProof.Kind(rawValue: member.key), let mode = member.value.string.flatMap(Mode.init)
            else { return nil }
            self[kind] = mode
        }
        self.limits = limits
        for json in issuers {
            guard let issuer = AppCheckIssuer(json) else { return nil }
            appCheckIssuers.append(issuer)
        }
        (appAttest, playIntegrity) = (
            json["appAttest"].flatMap(AppAttestRules.init), json["playIntegrity"].flatMap(PlayIntegrityRules.init)
        )
        // What cannot be read here would be lost too.
        guard (json["appAttest"] == nil) == (appAttest == nil), (json["playIntegrity"] == nil) == (playIntegrity == nil)
        else { return nil }
    }
}
