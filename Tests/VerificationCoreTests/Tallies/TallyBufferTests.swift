import Testing
import VerificationTesting

@testable import VerificationCore

@Suite("Counting")
struct TallyBufferTests {
    private let buffer = TallyBuffer()
    /// Half a minute after a full minute.
    private let begun = Timestamp(seconds: 1_767_225_630)
    private let hour = Duration.seconds(3_600)

    @Test("what a person notices counts in the minute of the id, what machines do in the minute of the event")
    func minutes() {
        buffer.count(.approved, of: id(begun), at: begun + hour, reason: "")
        buffer.count(.callAccepted, of: id(begun), at: begun + hour, gateway: "main")
        #expect(
            buffer.take() == [
                Tally(TallyKey(.approved, in: Minute(begun)), count: 1),
                Tally(TallyKey(.callAccepted, in: Minute(begun + hour), gateway: "main"), count: 1),
            ])
    }

    @Test("the id of a maker whose clock is ahead counts now, and an id from before the kept days counts nowhere")
    func clocks() {
        buffer.count(.started, of: id(begun + hour), at: begun)
        buffer.count(.delivered, of: id(begun), at: begun + Tally.kept)
        buffer.count(.delivered, of: id(begun), at: begun + Tally.kept - .seconds(60))
        #expect(
            buffer.take() == [
                Tally(TallyKey(.delivered, in: Minute(begun)), count: 1),
                Tally(TallyKey(.started, in: Minute(begun)), count: 1),
            ])
    }

    @Test("a request of an idempotency key at noon counts at noon, and so does all that becomes of it")
    func keys() throws {
        let noon = Timestamp(seconds: 1_767_225_600 + 43_200)
        let request = try StoreBench(workers: [], now: noon).request(key: "order-1").withIDOfKey()
        #expect(Minute(request.id.madeAt) != Minute(noon), "the key of this test shows it")
        let claim = Claim(request: request, rules: .standard, codeKey: "k", lease: .seconds(60), token: 1)
        buffer.hear(.started(request, isTestNumber: false), at: noon)
        buffer.hear(.decided(.expired, on: claim), at: noon + .seconds(120))
        let message = MessageID(verification: request.id, ordinal: 1)
        let call = EndedCall(
            gateway: "main", honorsIdempotencyKeys: false, outcome: .accepted(id: nil),
            endedAt: noon + .seconds(121), took: .zero)
        buffer.ended(call, of: message, for: request, at: call.endedAt)
        let other = MessageID(verification: try StoreBench(workers: [], now: noon).request().id, ordinal: 2)
        buffer.ended(call, of: other, for: request, at: call.endedAt)
        let place = ReceiptPlace(app: request.app, region: "DE")
        buffer.changed(
            DeliveryChange(message: message, gateway: "main", delivery: .delivered, place: place),
            at: noon + .seconds(180))
        let counted = buffer.take().filter { $0.key.kind.countsAtBeginning }
        let minutes = Dictionary(counted.map { ($0.key.kind, $0.key.minute) }) { first, _ in first }
        #expect(
            minutes == [
                .started: Minute(noon), .late: Minute(noon), .accepted: Minute(noon),
                // No receipt tells when its verification began.
                .delivered: Minute(noon) + 3,
            ])
        #expect(!counted.contains { $0.key.kind == .awaited }, "the gateway reports no delivery")
        #expect(counted.filter { $0.key.kind == .accepted }.map(\.key.reason) == ["", "again"])
    }

    @Test("a message is awaited when it is the first, left at once, and a receipt can come")
    func awaited() throws {
        let request = try StoreBench(workers: [], now: begun).request()
        func kinds(
            _ ordinal: Int = 1, after wait: Duration = .seconds(59), reports: Bool = true, id: String? = "7"
        ) -> [TallyKind] {
            let call = EndedCall(
                gateway: "main", honorsIdempotencyKeys: false, reportsDelivery: reports, outcome: .accepted(id: id),
                endedAt: request.requestedAt + wait, took: .zero)
            buffer.ended(
                call, of: MessageID(verification: request.id, ordinal: ordinal), for: request, at: call.endedAt)
            return buffer.take().map(\.key.kind).filter { [.accepted, .awaited].contains($0) }
        }
        #expect(kinds() == [.accepted, .awaited])
        #expect(kinds(2) == [.accepted], "a resend")
        #expect(kinds(after: .seconds(60)) == [.accepted], "its receipt is judged before it can come")
        #expect(kinds(reports: false) == [.accepted])
        #expect(kinds(id: nil) == [.accepted], "no receipt can be of it")
    }

    @Test("what the store has not got is handed over later, with what was counted meanwhile")
    func puttingBack() {
        buffer.count(.started, at: begun)
        let first = buffer.take()
        buffer.count(.started, at: begun)
        buffer.count(.approved, at: begun)
        buffer.putBack(first)
        #expect(buffer.take().map(\.count) == [1, 2])
    }

    @Test("a message's second SMS is told from the first; a test number's receipt counts nowhere")
    func receipts() throws {
        let place = ReceiptPlace(app: try #require(AppID("demo")), region: "DE")
        let deliveries: [(Int, Delivery, ReceiptPlace?)] = [
            (1, .delivered, place), (2, .delivered, place), (1, .undelivered(reason: "absent"), place),
            (1, .undelivered(reason: nil), place), (1, .taken, place), (1, .delivered, nil),
        ]
        let facts = Facts(statistics: [buffer.hear])
        let receipt = GatewayReceipt(
            gateway: "main", receipt: DeliveryReceipt(gatewayID: "7", status: .delivered))
        for (ordinal, delivery, place) in deliveries {
            let message = MessageID(verification: id(begun), ordinal: ordinal)
            let change = DeliveryChange(message: message, gateway: "main", delivery: delivery, place: place)
            facts.tell(.receiptSaved(receipt, change), at: begun)
        }
        let counted = buffer.take()
        #expect(counted.map(\.key.kind) == [.delivered, .delivered, .undelivered, .undelivered])
        #expect(counted.map(\.key.reason) == ["", "again", "", "absent"])
        #expect(counted.allSatisfy { $0.count == 1 && $0.key.region == "DE" && $0.key.app == "demo" })
    }

    @Test("a reason that is no stable word counts as other")
    func carelessReasons() throws {
        let request = try StoreBench(workers: [], now: begun).request()
        let message = MessageID(verification: request.id, ordinal: 1)
        for reason in ["no-credit", "The number +491510001 is wrong", ""] {
            buffer.ended(
                EndedCall(
                    gateway: "main", honorsIdempotencyKeys: false, outcome: .refused(reason: reason, .forNow),
                    endedAt: begun, took: .milliseconds(30)),
                of: message, for: request, at: begun)
        }
        let counted = buffer.take()
        #expect(counted.map(\.key.reason) == ["no-credit", "other", "0.05"])
        #expect(counted.map(\.count) == [1, 2, 3])
        #expect(counted[2].key == TallyKey(.callTime, in: Minute(begun), gateway: "main", reason: "0.05"))
    }

    private func id(_ moment: Timestamp) -> VerificationID {
        VerificationID(high: UInt64(moment.milliseconds) << 16 | 0x7000, low: 0b10 << 62)
    }
}
