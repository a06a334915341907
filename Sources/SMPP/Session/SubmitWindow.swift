import DequeModule

/// The submits that wait for an answer, as many as the window has places, and behind them those that wait for a place.
struct SubmitWindow: Sendable {
    typealias Moment = ContinuousClock.Instant
    typealias End = (ticket: UInt64, end: SubmitEnd)

    /// Waits for a place.
    struct Waiting: Sendable {
        let ticket: UInt64
        let message: SubmitMessage
        let deadline: Moment
    }

    /// Has been written.
    private struct Open {
        /// Nil when the caller waits no more; the place is taken until the SMSC answers or its time is over.
        var ticket: UInt64?
        let deadline: Moment
        let answerBy: Moment

        var due: Moment { ticket == nil ? answerBy : min(deadline, answerBy) }
    }

    private let places: Int
    private var open: [UInt32: Open] = [:]
    private var line: Deque<Waiting> = []
    /// No time is over before this moment; nil when nothing has a time.
    ///
    /// An answer may have come since, so it may be too early, and `expire` finds the next.
    private(set) var due: Moment?

    init(places: Int) {
        self.places = places
        open.reserveCapacity(places)
    }

    /// Whether nothing waits for an answer.
    var isIdle: Bool { open.isEmpty }

    func isOpen(_ sequence: UInt32) -> Bool { open[sequence] != nil }

    mutating func enter(_ waiting: Waiting) {
        line.append(waiting)
        due = min(due ?? waiting.deadline, waiting.deadline)
    }

    /// The longest waiting, if there is a place.
    mutating func popFirst() -> Waiting? {
        open.count < places ? line.popFirst() : nil
    }

    /// Takes a place for a submit under its number.
    mutating func take(_ waiting: Waiting, sequence: UInt32, answerBy: Moment) {
        open[sequence] = Open(ticket: waiting.ticket, deadline: waiting.deadline, answerBy: answerBy)
        due = min(due ?? answerBy, answerBy)
    }

    /// Gives back the place of an answered submit, if it is open.
    ///
    /// - Returns: the ticket of the caller; nil when the caller waits no more.
    mutating func close(_ sequence: UInt32) -> UInt64? {
        open.removeValue(forKey: sequence)?.ticket
    }

    /// Lets a caller go before its answer; nil when it has one already.
    mutating func abandon(_ ticket: UInt64) -> SubmitEnd? {
        if let index = line.firstIndex(where: { $0.ticket == ticket }) {
            line.remove(at: index)
            return .notSent(.cancelled)
        }
        guard let sequence = open.first(where: { $0.value.ticket == ticket })?.key else { return nil }
        open[sequence]?.ticket = nil
        return .unknown(.cancelled)
    }

    /// Ends those whose time is over.
    mutating func expire(at now: Moment) -> [End] {
        guard let due, due <= now else { return [] }
        var ends = line.filter { $0.deadline <= now }.map { ($0.ticket, SubmitEnd.notSent(.noPlaceInTime)) }
        if !ends.isEmpty { line.removeAll { $0.deadline <= now } }
        for (sequence, submit) in open where submit.due <= now {
            if let ticket = submit.ticket { ends.append((ticket, .unknown(.timeout))) }
            open[sequence]?.ticket = nil
            if submit.answerBy <= now { open[sequence] = nil }
        }
        self.due = [line.lazy.map(\.deadline).min(), open.values.lazy.map(\.due).min()].compactMap(\.self).min()
        return ends
    }

    /// Ends all messages that wait for a place.
    mutating func endLine(_ reason: SubmitEnd.NotSentReason) -> [End] {
        defer { line = [] }
        return line.map { ($0.ticket, .notSent(reason)) }
    }

    /// Ends all messages that wait for an answer.
    mutating func endOpen(_ reason: SubmitEnd.UnknownReason) -> [End] {
        defer { open = [:] }
        return open.values.compactMap { submit in submit.ticket.map { ($0, .unknown(reason)) } }
    }
}
