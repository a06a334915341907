import Foundation
import Testing
import VerifydClient

/// The signatures are made by the Python package `standardwebhooks`.
@Suite("events and their signatures")
struct EventVerifierTests {
    private static let secret = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
    private static let newSecret = "whsec_ZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8"
    private static let signature = "v1,S2qKENscNEYUTJ3g4ioDzkt4C5cirxS1WLu9FZXJZMc="
    private static let newSignature = "v1,pap1NMK6/GDbxsDgNt046UR35uQR5vo5LBmUZpWxld4="
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let body =
        #"{"type":"verification.approved","timestamp":"2026-01-01T00:00:00.000Z","data":{"#
        + #""verificationId":"019b7f3e-6000-7000-8000-000000000001","joined":"019b7f3e-6000-7000-8000-000000000000","#
        + #""app":"shop","sequence":3,"status":"approved","messageNumber":1,"languageCode":"de","#
        + #""metadata":{"order":"1007 ü"}}}"#
    private static let headers = [
        "webhook-id": "evt_019b7f3e-6000-7000-8000-000000000000_3", "webhook-timestamp": "1767225600",
        "webhook-signature": signature,
    ]

    private func event(
        _ body: String = body, _ changes: [String: String?] = [:], secrets: [String] = [secret], at now: Date = now
    ) throws -> Event {
        let headers = Self.headers.merging(changes.compactMapValues { $0 }) { $1 }
        let removed = changes.filter { $0.value == nil }
        return try EventVerifier(secrets: secrets).event(in: Data(body.utf8), at: now) { name in
            removed[name] == nil ? headers[name] : nil
        }
    }

    @Test("reads a signed event")
    func reading() throws {
        let event = try event()
        #expect(event.id == "evt_019b7f3e-6000-7000-8000-000000000000_3" && event.type == .approved)
        #expect(event.verificationID == id && event.joined == "019b7f3e-6000-7000-8000-000000000000")
        #expect(event.app == "shop" && event.sequence == 3 && event.status == .approved && event.messageNumber == 1)
        #expect(event.languageCode == "de" && event.metadata == ["order": "1007 ü"] && event.timestamp == Self.now)
        let test = try self.event(
            #"{"type":"verification.test","timestamp":"2026-01-01T00:00:00Z","data":{"app":"shop"}}"#,
            ["webhook-id": "evt_test", "webhook-signature": "v1,YfA5v4GZyTRDH9mOZGTjup/2XuATEb/neRMEg7EcqAA="])
        #expect(test.type == .test && test.verificationID == nil && test.metadata.isEmpty)
    }

    @Test("takes either secret while one is being replaced, and the right one of several signatures")
    func rotation() throws {
        let both = [Self.secret, Self.newSecret]
        _ = try event(secrets: both)
        _ = try event(Self.body, ["webhook-signature": Self.newSignature], secrets: both)
        _ = try event(
            Self.body, ["webhook-signature": "v1a,eA== v1,eA== v1,??? \(Self.newSignature) \(Self.signature)"],
            secrets: [Self.newSecret])
        #expect(throws: EventError.forged) { _ = try event(secrets: [Self.newSecret]) }
    }

    @Test("refuses what is forged, old, from the future or unsigned")
    func refusals() throws {
        #expect(throws: EventError.forged) { _ = try event(Self.body + " ") }
        #expect(throws: EventError.forged) { _ = try event(Self.body, ["webhook-id": "evt_other"]) }
        #expect(throws: EventError.forged) { _ = try event(Self.body, ["webhook-timestamp": "1767225601"]) }
        #expect(throws: EventError.forged) { _ = try event(Self.body, ["webhook-signature": ""]) }
        #expect(throws: EventError.forged) {
            _ = try event(Self.body, ["webhook-signature": Self.signature.replacingOccurrences(of: "v1,", with: "v2,")])
        }
        for name in Self.headers.keys { #expect(throws: EventError.unsigned) { _ = try event(Self.body, [name: nil]) } }
        #expect(throws: EventError.unsigned) { _ = try event(Self.body, ["webhook-timestamp": "now"]) }
        for seconds in [-300.0, 300] { _ = try event(at: Self.now.addingTimeInterval(seconds)) }
        for seconds in [-301.0, 301] {
            #expect(throws: EventError.outdated) { _ = try event(at: Self.now.addingTimeInterval(seconds)) }
        }
        #expect(throws: EventError.unreadable) {
            _ = try event(
                "[]", ["webhook-id": "evt_x", "webhook-signature": "v1,6Gtkx+3LMCyOxEvERsRJE0D40+WjL+tNDvKRI8KrEt0="])
        }
    }

    @Test(
        "a secret is one that verifyd makes",
        arguments: [
            [], [""], ["whsec_"], ["whsec_c2hvcnQ="], [secret, "whsec_???"],
            ["AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="],
        ])
    func secrets(_ secrets: [String]) {
        let error = #expect(throws: ClientError.self) { try EventVerifier(secrets: secrets) }
        #expect(error?.code == .invalidConfiguration)
    }
}
