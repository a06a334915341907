import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: what receipts find", .timeLimit(.minutes(10)))
struct WorkerReceiptTests {
    @Test(
        "a receipt finds the message of a gateway that reports delivery, and of no other",
        arguments: [(true, MessageStatus.delivered), (false, .accepted)])
    func found(reportsDelivery: Bool, status: MessageStatus) async throws {
        let gateway = RecordingGateway(reportsDelivery: reportsDelivery)
        let bench = WorkerBench(gateway: gateway)
        try await bench.run { _ in
            let early = try bench.requests.request()
            try await bench.store.world.noteAll([Self.receipt("recording-1")])
            #expect(try await bench.ask(early)?.word == "sent")
            #expect(try await bench.report(early).messages.map(\.status) == [status])
            let late = try bench.requests.request(phone: "+491510002")
            #expect(try await bench.ask(late)?.word == "sent")
            try await bench.store.world.noteAll([Self.receipt("recording-2")])
            #expect(try await bench.report(late).messages.map(\.status) == [status])
        }
    }

    private static func receipt(_ id: String) -> GatewayReceipt {
        GatewayReceipt(gateway: "recording", receipt: DeliveryReceipt(gatewayID: id, status: .delivered))
    }
}
