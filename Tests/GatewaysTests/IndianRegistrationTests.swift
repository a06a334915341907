import GatewayConformance
import StrictJSON
import Testing
import VerificationCore

@testable import Gateways

/// India's ids, at every provider that takes them with a message.
@Suite("The registration in India", .timeLimit(.minutes(10)))
struct IndianRegistrationTests {
    private static let registration = IndianRegistration(
        entityID: "1101", templates: ["en": "1", "hi": "2", "shop/en": "3", "bank/*": "4", "*": "5"])

    @Test(
        "the text that is nearest decides: of the app and the language, of the app, of the language, of all",
        arguments: [
            ("en", nil, "1"), ("en-GB", nil, "1"), ("hi", "other", "2"), ("en-IN", "shop", "3"), ("hi", "shop", "2"),
            ("hi", "bank", "4"), ("ta", "shop", "5"), ("ta", nil, "5"),
        ] as [(String, String?, String)])
    func nearest(language: String, app: String?, template: String) {
        let origin = app.map { MessageOrigin(app: $0) }
        let message = OutgoingMessage.sample(1, language: language, region: "IN", origin: origin)
        #expect(Self.registration.ids(for: message) == .init(entity: "1101", template: template))
        #expect(Self.registration.ids(for: .sample(1, language: language, origin: origin)) == nil, "no Indian number")
    }

    @Test("a text without a number of its own goes with the company's alone")
    func withoutTemplate() {
        let registration = IndianRegistration(entityID: "1101", templates: ["hi": "2"])
        #expect(registration.ids(for: .sample(1, region: "IN")) == .init(entity: "1101", template: nil))
    }

    @Test("each provider gets the ids under its own names, and only with Indian numbers")
    func providers() async throws {
        for (region, entity, template) in [("IN", "1101", "3"), ("DE", nil, nil)] as [(String, String?, String?)] {
            let message = OutgoingMessage.sample(1, region: region, origin: MessageOrigin(app: "shop"))
            let vonage = try await StandInRequest.sent(by: VonageScript { $0.india = Self.registration }, message)
            #expect(vonage.form?["entity-id"] == entity && vonage.form?["content-id"] == template)
            let kannel = try await StandInRequest.sent(by: KannelScript { $0.india = Self.registration }, message)
            #expect(kannel.form?["meta-data"] == entity.map { "?smpp?PE_ID=\($0)&Template_ID=3" })
            let sns = try await StandInRequest.sent(by: SNSScript { $0.india = Self.registration }, message)
            #expect(sns.form?["MessageAttributes.entry.2.Value.StringValue"] == entity)
            #expect(sns.form?["MessageAttributes.entry.3.Value.StringValue"] == template)
            let aws = try await StandInRequest.sent(
                by: EndUserMessagingScript { $0.india = Self.registration }, message)
            let parameters = try JSONValue(parsing: aws.body)["DestinationCountryParameters"]
            #expect(parameters?["IN_ENTITY_ID"]?.string == entity && parameters?["IN_TEMPLATE_ID"]?.string == template)
            try await WebhookHarness.with(change: { $0.india = Self.registration }) { harness in
                _ = await harness.send(message)
                let data = try JSONValue(parsing: try #require(harness.receiver.requests.first).body)["data"]
                #expect(data?["india_entity"]?.string == entity && data?["india_template"]?.string == template)
            }
        }
    }
}
