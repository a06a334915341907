/// How often something happened.
package struct Tally: Sendable, Hashable {
    /// How many minutes the store keeps: a week to compare with, and a day for charts of that time.
    package static let keptMinutes = 8 * 24 * 60
    /// The same as a span.
    package static let kept = Duration.seconds(keptMinutes * 60)

    package let key: TallyKey
    package let count: Int

    package init(_ key: TallyKey, count: Int) {
        self.key = key
        self.count = count
    }
}
