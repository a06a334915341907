import NIOCore
import SMPP

/// One connection of the SMSC; everything here runs on its event loop.
final class SMSCHandler: ChannelDuplexHandler {
    typealias InboundIn = PDUFrame
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a sender may take to sign in.
    private static let bindTimeout = TimeAmount.seconds(15)
    /// How long a sender may take to answer a `deliver_sm`.
    private static let answerTimeout = TimeAmount.seconds(10)
    /// How long the other side may take to answer the last `unbind`.
    private static let unbindTimeout = TimeAmount.seconds(2)

    private let smsc: SMSC
    private let connection: Int
    private var conversation: SMSCConversation
    private var context: ChannelHandlerContext?
    private var deliveries: [UInt32: EventLoopPromise<Bool>] = [:]
    private var isSilent = false

    init(_ smsc: SMSC, connection: Int) {
        self.smsc = smsc
        self.connection = connection
        conversation = SMSCConversation(accounts: smsc.accounts)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.bindTimeout) {
            if !self.conversation.isBound { self.context?.close(promise: nil) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isSilent = false
        perform(conversation.receive(Self.unwrapInboundIn(data)))
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    /// A sender that does not read its answers is read no further until it does.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(ChannelOptions.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in /* A closed channel reads nothing anyway. */ }
    }

    /// A sender that was silent is asked whether it is there, and is cut off when it stays silent.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
        if isSilent { return context.close(promise: nil) }
        isSilent = true
        write(PDU(sequence: conversation.nextSequence(), .enquireLink))
        context.flush()
    }

    /// The stream is no SMPP, or the socket is broken.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? SMPPError { write(PDU(sequence: 0, status: error.status, .genericNack)) }
        context.flush()
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        smsc.left(connection)
        for promise in deliveries.values { promise.succeed(false) }
        deliveries = [:]
    }
}

// MARK: What the SMSC wants

extension SMSCHandler {
    /// Delivers a receipt; the promise gets whether the sender has taken it.
    func deliver(_ message: DeliverMessage, promise: EventLoopPromise<Bool>) {
        guard let context, conversation.isBound else { return promise.succeed(false) }
        let sequence = conversation.nextSequence()
        deliveries[sequence] = promise
        write(PDU(sequence: sequence, .deliver(message)))
        context.flush()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.answerTimeout) {
            self.deliveries.removeValue(forKey: sequence)?.succeed(false)
        }
    }

    /// Answers a `submit_sm`.
    func answer(_ sequence: UInt32, with verdict: SandboxVerdict) {
        reply(sequence, with: verdict)
        context?.flush()
    }

    /// Ends the conversation in order, within two seconds of the last answer.
    func finish() {
        perform(conversation.finish())
        context?.flush()
    }
}

extension SMSCHandler {
    private func perform(_ steps: [SMSCConversation.Step]) {
        for step in steps {
            switch step {
            case .write(let pdu): write(pdu)
            case .take(let message, let sequence): take(message, sequence: sequence)
            case .bound(let role): smsc.bound(connection, as: role)
            case .delivered(let sequence, let isTaken):
                deliveries.removeValue(forKey: sequence)?.succeed(isTaken)
            case .close:
                context?.flush()
                context?.close(promise: nil)
            }
        }
    }

    private func take(_ message: SubmitMessage, sequence: UInt32) {
        guard let draft = message.draft else { return reply(sequence, with: .refusedForGood) }
        if let verdict = smsc.provider.takeAtOnce(draft) { return reply(sequence, with: verdict) }
        guard let context else { return }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        smsc.take(draft, of: message) { verdict in
            handler.eventLoop.execute { handler.value.answer(sequence, with: verdict) }
        }
    }

    /// An answer that gets lost is never written: the sender waits for it in vain.
    private func reply(_ sequence: UInt32, with verdict: SandboxVerdict) {
        let steps =
            switch verdict {
            case .accepted(let id): conversation.answered(sequence, with: .ok, id: id.text(for: .smpp))
            case .refusedForNow: conversation.answered(sequence, with: .systemError, id: nil)
            case .refusedForGood: conversation.answered(sequence, with: .invalidDestinationAddress, id: nil)
            case .throttled: conversation.answered(sequence, with: .throttled, id: nil)
            case .unanswered: conversation.answered(sequence, with: nil, id: nil)
            }
        perform(steps)
    }

    private func write(_ pdu: PDU) {
        guard let context else { return }
        if case .unbind = pdu.body {
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.unbindTimeout) {
                self.context?.close(promise: nil)
            }
        }
        var octets = context.channel.allocator.buffer(capacity: 64)
        do throws(SMPPError) {
            try pdu.write(to: &octets)
        } catch {
            // A sender's own address is too long to be written back: the receipt counts as not taken.
            return deliveries.removeValue(forKey: pdu.sequence)?.succeed(false) ?? ()
        }
        context.write(Self.wrapOutboundOut(octets), promise: nil)
    }
}
