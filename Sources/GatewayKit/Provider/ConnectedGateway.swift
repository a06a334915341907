/// A gateway with connections to a provider.
///
/// A gateway that opens connections when messages need them has `probe` to write and nothing else.
public protocol ConnectedGateway: SMSGateway {
    /// Keeps the connections that messages need, until `shutdown`; call it once, before the first message.
    func run() async

    /// Whether a standing connection is up; nil for a gateway that keeps no such connection.
    var isUp: Bool? { get }

    /// Looks whether the provider is there, without a message; `run` must be under way.
    func probe(within limit: Duration) async -> GatewayProbe

    /// Closes the connections, and makes `run` return.
    ///
    /// Calls under way end as unknown, later calls as not sent. A second call does nothing.
    func shutdown() async
}

extension ConnectedGateway {
    /// Returns at once: each message opens the connections that it needs.
    public func run() async {}

    /// Nil: no connection stands.
    public var isUp: Bool? { nil }

    /// Does nothing: no connection stands.
    public func shutdown() async {}

    /// Runs `body` while the gateway keeps its connections.
    package func use<Value: Sendable, Failure: Error>(
        _ body: (Self) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        async let running: Void = run()
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try await body(self)) } catch { result = .failure(error) }
        await shutdown()
        await running
        return try result.get()
    }
}

/// What a look at a provider came to.
public enum GatewayProbe: Sendable, Equatable {
    /// It is there; how it answered, for example `405 to OPTIONS`, which may also be a refusal.
    case answers(String)
    /// For this reason, as text without any secret.
    case isAway(reason: String)
}
