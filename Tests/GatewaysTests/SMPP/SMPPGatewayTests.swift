import GatewayConformance
import SMPP
import Testing
import VerificationCore

@testable import Gateways

@Suite("The SMPP gateway", .timeLimit(.minutes(10)))
struct SMPPGatewayTests {
    private static let patience = Duration.seconds(40)

    @Test("a gateway over SMPP:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await SMPPHarness.with { try await promise.prove(on: $0) }
    }

    @Test("a short text is a single submit with its validity, its number and its sender")
    func short() async throws {
        try await SMPPHarness.with(change: { $0.sender = "Acme" }) { harness in
            #expect(await harness.smpp.send(.sample(1), deadline: Self.patience) == .accepted(id: "id-1"))
            let submit = try #require(harness.smsc.submits.first)
            #expect(submit.source == .alphanumeric("Acme") && submit.destination == .international("4915110000001"))
            #expect(submit.dataCoding == 0 && submit.esmClass == .plain && submit.registeredDelivery == 0)
            #expect(submit.validityPeriod == "000000001000000R")
            #expect(submit.plainText == "Your Demo code is 561001.")
        }
    }

    @Test("a long text goes in parts that join to the text, each with its header, under the last part's id")
    func parts() async throws {
        let text = String(repeating: "Your code is 561001. ", count: 20)
        try await SMPPHarness.with { harness in
            let outcome = await harness.smpp.send(.sample(1, text: text), deadline: Self.patience)
            let submits = harness.smsc.submits
            #expect(submits.count == 3 && outcome == .accepted(id: "id-3"))
            #expect(submits.map { Array($0.shortMessage.prefix(6)) } == (1...3).map { [5, 0, 3, 1, 3, $0] })
            #expect(submits.allSatisfy { $0.esmClass == .userDataHeader && $0.shortMessage.count <= 159 })
            #expect(submits.map(\.plainText).joined() == text)
        }
    }

    @Test("a long text goes whole where the SMSC cuts it")
    func payload() async throws {
        let text = String(repeating: "код 561001. ", count: 20)
        try await SMPPHarness.with(change: { $0.longTexts = .payload }) { harness in
            _ = await harness.smpp.send(.sample(1, text: text), deadline: Self.patience)
            let submit = try #require(harness.smsc.submits.first)
            #expect(harness.smsc.submits.count == 1 && submit.shortMessage.isEmpty && submit.dataCoding == 8)
            #expect(submit.plainText == text)
        }
    }

    @Test("a later part that does not get through makes the message unknown, and it is not sent again")
    func partlySent() async throws {
        let message = OutgoingMessage.sample(1, text: String(repeating: "Your code is 561001. ", count: 20))
        try await SMPPHarness.with { harness in
            harness.smsc.refuse(after: 1)
            #expect(await harness.smpp.send(message, deadline: Self.patience) == .unknown(reason: "partly-sent"))
            #expect(harness.smsc.submits.count == 2)
        }
    }

    @Test("without a bind nothing is sent, and the look at the SMSC says why")
    func notBound() async throws {
        let smsc = try await SMSCStandIn.start()
        let url = "smpp://127.0.0.1:\(smsc.port)"
        try await smsc.stop()
        let settings = SMPPGatewaySettings(url: url, account: "verify", secret: Secret("s3cret"))
        try await SMPPGateway(name: "smpp", settings: settings, now: SMPPHarness.now).use { gateway in
            guard case .isAway(let reason) = await gateway.probe(within: .seconds(1)) else {
                Issue.record("nobody listens, and it is there")
                return
            }
            #expect(reason.contains("connectionFailed"))
            #expect(await gateway.send(.sample(), deadline: Self.patience) == .refused(reason: "not-bound", .forNow))
        }
    }

    @Test(
        "a validity is told in days, hours, minutes and seconds",
        arguments: [
            (1, "000000000001000R"), (600, "000000001000000R"), (86_399, "000000235959000R"),
            (86_400, "000001000000000R"),
            (0, "000000000001000R"), (9_999_999, "000030235959000R"),
        ])
    func validity(seconds: Int, period: String) {
        #expect(SMPPValidity.relative.period(.seconds(seconds), at: SMPPHarness.now()) == period)
    }

    @Test("settings that cannot work are refused by name and without their values")
    func badSettings() {
        let changes: [((inout SMPPGatewaySettings) -> Void, GatewaySettingsError.Code)] = [
            ({ $0.url = "" }, .malformedSMPPURL), ({ $0.url = "https://127.0.0.1:2775" }, .malformedSMPPURL),
            ({ $0.url = "smpp://127.0.0.1" }, .malformedSMPPURL),
            ({ $0.url = "smpp://u:s3cret@h:1" }, .malformedSMPPURL),
            ({ $0.url = "smpp://smsc.example:2775" }, .plainSMPP),
            ({ $0.account = "" }, .malformedCredential), ({ $0.account = "sixteen-letters-x" }, .malformedCredential),
            ({ $0.systemType = "thirteen-long" }, .malformedCredential),
            ({ $0.systemType = "a b" }, .malformedCredential),
            ({ $0.secret = Secret(String(repeating: "s3cret", count: 11)) }, .malformedCredential),
            ({ $0.sender = "" }, .malformedSender),
            ({ $0.sender = "more than eleven" }, .malformedSender), ({ $0.window = 0 }, .tooSmall),
        ]
        for (change, code) in changes {
            var settings = SMPPGatewaySettings(url: "smpp://127.0.0.1:2775", account: "a", secret: Secret("s3cret"))
            change(&settings)
            let error = #expect(throws: GatewaySettingsError.self) {
                try SMPPGateway(name: "smpp", settings: settings, now: SMPPHarness.now)
            }
            #expect(error?.code == code)
            #expect(error.map { "\($0)".contains("s3cret") } == false && !"\(settings)".contains("s3cret"))
        }
    }

    @Test("a system type that SMPP cannot carry is told by its own name")
    func systemType() {
        var settings = SMPPGatewaySettings(url: "smpp://127.0.0.1:2775", account: "a", secret: Secret("s3cret"))
        settings.systemType = "thirteen-long"
        let error = #expect(throws: GatewaySettingsError.self) {
            try SMPPGateway(name: "smpp", settings: settings, now: SMPPHarness.now)
        }
        #expect(error?.setting == "systemType")
    }

    @Test(
        "a sender is a number, a name or a short code",
        arguments: [
            ("+4915112345678", SMPPAddress.international("4915112345678")), ("Acme", .alphanumeric("Acme")),
            ("4915112345678", .international("4915112345678")), ("70123", .shortCode("70123")),
        ])
    func sender(text: String, address: SMPPAddress) throws {
        #expect(SMPPAddress(sender: text) == address)
    }
}
