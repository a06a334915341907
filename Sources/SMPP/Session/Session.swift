import NIOCore

/// One connection's conversation with an SMSC, from the bind to the end.
///
/// It does no I/O and reads no clock: its owner tells it what has happened and when. The owner then writes `takeOctets()`
/// and acts on `takeEvents()`, in this order.
package struct Session: Sendable {
    package typealias Moment = ContinuousClock.Instant

    enum Phase: Sendable {
        case new
        case binding(sequence: UInt32, until: Moment)
        case bound
        /// No new submits; the open answers are awaited.
        case finishing(until: Moment)
        case unbinding(sequence: UInt32, until: Moment)
        case ended
    }

    /// An `enquire_link` of ours that waits for its answer.
    struct Enquiry: Sendable {
        let sequence: UInt32
        let answerBy: Moment
    }

    let limits: SessionLimits
    private let bind: BindRequest
    var phase = Phase.new
    var window: SubmitWindow
    var enquiry: Enquiry?
    var lastHeard: Moment?
    var unansweredDeliveries = 0
    private var numbers: SequenceNumbers
    private var octets = ByteBuffer()
    private var events: [SessionEvent] = []

    /// - Parameters:
    ///   - bind: What the SMSC is asked for; it must be writable.
    ///   - limits: `areUsable` must be true.
    ///   - firstSequence: 1 to 0x7FFFFFFF.
    package init(bind: BindRequest, limits: SessionLimits, firstSequence: UInt32 = 1) {
        self.bind = bind
        self.limits = limits
        window = SubmitWindow(places: limits.window)
        numbers = SequenceNumbers(first: firstSequence)
    }
}

// MARK: What the owner takes

extension Session {
    /// The octets to write now; nil when there is nothing to write.
    package mutating func takeOctets() -> ByteBuffer? {
        guard octets.readableBytes > 0 else { return nil }
        defer { octets = ByteBuffer() }
        return octets
    }

    /// What has happened since the last call, in order.
    package mutating func takeEvents() -> [SessionEvent] {
        defer { events = [] }
        return events
    }

    /// When `pass` has to be called at the latest; nil when nothing is awaited.
    package var due: Moment? {
        switch phase {
        case .new, .ended: nil
        case .binding(_, let until): until
        case .bound: [window.due, enquiryDue].compactMap(\.self).min()
        case .finishing(let until): [window.due, enquiryDue, until].compactMap(\.self).min()
        case .unbinding(_, let until): [window.due, until].compactMap(\.self).min()
        }
    }

    private var enquiryDue: Moment? {
        enquiry?.answerBy ?? lastHeard?.advanced(by: limits.idleTime)
    }
}

// MARK: What the owner tells

extension Session {
    /// The connection is there: asks for the bind.
    package mutating func connected(at now: Moment) {
        guard case .new = phase else { return }
        let sequence = request(.bind(bind))
        phase = .binding(sequence: sequence, until: now + limits.bindTimeout)
    }

    /// A caller wants a message to be sent; its end comes as an event, perhaps at once.
    ///
    /// The ticket tells the callers apart and is never used twice. At the deadline the caller stops waiting, for a place
    /// or for the answer.
    package mutating func submit(_ message: SubmitMessage, ticket: UInt64, deadline: Moment, at now: Moment) {
        switch phase {
        case .bound where deadline <= now:
            tell(.ended(ticket: ticket, .notSent(.noPlaceInTime)))
        case .bound:
            window.enter(SubmitWindow.Waiting(ticket: ticket, message: message, deadline: deadline))
            fillWindow(at: now)
        case .new, .binding: tell(.ended(ticket: ticket, .notSent(.notBound)))
        case .finishing, .unbinding, .ended: tell(.ended(ticket: ticket, .notSent(.closed)))
        }
    }

    /// The caller with this ticket waits no more; without effect when it has its answer.
    package mutating func abandon(_ ticket: UInt64) {
        if let end = window.abandon(ticket) { tell(.ended(ticket: ticket, end)) }
    }

