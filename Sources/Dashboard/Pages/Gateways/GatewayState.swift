import VerificationCore

/// How a gateway stands, in a word.
enum GatewayState: String, CaseIterable {
    case works, fails, off
    /// A call is out to try whether it works again.
    case onTrial = "on trial"

    init(of entry: GatewayBoardState.Entry) {
        if entry.control.isOff {
            self = .off
        } else if let notice = entry.notice, notice.state == .open {
            self = notice.remaining > .zero ? .fails : .onTrial
        } else {
            self = .works
        }
    }
}
