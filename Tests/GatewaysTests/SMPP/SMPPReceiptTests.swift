import GatewayConformance
import SMPP
import Synchronization
import Testing
import VerificationCore

@testable import Gateways

@Suite("Receipts over SMPP", .timeLimit(.minutes(10)))
struct SMPPReceiptTests {
    private static let patience = Duration.seconds(40)

    /// Remembers receipts; they are safe as long as the test says it.
    private final class ReceiptRecorder: Sendable {
        private let state = Mutex((kept: [DeliveryReceipt](), isSafe: true))

        var kept: [DeliveryReceipt] { state.withLock { $0.kept } }
        func isSafe(_ isSafe: Bool) { state.withLock { $0.isSafe = isSafe } }

        func keep(_ receipt: DeliveryReceipt) -> Bool {
            state.withLock { state in
                if state.isSafe { state.kept.append(receipt) }
                return state.isSafe
            }
        }
    }

    @Test("a receipt is asked for, and names the id under which the message was accepted")
    func joined() async throws {
        let recorder = ReceiptRecorder()
        try await SMPPHarness.with(receipts: { recorder.keep($0) }) { harness in
            #expect(harness.smpp.reportsDelivery)
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: "id-1"))
            #expect(harness.smsc.submits.map(\.registeredDelivery) == [1])
            let receipt = Self.receipt("id:id-1 sub:001 dlvrd:000 submit date:2601010000 stat:UNDELIV err:045 text:")
            #expect(await harness.smsc.deliver(receipt) == .ok)
        }
        #expect(recorder.kept == [.init(gatewayID: "id-1", status: .undelivered, reason: "error-45")])
    }

    @Test("of a message in parts the last part alone is asked about, for its id is the message's")
    func parts() async throws {
        let text = String(repeating: "Your code is 561001. ", count: 20)
        try await SMPPHarness.with(receipts: { _ in true }) { harness in
            let outcome = await harness.smpp.send(.sample(1, text: text), deadline: Self.patience)
            #expect(outcome == .accepted(id: "id-3"))
            #expect(harness.smsc.submits.map(\.registeredDelivery) == [0, 0, 1])
        }
    }

    @Test(
        "the part whose receipt counts is the part that is asked about",
        arguments: [
            (SMPPReceiptOf.first, [1, 0, 0], "id-1"), (.last, [0, 0, 1], "id-3"),
            (.any, [1, 1, 1], "id-1\nid-2\nid-3"),
        ] as [(SMPPReceiptOf, [UInt8], String)])
    func receiptOf(of: SMPPReceiptOf, asked: [UInt8], id: String) async throws {
        let text = String(repeating: "Your code is 561001. ", count: 20)
        try await SMPPHarness.with(receipts: { _ in true }, change: { $0.receiptOf = of }) { harness in
            let outcome = await harness.smpp.send(.sample(1, text: text), deadline: Self.patience)
            #expect(outcome == .accepted(id: id) && harness.smsc.submits.map(\.registeredDelivery) == asked)
        }
    }

    @Test("a receipt that is not safe is answered so that the SMSC tells it again")
    func notSafe() async throws {
        let recorder = ReceiptRecorder()
        try await SMPPHarness.with(receipts: { recorder.keep($0) }) { harness in
            recorder.isSafe(false)
            #expect(await harness.smsc.deliver(Self.receipt("id:7 stat:DELIVRD err:000")) == .temporaryReceiverError)
            recorder.isSafe(true)
            #expect(await harness.smsc.deliver(Self.receipt("id:7 stat:DELIVRD err:000")) == .ok)
        }
        #expect(recorder.kept == [.init(gatewayID: "7", status: .delivered)])
    }

    @Test("a person's answer to an SMS, and a receipt that nobody can read, are taken and dropped")
    func others() async throws {
        let recorder = ReceiptRecorder()
        try await SMPPHarness.with(receipts: { recorder.keep($0) }) { harness in
            for message in [
                Self.receipt("id:7 stat:DELIVRD", .plain), Self.receipt("stat:DELIVRD"), Self.receipt(""),
            ] {
                #expect(await harness.smsc.deliver(message) == .ok)
            }
        }
        #expect(recorder.kept.isEmpty)
    }

    @Test(
        "an id that the SMSC writes otherwise in receipts is still the same id",
        arguments: [
            (SMPPReceiptIDs.same, "00ff", "00ff", "00ff"), (.hexToDecimal, "00FF", "255", "255"),
            (.hexToDecimal, "ff", "0000000255", "255"), (.decimalToHex, "255", "000000FF", "255"),
            (.decimalToHex, "0255", "ff", "255"), (.loose, "00FF", "ff", "ff"), (.loose, "0255", "255", "255"),
            (.loose, "000", "0", "0"), (.loose, "A-b", "00a-B", "a-b"), (.hexToDecimal, "a-b", "a-b", "a-b"),
        ])
    func forms(ids: SMPPReceiptIDs, first: String, later: String, kept: String) async throws {
        let recorder = ReceiptRecorder()
        try await SMPPHarness.with(receipts: { recorder.keep($0) }, change: { $0.receiptIDs = ids }) { harness in
            harness.smsc.identify { _ in first }
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: kept))
            #expect(await harness.smsc.deliver(Self.receipt("id:\(later) stat:DELIVRD err:000")) == .ok)
        }
        #expect(recorder.kept.map(\.gatewayID) == [kept])
    }

    @Test("each state has its status")
    func states() throws {
        let words: [(String, DeliveryStatus)] = [
            ("ENROUTE", .queued), ("ACCEPTD", .sent), ("DELIVRD", .delivered), ("UNDELIV", .undelivered),
            ("DELETED", .undelivered), ("EXPIRED", .expired), ("REJECTD", .rejected), ("UNKNOWN", .unknown),
            ("SCHEDULED", .queued), ("SKIPPED", .failed), ("whatever", .unknown),
        ]
        for (word, status) in words {
            let receipt = try #require(SMPPReceipt(Self.receipt("id:7 stat:\(word) err:000"), ids: .same))
            #expect(receipt.receipt == .init(gatewayID: "7", status: status), "\(word)")
        }
    }

    private static func receipt(_ text: String, _ kind: ESMClass = .receipt) -> DeliverMessage {
        DeliverMessage(
            source: .international("4915110000001"), destination: .alphanumeric("Acme"), esmClass: kind, dataCoding: 0,
            shortMessage: Array(text.utf8.prefix(254)))
    }
}
