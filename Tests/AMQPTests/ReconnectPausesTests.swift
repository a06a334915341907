import Testing

@testable import AMQP

@Suite("The pauses between attempts to connect")
struct ReconnectPausesTests {
    @Test("the first pause after a lost connection is at most 100 ms, then they double up to 2 s")
    func growth() {
        var pauses = ReconnectPauses(nodes: 1)
        let longest = [true, false, false, false, false, false, false, false].map {
            pauses.next(afterOpenConnection: $0, chance: 0)
        }
        #expect(longest == [100, 200, 400, 800, 1600, 2000, 2000, 2000].map { Duration.milliseconds($0) })
    }

    @Test("every node gets a quick first try before the pauses grow")
    func nodes() {
        var pauses = ReconnectPauses(nodes: 3)
        let longest = (0..<5).map { _ in pauses.next(afterOpenConnection: false, chance: 0) }
        #expect(longest == [100, 100, 100, 200, 200].map { Duration.milliseconds($0) })
    }

    @Test("chance takes away up to half")
    func jitter() {
        var pauses = ReconnectPauses(nodes: 1)
        #expect(pauses.next(afterOpenConnection: true, chance: 1) == .milliseconds(50))
    }

    @Test("a connection that opened starts the pauses over")
    func startsOver() {
        var pauses = ReconnectPauses(nodes: 1)
        for _ in 0..<9 { _ = pauses.next(afterOpenConnection: false, chance: 0) }
        #expect(pauses.next(afterOpenConnection: true, chance: 0) == .milliseconds(100))
    }
}
