import Testing

@testable import AMQP

@Suite("The ledger of settlements")
struct SettlementLedgerTests {
    @Test("everything acknowledged from the first delivery on goes in one frame")
    func prefix() {
        var ledger = delivered(5)
        for tag: UInt64 in [3, 1, 2, 5, 4] { ledger.acknowledge(tag, generation: 0) }
        #expect(ledger.takeFrames() == [.acknowledge(tag: 5, coversEarlier: true)])
        #expect(!ledger.hasFrames)
    }

    @Test("a slow delivery holds nothing back: what is beyond it goes by itself")
    func slowDelivery() {
        var ledger = delivered(5)
        for tag: UInt64 in [1, 2, 4, 5] { ledger.acknowledge(tag, generation: 0) }
        #expect(
            ledger.takeFrames() == [
                .acknowledge(tag: 4, coversEarlier: false), .acknowledge(tag: 5, coversEarlier: false),
                .acknowledge(tag: 2, coversEarlier: true),
            ])
    }

    @Test("a frame that covers earlier tags never names one the broker no longer holds")
    func coversOnlyWhatIsHeld() {
        var ledger = delivered(4)
        ledger.acknowledge(2, generation: 0)
        ledger.acknowledge(3, generation: 0)
        #expect(
            ledger.takeFrames() == [
                .acknowledge(tag: 2, coversEarlier: false), .acknowledge(tag: 3, coversEarlier: false),
            ])
        ledger.acknowledge(1, generation: 0)
        #expect(ledger.takeFrames() == [.acknowledge(tag: 1, coversEarlier: true)])
        ledger.acknowledge(4, generation: 0)
        #expect(ledger.takeFrames() == [.acknowledge(tag: 4, coversEarlier: true)])
    }

    @Test("rejections go before a frame that would acknowledge them")
    func rejections() {
        var ledger = delivered(3)
        ledger.acknowledge(1, generation: 0)
        ledger.reject(2, requeue: false, generation: 0)
        ledger.acknowledge(3, generation: 0)
        #expect(
            ledger.takeFrames() == [
                .reject(tag: 2, requeue: false), .acknowledge(tag: 3, coversEarlier: true),
            ])
    }

    @Test("a second settlement of a delivery changes nothing")
    func twice() {
        var ledger = delivered(1)
        ledger.acknowledge(1, generation: 0)
        ledger.reject(1, requeue: true, generation: 0)
        #expect(ledger.takeFrames() == [.acknowledge(tag: 1, coversEarlier: true)])
        ledger.acknowledge(1, generation: 0)
        #expect(!ledger.hasFrames)
    }

    @Test("settlements of an earlier connection are dropped, and what was noted for it is forgotten")
    func generations() {
        var ledger = delivered(2)
        ledger.acknowledge(1, generation: 0)
        ledger.beginConnection()
        #expect(!ledger.hasFrames)
        ledger.delivered(1)
        ledger.acknowledge(1, generation: 0)
        #expect(!ledger.hasFrames)
        ledger.acknowledge(1, generation: 1)
        #expect(ledger.takeFrames() == [.acknowledge(tag: 1, coversEarlier: true)])
    }

    @Test("in any order of settling, every delivery is acknowledged exactly once", arguments: 0..<50)
    func anyOrder(seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var ledger = SettlementLedger()
        var atBroker: Set<UInt64> = []
        var atWork: [UInt64] = []
        var next: UInt64 = 1
        while next <= 200 || !atWork.isEmpty {
            for _ in 0..<Int.random(in: 0...5, using: &random) where next <= 200 {
                ledger.delivered(next)
                atBroker.insert(next)
                atWork.append(next)
                next += 1
            }
            for _ in 0..<Int.random(in: 0...5, using: &random) where !atWork.isEmpty {
                ledger.acknowledge(atWork.remove(at: .random(in: atWork.indices, using: &random)), generation: 0)
            }
            for frame in ledger.takeFrames() {
                guard case .acknowledge(let tag, let coversEarlier) = frame else { continue }
                #expect(atBroker.contains(tag))
                atBroker = atBroker.filter { coversEarlier ? $0 > tag : $0 != tag }
            }
            #expect(atBroker == Set(atWork))
        }
    }

    private func delivered(_ count: UInt64) -> SettlementLedger {
        var ledger = SettlementLedger()
        for tag in 1...count { ledger.delivered(tag) }
        return ledger
    }
}

/// SplitMix64: the same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
