import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// `accounts:appChallenge`: gives an app what its next proof has to contain, and says which kinds of proofs the project takes.
///
/// Firebase's wire has no such call. An app chooses among the kinds, so that no person solves a captcha in vain.
struct AppChallengeEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        let attest = AttestApp(ports)
        return [
            "challenge": .string(try attest.challenge(for: call.project)),
            "expiresIn": .string("\(AppChallenge.life.components.seconds)"),
            "proofs": .array(attest.kinds(for: call.project).map { .string($0.rawValue) }),
        ]
    }
}
