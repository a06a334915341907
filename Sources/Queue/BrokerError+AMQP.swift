import AMQP
import VerificationCore

extension BrokerError {
    init(_ error: AMQPError) {
        self.init(error.isRetriable ? .unavailable : .refused, context: error.description)
    }
}

extension AMQPClient {
    /// Asks the broker over a connection of its own, which is closed before this returns or throws.
    ///
    /// Messages that `body` took and left unsettled then go back to their queue.
    static func withConnection<Value: Sendable>(
        to configuration: AMQPConfiguration, _ body: (AMQPClient) async throws(AMQPError) -> Value
    ) async throws(BrokerError) -> Value {
        let client = AMQPClient(configuration)
        do throws(AMQPError) {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            throw BrokerError(error)
        }
    }
}
