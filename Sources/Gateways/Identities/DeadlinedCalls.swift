import Connections

/// A few calls to one server of a provider, which end within one deadline, each on a connection of its own.
///
/// A provider that closes a kept connection in the same moment would cost the person's sign-in.
struct DeadlinedCalls: Sendable {
    private let line: HTTPLine
    private let deadline: ContinuousClock.Instant

    /// `place`: on the server; `limit`: for all calls together, with their connections.
    init(to place: HTTPEndpoint, by way: HTTPWay, within limit: Duration) {
        var way = way
        // Without TLS a proxy would read tokens and secrets; such a URL leads to this machine.
        if !place.isSecure { way.proxy = nil }
        line = HTTPLine(to: place.place, connections: 2, way: way)
        deadline = .now + limit
    }

    /// Nothing is done where no answer has begun at the deadline.
    func call(_ request: HTTPRequest) async -> HTTPCallEnd {
        var request = request
        request.endsConnection = true
        return await line.call(request, within: deadline - .now)
    }

    /// To be called when the last call has ended.
    func end() async { await line.shutDown() }
}
