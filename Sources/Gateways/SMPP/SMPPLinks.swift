import SMPP
import VerificationCore

/// The standing connections of a gateway to its SMSC: one for both ways, or one for each way.
///
/// Each connection is bound, watched and made anew by itself. The state that they report together is up only while all
/// of them are up.
struct SMPPLinks: Sendable {
    /// The one that messages go over.
    let sending: SMPPLink
    private let all: [(role: BindRole, link: SMPPLink)]

    /// - Throws: what SMPP cannot carry.
    init(_ configurations: [LinkConfiguration], handler: @escaping SMPPLink.Handler) throws(SMPPError) {
        var all: [(role: BindRole, link: SMPPLink)] = []
        for configuration in configurations {
            all.append((configuration.bind.role, try SMPPLink(configuration, handler: handler)))
        }
        guard let first = all.first(where: { $0.role != .receiver }) else {
            throw SMPPError(.invalidConfiguration, context: "bind")
        }
        (self.all, sending) = (all, first.link)
    }

    /// How the connections stand now.
    var state: GatewayLink { joined(all.map(\.link.state)) }

    /// Keeps the connections until `shutDown`, and reports each change.
    func run(tells: @Sendable (GatewayLink) -> Void) async {
        await withDiscardingTaskGroup { group in
            let (changes, change) = AsyncStream.makeStream(of: (index: Int, state: LinkState).self)
            for entry in all { group.addTask { await entry.link.run() } }
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for (index, entry) in all.enumerated() {
                        group.addTask { for await state in entry.link.states() { change.yield((index, state)) } }
                    }
                }
                change.finish()
            }
            var states = all.map(\.link.state)
            for await (index, state) in changes {
                states[index] = state
                tells(joined(states))
            }
        }
    }

    /// Waits until all are bound; when the task is cancelled, tells the last failure before that.
    func look() async -> GatewayProbe {
        var name: String?
        for (index, entry) in all.enumerated() {
            var failure: String?
            var isBound = false
            for await state in entry.link.states() {
                if case .bound(let systemID) = state {
                    (name, isBound) = (systemID, true)
                    break
                }
                failure = told(GatewayLink(state), of: index).reason ?? failure
            }
            guard isBound else { return .isAway(reason: failure ?? "not-bound") }
        }
        return .answers("bound to \(name ?? "")")
    }

    /// Ends all connections in order.
    func shutDown(within limit: Duration) async {
        await withDiscardingTaskGroup { group in
            for entry in all { group.addTask { await entry.link.shutDown(within: limit) } }
        }
    }

    /// Up where all are; otherwise why the first is down that is.
    private func joined(_ states: [LinkState]) -> GatewayLink {
        let down = states.enumerated().map { index, state in told(GatewayLink(state), of: index) }.filter { $0 != .up }
        return down.first { $0.reason != nil } ?? down.first ?? .up
    }

    /// With several connections, a reason names the connection.
    private func told(_ state: GatewayLink, of index: Int) -> GatewayLink {
        guard all.count > 1, case .down(let reason?) = state else { return state }
        return .down(reason: "\(all[index].role): \(reason)")
    }
}

extension GatewayLink {
    fileprivate init(_ state: LinkState) {
        switch state {
        case .bound: self = .up
        case .connecting(let failure): self = .down(reason: failure?.description)
        case .unbinding, .closed: self = .down(reason: nil)
        }
    }
}
