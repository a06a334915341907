import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import SMPP

/// An SMSC on loopback that does what a test tells it, and tells what it sees.
final class TestSMSC: Sendable {
    /// What is done about a PDU.
    enum Act: Sendable {
        case send(PDU)
        case octets([UInt8])
        case close
    }

    /// What the SMSC sees, in order.
    enum Sight: Sendable, Equatable {
        case connected(Int)
        case received(PDU, connection: Int)
        case gone(Int)
    }

    /// What the SMSC does.
    struct Behaviour: Sendable {
        /// Called with each PDU and the number of its connection, from 1.
        var answer: @Sendable (PDU, Int) -> [Act] = { pdu, _ in TestSMSC.kindly(pdu) }
        /// Closes a connection when so many octets have come on it; it then reads octet by octet.
        var cutAfter: (@Sendable (_ connection: Int) -> Int?)?
        var tls: NIOSSLContext?
        /// Whether what is seen is told.
        var isTold = true
    }

    /// Ticks with every sight.
    private let ticks: AsyncStream<Void>
    private let ticker: AsyncStream<Void>.Continuation
    private let history = Mutex<[Sight]>([])
    private let behaviour: Behaviour
    private let connections = Mutex<[any Channel]>([])
    private let listener = Mutex<(any Channel)?>(nil)

    private init(_ behaviour: Behaviour) {
        self.behaviour = behaviour
        (ticks, ticker) = AsyncStream.makeStream(of: Void.self)
    }

    /// Listens on a port of its own choice; on `port` if one is given.
    static func start(_ behaviour: Behaviour = Behaviour(), port: Int = 0) async throws -> TestSMSC {
        let smsc = TestSMSC(behaviour)
        var bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls = behaviour.tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(Conversation(smsc))
                }
            }
        if behaviour.cutAfter != nil {
            bootstrap = bootstrap.childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1))
        }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        smsc.listener.withLock { $0 = channel }
        return smsc
    }

    var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }

    /// What has been seen by now; the order is certain within a connection only.
    var sights: [Sight] { history.withLock { $0 } }

    /// Waits until something has been seen, perhaps long ago; false when the test's time is over.
    func sees(_ isRight: (Sight) -> Bool) async -> Bool {
        if sights.contains(where: isRight) { return true }
        for await _ in ticks where sights.contains(where: isRight) { return true }
        return false
    }

    func receives(_ isRight: (PDU.Body) -> Bool) async -> Bool {
        await sees { sight in
            if case .received(let pdu, _) = sight { isRight(pdu.body) } else { false }
        }
    }

    /// Sends to the newest connection.
    func send(_ pdu: PDU) throws {
        let octets = try pdu.octets()
        let channel = connections.withLock(\.last)
        channel?.writeAndFlush(ByteBuffer(bytes: octets), promise: nil)
    }

    /// Closes the newest connection.
    func cut() {
        connections.withLock(\.last)?.close(promise: nil)
    }

    /// Closes everything.
    func stop() async throws {
        try await listener.withLock { $0.take() }?.close()
        for channel in connections.withLock({ $0 }) { channel.close(promise: nil) }
    }

    /// Accepts everything; a message's id is its number.
    static func kindly(_ pdu: PDU) -> [Act] {
        switch pdu.body {
        case .bind(let request):
            [.send(PDU(sequence: pdu.sequence, .bindResponse(request.role, BindResponse(systemID: "smsc"))))]
        case .submit: [.send(.accepted(pdu.sequence, "\(pdu.sequence)"))]
        case .enquireLink: [.send(PDU(sequence: pdu.sequence, .enquireLinkResponse))]
        case .unbind: [.send(PDU(sequence: pdu.sequence, .unbindResponse))]
        default: []
        }
    }

    fileprivate func tell(_ sight: Sight) {
        guard behaviour.isTold else { return }
        history.withLock { $0.append(sight) }
        ticker.yield()
    }

    fileprivate func enter(_ channel: any Channel) -> Int {
        let number = connections.withLock { connections in
            connections.append(channel)
            return connections.count
        }
        tell(.connected(number))
        return number
    }

    fileprivate func answers(to pdu: PDU, on connection: Int) -> [Act] { behaviour.answer(pdu, connection) }

    fileprivate func limit(of connection: Int) -> Int? { behaviour.cutAfter?(connection) }
}

/// One connection of the SMSC.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let smsc: TestSMSC
    private var number = 0
    private var count = 0
    private var gathered = ByteBuffer()

    init(_ smsc: TestSMSC) {
        self.smsc = smsc
    }

    func channelActive(context: ChannelHandlerContext) {
        number = smsc.enter(context.channel)
        if smsc.limit(of: number) == 0 { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var octets = Self.unwrapInboundIn(data)
        count += octets.readableBytes
        gathered.writeBuffer(&octets)
        while let frame = try? PDUFrame(takingFrom: &gathered), let pdu = try? PDU(frame) {
            // A test that is told of the PDU may at once ask what the behaviour kept of it.
            let acts = smsc.answers(to: pdu, on: number)
            smsc.tell(.received(pdu, connection: number))
            for act in acts { perform(act, context) }
        }
        if let limit = smsc.limit(of: number), count >= limit { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        smsc.tell(.gone(number))
    }

    /// A connection that breaks is what some tests are about.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ act: TestSMSC.Act, _ context: ChannelHandlerContext) {
        switch act {
        case .send(let pdu): write((try? pdu.octets()) ?? [], context)
        case .octets(let octets): write(octets, context)
        case .close:
            context.flush()
            context.close(promise: nil)
        }
    }

    private func write(_ octets: [UInt8], _ context: ChannelHandlerContext) {
        context.write(Self.wrapOutboundOut(ByteBuffer(bytes: octets)), promise: nil)
    }
}
