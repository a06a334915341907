import Testing

@testable import Connections

@Suite("The watchdog over a socket", .timeLimit(.minutes(10)))
struct SocketWatchdogTests {
    private struct Failure: Error {}
    private let watchdog: SocketWatchdog

    init() throws { watchdog = try #require(SocketWatchdog.shared) }

    @Test("a call that hangs on the socket ends when its time is over, and the caller is told")
    func hangs() throws {
        let pair = try SocketPair()
        let (byte, wasShut) = watchdog.guarding(pair.ours, for: .milliseconds(10)) {
            SocketPair.read(pair.ours)
        }
        #expect(byte == nil && wasShut)
        #expect(pair.seesEnd())
    }

    @Test("a call that ends in time leaves the socket as it was")
    func inTime() throws {
        let pair = try SocketPair()
        let (value, wasShut) = watchdog.guarding(pair.ours, for: .seconds(50)) { 7 }
        #expect(value == 7 && !wasShut)
        try pair.say(8)
        #expect(SocketPair.read(pair.ours) == 8)
    }

    @Test("after a call that throws, its socket is watched no more")
    func throwing() throws {
        var pair: SocketPair
        var start: ContinuousClock.Instant
        repeat {
            pair = try SocketPair()
            start = .now
            #expect(throws: Failure.self) {
                try watchdog.guarding(pair.ours, for: .milliseconds(100)) { () throws(Failure) -> Void in
                    throw Failure()
                }
            }
            // On a busy machine the watchdog may shut the socket before the call has thrown.
        } while ContinuousClock.now - start >= .milliseconds(100)
        // A later guard runs the watchdog's timer, which would shut what was overdue.
        let other = try SocketPair()
        let (_, wasShut) = watchdog.guarding(other.ours, for: .milliseconds(150)) {
            SocketPair.read(other.ours)
        }
        #expect(wasShut)
        try pair.say(9)
        #expect(SocketPair.read(pair.ours) == 9)
    }
}
