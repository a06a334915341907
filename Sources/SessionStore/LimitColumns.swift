import VerificationCore

/// Windows of limits as the functions of the schema take them.
struct LimitColumns {
    /// What one event costs in each window, in microseconds.
    let shares: [Int64]
    /// How far a theoretical arrival time may lie ahead of an event that is still admitted.
    let slacks: [Int64]

    init(_ windows: [RateLimit]) {
        shares = windows.map(\.share.wholeMicroseconds)
        slacks = windows.map(\.slack.wholeMicroseconds)
    }
}

extension [LimitState] {
    /// One after the other: the theoretical arrival time, the number of marks, their moments, their margins.
    var column: [Int64] {
        var column: [Int64] = []
        column.reserveCapacity(reduce(0) { $0 + 2 + 2 * $1.marks.count })
        for state in self {
            column.append(state.arrival.microseconds)
            column.append(Int64(state.marks.count))
            for mark in state.marks { column.append(mark.moment.microseconds) }
            for mark in state.marks { column.append(mark.margin.wholeMicroseconds) }
        }
        return column
    }

    /// Reads a `column`.
    init(column: [Int64]) throws(StoreProblem) {
        self = []
        var rest = column[...]
        while let arrival = rest.popFirst() {
            guard let count = rest.popFirst(), (0...Int64(rest.count / 2)).contains(count) else {
                throw .unreadableRow
            }
            let (moments, margins) = (rest.prefix(Int(count)), rest.dropFirst(Int(count)))
            let marks = zip(moments, margins).map { moment, margin in
                LimitState.Mark(moment: Timestamp(microseconds: moment), margin: .microseconds(margin))
            }
            append(LimitState(arrival: Timestamp(microseconds: arrival), marks: marks))
            rest = rest.dropFirst(Int(count) * 2)
        }
    }
}

extension [Int64] {
    /// An array literal: PostgreSQL has no arrays of arrays of different lengths.
    var literal: String {
        var text = "{"
        for number in self {
            if text.utf8.count > 1 { text += "," }
            text += String(number)
        }
        return text + "}"
    }
}
