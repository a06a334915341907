import Operations
import Testing

@Suite("A span in words")
struct DurationWordsTests {
    @Test("has two units at most, and leaves out a unit that is 0")
    func words() {
        for (seconds, expected) in [
            (-5, "0s"), (0, "0s"), (59, "59s"), (60, "1m"), (252, "4m 12s"), (900, "15m"), (3_600, "1h"),
            (3_659, "1h"), (3_660, "1h 1m"), (86_399, "23h 59m"), (86_400, "1d"), (90_000, "1d 1h"),
        ] as [(Int, String)] {
            #expect(Duration.seconds(seconds).words == expected, "\(seconds)")
        }
    }
}
