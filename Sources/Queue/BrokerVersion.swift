/// A version of RabbitMQ, as far as it decides what an operator has to know.
package struct BrokerVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first version that finds a queue's new leader when a node has died (rabbitmq-server #9241).
    package static let findingLeaders = BrokerVersion(numbers: [3, 12, 5])

    private let numbers: [Int]

    private init(numbers: [Int]) { self.numbers = numbers }

    /// Reads for example `3.10.8`, and of `4.1.0-rc.1` or `4.1.0+1` the part `4.1.0`; nil for any other text.
    package init?(_ text: String) {
        let release = text.prefix { $0 != "-" && $0 != "+" }
        let parts = release.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.numbers = numbers
    }

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether the retry queues of a cluster may stand still for as long as a node is dead; see `QueueTopology`.
    package var mayKeepRetries: Bool { self < .findingLeaders }

    package static func < (one: BrokerVersion, other: BrokerVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
