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
    /// The kinds of proofs that are verified at all, in an order that stays.
    package var taken: [AppProof.Kind] { AppProof.Kind.allCases.filter { self[$0] != .off } }
    /// How many SMS one proof may cause, of a kind that may cause several.
    package var limits = usualLimits
    /// Whose App Check tokens are good.
    package var appCheckIssuers: [AppCheckIssuer] = []
    /// Whose captchas are good, and how to ask; nil without.
    package var captcha: CaptchaSite?
    /// Whose assertions of App Attest are good; nil where none is.
    package var appAttest: AppAttestRules?
    /// Whose tokens of Play Integrity are good; nil where none is.
    package var playIntegrity: PlayIntegrityRules?

    package init() {}

    package subscript(kind: AppProof.Kind) -> Mode {
        get { modes[kind] ?? .off }
        set { modes[kind] = newValue == .off ? nil : newValue }
    }

    /// How many SMS one proof of this kind may cause; the workers count them exactly.
    package func limits(of kind: AppProof.Kind) -> [RateLimit] {
        kind.isForOneSend ? [RateLimit(1, per: .seconds(86_400))] : limits
    }

    /// For an operator, for example `enforce app-check (google:123456789012)`; `none` where no proof is taken.
    package var words: String {
        let modes = Mode.allCases.compactMap { mode in words(of: mode).map { "\(mode.rawValue) \($0)" } }
        return modes.isEmpty ? "none" : modes.joined(separator: ", ")
    }

    /// The kinds in this mode, for example `app-check (google:123456789012)`; nil for `off`, and where there is none.
    ///
    /// `isWanted`: which kinds are named.
    package func words(of mode: Mode, where isWanted: (AppProof.Kind) -> Bool = { _ in true }) -> String? {
        let kinds = AppProof.Kind.allCases.filter { modes[$0] == mode && isWanted($0) }
        return kinds.isEmpty ? nil : kinds.map { $0.rawValue + source(of: $0) }.joined(separator: ", ")
    }

    private func source(of kind: AppProof.Kind) -> String {
        switch kind {
        case .appCheck: " (\(appCheckIssuers.map(\.words).joined(separator: ", ")))"
        case .captcha: captcha.map { " (\($0.words))" } ?? ""
        case .silentPush: ""
        case .appAttest: appAttest?.words ?? ""
        case .playIntegrity: playIntegrity?.words ?? ""
        }
    }
}

// As the store keeps them.
extension ProofRules {
    package var json: JSONValue {
        var object = plain
        object["captcha"] = captcha?.json
        object["playIntegrity"] = playIntegrity?.json
        return .object(object)
    }

    /// For operators, without secrets.
    package var shown: JSONValue {
        var object = plain
        object["captcha"] = (captcha?.shown).map(JSONValue.object)
        object["playIntegrity"] = (playIntegrity?.shown).map(JSONValue.object)
        return .object(object)
    }

    /// The members that hold no secret.
    private var plain: JSONObject {
        var members: JSONObject = [
            "modes": .object(
                JSONObject(taken.map { JSONObject.Member(key: $0.rawValue, value: .string(self[$0].rawValue)) })),
            "limits": RateLimit.json(limits),
            "appCheckIssuers": .array(appCheckIssuers.map(\.json)),
        ]
        members["appAttest"] = appAttest?.json
        return members
    }

    private static let members: Set<String> = [
        "modes", "limits", "appCheckIssuers", "captcha", "appAttest", "playIntegrity",
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
        (captcha, appAttest, playIntegrity) = (
            json["captcha"].flatMap(CaptchaSite.init), json["appAttest"].flatMap(AppAttestRules.init),
            json["playIntegrity"].flatMap(PlayIntegrityRules.init)
        )
        // What cannot be read here would be lost too.
        guard (json["captcha"] == nil) == (captcha == nil), (json["appAttest"] == nil) == (appAttest == nil),
            (json["playIntegrity"] == nil) == (playIntegrity == nil)
        else { return nil }
    }
}

extension ProofRules {
    /// The same rules with their secrets under the ring's current key.
    ///
    /// Nil when the ring lacks a key under which one of them was sealed.
    package func resealed(for project: ProjectID, by ring: KeyRing) -> ProofRules? {
        var rules = self
        if let captcha {
            guard let secret = ring.reseal(captchaSecret: captcha.secret, of: project) else { return nil }
            rules.captcha?.secret = secret
        }
        if let playIntegrity {
            guard let resealed = playIntegrity.resealed(for: project, by: ring) else { return nil }
            rules.playIntegrity = resealed
        }
        return rules
    }
}

extension AppProof.Kind {
    /// Whether a proof causes one SMS, whatever the project's limits say: the provider, or a challenge, makes it good once.
    var isForOneSend: Bool {
        switch self {
        case .captcha, .playIntegrity: true
        case .appCheck, .silentPush, .appAttest: false
        }
    }
}
