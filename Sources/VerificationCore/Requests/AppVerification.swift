/// Whether a call from a person's device showed that an app of the project makes it.
///
/// The key of an app is public, so a stranger's program can make the same calls. A worker sends an SMS to a real number
/// only where there is a proof, or where the project pays for some SMS without one. The surface that takes the call
/// verifies the proof once, and the request carries the outcome to the worker.
///
/// Indirect, because most requests have none: the request is then a word larger, however much a proof says.
package indirect enum AppVerification: Sendable, Hashable {
    /// The surface has verified a proof of a kind that the project takes.
    case proven(AppProof)
    /// There is no such proof. `sends`: how many SMS all such calls of the app may cause; empty where they may cause none.
    ///
    /// Then a worker serves only a test number. This also holds for a number that stopped being a test number after the
    /// surface took the call.
    case unproven(MissingProof, sends: [RateLimit])
}

/// A proof that an app of the project makes a call.
package struct AppProof: Sendable, Hashable {
    /// How an app proves itself; the raw values are on record and on the queue.
    package enum Kind: String, Sendable, CaseIterable {
        /// A token of Firebase App Check, or of another issuer that the project trusts.
        case appCheck = "app-check"
        /// An answer to a captcha.
        case captcha
        /// A secret that Apple's push service brought to the device.
        case silentPush = "silent-push"
        /// An assertion of Apple's App Attest.
        case appAttest = "app-attest"
        /// A token of Google's Play Integrity.
        case playIntegrity = "play-integrity"
    }

    package let kind: Kind
    /// Stands for the proof, for example in a limit: the same for each use of it, and nothing that proves anything.
    package let digest: String
    /// How many SMS this one proof may cause, so that one device that a farm shares does not serve the farm.
    package let limits: [RateLimit]

    package init(_ kind: Kind, digest: String, limits: [RateLimit]) {
        (self.kind, self.digest, self.limits) = (kind, digest, limits)
    }
}

/// Why a call brings no proof; the raw values are on record and on the queue.
package enum MissingProof: String, Sendable, CaseIterable {
    /// The call brought nothing that could prove anything.
    case noToken = "no-token"
    /// The device waited for the silent push, and it came too late or not at all.
    case pushLate = "push-late"
    /// The app runs in a simulator, which Apple's push service does not reach.
    case simulator
    /// The project takes no proof, or the number is a test number, so the surface did not look for one.
    case notAsked = "not-asked"
    /// The call brought a good proof of a kind that the project only audits, or one that could not be verified.
    case audit
    /// The call brought something, and it proves nothing: it is expired, used up, of another project, or forged.
    case refused
}

extension AppVerification {
    /// How the verification is on record: the proof's kind, or why there is none.
    package var record: String {
        switch self {
        case .proven(let proof): proof.kind.rawValue
        case .unproven(let reason, _): reason.rawValue
        }
    }
}

extension AppProof {
    /// How a proof turned out that a surface looked at; the raw values are labels of metrics and reasons of tallies.
    package enum Result: String, Sendable, CaseIterable {
        /// It is what it says.
        case good
        /// It is expired, used up, of another project, or forged.
        case bad
        /// The project takes proofs of this kind, and the call brought none.
        case missing
        /// What it takes to verify it was out of reach, for example the issuer's keys.
        case unverified
    }

    /// The reason under which operators' pages count a result, for example `app-check good`.
    package static func tallyReason(_ kind: Kind, as result: Result) -> String { "\(kind.rawValue) \(result.rawValue)" }

    /// What such a reason says; nil for a reason that another version has written.
    package static func found(inTally reason: String) -> (kind: Kind, result: Result)? {
        let parts = reason.split(separator: " ").map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]), let result = Result(rawValue: parts[1])
        else { return nil }
        return (kind, result)
    }
}
