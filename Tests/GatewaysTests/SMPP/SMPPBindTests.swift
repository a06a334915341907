import GatewayConformance
import Gateways
import SMPP
import Testing
import VerificationCore

@Suite("Binds of the SMPP gateway", .timeLimit(.minutes(10)))
struct SMPPBindTests {
    private static let patience = Duration.seconds(40)
    private static let receipt = DeliverMessage(
        source: .international("4915110000001"), destination: .alphanumeric("Acme"), esmClass: .receipt, dataCoding: 0,
        shortMessage: Array("id:id-1 stat:DELIVRD err:000".utf8))

    @Test("separate binds send over the transmitter, and hear receipts over the receiver")
    func separate() async throws {
        let (told, telling) = AsyncStream.makeStream(of: DeliveryReceipt.self)
        try await SMPPHarness.with(
            receipts: {
                telling.yield($0)
                return true
            }, change: { $0.bind = .separate }
        ) { harness in
            #expect(Set(harness.smsc.binds.map(\.role)) == [.transmitter, .receiver] && harness.smpp.isUp == true)
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: "id-1"))
            #expect(harness.smsc.submits.map(\.registeredDelivery) == [1])
            #expect(await harness.smsc.deliver(Self.receipt) == .ok)
        }
        telling.finish()
        var kept: [DeliveryReceipt] = []
        for await receipt in told { kept.append(receipt) }
        #expect(kept == [.init(gatewayID: "id-1", status: .delivered)])
    }

    @Test("a receiver that is lost is bound anew by itself, and meanwhile messages leave")
    func lostReceiver() async throws {
        let (states, telling) = AsyncStream.makeStream(of: GatewayLink.self)
        try await SMPPHarness.with(tells: { telling.yield($0) }, change: { $0.bind = .separate }) { harness in
            var changes = states.makeAsyncIterator()
            while await changes.next() != .up {}
            harness.smsc.loseReceiver()
            var link = await changes.next()
            while link == .up { link = await changes.next() }
            #expect(link?.reason?.hasPrefix("receiver: ") == true, "\(String(describing: link))")
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: "id-1"))
            while link != .up { link = await changes.next() }
            #expect(harness.smsc.binds.filter { $0.role == .transmitter }.count == 1)
            #expect(harness.smsc.binds.filter { $0.role == .receiver }.count == 2)
        }
    }

    @Test("a transmitter asks for no receipts, for it would hear none")
    func transmitter() async throws {
        try await SMPPHarness.with(receipts: { _ in true }, change: { $0.bind = .transmitter }) { harness in
            #expect(!harness.smpp.reportsDelivery && harness.smsc.binds.map(\.role) == [.transmitter])
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: "id-1"))
            #expect(harness.smsc.submits.map(\.registeredDelivery) == [0])
        }
    }
}
