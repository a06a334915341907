import VerificationCore

/// Windows of limits as the functions of the schema take them.
struct LimitColumns {
    /// What one event costs in each window, in microseconds.
    let shares: [Int64]
    /// How far a theoretical arrival time may lie ahead of an event that is still admitted: the interval without a share.
    let slacks: [Int64]

    init(_ windows: [RateLimit]) {
        shares = windows.map(\.share.wholeMicroseconds)
        slacks = windows.map { ($0.interval - $0.share).wholeMicroseconds }
    }
}

extension [Int64] {
    /// An array literal: PostgreSQL has no arrays of arrays of different lengths.
    var literal: String { "{" + map(String.init).joined(separator: ",") + "}" }
}
