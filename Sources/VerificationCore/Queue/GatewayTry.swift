/// One try of a message: the calls of gateways that it made, and what came of them.
///
/// A try makes a further call only after a call that definitely did not send. So at most its last call has sent.
package struct GatewayTry: Sendable, Hashable {
    /// In their order; empty when the try could call no gateway.
    package private(set) var calls: [EndedCall]
    /// What came of the try.
    package private(set) var outcome: SendOutcome

    /// A try that could call no gateway.
    package init(withoutCall outcome: SendOutcome) {
        calls = []
        self.outcome = outcome
    }

    package init(_ call: EndedCall) {
        calls = [call]
        outcome = call.outcome
    }

    /// The gateways that this try has called.
    package var gateways: Set<String> { Set(calls.map(\.gateway)) }

    /// Whether another gateway may have the message at once: no call has sent it, and no call has ruled out others.
    package var mayGoOn: Bool {
        switch calls.last?.outcome {
        case .refused(_, .forNow), .refused(_, .byThisGateway), .throttled: true
        case .accepted, .refused(_, .byEveryGateway), .unknown, nil: false
        }
    }

    package mutating func add(_ call: EndedCall) {
        calls.append(call)
        outcome = call.outcome
    }

    /// Decides what came of a try that no gateway has taken, when no other gateway can take it now.
    ///
    /// A gateway that refused for now, or was busy, may take the message later: then the message waits in a retry
    /// queue. The same holds for a gateway of the route that was not asked, because it had no place. It waits the
    /// shortest time that a gateway asked for. When every gateway has refused for good, the message has failed.
    ///
    /// Example: `a` has no credit, `b` is busy for 30 s. The message waits for `b`.
    ///
    /// `othersAreLeft`: whether the route has a gateway that this try has not called.
    package mutating func end(othersAreLeft: Bool) {
        guard mayGoOn else { return }
        let passing = calls.map(\.outcome).filter(\.passes)
        if let lasting = passing.first(where: { $0.wait == nil }) ?? passing.min(by: { $0.isShorter(than: $1) }) {
            outcome = lasting
        } else if othersAreLeft, case .refused(let reason, _) = outcome {
            outcome = .refused(reason: reason, .forNow)
        }
    }

    /// The calls for the message's row.
    package var reports: [CallReport] { calls.compactMap(\.report) }
}

extension SendOutcome {
    /// Whether the same gateway may take the message later.
    fileprivate var passes: Bool {
        switch self {
        case .refused(_, .forNow), .throttled: true
        case .accepted, .refused(_, .byThisGateway), .refused(_, .byEveryGateway), .unknown: false
        }
    }

    /// How long the provider asked to wait; nil when it named no time.
    fileprivate var wait: Duration? {
        guard case .throttled(let after) = self else { return nil }
        return after
    }

    fileprivate func isShorter(than other: SendOutcome) -> Bool { (wait ?? .zero) < (other.wait ?? .zero) }
}
