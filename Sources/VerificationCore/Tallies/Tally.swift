/// How often something happened.
package struct Tally: Sendable, Hashable {
    /// How long the store keeps the counts of a minute: a week to compare with, and a day for charts of that time.
    package static let kept = Duration.seconds(8 * 86_400)

    package let key: TallyKey
    package let count: Int

    package init(_ key: TallyKey, _ count: Int) {
        self.key = key
        self.count = count
    }
}
