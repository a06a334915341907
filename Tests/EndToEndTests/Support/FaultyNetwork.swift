import NIOCore
import NIOPosix
import TestSupport

/// The network between an app and a surface, which does to calls what a test says.
final class FaultyNetwork: Sendable {
    enum Manner: Sendable, Equatable {
        case pass
        /// Takes calls and never answers.
        case silent
        /// Ends connections at their first byte.
        case hangUp
        /// Answers in the surface's place, in whole bytes of HTTP, and ends the connection.
        case answer(String)
        /// Passes calls on, and ends the connection in the place of the answer.
        case loseAnswers
    }

    private struct State: Sendable {
        var manner = Manner.pass
        var port: Int
        var calls = 0
        var lost = 0
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: Watched<State>
    private let listener: LoopbackListener

    private init(port: Int) throws {
        (state, listener) = (Watched(State(port: port)), try LoopbackListener())
    }

    /// Lends a network to a surface, and ends it, also if `body` fails.
    static func with(_ surface: IdentityCaller, _ body: (FaultyNetwork) async throws -> Void) async throws {
        let network = try FaultyNetwork(port: surface.port)
        try await network.listener.open { try $0.addHandler(AppSide(network)) }
        let result = await Result.catching { try await body(network) }
        network.endConnections()
        try await network.listener.close()
        try result.get()
    }

    /// Where an app finds the surface.
    var url: String { listener.url }

    /// How many pieces of calls have come in, whatever became of them.
    var calls: Int { state.value.calls }

    /// From now on this happens to calls, also to those on connections that are open.
    func behaves(_ manner: Manner) { state.change { $0.manner = manner } }

    /// From now on calls go to this surface; the connections to another end.
    func leads(to surface: IdentityCaller) {
        let port = surface.port
        state.change { $0.port = port }
        endConnections()
    }

    /// Waits until so many pieces of calls have come in.
    func calls(atLeast count: Int) async throws {
        try await state.wait(for: "\(count) calls of the app") { $0.calls >= count }
    }

    /// Waits until so many answers were lost.
    func lost(atLeast count: Int) async throws {
        try await state.wait(for: "\(count) lost answers") { $0.lost >= count }
    }

    func endConnections() {
        for channel in state.value.connections.values { channel.close(promise: nil) }
    }

    fileprivate func opened(_ channel: any Channel) -> Int {
        state.change { state in
            state.connections[ObjectIdentifier(channel)] = channel
            return state.port
        }
    }

    fileprivate func closed(_ channel: any Channel) {
        state.change { $0.connections[ObjectIdentifier(channel)] = nil }
    }

    fileprivate func mannerOfCall() -> Manner {
        state.change { state in
            state.calls += 1
            return state.manner
        }
    }

    /// Whether an answer gets through.
    fileprivate func letsAnswerPass() -> Bool {
        state.change { state in
            guard state.manner == .loseAnswers else { return state.manner == .pass }
            state.lost += 1
            return false
        }
    }
}

extension IdentityCaller {
    fileprivate var port: Int { base.split(separator: ":").last.flatMap { Int($0) } ?? 0 }
}

/// The end of a connection that the app has opened.
private final class AppSide: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let network: FaultyNetwork
    private var surface: EventLoopFuture<any Channel>?

    init(_ network: FaultyNetwork) { self.network = network }

    func channelActive(context: ChannelHandlerContext) {
        let (network, app) = (network, context.channel)
        let port = network.opened(app)
        let connected = ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SurfaceSide(network, app: app))
                }
            }
            .connect(host: "127.0.0.1", port: port)
        connected.whenFailure { _ in app.close(promise: nil) }
        surface = connected
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        switch network.mannerOfCall() {
        case .pass, .loseAnswers: surface?.whenSuccess { $0.writeAndFlush(bytes, promise: nil) }
        case .silent: break
        case .hangUp: context.close(promise: nil)
        case .answer(let text):
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        network.closed(context.channel)
        surface?.whenSuccess { $0.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// The end of a connection that the surface has.
private final class SurfaceSide: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let network: FaultyNetwork
    private let app: any Channel

    init(_ network: FaultyNetwork, app: any Channel) { (self.network, self.app) = (network, app) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard network.letsAnswerPass() else { return app.close(promise: nil) }
        app.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { app.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
