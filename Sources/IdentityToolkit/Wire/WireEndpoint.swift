import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// What answers a call: it reads the body, calls a use case, and writes the answer's members.
protocol WireEndpoint: Sendable {
    /// What the body of its calls may have.
    var schema: WireSchema { get }
    /// How a caller's network is bounded.
    var bound: NetworkBuckets.Call { get }

    /// Throws an `AccountError` for a call that is not served.
    func answer(_ call: WireCall) async throws -> JSONObject
}

extension WireEndpoint {
    /// For calls without a body.
    var schema: WireSchema { .anything }

    var bound: NetworkBuckets.Call { .usual }
}

/// A call that the wire has and that this program does not serve.
struct NotServedEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
