import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who reads verifications may rely on.
    package static let reading = PortPromises(
        to: "VerificationStore, reading",
        [
            StorePromise("a claimed, recorded send is told in full, under every request's id", sendsAndTells),
            StorePromise(
                "a message whose lease is over is told as unknown, though no worker comes back to it", abandoned),
            StorePromise("metadata comes back as it came, whatever characters it has", metadataIsKept),
            StorePromise("another app sees nothing", hiddenFromOthers),
        ])
}

func sendsAndTells(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    #expect(order.message == MessageID(verification: request.id, ordinal: 1))
    #expect(order.fence == 1 && order.tries == 1 && !order.mayBeDuplicate)
    #expect(order.code == .made(CodeRecipe(keyName: "key", digits: 6)))
    #expect(order.summary.remainingSends == 4 && order.summary.remainingChecks == 5)
    #expect(order.summary.expiresAt == order.decidedAt + .seconds(600))
    #expect(order.summary.resendAfter == order.decidedAt + .seconds(60))

    let before = try await bench.report(request)
    #expect(before.status == .pending && before.reason == nil)
    #expect(before.messages.map(\.status) == [.sending])
    #expect(before.messages.first?.gateway == nil && before.messages.first?.language == nil)

    #expect(try await bench.record(.accepted(gatewayID: "gw-7"), of: order, request))
    let after = try await bench.report(request)
    #expect(after.id == request.id && after.app == request.app && after.phone == "+491510001")
    #expect(after.status == .pending && after.createdAt == order.decidedAt)
    #expect(after.expiresAt == order.summary.expiresAt && after.resendAfter == order.summary.resendAfter)
    #expect(after.remainingSends == 4 && after.remainingChecks == 5)
    let message = try #require(after.messages.first)
    #expect(after.messages.count == 1 && message.ordinal == 1 && message.status == .accepted)
    #expect(message.gateway == "gateway" && message.gatewayID == "gw-7" && message.language == "de")
    #expect(message.encoding == "gsm7" && message.segments == 1 && message.tries == 1)
    #expect(!message.mayBeDuplicate && message.reason == nil)
    #expect(message.createdAt == order.decidedAt && message.updatedAt >= message.createdAt)
}

func abandoned(_ bench: StoreBench) async throws {
    let request = try bench.request()
    _ = try await bench.send(request, lease: .zero)
    let message = try #require(try await bench.report(request).messages.first)
    #expect(message.status == .unknown && message.reason == "lease-ended")
    let working = try bench.request(phone: "+491510002")
    let order = try await bench.send(working)
    #expect(try await bench.report(working).messages.map(\.status) == [.sending])
    #expect(try await bench.record(.waiting(.zero, reason: "busy"), of: order, working))
    #expect(try await bench.report(working).messages.map(\.status) == [.sending])
}

func metadataIsKept(_ bench: StoreBench) async throws {
    let metadata = ["": "", "a\"b\\": "\u{1F600}\u{1}\n'; drop table app; --", "ключ": "значение", "null": "null"]
    let request = try bench.request(metadata: metadata)
    _ = try await bench.send(request)
    #expect(try await bench.report(request).metadata == metadata)
}

func hiddenFromOthers(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let other = try #require(AppID("other"))
    #expect(try await bench.store.verification(request.id, of: other) == .missing(.unknown))
    #expect(try await bench.find(try bench.request()) == .missing(.unknown))
}
