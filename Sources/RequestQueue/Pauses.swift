/// Growing pauses between tries, from a tenth of a second to five, each cut by up to a half at random so that many
/// deliveries do not come back at one moment.
struct Pauses {
    private var length = Duration.milliseconds(100)

    /// Waits; false when the task was cancelled.
    mutating func next() async -> Bool {
        let pause = length * Double.random(in: 0.5...1)
        length = min(length * 2, .seconds(5))
        do {
            try await Task.sleep(for: pause)
            return true
        } catch {
            // Cancelled.
            return false
        }
    }
}
