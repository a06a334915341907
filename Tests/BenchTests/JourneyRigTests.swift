import Bench
import GatewayKit
import NIOCore
import NIOPosix
import Synchronization
import Testing

@Suite("a load of an installation that runs already")
struct JourneyRigTests {
    @Test("an installation whose SMS does not come to the sandbox gets a single request", arguments: [true, false])
    func otherGateway(checks: Bool) async throws {
        let stand = try await StandIn.open()
        let address = try LoadAddress("http://127.0.0.1:\(stand.port)", hosts: [])
        let target = LoadTarget(api: address, key: "key", sandbox: address, events: nil, process: nil)
        let plan = JourneyPlan(
            checks ? .checks : .journeys, at: .steady(100, for: .seconds(1)), patience: .zero, lookAgain: .zero)
        let error = await #expect(throws: SettingsError.self) {
            _ = try await JourneyRig(.target(target), plan: plan) { _ in }.measure()
        }
        let words = error?.description ?? ""
        #expect(words.hasSuffix("its gateway may be a real one"), "\(words)")
        #expect(stand.posts == 1)
        try await stand.close()
    }

    @Test("a load of checks starts its verifications at 200 a second at most")
    func preparation() {
        let fast = JourneyPlan(.checks, at: .steady(1_000, for: .seconds(60))).preparation
        #expect(fast.highest == 200 && fast.duration == .seconds(300) && fast.count == 60_000)
        let slow = JourneyPlan(.checks, at: .steady(20, for: .seconds(360))).preparation
        #expect(slow.highest == 20 && slow.duration == .seconds(360))
    }
}

/// An API that accepts everything, and a sandbox whose inbox stays empty.
private final class StandIn: Sendable {
    private let listener: any Channel
    private let count: Count

    /// How many calls were POST.
    var posts: Int { count.posts.withLock { $0 } }
    var port: Int { listener.localAddress?.port ?? 0 }

    private init(_ listener: any Channel, count: Count) {
        self.listener = listener
        self.count = count
    }

    static func open() async throws -> StandIn {
        let count = Count()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answers(count))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return StandIn(listener, count: count)
    }

    func close() async throws { try await listener.close().get() }
}

private final class Count: Sendable {
    let posts = Mutex(0)
}

private final class Answers: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let count: Count

    init(_ count: Count) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // A call is short, and comes whole.
        let isPost = String(buffer: unwrapInboundIn(data)).hasPrefix("POST")
        if isPost { count.posts.withLock { $0 += 1 } }
        let (status, body) = isPost ? ("202 Accepted", #"{"verificationId":"v"}"#) : ("200 OK", #"{"messages":[]}"#)
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        context.channel.writeAndFlush(ByteBuffer(string: answer), promise: nil)
    }
}
