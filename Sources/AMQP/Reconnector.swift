/// Keeps a connection in being: node after node, with growing and jittered pauses.
///
/// Begins with a node by lot, so that many processes that start together do not all go to the first.
struct Reconnector {
    let endpoints: [AMQPEndpoint]

    /// Runs one session after another until one ends as `closed` or the task is cancelled.
    func run(_ session: (AMQPEndpoint) async -> ConnectionEnd) async {
        var pauses = ReconnectPauses(nodes: endpoints.count)
        var turn = Int.random(in: endpoints.indices)
        while !Task.isCancelled {
            guard case .failed(_, let wasOpen) = await session(endpoints[turn % endpoints.count]) else { return }
            turn += 1
            let pause = pauses.next(afterOpenConnection: wasOpen, chance: .random(in: 0...1))
            do {
                try await Task.sleep(for: pause)
            } catch {
                return
            }
        }
    }
}

/// How long to wait before the next attempt.
///
/// At most 100 ms after a connection was lost and for the first try of each node; then doubling up to 2 s. Chance takes
/// away up to half, so that many clients do not come back in step.
struct ReconnectPauses {
    private let nodes: Int
    private var failures = 0

    init(nodes: Int) {
        self.nodes = nodes
    }

    /// The pause before the next attempt; `chance` is from 0 to 1.
    mutating func next(afterOpenConnection wasOpen: Bool, chance: Double) -> Duration {
        failures = wasOpen ? 1 : failures + 1
        let round = max(0, (failures - 1) / nodes)
        let longest = min(.seconds(2), .milliseconds(100) * (1 << min(round, 5)))
        return longest * (1 - chance / 2)
    }
}
