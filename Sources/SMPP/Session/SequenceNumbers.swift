/// Numbers for requests: 1 to 0x7FFFFFFF, then from 1 again.
struct SequenceNumbers: Sendable {
    static let last: UInt32 = 0x7FFF_FFFF
    private var upcoming: UInt32

    init(first: UInt32) {
        upcoming = first
    }

    /// The next number that no open request has.
    mutating func next(isOpen: (UInt32) -> Bool) -> UInt32 {
        repeat {
            let number = upcoming
            upcoming = number >= Self.last ? 1 : number + 1
            if !isOpen(number) { return number }
        } while true
    }
}
