import GatewayConformance
import NIOCore
import NIOPosix
import SMPP
import Synchronization

/// An SMSC on loopback that behaves as it is told.
final class SMSCStandIn: Sendable {
    private struct State {
        var behaviour = ProviderBehaviour.accepts
        /// How many submits are taken before the SMSC says that it cannot now; nil for any number.
        var limit: Int?
        var submits: [SubmitMessage] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var connections: [any Channel] = []
        /// The connections that take receipts.
        var receivers: [any Channel] = []
        var binds: [BindRequest] = []
        /// Binds less hang-ups.
        var bound = 0
        var bindWatchers: [CheckedContinuation<Void, Never>] = []
        var deliveries: [UInt32: CheckedContinuation<CommandStatus, Never>] = [:]
        /// Writes the id of the submit with this number.
        var writeID: @Sendable (Int) -> String = { "id-\($0)" }
    }

    private let state = Mutex(State())
    private let listener = Mutex<(any Channel)?>(nil)

    private init() {}

    static func start() async throws -> SMSCStandIn {
        let smsc = SMSCStandIn()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    smsc.state.withLock { $0.connections.append(channel) }
                    try channel.pipeline.syncOperations.addHandler(SMSCStandInHandler(smsc))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        smsc.listener.withLock { $0 = channel }
        return smsc
    }

    var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }

    /// Every `submit_sm` so far, in the order of arrival.
    var submits: [SubmitMessage] { state.withLock { $0.submits } }

    /// Every bind so far, in the order of arrival.
    var binds: [BindRequest] { state.withLock { $0.binds } }

    /// Closes the newest connection that takes receipts.
    func loseReceiver() { state.withLock { $0.receivers.popLast() }?.close(promise: nil) }

    func behave(_ behaviour: ProviderBehaviour) { state.withLock { $0.behaviour = behaviour } }

    /// From now on the submit with this number gets this id.
    func identify(_ id: @escaping @Sendable (Int) -> String) { state.withLock { $0.writeID = id } }

    /// Sends a `deliver_sm` over the newest connection that takes such, and returns how it was answered.
    func deliver(_ message: DeliverMessage) async -> CommandStatus {
        await withCheckedContinuation { continuation in
            let (channel, sequence) = state.withLock { state in
                let sequence = UInt32(1_000_000 + state.deliveries.count)
                state.deliveries[sequence] = continuation
                return (state.receivers.last, sequence)
            }
            var buffer = ByteBuffer()
            // These few PDUs can always be written.
            try? PDU(sequence: sequence, .deliver(message)).write(to: &buffer)
            channel?.writeAndFlush(buffer, promise: nil)
        }
    }

    fileprivate func answered(_ sequence: UInt32, _ status: CommandStatus) {
        state.withLock { $0.deliveries.removeValue(forKey: sequence) }?.resume(returning: status)
    }

    fileprivate func id(of number: Int) -> String { state.withLock { $0.writeID }(number) }

    /// Takes so many submits, and then none.
    func refuse(after count: Int) { state.withLock { $0.limit = count } }

    func submits(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.submits.count < count { state.watchers.append((count, continuation)) }
                return state.submits.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Waits for a bind after the last hang-up, of which the gateway may not know yet.
    func isBound() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.bound < 1 { state.bindWatchers.append(continuation) }
                return state.bound > 0
            }
            if isThere { continuation.resume() }
        }
    }

    func stop() async throws {
        try await listener.withLock { $0 }?.close().get()
        for channel in state.withLock({ $0.connections }) { channel.close(promise: nil) }
    }

    fileprivate func hungUp() { state.withLock { $0.bound -= 1 } }

    fileprivate func wasBound(_ request: BindRequest, _ channel: any Channel) {
        let watchers = state.withLock { state in
            state.binds.append(request)
            if request.role != .transmitter { state.receivers.append(channel) }
            state.bound += 1
            defer { state.bindWatchers = [] }
            return state.bindWatchers
        }
        for watcher in watchers { watcher.resume() }
    }

    fileprivate func took(_ submit: SubmitMessage) -> (behaviour: ProviderBehaviour, number: Int) {
        let (result, reached) = state.withLock { state in
            state.submits.append(submit)
            let count = state.submits.count
            let reached = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            let isOver = state.limit.map { count > $0 } ?? false
            return ((isOver ? .refusesForNow : state.behaviour, count), reached)
        }
        for watcher in reached { watcher.continuation.resume() }
        return result
    }
}

private final class SMSCStandInHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let smsc: SMSCStandIn
    private var gathered = ByteBuffer()

    init(_ smsc: SMSCStandIn) { self.smsc = smsc }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var octets = Self.unwrapInboundIn(data)
        gathered.writeBuffer(&octets)
        // What is no PDU is the fault of what is tested: it then waits for an answer that never comes.
        while let frame = try? PDUFrame(takingFrom: &gathered), let pdu = try? PDU(frame) { answer(pdu, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ pdu: PDU, _ context: ChannelHandlerContext) {
        switch pdu.body {
        case .bind(let request):
            smsc.wasBound(request, context.channel)
            write(PDU(sequence: pdu.sequence, .bindResponse(request.role, BindResponse(systemID: "stand-in"))), context)
        case .enquireLink: write(PDU(sequence: pdu.sequence, .enquireLinkResponse), context)
        case .unbind: write(PDU(sequence: pdu.sequence, .unbindResponse), context)
        case .submit(let submit): answer(submit, pdu.sequence, context)
        case .deliverResponse: smsc.answered(pdu.sequence, pdu.status)
        case .bindResponse, .submitResponse, .deliver, .unbindResponse, .enquireLinkResponse, .genericNack, .other:
            break
        }
    }

    private func answer(_ submit: SubmitMessage, _ sequence: UInt32, _ context: ChannelHandlerContext) {
        let (behaviour, number) = smsc.took(submit)
        let status: CommandStatus
        switch behaviour {
        case .accepts: status = .ok
        case .refusesForGood: status = .invalidDestinationAddress
        case .refusesForNow: status = .systemError
        case .isBusy: status = .throttled
        case .staysSilent: return
        case .losesItsAnswer:
            smsc.hungUp()
            return context.close(promise: nil)
        }
        let id = status == .ok ? smsc.id(of: number) : nil
        write(PDU(sequence: sequence, status: status, .submitResponse(messageID: id)), context)
    }

    private func write(_ pdu: PDU, _ context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        // These few PDUs can always be written.
        try? pdu.write(to: &buffer)
        context.writeAndFlush(Self.wrapOutboundOut(buffer), promise: nil)
    }
}
