import ConnectionSupport
import VerificationCore

/// Where spans go, and what the receiver is told of this process.
package struct SpanExportSettings: Sendable {
    /// The URL that spans are posted to, for example `http://127.0.0.1:4318/v1/traces`.
    package var url: String
    /// Sent with each call, for example a token.
    package var headers: [(name: String, value: String)] = []
    /// How calls get to the receiver.
    package var way = HTTPWay()
    /// What the receiver shows of the process, for example `service.name`.
    package var resource: [(name: String, value: String)] = []
    /// How many spans wait at most; later spans are dropped and counted.
    package var mostWaiting = 4_096
    /// How many spans a call carries at most.
    package var mostTogether = 512
    /// How long the first span waits for others.
    package var gathering = Duration.seconds(5)
    /// How long a call may take.
    package var callDeadline = Duration.seconds(10)
    /// How often the same spans are sent at most.
    package var tries = 5
    /// The wait after the first failure; each later wait is twice as long.
    package var firstPause = Duration.seconds(1)
    /// How long the last spans may take after the stop.
    package var lastDeadline = Duration.seconds(2)

    package init(url: String) {
        self.url = url
    }
}
