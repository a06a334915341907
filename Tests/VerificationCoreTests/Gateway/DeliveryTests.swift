import Testing
import VerificationCore
import VerificationTesting

@Suite("What receipts make of a message's status")
struct DeliveryTests {
    @Test("any order and repetition of receipts, before or after the record, ends the same")
    func anyOrder() {
        for round in 0..<2_000 {
            var random = SeededRandom(seed: SeededRandom.seedOfRun() &+ UInt64(round))
            let receipts = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.receipt(&random) }
            let again = receipts + receipts.filter { _ in Bool.random(using: &random) }
            let shuffled = again.shuffled(using: &random)
            let early = Int.random(in: 0...shuffled.count, using: &random)
            let expected = Self.standing(receipts, early: receipts.count)
            #expect(Self.standing(receipts, early: 0) == expected, "seed \(random.seed)")
            #expect(Self.standing(shuffled, early: early) == expected, "seed \(random.seed)")
        }
    }

    @Test("two deliveries join alike in both orders, and three in any grouping")
    func joins() {
        for left in Self.deliveries {
            #expect(left.joined(with: left) == left)
            for right in Self.deliveries {
                #expect(left.joined(with: right) == right.joined(with: left))
                for third in Self.deliveries {
                    #expect(
                        left.joined(with: right).joined(with: third) == left.joined(with: right.joined(with: third)))
                }
            }
        }
    }

    @Test("a status never goes back")
    func forward() {
        let ranks: [MessageStatus: Int] = [.unknown: 0, .accepted: 1, .undelivered: 2, .delivered: 3]
        for delivery in Self.deliveries {
            for status in MessageStatus.allCases {
                guard let change = delivery.change(of: status, reason: nil) else { continue }
                #expect(status != .sending && status != .failed)
                #expect(ranks[change.status] ?? -1 >= ranks[status] ?? 9, "\(status) by \(delivery)")
            }
            #expect(delivery.change(of: .delivered, reason: nil) == nil)
            #expect(delivery.change(of: .unknown, reason: "silent") == delivery)
            #expect(delivery.change(of: delivery.status, reason: delivery.reason) == nil)
        }
    }

    @Test("an accepted message shows what its receipts say, whatever that is")
    func accepted() {
        for delivery in Self.deliveries {
            #expect((delivery.change(of: .accepted, reason: nil) ?? .taken) == delivery)
            #expect(Delivery(status: delivery.status, reason: delivery.reason) == delivery)
        }
    }

    @Test(
        "each word of a provider becomes a status and a reason",
        arguments: [
            (DeliveryStatus.queued, "accepted", nil), (.sent, "accepted", nil), (.delivered, "delivered", nil),
            (.undelivered, "undelivered", "absent"), (.failed, "undelivered", "absent"),
            (.expired, "undelivered", "absent"), (.rejected, "undelivered", "absent"), (.unknown, nil, nil),
        ] as [(DeliveryStatus, String?, String?)])
    func words(_ status: DeliveryStatus, _ expected: String?, _ reason: String?) {
        let delivery = Delivery(DeliveryReceipt(gatewayID: "a", status: status, reason: "absent"))
        #expect(delivery?.status.rawValue == expected && delivery?.reason == reason)
    }

    @Test(
        "a receipt without a good reason gives its status as the reason, where that says more",
        arguments: [
            nil, "", "Phone +491510001", "nul\0", "Absent", "ab\u{73}ent ", String(repeating: "a", count: 41),
        ] as [String?])
    func reasons(_ reason: String?) {
        func told(_ status: DeliveryStatus) -> Delivery? {
            Delivery(DeliveryReceipt(gatewayID: "a", status: status, reason: reason))
        }
        #expect(told(.undelivered) == .undelivered(reason: nil))
        #expect(told(.expired) == .undelivered(reason: "expired"))
        #expect(told(.rejected) == .undelivered(reason: "rejected"))
        #expect(told(.failed) == .undelivered(reason: "failed"))
        let longest = String(repeating: "a", count: 40)
        let receipt = DeliveryReceipt(gatewayID: "a", status: .failed, reason: longest)
        #expect(Delivery(receipt) == .undelivered(reason: longest))
    }

    @Test("only an accepted message of a gateway that reports delivery has a key for receipts")
    func keys() {
        #expect(ReceiptKey("a", of: "b") == ReceiptKey("a", of: "b"))
        #expect(ReceiptKey("a", of: "b") != ReceiptKey("b", of: "a"))
        for id in [nil, "", "a\0b", String(repeating: "a", count: 256)] { #expect(ReceiptKey(id, of: "b") == nil) }
        #expect(ReceiptKey(String(repeating: "a", count: 255), of: "b") != nil)
    }

    private static let deliveries: [Delivery] = [
        .taken, .delivered, .undelivered(reason: nil), .undelivered(reason: "absent"), .undelivered(reason: "busy"),
    ]

    private static func receipt(_ random: inout SeededRandom) -> Delivery? {
        let reasons = [nil, "absent", "busy", "error-1"]
        return Delivery(
            DeliveryReceipt(
                gatewayID: "a", status: DeliveryStatus.allCases.randomElement(using: &random) ?? .sent,
                reason: reasons[Int.random(in: reasons.indices, using: &random)]))
    }

    /// The message after its record, of which the first `early` receipts came before; the last come after.
    private static func standing(_ receipts: [Delivery?], early: Int) -> Delivery {
        let first = receipts[..<early].compactMap(\.self)
        var message = first.reduce(Delivery.taken) { $0.joined(with: $1) }
        for receipt in receipts[early...] {
            message = receipt?.change(of: message.status, reason: message.reason) ?? message
        }
        return message
    }
}
