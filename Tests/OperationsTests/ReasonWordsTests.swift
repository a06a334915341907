import Operations
import Testing
import VerificationCore

@Suite("What codes of providers mean")
struct ReasonWordsTests {
    private let words = ReasonWords(
        GatewayList(
            members: [("acme", "twilio"), ("bolt", "vonage"), ("carrier", "smpp"), ("own", "webhook")].map {
                .init(name: $0.0, kind: $0.1, inFlight: 1, perSecond: nil)
            }, routes: []))

    @Test(
        "the gateway's kind chooses the table, because a code means something else elsewhere",
        arguments: [
            ("error-30003", "acme", "The phone cannot be reached: it is off, or without coverage."),
            ("error-21408", "acme", "The account may not send to this country: allow it under Geo permissions."),
            ("status-9", "bolt", "The account has no credit left."), ("error-7", "bolt", "The phone was busy."),
            ("smpp-b", "carrier", "The number is not valid at this operator."),
            ("error-27", "carrier", "Most operators mean by it: the phone is off or without coverage."),
            ("replied-stop", "own", "The person replied STOP to this sender."),
        ])
    func known(reason: String, gateway: String, sentence: String) {
        #expect(words.sentence(for: reason, of: gateway) == sentence)
    }

    @Test("an unknown code has no sentence, nor has a code of another provider or of a gateway that is gone")
    func unknown() {
        for (reason, gateway) in [
            ("error-30003", "bolt"), ("error-39999", "acme"), ("smpp-b", "acme"), ("error-30003", "own"),
            ("error-30003", "gone"), ("", ""), ("error-30003", ""),
        ] { #expect(words.sentence(for: reason, of: gateway) == nil, "\(reason) of \(gateway)") }
        #expect(words.sentence(for: nil, of: "acme") == nil && words.sentence(for: "error-30003", of: nil) == nil)
    }
}