    /// Answers a `deliver_sm` that was handed over; once for each.
    ///
    /// If it is not taken, which means kept safe, the SMSC is asked to deliver it again later.
    package mutating func answerDelivery(_ sequence: UInt32, isTaken: Bool, at now: Moment) {
        unansweredDeliveries -= 1
        if case .ended = phase { return }
        send(PDU(sequence: sequence, status: isTaken ? .ok : .temporaryReceiverError, .deliverResponse))
        unbindIfIdle(at: now)
    }

    /// Time has passed.
    package mutating func pass(at now: Moment) {
        tell(window.expire(at: now))
        switch phase {
        case .new, .ended: return
        case .binding(_, let until): if now >= until { end(SMPPError(.bindTimedOut, context: "bind")) }
        case .bound:
            watchLink(at: now)
            fillWindow(at: now)
        case .finishing(let until):
            watchLink(at: now)
            if now >= until { unbind(at: now) } else { unbindIfIdle(at: now) }
        case .unbinding(_, let until): if now >= until { end(nil) }
        }
    }

    /// Stops submitting, waits for the open answers until `until`, then unbinds and closes.
    ///
    /// Answers are those of the SMSC to submits and those of this side to deliveries. A second call may change `until`.
    package mutating func finish(until: Moment, at now: Moment) {
        switch phase {
        case .new, .binding: end(nil)
        case .bound, .finishing:
            tell(window.endLine(.closed))
            phase = .finishing(until: until)
            unbindIfIdle(at: now)
        case .unbinding, .ended: return
        }
    }

    /// The connection has ended; nothing more can be said.
    ///
    /// - Parameter reason: Nil for an end that this side wanted.
    package mutating func lost(_ reason: SMPPError?) {
        end(reason)
        octets = ByteBuffer()
    }

    /// What came is no PDU, and the stream cannot be read any further.
    package mutating func broken(_ error: SMPPError) {
        send(PDU(sequence: 0, status: error.status, .genericNack))
        end(error)
    }
}

// MARK: Steps that several inputs share

extension Session {
    mutating func tell(_ event: SessionEvent) {
        events.append(event)
    }

    private mutating func tell(_ ends: [SubmitWindow.End]) {
        for (ticket, end) in ends { tell(.ended(ticket: ticket, end)) }
    }

    /// Writes an answer, or a request whose texts have been checked.
    mutating func send(_ pdu: PDU) {
        // Only a PDU with a text can fail, and the texts in here have been checked.
        try? pdu.write(to: &octets)
    }

    /// Writes a request with a number of its own.
    mutating func request(_ body: PDU.Body) -> UInt32 {
        let sequence = numbers.next(isOpen: window.isOpen)
        send(PDU(sequence: sequence, body))
        return sequence
    }

    /// Writes as many of the waiting submits as there are places.
    mutating func fillWindow(at now: Moment) {
        guard case .bound = phase else { return }
        while let waiting = window.popFirst() {
            let sequence = numbers.next(isOpen: window.isOpen)
            do throws(SMPPError) {
                try PDU(sequence: sequence, .submit(waiting.message)).write(to: &octets)
                window.take(waiting, sequence: sequence, answerBy: now + limits.responseTimeout)
            } catch {
                // The buffer is as it was: nothing of the message leaves, and its error names no more than the field.
                tell(.ended(ticket: waiting.ticket, .notSent(.unwritable)))
            }
        }
    }

    private mutating func watchLink(at now: Moment) {
        if let enquiry {
            if now >= enquiry.answerBy { end(SMPPError(.silent, context: "enquire_link")) }
        } else if let lastHeard, now >= lastHeard + limits.idleTime {
            enquiry = Enquiry(sequence: request(.enquireLink), answerBy: now + limits.enquiryTimeout)
        }
    }

    mutating func unbindIfIdle(at now: Moment) {
        guard case .finishing = phase, window.isIdle, unansweredDeliveries == 0 else { return }
        unbind(at: now)
    }

    private mutating func unbind(at now: Moment) {
        let sequence = request(.unbind)
        phase = .unbinding(sequence: sequence, until: now + limits.unbindTimeout)
    }

    /// Every caller has an answer after this, and `close` is the last event.
    mutating func end(_ reason: SMPPError?) {
        if case .ended = phase { return }
        phase = .ended
        tell(window.endLine(reason == nil ? .closed : .notBound))
        tell(window.endOpen(.connectionLost))
        tell(.close(reason))
    }
}
