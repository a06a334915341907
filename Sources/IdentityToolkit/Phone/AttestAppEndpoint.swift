import AccountCore
import Accounts
import StrictJSON

/// `accounts:attestApp`: keeps the key of a device that App Attest has attested; Firebase's wire has no such call.
struct AttestAppEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.attestApp
    let bound = NetworkBuckets.Call.attest

    func answer(_ call: WireCall) async throws -> JSONObject {
        try await AttestApp(ports).attest(
            keyID: try call.body.filled("keyId"), attestation: try call.body.filled("attestation"),
            challenge: try call.body.filled("challenge"), for: call.project)
        return [:]
    }
}
