import AccountCore
import StrictJSON

/// A call that the wire has and that this program does not serve.
struct NotServedEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        throw WireError.notServed("This method is not implemented here.")
    }
}
