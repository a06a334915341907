/// All rules of operators on numbers, prefixes and networks, in memory.
///
/// - Of the rules on a request's number the most specific counts: the whole number, then the longest prefix. Of the rules
///   on its address the longest network counts. So `+234` can be blocked and `+2348031` allowed within it.
/// - A block of the number or of the address blocks the request, whatever is allowed about the other. Of two rules of the
///   same width the block wins.
/// - An allow lifts limits of its own width. A number's lifts `sends-per-phone` and `sends-per-prefix`, a prefix's
///   `sends-per-prefix`, a network's `sends-per-ip`. It lifts neither the wait between two messages nor a rule on regions.
/// - A rule that has ended says nothing, and the next wider rule counts.
///
/// To judge a request allocates nothing, and costs a look-up for each length that any rule has.
package struct BlockRules: Sendable {
    private struct Entry: Sendable {
        let action: BlockRule.Action
        let until: Timestamp?

        func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
    }

    /// Without any rule.
    package static let none = BlockRules([])

    /// How many rules there are, those that have ended included.
    package let count: Int
    /// By the number's digits, read as a number.
    private var numbers: [UInt64: Entry] = [:]
    /// By the prefix's digits, read as a number; a prefix begins with no zero, so no two prefixes are the same number.
    private var prefixes: [UInt64: Entry] = [:]
    private var networks: [IPNetwork: Entry] = [:]
    /// The lengths that networks of each family have, the longest first.
    private var lengthsOfV4: [Int] = []
    private var lengthsOfV6: [Int] = []

    package init(_ rules: [BlockRule]) {
        count = rules.count
        for rule in rules {
            let entry = Entry(action: rule.action, until: rule.until)
            switch rule.target {
            case .number(let e164): Self.add(entry, at: Self.digits(of: e164), to: &numbers)
            case .prefix(let prefix): Self.add(entry, at: Self.digits(of: prefix.description), to: &prefixes)
            case .network(let network): Self.add(entry, at: network, to: &networks)
            }
        }
        lengthsOfV4 = Self.lengths(of: networks.keys, .v4)
        lengthsOfV6 = Self.lengths(of: networks.keys, .v6)
    }

    /// What the rules say of a request for this number that an address asks for.
    package func judgement(of phone: PhoneNumber, from address: IPAddress?, at now: Timestamp) -> BlockJudgement {
        if count == 0 { return .none }
        let ofPhone = ruling(on: phone, at: now)
        let ofAddress = address.flatMap { ruling(on: $0, at: now) }
        if ofPhone?.action == .block || ofAddress == .block { return .blocked }
        var lifted: LiftedLimits = []
        if let ofPhone { lifted.formUnion(ofPhone.isOfNumber ? [.sendsPerPhone, .sendsPerPrefix] : .sendsPerPrefix) }
        if ofAddress != nil { lifted.insert(.sendsPerIP) }
        return lifted.isEmpty ? .none : .allowed(lifted)
    }

    private func ruling(on phone: PhoneNumber, at now: Timestamp) -> (action: BlockRule.Action, isOfNumber: Bool)? {
        var digits = Self.digits(of: phone.e164)
        if let entry = numbers[digits], entry.holds(at: now) { return (entry.action, true) }
        guard !prefixes.isEmpty else { return nil }
        while digits > 0 {
            if let entry = prefixes[digits], entry.holds(at: now) { return (entry.action, false) }
            digits /= 10
        }
        return nil
    }

    private func ruling(on address: IPAddress, at now: Timestamp) -> BlockRule.Action? {
        for length in address.family == .v4 ? lengthsOfV4 : lengthsOfV6 {
            if let entry = networks[IPNetwork(address, length: length)], entry.holds(at: now) { return entry.action }
        }
        return nil
    }

    /// Digits behind a plus are 15 at most, which fit.
    private static func digits(of text: String) -> UInt64 {
        text.utf8.dropFirst().reduce(0) { $0 &* 10 &+ UInt64($1 &- 0x30) }
    }

    private static func add<Key>(_ entry: Entry, at key: Key, to entries: inout [Key: Entry]) {
        if entries[key]?.action == .block { return }
        entries[key] = entry
    }

    private static func lengths(of networks: some Sequence<IPNetwork>, _ family: IPAddress.Family) -> [Int] {
        Set(networks.lazy.filter { $0.family == family }.map(\.length)).sorted(by: >)
    }
}

/// What operators' rules say of a request.
package enum BlockJudgement: Sendable, Hashable {
    /// No rule says anything.
    case none
    /// Nothing is sent, and nothing is counted.
    case blocked
    /// These limits neither hold the request nor count it; every other rule is as ever.
    case allowed(LiftedLimits)
}

/// The limits that an operator's allow lifts.
///
/// Never among them: the app's own limit and the limit of a verification, which bound what the installation spends;
/// and the limits on wrong codes, which keep strangers from guessing.
package struct LiftedLimits: OptionSet, Sendable, Hashable {
    package static let sendsPerPhone = LiftedLimits(rawValue: 1)
    package static let sendsPerPrefix = LiftedLimits(rawValue: 2)
    package static let sendsPerIP = LiftedLimits(rawValue: 4)

    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
