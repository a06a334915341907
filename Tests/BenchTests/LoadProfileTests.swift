import Bench
import Testing

@Suite("the times of a load's requests")
struct LoadProfileTests {
    @Test("an even rate has even times, and as many as rate and duration say")
    func steady() {
        let profile = LoadProfile.steady(200, for: .seconds(60))
        let times = Self.seconds(profile)
        #expect(profile.count == 12_000 && times.count == 12_000)
        #expect(times.first == 0 && abs((times.last ?? 0) - 59.995) < 1e-6)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.005) < 1e-6 })
    }

    @Test("a rate that rises from nothing has the times of falling bodies: the square roots of the numbers")
    func rise() {
        let times = Self.seconds(LoadProfile([.init(.seconds(10), from: 0, to: 10)]))
        #expect(times.count == 50)
        for (number, time) in times.enumerated() { #expect(abs(time - (2 * Double(number)).squareRoot()) < 1e-6) }
    }

    @Test("a spike's rates are those of its parts, and its times never go back")
    func spike() {
        let profile = LoadProfile.spike(base: 10, peak: 100, ramp: .seconds(4), hold: .seconds(10))
        let times = Self.seconds(profile)
        #expect(profile.duration == .seconds(38) && profile.count == 1_640 && times.count == 1_640)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        let counts = [5.0, 15, 20, 30].map { second in times.count { $0 >= second && $0 < second + 1 } }
        #expect(counts == [10, 100, 100, 10])
        #expect([5.0, 12, 20, 26, 35, 38].map(profile.rate(at:)) == [10, 55, 100, 55, 10, 0])
        #expect(profile.highest == 100)
    }

    @Test("stages without requests or without time are passed over")
    func empty() {
        #expect(LoadProfile([]).count == 0 && Array(LoadProfile([]).instants).isEmpty)
        let gap = LoadProfile([
            .init(.zero, from: 5, to: 5), .init(.seconds(2), from: 0, to: 0), .init(.seconds(1), from: 3, to: 3),
        ])
        #expect(Self.seconds(gap).map { ($0 * 1_000).rounded() } == [2_000, 2_333, 2_667])
    }

    private static func seconds(_ profile: LoadProfile) -> [Double] { profile.instants.map { $0 / .seconds(1) } }
}
