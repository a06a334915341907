import DequeModule
import Foundation
import NIOCore
import NIOPosix
import StrictJSON
import Synchronization

/// Keep-alive connections to a server, for the calls of an open load: as many as are needed, up to a bound.
///
/// A call that finds no idle connection opens one. With the most connections open it waits for its turn, and its
/// latency still counts from the time when it was due.
final class CallPool: LoadSource {
    private typealias Answer = @Sendable (CallAnswer) -> Void

    private struct State {
        var idle: [any Channel] = []
        var open = 0
        var waiting: Deque<(bytes: ByteBuffer, answer: Answer)> = []
        var underWay: [ObjectIdentifier: Answer] = [:]
        var isClosed = false
    }

    /// Fewer than the descriptors that a process may open by default.
    private static let most = 512

    let address: LoadAddress
    let loop: any EventLoop
    private let state = Mutex(State())

    init(_ address: LoadAddress, on loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()) {
        self.address = address
        self.loop = loop
    }

    /// Calls as soon as a connection is free; `answer` gets the answer on the event loop, exactly once.
    func call(_ bytes: ByteBuffer, answer: @escaping @Sendable (CallAnswer) -> Void) {
        let (connection, opens) = state.withLock { state -> ((any Channel)?, Bool) in
            if let idle = state.idle.popLast() {
                state.underWay[ObjectIdentifier(idle)] = answer
                return (idle, false)
            }
            state.waiting.append((bytes, answer))
            guard state.open < Self.most else { return (nil, false) }
            state.open += 1
            return (nil, true)
        }
        connection?.writeAndFlush(bytes, promise: nil)
        if opens { open() }
    }

    /// The answer to a call; waits ten seconds for it.
    func ask(_ bytes: ByteBuffer) async -> CallAnswer {
        let nothing = CallAnswer(status: 0, body: ByteBuffer(), trouble: "no answer within ten seconds")
        let promise = loop.makePromise(of: CallAnswer.self)
        // The first of the two counts.
        call(bytes) { promise.succeed($0) }
        let limit = loop.scheduleTask(in: .seconds(10)) { promise.succeed(nothing) }
        defer { limit.cancel() }
        // The promise never fails.
        return (try? await promise.futureResult.get()) ?? nothing
    }

    /// Closes the connections that wait for no answer; others end with their answers.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for channel in idle { channel.close(promise: nil) }
    }

    private func open() {
        CallConnection.open(self, host: address.host, port: address.port, on: loop).whenFailure { _ in
            let refused = self.state.withLock { state in
                state.open -= 1
                return state.waiting.popFirst()
            }
            refused?.answer(CallAnswer(status: 0, body: ByteBuffer(), trouble: "no connection"))
        }
    }

    func next(for connection: any Channel) -> ByteBuffer? {
        let (bytes, closes) = state.withLock { state -> (ByteBuffer?, Bool) in
            if let call = state.waiting.popFirst() {
                state.underWay[ObjectIdentifier(connection)] = call.answer
                return (call.bytes, false)
            }
            if !state.isClosed { state.idle.append(connection) }
            return (nil, state.isClosed)
        }
        if closes { connection.close(promise: nil) }
        return bytes
    }

    func answered(_ answer: HTTPMessageReader.Message, to connection: any Channel) {
        let call = state.withLock { $0.underWay.removeValue(forKey: ObjectIdentifier(connection)) }
        call?(CallAnswer(status: answer.status, body: answer.body, trouble: nil))
    }

    func ended(_ connection: any Channel) {
        let (call, opens) = state.withLock { state -> (Answer?, Bool) in
            state.open -= 1
            state.idle.removeAll { $0 === connection }
            let call = state.underWay.removeValue(forKey: ObjectIdentifier(connection))
            // Calls that wait for a connection have lost the one that would have taken them.
            guard !state.waiting.isEmpty, state.open < Self.most else { return (call, false) }
            state.open += 1
            return (call, true)
        }
        call?(CallAnswer(status: 0, body: ByteBuffer(), trouble: "the connection ended before the answer"))
        if opens { open() }
    }
}

/// What a server has answered; the status is 0 without an answer.
struct CallAnswer: Sendable {
    let status: Int
    let body: ByteBuffer
    /// Why there is no answer.
    let trouble: String?

    /// The body; nil when it is no JSON.
    var json: JSONValue? {
        // The status alone then says what happened.
        try? JSONValue(parsing: body.readableBytesView)
    }

    /// For people, for example `429 limit-reached`.
    var words: String {
        if let trouble { return trouble }
        return [String(status), json?["code"]?.string].compactMap(\.self).joined(separator: " ")
    }
}
