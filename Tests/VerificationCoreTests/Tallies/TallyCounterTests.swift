import Testing
import VerificationCore

@Suite("What a process has counted")
struct TallyCounterTests {
    private let minute = Minute(number: 29_460_000)

    @Test("is handed over in the order of the keys, once")
    func order() {
        var counter = TallyCounter()
        let keys = [
            key(.approved), key(.callRefused, gateway: "a", reason: "x"), key(.callRefused, gateway: "b", reason: "a"),
            TallyKey(.started, in: minute - 1, app: "z"), key(.started), key(.started, region: "DE"),
            key(.started, region: "US"),
        ]
        for key in keys.reversed() + [keys[4]] { counter.add(key) }
        counter.add(keys[0], count: 5)
        #expect(counter.take() == keys.enumerated().map { Tally($1, count: [6, 1, 1, 1, 2, 1, 1][$0]) })
        #expect(counter.take().isEmpty)
    }

    @Test("keeps a bounded number of keys: then regions and reasons are the first to go, and at last new keys")
    func bounded() {
        var counter = TallyCounter(most: 10)
        for number in 0..<10 { counter.add(key(.callRefused, region: "R\(number)", gateway: "a", reason: "x")) }
        counter.add(key(.callRefused, region: "R0", gateway: "a", reason: "x"))
        for number in 10..<90 { counter.add(key(.callRefused, region: "R\(number)", gateway: "a", reason: "y")) }
        for number in 0..<90 { counter.add(TallyKey(.started, in: minute + number, app: "demo", region: "DE")) }
        counter.add(TallyKey(.started, in: minute, app: "demo", region: "FR"))
        let counts = Dictionary(uniqueKeysWithValues: counter.take().map { ($0.key, $0.count) })
        #expect(counts.count == 20)
        #expect(counts[key(.callRefused, region: "R0", gateway: "a", reason: "x")] == 2)
        #expect(counts[key(.callRefused, region: "other", gateway: "a", reason: "other")] == 80)
        #expect(counts[TallyKey(.started, in: minute, app: "demo", region: "other")] == 2)
    }

    private func key(_ kind: TallyKind, region: String = "", gateway: String = "", reason: String = "") -> TallyKey {
        TallyKey(kind, in: minute, app: "demo", region: region, gateway: gateway, reason: reason)
    }
}
