import GatewayConformance
import Gateways
import SMPP
import StrictJSON
import Testing
import VerificationCore

/// One account with several senders, at every provider that has a sender.
@Suite("Senders by region", .timeLimit(.minutes(10)))
struct SendersTests {
    private static let senders = Senders("Acme", byRegion: ["IN": "VERIFY", "US": "15550100"])

    @Test("a number's region decides", arguments: [("IN", "VERIFY"), ("US", "15550100"), ("DE", "Acme")])
    func region(region: String, sender: String) async throws {
        let (message, senders) = (OutgoingMessage.sample(1, region: region), Self.senders)
        let twilio = try await StandInRequest.sent(by: TwilioScript { $0.sender = senders }, message)
        let vonage = try await StandInRequest.sent(by: VonageScript { $0.sender = senders }, message)
        let kannel = try await StandInRequest.sent(by: KannelScript { $0.sender = senders }, message)
        let sns = try await StandInRequest.sent(by: SNSScript { $0.sender = senders }, message)
        let messaging = try await StandInRequest.sent(by: EndUserMessagingScript { $0.sender = senders }, message)
        let messageBird = try await StandInRequest.sent(by: MessageBirdScript { $0.sender = senders }, message)
        let bird = try await StandInRequest.sent(by: BirdScript { $0.sender = senders }, message)
        #expect(twilio.form?["From"] == sender && vonage.form?["from"] == sender && kannel.form?["from"] == sender)
        #expect(sns.form?["MessageAttributes.entry.2.Value.StringValue"] == sender)
        #expect(try JSONValue(parsing: messaging.body)["OriginationIdentity"]?.string == sender)
        #expect(try JSONValue(parsing: messageBird.body)["originator"]?.string == sender)
        #expect(try JSONValue(parsing: bird.body)["from"]?.string == sender)
        try await WebhookHarness.with(change: { $0.sender = senders }) { harness in
            _ = await harness.send(message)
            let request = try #require(harness.receiver.requests.first)
            #expect(try JSONValue(parsing: request.body)["data"]?["from"]?.string == sender)
        }
        try await SMPPHarness.with(change: { $0.sender = senders }) { harness in
            _ = await harness.smpp.send(message, deadline: .seconds(40))
            #expect(harness.smsc.submits.first?.source.text == sender)
        }
    }
}
