import Testing
import VerificationCore
import VerificationTesting

@Suite("Where a resend goes")
struct EarlierMessageTests {
    private typealias Message = (gateway: String, status: MessageStatus)
    /// The provider has named no message that it has taken.
    private static let nameless = "nameless"

    /// The gateways that a further message avoids; every gateway but `mute` reports delivery.
    private func avoided(_ messages: Message...) throws -> [String] {
        try order(messages).avoided { $0 != "mute" }
    }

    private func order(_ messages: [Message]) throws -> SendOrder {
        let earlier = messages.enumerated().map {
            EarlierMessage(
                ordinal: $0.offset + 1, gateway: $0.element.gateway, status: $0.element.status,
                hasID: $0.element.gateway != Self.nameless)
        }
        let (request, now) = (try PhoneScript.request("a", deadline: .init(seconds: 2_000_000_000)), PhoneScript.start)
        let live = LiveVerification(
            id: request.id, code: .made(CodeRecipe(keyName: "k", digits: 6)), expiresAt: now + .seconds(500),
            lastEnd: now + .seconds(900), sends: 1, messages: messages.count, resendAfter: nil, wrongCodes: 0)
        let next = VerificationRequest(
            id: PhoneScript.id("b"), app: request.app, phone: request.phone, requestedAt: now,
            deadline: now + .seconds(600))
        let claim = Claim(
            request: next, rules: .standard, testNumber: nil, codeKey: "k", lease: .seconds(15), token: 1)
        var (phone, limits) = (PhoneState(live: live), SharedCounts())
        let facts = ClaimFacts(earlier: earlier)
        let verdict = RuleBook().decide(claim, phone: &phone, limits: &limits, facts: facts, now: now).verdict
        return try #require(verdict.order, "\(verdict)")
    }

    @Test("avoids a gateway that did not deliver, or that is silent although it reports delivery")
    func avoids() throws {
        #expect(try avoided(("a", .undelivered)) == ["a"])
        #expect(try avoided(("a", .accepted)) == ["a"])
        #expect(try avoided(("mute", .accepted)) == [], "its silence says nothing")
        #expect(try avoided((Self.nameless, .accepted)) == [], "no receipt can be of it")
        #expect(try avoided(("mute", .undelivered)) == ["mute"])
        #expect(try avoided(("a", .delivered)) == [])
    }

    @Test(
        "keeps the route's order after a message that has not left, or may have",
        arguments: [MessageStatus.failed, .unknown, .sending])
    func keeps(_ status: MessageStatus) throws {
        #expect(try avoided(("a", status)) == [])
        #expect(try avoided(("a", .undelivered), ("a", status)) == ["a"], "the message before it still counts")
    }

    @Test("takes the newest word on a gateway, and comes back first to the gateway that failed first")
    func newest() throws {
        #expect(try avoided(("a", .undelivered), ("a", .delivered)) == [])
        #expect(try avoided(("a", .delivered), ("a", .accepted)) == ["a"])
        #expect(try avoided(("a", .undelivered), ("b", .accepted)) == ["b", "a"])
        #expect(try avoided(("a", .undelivered), ("b", .accepted), ("a", .undelivered)) == ["a", "b"])
    }

    @Test("avoids each gateway at most once, and only gateways of earlier messages, whatever has happened")
    func anyHistory() throws {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for _ in 0..<2_000 {
            let messages: [Message] = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (
                    ["a", "b", "mute"].randomElement(using: &random) ?? "a",
                    [MessageStatus.sending, .accepted, .delivered, .undelivered, .failed, .unknown]
                        .randomElement(using: &random) ?? .accepted
                )
            }
            let order = try order(messages)
            let avoided = order.avoided { $0 != "mute" }
            #expect(Set(avoided).count == avoided.count && Set(avoided).isSubset(of: messages.map(\.gateway)))
            if let last = messages.last, last.status == .undelivered { #expect(avoided.first == last.gateway) }
        }
    }
}
