import VerificationCore

/// Where a try begins: the place for its first call, or why it makes no call.
enum CallPlace: Sendable {
    /// At the first gateway of several; after a call that did not send, the next gateway may have the message.
    case first(GatewayPermit)
    /// At the only gateway that may have the message.
    case only(GatewayPermit)
    /// No gateway may have the message now, and this comes of the try.
    case missing(SendOutcome)

    /// Returns when the gateway's pace allows the call.
    func begin() async {
        switch self {
        case .first(let permit), .only(let permit): await permit.begin()
        case .missing: break
        }
    }

    func release() {
        switch self {
        case .first(let permit), .only(let permit): permit.release()
        case .missing: break
        }
    }
}
