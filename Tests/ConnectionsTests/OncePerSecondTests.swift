import Connections
import Testing

@Suite("what happens often")
struct OncePerSecondTests {
    @Test("is told of at once, then once a second, with how often it was")
    func counts() {
        let often = OncePerSecond()
        let now = ContinuousClock.now
        #expect(often.note(at: now) == 1)
        for _ in 1...999 { #expect(often.note(at: now + .milliseconds(999)) == nil) }
        #expect(often.note(at: now + .seconds(1)) == 1_000)
        #expect(often.note(at: now + .seconds(9)) == 1)
    }
}
