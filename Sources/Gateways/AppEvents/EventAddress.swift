import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import VerificationCore

/// The URL of an app's endpoint, checked before anything is posted to it.
///
/// Where its host leads is another question, which `EventReach` answers.
package struct EventAddress: Sendable {
    /// The most bytes of a URL.
    package static let mostBytes = 2_048

    /// The URL, read.
    let place: HTTPClient.Request

    /// Takes `https`, and `http` to this machine, which is a loopback address or `localhost`.
    package init(_ url: String) throws(EventAddressError) {
        guard url.utf8.count <= Self.mostBytes else { throw .tooLong }
        // What the client says of a bad URL repeats it.
        guard let request = try? HTTPClient.Request(url: url, method: .POST), request.hasPlainHost,
            request.scheme == "https" || request.scheme == "http"
        else { throw .malformed }
        guard request.url.user == nil, request.url.password == nil, request.url.fragment == nil else {
            throw .superfluousPart
        }
        guard request.scheme == "https" || HTTPEndpoint.isThisMachine(request.host) else { throw .plaintext }
        place = request
    }

    /// A name, or an address without brackets.
    var host: String { place.host.trimmingBrackets }

    var isThisMachine: Bool { HTTPEndpoint.isThisMachine(place.host) }

    var usesTLS: Bool { place.scheme == "https" }

    /// What URLs of one server have in common.
    var origin: String { "\(place.scheme)://\(place.host):\(place.port)" }

    func request(_ call: EventCall) -> HTTPRequest {
        var request = HTTPRequest(target: place.url.requestTarget, headers: ["host": place.authority])
        for header in call.headers { request.headers.add(name: header.name, value: header.value) }
        request.body = ByteBuffer(bytes: call.body)
        return request
    }
}

extension EventAddress: CustomStringConvertible {
    /// Shows no URL, which may hold a secret.
    package var description: String { "address for events" }
}

/// Why a URL cannot be an app's endpoint.
package enum EventAddressError: Error, Sendable, Hashable {
    case malformed
    /// It has a user, a password or a fragment.
    case superfluousPart
    /// Every machine on the way could read the events.
    case plaintext
    case tooLong
}
