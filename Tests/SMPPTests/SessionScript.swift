import NIOCore

@testable import SMPP

/// A session with a clock that the test moves, and both ends of its conversation as values.
struct SessionScript {
    private(set) var session: Session
    private(set) var now = ContinuousClock.now

    init(_ limits: SessionLimits = SessionLimits(), firstSequence: UInt32 = 1) {
        session = Session(
            bind: BindRequest(systemID: "verify", password: "s3cret"), limits: limits, firstSequence: firstSequence)
    }

    /// Bound, with the bind's own octets and event taken.
    static func bound(_ limits: SessionLimits = SessionLimits(), firstSequence: UInt32 = 1) throws -> SessionScript {
        var script = SessionScript(limits, firstSequence: firstSequence)
        script.connect()
        try script.receive(PDU(sequence: firstSequence, .bindResponse(.transceiver, BindResponse(systemID: "smsc"))))
        _ = try script.sent()
        _ = script.session.takeEvents()
        return script
    }

    mutating func connect() {
        session.connected(at: now)
    }

    mutating func receive(_ pdu: PDU) throws {
        try receive(octets: pdu.octets())
    }

    mutating func receive(octets: [UInt8]) throws {
        var buffer = ByteBuffer(bytes: octets)
        while let frame = try PDUFrame(takingFrom: &buffer) { session.receive(frame, at: now) }
    }

    /// The test's own message, for a caller who waits no longer than `limit`.
    mutating func submit(_ ticket: UInt64, within limit: Duration = .seconds(600)) {
        session.submit(PDUSamples.message, ticket: ticket, deadline: now + limit, at: now)
    }

    mutating func abandon(_ ticket: UInt64) {
        session.abandon(ticket)
    }

    mutating func submit(_ message: SubmitMessage, _ ticket: UInt64) {
        session.submit(message, ticket: ticket, deadline: now + .seconds(600), at: now)
    }

    mutating func answerDelivery(_ sequence: UInt32, isTaken: Bool) {
        session.answerDelivery(sequence, isTaken: isTaken, at: now)
    }

    mutating func finish(within limit: Duration) {
        session.finish(until: now + limit, at: now)
    }

    mutating func lose() {
        session.lost(SMPPError(.connectionLost, context: "read"))
    }

    mutating func fail(_ error: SMPPError) {
        session.broken(error)
    }

    /// Lets time pass, moment by moment as the session asks for it.
    mutating func wait(_ span: Duration) {
        let end = now + span
        while let due = session.due, due <= end {
            now = max(now, due)
            session.pass(at: now)
        }
        now = end
    }

    /// How long until the session wants to look at the time.
    var dueIn: Duration? { session.due.map { $0 - now } }

    /// What the session has written since the last call.
    mutating func sent() throws -> [PDU] {
        guard var octets = session.takeOctets() else { return [] }
        var pdus: [PDU] = []
        while let frame = try PDUFrame(takingFrom: &octets) { pdus.append(try PDU(frame)) }
        return pdus
    }

    /// What the session has told since the last call.
    mutating func told() -> [SessionEvent] { session.takeEvents() }
}

extension PDU {
    /// The test's own submit under a number.
    static func submit(_ sequence: UInt32) -> PDU { PDU(sequence: sequence, .submit(PDUSamples.message)) }

    static func accepted(_ sequence: UInt32, _ id: String) -> PDU {
        PDU(sequence: sequence, .submitResponse(messageID: id))
    }
}
