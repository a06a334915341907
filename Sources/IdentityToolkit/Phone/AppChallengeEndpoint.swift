import AccountCore
import Accounts
import StrictJSON

/// `accounts:appChallenge`: gives an app what its next proof has to contain; Firebase's wire has no such call.
struct AppChallengeEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        [
            "challenge": .string(try AttestApp(ports).challenge(for: call.project)),
            "expiresIn": .string("\(AppChallenge.life.components.seconds)"),
        ]
    }
}
