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

    package init() {}

    package subscript(kind: AppProof.Kind) -> Mode {
        get { modes[kind] ?? .off }
        set { modes[kind] = newValue == .off ? nil : newValue }
    }

    /// For an operator, for example `app-check enforce (google:123456789012)`; `none` where no proof is taken.
    package var words: String {
        let kinds = AppProof.Kind.allCases.filter { self[$0] != .off }.map { kind in
            "\(kind.rawValue) \(self[kind].rawValue)\(source(of: kind))"
        }
        return kinds.isEmpty ? "none" : kinds.joined(separator: ", ")
    }

    private func source(of kind: AppProof.Kind) -> String {
        switch kind {
        case .appCheck: " (\(appCheckIssuers.map(\.words).joined(separator: ", ")))"
        case .captcha, .silentPush, .appAttest, .playIntegrity: ""
        }
    }
}

// As the store keeps them.
extension ProofRules {
    package var json: JSONValue {
        let kinds = AppProof.Kind.allCases.filter { self[$0] != .off }
        return [
            "modes": .object(
                JSONObject(kinds.map { JSONObject.Member(key: $0.rawValue, value: .string(self[$0].rawValue)) })),
            "limits": RateLimit.json(limits),
            "appCheckIssuers": .array(appCheckIssuers.map(\.json)),
        ]
    }

    /// Nil for what another version has written: a project whose rules are unknown must not send to everybody.
    package init?(_ json: JSONValue) {
        guard let modes = json["modes"]?.object, let limits = json["limits"].flatMap(RateLimit.list),
            let issuers = json["appCheckIssuers"]?.array
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
    }
}
