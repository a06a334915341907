import Histogram
import NIOCore
import NIOPosix
import Synchronization
import VerificationCore

/// A closed load: each of its connections calls again as soon as it has an answer.
final class ClosedLoad: LoadSource {
    /// The answers to the load's calls.
    struct Result: Sendable {
        /// Answers with the status that was expected.
        var answered = 0
        /// Other answers, and calls without any.
        var failed = 0
        var time = Duration.zero
        /// Microseconds from the call to its answer.
        var latency = Histogram<UInt64>(highestTrackableValue: 120_000_000, numberOfSignificantValueDigits: .three)

        var perSecond: Double { Double(answered) / (time / .seconds(1)) }
    }

    private struct State {
        var calledAt: [ObjectIdentifier: NIODeadline] = [:]
        var result = Result()
    }

    private let expected: Int
    private let endsAt: NIODeadline
    private let makeCall: @Sendable () -> ByteBuffer
    private let state = Mutex(State())

    private init(expecting status: Int, for time: Duration, _ makeCall: @escaping @Sendable () -> ByteBuffer) {
        expected = status
        endsAt = .now() + .microseconds(time.wholeMicroseconds)
        self.makeCall = makeCall
    }

    /// Calls for some time over so many connections; calls under way at the end are still waited for and counted.
    static func run(
        port: Int, connections: Int, for time: Duration, expecting status: Int,
        _ makeCall: @escaping @Sendable () -> ByteBuffer
    ) async throws -> Result {
        let (loop, start) = (MultiThreadedEventLoopGroup.singleton.next(), ContinuousClock.now)
        let load = ClosedLoad(expecting: status, for: time, makeCall)
        let channels = try await withThrowingTaskGroup { group in
            for _ in 0..<connections {
                group.addTask { try await CallConnection.open(load, port: port, on: loop).get() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // However a connection ended, the load has counted it.
        for channel in channels { try? await channel.closeFuture.get() }
        var result = load.state.withLock { $0.result }
        result.time = .now - start
        return result
    }

    func next(for connection: any Channel) -> ByteBuffer? {
        let now = NIODeadline.now()
        guard now < endsAt else {
            connection.close(promise: nil)
            return nil
        }
        state.withLock { $0.calledAt[ObjectIdentifier(connection)] = now }
        return makeCall()
    }

    func answered(_ answer: HTTPMessageReader.Message, to connection: any Channel) {
        let now = NIODeadline.now()
        state.withLock { state in
            guard let calledAt = state.calledAt.removeValue(forKey: ObjectIdentifier(connection)) else { return }
            _ = state.result.latency.record(UInt64(max(0, (now - calledAt).nanoseconds / 1_000)))
            if answer.status == expected { state.result.answered += 1 } else { state.result.failed += 1 }
        }
    }

    func ended(_ connection: any Channel) {
        state.withLock { state in
            if state.calledAt.removeValue(forKey: ObjectIdentifier(connection)) != nil { state.result.failed += 1 }
        }
    }
}

extension Histogram<UInt64> {
    /// Of a histogram of microseconds, the milliseconds that `percentile` percent of the values did not exceed.
    func milliseconds(_ percentile: Double) -> Double { Double(valueAtPercentile(percentile)) / 1_000 }
}
