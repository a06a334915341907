import HTTPTypes
import Hummingbird
import Synchronization

/// Remembers whether a body of unknown or excessive length was read to its end.
///
/// Hummingbird reads what a handler left of a body before it takes the next request, for as long as the caller sends;
/// a connection with such a body left over has to end instead. Small bodies are left to Hummingbird.
final class LargeBody: Sendable {
    private let read = Atomic(false)

    /// Nil where the body is small, as nearly always.
    init?(of request: Request) {
        let isLarge = request.headers.announcedLength.map { $0 > BodyLimits.bytes } ?? false
        guard isLarge || request.headers.contains(.transferEncoding) else { return nil }
    }

    var wasRead: Bool { read.load(ordering: .relaxed) }

    func markRead() { read.store(true, ordering: .relaxed) }
}
