import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore

/// Finds the address of the device that calls, also behind proxies.
package struct CallerAddress: Sendable {
    private let proxies: [IPNetwork]

    /// `proxies`: networks whose word on the caller's address is believed; without any, the connection's address counts.
    package init(proxies: [IPNetwork]) { self.proxies = proxies }

    /// The last address on the way that is no proxy of ours; nil where nobody can tell.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. What stands further left anybody may have written.
    func address(of request: Request, _ context: CallContext) -> IPAddress? {
        guard let peer = context.peerAddress else { return nil }
        let told = (request.headers.text(of: .forwardedFor) ?? "").split(separator: ",")
            .map { IPAddress(String($0.trimmingPrefix(while: { $0 == " " }).prefix { $0 != " " })) }
        var address = peer
        for next in told.reversed() {
            guard let next, proxies.contains(where: { $0.contains(address) }) else { break }
            address = next
        }
        return address
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = known("X-Forwarded-For")
}
