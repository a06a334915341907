import Testing
import VerificationCore

@Suite("A worker's part of the pace")
struct PaceShareTests {
    @Test("makes with the other workers' parts the whole and no more, and is never nothing")
    func whole() {
        for perSecond in [1, 2, 2.5, 10, 10.25, 99, 1_000] as [Double] {
            for workers in 1...12 {
                let rates = (0..<workers).map { rate(perSecond, workers, $0) }
                let sum = rates.reduce(0, +)
                let least = perSecond.rounded(.down) * 0.999_9
                #expect(sum <= perSecond * 1.000_001 && sum >= least, "\(perSecond) among \(workers)")
                #expect(rates.allSatisfy { $0 > 0 })
            }
        }
    }

    @Test("never gets smaller when another worker goes, whoever it is", arguments: [1, 3, 7.5, 10, 64] as [Double])
    func onlyGrows(perSecond: Double) {
        for workers in 2...12 {
            for leaver in 0..<workers {
                for position in 0..<workers where position != leaver {
                    let next = rate(perSecond, workers - 1, position > leaver ? position - 1 : position)
                    #expect(next >= rate(perSecond, workers, position))
                }
            }
        }
    }

    @Test("divides whole starts")
    func uneven() {
        let parts = (0..<3).map { PaceShare.interval(perSecond: 10, workers: 3, position: $0) }
        #expect(parts.map { Int(.seconds(1) / $0 + 0.001) } == [4, 3, 3])
        #expect(parts.allSatisfy { $0 * (.seconds(1) / $0).rounded() >= .seconds(1) })
        #expect(PaceShare.interval(perSecond: 1, workers: 3, position: 2) == .seconds(3))
    }

    private func rate(_ perSecond: Double, _ workers: Int, _ position: Int) -> Double {
        .seconds(1) / PaceShare.interval(perSecond: perSecond, workers: workers, position: position)
    }
}
