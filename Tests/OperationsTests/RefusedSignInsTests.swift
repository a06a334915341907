import Testing
import VerificationCore

@testable import Operations

@Suite("Refused tries to sign in")
struct RefusedSignInsTests {
    private let start = Timestamp(seconds: 1_767_225_600)

    @Test("have a line for each name and address, and none within a minute of the last")
    func lines() throws {
        var refused = RefusedSignIns()
        let (anna, home) = (try #require(OperatorName("anna")), try #require(IPAddress("192.0.2.1")))
        refused.count(anna, from: home)
        refused.count(anna, from: nil)
        refused.count(nil, from: home)
        #expect(Set(refused.due(at: start).map(\.tries)) == [1])
        for _ in 0..<5 { refused.count(anna, from: home) }
        #expect(refused.due(at: start + .seconds(59)).isEmpty)
        let line = RefusedSignIns.Line(name: anna, address: home, tries: 5)
        #expect(refused.due(at: start + .seconds(60)) == [line])
        #expect(line.entry.subject == "dashboard: 5 tries" && line.entry.address == home)
    }

    @Test("of an IPv6 subscriber's many addresses count together")
    func network() {
        var refused = RefusedSignIns()
        for number in 1...9 { refused.count(nil, from: IPAddress("2001:db8::\(number)")) }
        let lines = refused.due(at: start)
        #expect(lines.map(\.tries) == [9] && lines.first?.address == IPAddress("2001:db8::9"))
        #expect(lines.first?.entry.actor == "unknown name")
    }

    @Test("from ever more addresses write no more lines than the bound, and lose no try")
    func spray() {
        var refused = RefusedSignIns()
        for number in 0..<250 { refused.count(nil, from: IPAddress("198.51.100.\(number)")) }
        let lines = refused.due(at: start)
        #expect(lines.count == 61 && lines.map(\.tries).reduce(0, +) == 250)
        #expect(lines.count { $0.address == nil } == 1)
        let anna = OperatorName("anna")
        refused.count(anna, from: IPAddress("203.0.113.1"))
        let named = refused.due(at: start).map { $0.name == anna && $0.address == nil }
        #expect(named == [true], "a guess at an operator stays one")
        #expect(refused.due(at: start + .seconds(60)).isEmpty)
        refused.count(nil, from: IPAddress("198.51.100.249"))
        #expect(
            refused.due(at: start + .seconds(61)).map(\.address) == [IPAddress("198.51.100.249")], "there is room again"
        )
    }
}
