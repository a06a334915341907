import Assembly
import NIOCore
import NIOPosix
import StrictJSON
import Synchronization
import VerificationCore

/// Reads a sandbox's inbox over one connection as long as a load lasts: waits for messages, and takes all there are.
///
/// It pauses for some milliseconds after each answer, so that a busy sandbox answers with many messages at once.
final class InboxWatch: LoadSource {
    /// Takes a message's phone, its code, and when the sandbox took it.
    typealias Take = @Sendable (_ phone: String, _ code: String?, _ moment: NIODeadline) -> Void

    private struct State {
        /// The number of the last message that was read.
        var seen: Int64
        var connection: (any Channel)?
        var isClosed = false
    }

    private static let page = 500

    private let sandbox: LoadAddress
    private let loop: any EventLoop
    private let take: Take
    private let state: Mutex<State>

    /// Reads messages after the one with the number `seen`.
    init(_ sandbox: LoadAddress, after seen: Int64, take: @escaping Take) {
        self.sandbox = sandbox
        self.take = take
        loop = MultiThreadedEventLoopGroup.singleton.next()
        state = Mutex(State(seen: seen))
        open()
    }

    /// Reads no more.
    func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection
        }
        connection?.close(promise: nil)
    }

    private func open() {
        CallConnection.open(self, host: sandbox.host, port: sandbox.port, on: loop).whenFailure { _ in self.openLater()
        }
    }

    /// A sandbox that is away comes back, or the load ends.
    private func openLater() {
        guard !state.withLock({ $0.isClosed }) else { return }
        loop.scheduleTask(in: .milliseconds(100)) { self.open() }
    }

    private func call(after seen: Int64) -> ByteBuffer {
        sandbox.call("GET", "/api/messages?limit=\(Self.page)&after=\(seen)&wait=1")
    }

    func next(for connection: any Channel) -> ByteBuffer? {
        let seen = state.withLock { state -> Int64? in
            // Its first call goes out at once, later ones after a pause.
            guard state.connection == nil else { return nil }
            state.connection = connection
            return state.seen
        }
        return seen.map(call)
    }

    func answered(_ answer: HTTPMessageReader.Message, to connection: any Channel) {
        // A page that cannot be read is asked for again.
        let page = try? JSONValue(parsing: answer.body.readableBytesView)
        let messages = page?["messages"]?.array ?? []
        let (now, deadline) = (Machine.now(), NIODeadline.now())
        for message in messages {
            guard let phone = message["phoneNumber"]?.string,
                let moment = message["receivedAt"]?.string.flatMap({ Timestamp(rfc3339: $0) })
            else { continue }
            take(phone, message["code"]?.string, deadline + .microseconds((moment - now).wholeMicroseconds))
        }
        let seen = state.withLock { state in
            state.seen = messages.last?["sequence"]?.integer ?? state.seen
            return state.seen
        }
        let pause = messages.count == Self.page ? TimeAmount.zero : .milliseconds(5)
        loop.scheduleTask(in: pause) { connection.writeAndFlush(self.call(after: seen), promise: nil) }
    }

    func ended(_ connection: any Channel) {
        state.withLock { $0.connection = nil }
        openLater()
    }
}
