import AsyncHTTPClient
import FoundationEssentials
import NIOHTTP1

/// The URL of an app's endpoint, checked before anything is posted to it.
package struct EventAddress: Sendable, Hashable {
    /// Why a URL cannot be an app's endpoint.
    package enum Problem: Error, Sendable, Hashable {
        case malformed
        /// It has a user, a password or a fragment.
        case superfluousPart
        /// Everybody on the way could read the events.
        case plaintext
        case tooLong
    }

    /// The most bytes of a URL.
    package static let mostBytes = 2_048

    let url: String

    /// Takes `https`, and `http` to this machine.
    ///
    /// A name that a lookup resolves to this machine does not count as this machine, because the next lookup may answer
    /// otherwise.
    package init(_ url: String) throws(Problem) {
        guard url.utf8.count <= Self.mostBytes else { throw .tooLong }
        // What the client says of a bad URL repeats it.
        guard let request = try? HTTPClient.Request(url: url, method: .POST), !request.host.isEmpty,
            request.scheme == "https" || request.scheme == "http"
        else { throw .malformed }
        guard request.url.user == nil, request.url.password == nil, request.url.fragment == nil else {
            throw .superfluousPart
        }
        guard request.scheme == "https" || Self.isThisMachine(request.host) else { throw .plaintext }
        self.url = url
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
