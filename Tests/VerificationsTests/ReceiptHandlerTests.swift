import InMemoryLogging
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import Verifications

@Suite("The worker of receipts", .timeLimit(.minutes(10)))
struct ReceiptHandlerTests {
    @Test("receipts are saved, and their messages leave the queue only then")
    func saves() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            try await bench.queue.publish([.sample(1), .sample(2, .undelivered)])
            try await bench.queue.publish([.sample(3)])
            await bench.queue.idle()
        }
        #expect(Set(bench.store.noted) == [.sample(1), .sample(2, .undelivered), .sample(3)])
        #expect(
            bench.store.batches.contains([.sample(1), .sample(2, .undelivered)]), "a message's receipts go together")
        #expect(bench.receiptsInHand == 0)
    }

    @Test("while the database is away receipts stay unsettled, and are saved when it is back")
    func away() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            try await bench.queue.publish([.sample(0)])
            await bench.queue.idle()
            bench.store.fail(with: .unavailable)
            bench.health.sicken(with: .unavailable)
            try await bench.queue.publish([.sample(1)])
            await bench.health.examinations.reaches(bench.health.examinations.count + 3)
            #expect(bench.store.noted == [.sample(0)] && bench.receiptsInHand == 1 && bench.gate.isClosed)
            #expect(bench.store.calls.count == 2, "only the gate asks on")
            bench.store.fail(with: nil)
            bench.health.sicken(with: nil)
            await bench.queue.idle()
        }
        #expect(bench.store.noted == [.sample(0), .sample(1)] && bench.queue.dead.isEmpty)
    }

    @Test("a lock is waited for, and no receipt is dead-lettered for it")
    func locked() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.fail(with: .locked)
            try await bench.queue.publish([.sample(1)])
            await bench.store.calls.reaches(3)
            bench.store.fail(with: nil)
            await bench.queue.idle()
        }
        #expect(bench.store.noted == [.sample(1)] && bench.queue.dead.isEmpty)
    }

    @Test("a locked message holds its own receipt: those beside it and after it are saved while the lock lasts")
    func lockedAlone() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.fail(with: .locked, at: .sample(0))
            // In one message of the queue, and in others.
            try await bench.queue.publish((0..<32).map { .sample($0) })
            for number in 32...100 { try await bench.queue.publish([.sample(number)]) }
            await bench.untilNoted(100)
            #expect(!bench.store.noted.contains(.sample(0)))
            try await bench.queue.publish([.sample(101)])
            await bench.untilNoted(101)
            bench.store.fail(with: nil)
            await bench.queue.idle()
        }
        #expect(bench.store.noted.count == 102 && bench.store.noted.last == .sample(0))
        #expect(bench.queue.dead.isEmpty && !bench.gate.isClosed && bench.receiptsInHand == 0)
    }

    @Test("a stopping worker gives a locked message back, and does not wait for the lock")
    func stopsWithLocked() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.fail(with: .locked, at: .sample(1))
            try await bench.queue.publish([.sample(1), .sample(2)])
            try await bench.queue.publish([.sample(3)])
            await bench.store.calls.reaches(9)
        }
        #expect(bench.queue.readyCount == 1 && bench.receiptsInHand == 0)
        #expect(Set(bench.store.noted) == [.sample(2), .sample(3)] && bench.queue.dead.isEmpty)
    }

    @Test("when the database goes away in the middle, what is saved is settled, and the rest waits")
    func awayInTheMiddle() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.hold()
            try await bench.queue.publish([.sample(0)])
            await bench.store.calls.reaches(1)
            bench.store.fail(with: .unavailable, at: .sample(2))
            bench.health.sicken(with: .unavailable)
            for number in 1...3 { try await bench.queue.publish([.sample(number)]) }
            await bench.store.calls.reaches(4)
            bench.store.release()
            await bench.untilNoted(3)
            #expect(Set(bench.store.noted) == [.sample(0), .sample(1), .sample(3)])
            bench.store.fail(with: nil)
            bench.health.sicken(with: nil)
            await bench.queue.idle()
        }
        #expect(bench.store.noted.last == .sample(2) && bench.queue.dead.isEmpty)
    }

    @Test(
        "the one message that the store never takes is dead-lettered, and the others beside it are saved",
        arguments: [StoreError.broken("no such text"), .unreadable("another version wrote it")])
    func poison(problem: StoreError) async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.hold()
            try await bench.queue.publish([.sample(0)])
            await bench.store.calls.reaches(1)
            bench.store.fail(with: problem, at: .sample(2))
            for number in 1...3 { try await bench.queue.publish([.sample(number)]) }
            await bench.store.calls.reaches(4)
            bench.store.release()
            await bench.queue.idle()
        }
        #expect(Set(bench.store.noted) == [.sample(0), .sample(1), .sample(3)])
        #expect(bench.queue.dead.map(\.letter.reason) == [.internalError])
        #expect(bench.queue.dead.first?.body == ReceiptCodec.bodies(of: [.sample(2)])[0])
    }

    @Test("a message that holds no receipts is dead-lettered at once, with the reason, and the others go on")
    func unreadable() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.queue.put(Array("{}".utf8), type: ReceiptCodec.messageType, contentType: nil)
            bench.queue.put(Array("{}".utf8), type: "verification.request.v1", contentType: nil)
            try await bench.queue.publish([.sample(1)])
            await bench.queue.idle()
        }
        #expect(Set(bench.queue.dead.map(\.letter.reason)) == [.invalidMember, .unknownType])
        #expect(bench.store.noted == [.sample(1)])
    }

    @Test("of 32 receipts of which one is of a later version, 31 are saved, and that one is dead-lettered after them")
    func partlyUnreadable() async throws {
        let bench = ReceiptBench()
        let later = #"{"receipts":[{"gateway":"main","id":"id-0","status":"read-by-phone"}]}"#
        try await bench.run { _ in
            bench.store.hold()
            let whole = ReceiptCodec.bodies(of: (1...31).map { .sample($0) })[0]
            let body = later.dropLast(2) + "," + String(decoding: whole, as: UTF8.self).dropFirst(13)
            bench.queue.put(Array(body.utf8), type: ReceiptCodec.messageType, contentType: nil)
            await bench.store.calls.reaches(1)
            #expect(bench.queue.dead.isEmpty, "nothing is dead-lettered before the others are saved")
            bench.store.release()
            await bench.queue.idle()
        }
        #expect(bench.store.noted == (1...31).map { .sample($0) })
        #expect(bench.queue.dead.map(\.letter) == [DeadLetter(.invalidMember, detail: "status: malformed")])
        #expect(bench.queue.dead.first?.body == Array(later.utf8))
    }

    @Test("a stopping worker saves what the store has been given, and leaves the rest to another worker")
    func drains() async throws {
        let bench = ReceiptBench()
        try await bench.run { stop in
            bench.store.hold()
            for number in 1...4 { try await bench.queue.publish([.sample(number)]) }
            await bench.store.calls.reaches(4)
            await stop()
            await bench.gateIsStopped()
            try await bench.queue.publish([.sample(5)])
            bench.store.release()
        }
        #expect(Set(bench.store.noted) == Set((1...4).map { GatewayReceipt.sample($0) }))
        #expect(bench.queue.readyCount == 1)
        try await bench.again().run { _ in await bench.queue.idle() }
        #expect(Set(bench.store.noted) == Set((1...5).map { GatewayReceipt.sample($0) }))
    }

    @Test("a worker that stops while the database is away gives everything back at once")
    func stopsWhileAway() async throws {
        let bench = ReceiptBench()
        try await bench.run { _ in
            bench.store.fail(with: .unavailable)
            bench.health.sicken(with: .unavailable)
            for number in 1...3 { try await bench.queue.publish([.sample(number)]) }
            await bench.untilInHand(3)
        }
        #expect(bench.queue.readyCount == 3 && bench.store.noted.isEmpty)
    }
}
