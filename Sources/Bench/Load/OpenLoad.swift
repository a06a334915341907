import DequeModule
import Histogram
import NIOCore
import NIOPosix
import Synchronization
import VerificationCore

/// An open load: requests that come at set times, whether or not earlier requests have been answered.
///
/// A closed load would wait with its next request while the service is slow, and so would not see most of a pause.
final class OpenLoad: LoadSource {
    /// When the gateway was called, and which requests it did not get.
    struct Result: Sendable {
        /// Microseconds from a request's set time to the gateway's call.
        var latency = Histogram<UInt64>(highestTrackableValue: 120_000_000, numberOfSignificantValueDigits: .three)
        /// Calls that were not answered with `202`.
        var refused = 0
        /// Requests that had not reached the gateway when the run ended.
        var lost = 0
        /// Phones that got more than one call of the gateway.
        var repeated = 0
    }

    private struct State {
        var idle: [any Channel] = []
        var waiting: Deque<ByteBuffer> = []
        var refused = 0
        /// By the numbers of the phones; nil for a phone whose request has not come.
        var dueAt: [NIODeadline?]
        var calledAt: [NIODeadline?]
        var repeated: Set<Int> = []
        /// How many phones the gateway has heard of.
        var arrived = 0
    }

    private let call: StartCall
    private let port: Int
    private let interval: TimeAmount
    private let loop = MultiThreadedEventLoopGroup.singleton.next()
    private let state: Mutex<State>

    /// `most`: how many requests all runs have together.
    init(_ call: StartCall, port: Int, perSecond rate: Int, most: Int) {
        self.call = call
        self.port = port
        interval = .nanoseconds(1_000_000_000 / Int64(rate))
        state = Mutex(State(dueAt: Array(repeating: nil, count: most), calledAt: Array(repeating: nil, count: most)))
    }

    /// Sends the requests of these numbers, and returns when the gateway has heard of all, or 10 s after the last.
    ///
    /// `ask`: asks a gateway that does not report by itself what it took.
    func run(_ numbers: Range<Int>, ask: () async throws -> Void = {}) async throws -> Result {
        let start = NIODeadline.now() + .milliseconds(50)
        for number in numbers {
            let dueAt = start + interval * (number - numbers.lowerBound)
            state.withLock { $0.dueAt[number] = dueAt }
            loop.scheduleTask(deadline: dueAt) { self.send(number) }
        }
        let last = start + interval * numbers.count
        while .now() < last { try await Task.sleep(for: .milliseconds(20)) }
        while .now() < last + .seconds(10) {
            try await ask()
            if state.withLock({ $0.arrived }) >= numbers.upperBound { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        return result(of: numbers)
    }

    /// The gateway has been called for the first phone in this text.
    func gatewayTook(_ text: some Collection<UInt8>, at moment: NIODeadline = .now()) {
        guard let number = BenchPhones.number(in: text) else { return }
        state.withLock { state in
            guard state.calledAt.indices.contains(number) else { return }
            if state.calledAt[number] == nil {
                state.calledAt[number] = moment
                state.arrived += 1
            } else {
                state.repeated.insert(number)
            }
        }
    }

    /// Closes its connections.
    func close() {
        for channel in state.withLock({ $0.idle }) { channel.close(promise: nil) }
    }

    private func send(_ number: Int) {
        let bytes = call.bytes(number)
        let connection = state.withLock { state -> (any Channel)? in
            guard let idle = state.idle.popLast() else {
                state.waiting.append(bytes)
                return nil
            }
            return idle
        }
        if let connection {
            connection.writeAndFlush(bytes, promise: nil)
        } else {
            CallConnection.open(self, port: port, on: loop).whenFailure { _ in
                self.state.withLock { $0.refused += 1 }
            }
        }
    }

    private func result(of numbers: Range<Int>) -> Result {
        state.withLock { state in
            var result = Result()
            (result.refused, state.refused) = (state.refused, 0)
            result.repeated = state.repeated.count
            for number in numbers {
                guard let dueAt = state.dueAt[number], let calledAt = state.calledAt[number] else {
                    result.lost += 1
                    continue
                }
                _ = result.latency.record(UInt64(max(0, (calledAt - dueAt).nanoseconds / 1_000)))
            }
            return result
        }
    }

    func next(for connection: any Channel) -> ByteBuffer? {
        state.withLock { state in
            if let call = state.waiting.popFirst() { return call }
            state.idle.append(connection)
            return nil
        }
    }

    func answered(_ answer: HTTPMessageReader.Message, to connection: any Channel) {
        if answer.status != 202 { state.withLock { $0.refused += 1 } }
    }

    func ended(_ connection: any Channel) {
        state.withLock { state in state.idle.removeAll { $0 === connection } }
    }
}

/// The bytes of a `POST /v1/verifications`, each for a phone of its own.
struct StartCall: Sendable {
    private let head: String
    private let hasAddresses: Bool

    init(port: Int, key: APIKey, hasAddresses: Bool) {
        head = """
            POST /v1/verifications HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(key.text)\r
            Content-Type: application/json\r
            Content-Length:\u{20}
            """
        self.hasAddresses = hasAddresses
    }

    /// The call for the phone with this number.
    func bytes(_ number: Int) -> ByteBuffer {
        let address = hasAddresses ? #","clientIp":"\#(BenchPhones.address(number))""# : ""
        let (phone, language) = (BenchPhones.text(number), BenchPhones.language(number))
        let body = #"{"phoneNumber":"\#(phone)","languageCode":"\#(language)"\#(address)}"#
        return ByteBuffer(string: "\(head)\(body.utf8.count)\r\n\r\n\(body)")
    }
}
