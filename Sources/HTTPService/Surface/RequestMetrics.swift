import HTTPTypes
import Metrics
import Synchronization

/// Counts and times the answers by route template, method and status.
///
/// No label is a text that a caller may choose freely: otherwise a caller could make as many series as it likes.
package final class RequestMetrics: Sendable {
    private struct Kind: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Instruments: Sendable {
        let count: Counter
        let time: Timer
    }

    private let factory: any MetricsFactory
    private let known = Mutex<[Kind: Instruments]>([:])

    package init(factory: any MetricsFactory) {
        self.factory = factory
    }

    func record(route: String, method: HTTPRequest.Method, status: Int, duration: Duration) {
        let instruments = instruments(Kind(route: route, method: Self.word(for: method), status: status))
        instruments.count.increment()
        instruments.time.recordNanoseconds(
            duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
    }

    static let otherMethod = "other"

    /// The method's name; `other` for the names that a caller made up.
    static func word(for method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: otherMethod
        }
    }

    private func instruments(_ kind: Kind) -> Instruments {
        known.withLock { known in
            if let instruments = known[kind] { return instruments }
            let labels = [("route", kind.route), ("method", kind.method), ("status", String(kind.status))]
            let instruments = Instruments(
                count: Counter(label: "http_server_requests_total", dimensions: labels, factory: factory),
                time: Timer(
                    label: "http_server_request_duration_seconds", dimensions: labels,
                    preferredDisplayUnit: .seconds, factory: factory))
            known[kind] = instruments
            return instruments
        }
    }
}
