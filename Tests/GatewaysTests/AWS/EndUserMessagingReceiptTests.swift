import Gateways
import StrictJSON
import Synchronization
import Testing
import VerificationCore

@Suite("AWS End User Messaging's receipts")
struct EndUserMessagingReceiptTests {
    /// What is at SNS' URLs, and which of them were asked for.
    private final class Pages: Sendable {
        private let pages: Mutex<[String: String]>
        private let asked = Mutex<[String]>([])

        init(_ pages: [String: String] = [SNSSigner.certificateURL: SNSSigner.certificate]) {
            self.pages = Mutex(pages)
        }

        var urls: [String] { asked.withLock { $0 } }

        func set(_ page: String?, at url: String) { pages.withLock { $0[url] = page } }

        func page(at url: String) -> [UInt8]? {
            asked.withLock { $0.append(url) }
            return pages.withLock { $0[url] }.map { Array($0.utf8) }
        }
    }

    private let pages = Pages()
    private let reader: EndUserMessagingReceipts

    init() throws {
        reader = try EndUserMessagingReceipts(topic: SNSSigner.topic, get: { [pages] in pages.page(at: $0) })
    }

    private func receipts(_ body: [UInt8]) async throws -> [DeliveryReceipt] {
        let call = ReceiptCall(
            method: "POST", url: "https://verify.example.com/v1/receipts/aws",
            headers: [("content-type", "text/plain; charset=UTF-8")], body: body)
        return try await reader.receipts(in: call, at: Timestamp(seconds: 1_767_323_045))
    }

    private static func event(_ type: String, isFinal: Bool = true, id: String = #""m-1""#) -> String {
        """
        {"eventType":"\(type)","eventVersion":"1.0","eventTimestamp":1767323045678,"isFinal":\(isFinal),\
        "originationPhoneNumber":"ACME","destinationPhoneNumber":"+4915110000001","isoCountryCode":"DE",\
        "messageId":\(id),"messageRequestTimestamp":1767323045000,"messageEncoding":"GSM","messageType":"TRANSACTIONAL",\
        "messageStatus":"X","messageStatusDescription":"x","context":{"message":"x"},"totalMessageParts":1,\
        "totalMessagePrice":0.06,"totalCarrierFee":0.0}
        """
    }

    // MARK: Signatures

    @Test("a signed event is believed with either hash, as often as it comes, and the certificate is fetched once")
    func believed() async throws {
        for version in ["1", "2", "1"] {
            let body = try SNSSigner.notification(Self.event("TEXT_DELIVERED"), version: version)
            #expect(try await receipts(body) == [DeliveryReceipt(gatewayID: "m-1", status: .delivered)])
        }
        let subject = try SNSSigner.notification(Self.event("TEXT_SENT"), with: ["Subject": "Événement"])
        #expect(try await receipts(subject) == [DeliveryReceipt(gatewayID: "m-1", status: .sent)])
        #expect(pages.urls == [SNSSigner.certificateURL])
    }

    @Test(
        "when anything that is signed has changed, it is forged",
        arguments: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type", "SignatureVersion"], ["1", "2"])
    func changed(name: String, version: String) async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_SENT"), version: version, with: ["Subject": "Event"])
        let text = try #require(String(validating: body, as: UTF8.self))
        let value = try #require(try JSONValue(parsing: body)[name])
        let written = String(decoding: value.serialized, as: UTF8.self)
        for other in [written.dropLast() + "x\"", "\"\"", "null", "7"] {
            let changed = text.replacing("\"\(name)\":\(written)", with: "\"\(name)\":\(other)")
            #expect(changed != text)
            await #expect(throws: ReceiptError.forged, "\(other)") { try await receipts(Array(changed.utf8)) }
        }
    }

    @Test("a signature with one byte changed is forged")
    func changedSignature() async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_SENT"))
        let text = try #require(String(validating: body, as: UTF8.self))
        let signature = try #require(try JSONValue(parsing: body)["Signature"]?.string)
        for changed in signature.withEachByteChanged.dropLast(3) + ["", "!", String(signature.dropLast(4))] {
            let other = Array(text.replacing(signature, with: changed).utf8)
            await #expect(throws: ReceiptError.forged, "\(changed)") { try await receipts(other) }
        }
    }

    @Test("what SNS signed for another topic is forged, and nothing is fetched for it")
    func otherTopic() async throws {
        for topic in ["arn:aws:sns:eu-west-1:999999999999:receipts", SNSSigner.topic + "x", ""] {
            let body = try SNSSigner.notification(Self.event("TEXT_DELIVERED"), with: ["TopicArn": topic])
            await #expect(throws: ReceiptError.forged) { try await receipts(body) }
        }
        #expect(pages.urls.isEmpty)
    }

    @Test(
        "a certificate is fetched from SNS in the topic's region, and from nowhere else",
        arguments: [
            "https://evil.example/SimpleNotificationService-0123abcd.pem",
            "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123abcd.pem",
            "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abcd.pem",
            "https://evil.s3.amazonaws.com/SimpleNotificationService-0123abcd.pem",
            "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem",
            "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123abcd.pem",
            "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-.pem",
            "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-../x.pem",
            "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-a.pem?x.pem",
            "https://sns.eu-west-1.amazonaws.com/x.pem", "https://sns.eu-west-1.amazonaws.com/", "",
        ])
    func otherCertificate(url: String) async throws {
        pages.set(SNSSigner.certificate, at: url)
        let body = try SNSSigner.notification(Self.event("TEXT_DELIVERED"), with: ["SigningCertURL": url])
        await #expect(throws: ReceiptError.forged) { try await receipts(body) }
        #expect(pages.urls.isEmpty)
    }

    @Test("while the certificate cannot be had, nobody can say, and afterwards the call is believed")
    func unverified() async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_DELIVERED"))
        for page in [nil, "", "<html>", SNSSigner.otherCertificate, String(SNSSigner.certificate.dropLast(100))] {
            pages.set(page, at: SNSSigner.certificateURL)
            await #expect(throws: ReceiptError.unverified) { try await receipts(body) }
        }
        pages.set(SNSSigner.certificate, at: SNSSigner.certificateURL)
        #expect(try await receipts(body).count == 1)
    }

    @Test("many calls at once are believed")
    func manyAtOnce() async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_DELIVERED"))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...50 { group.addTask { try await receipts(body).count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 50))
        #expect(pages.urls.count == 1)
    }

    @Test("what SNS does not post is forged")
    func forged() async {
        for body in [
            "", "{", "[]", "{}", Self.event("TEXT_DELIVERED"), #"{"Type":"Notification"}"#, #"{"Type":7}"#,
        ] {
            await #expect(throws: ReceiptError.forged) { try await receipts(Array(body.utf8)) }
        }
    }

    // MARK: Subscriptions

    @Test("a subscription to the topic is confirmed, and leads to no receipt", arguments: ["1", "2"])
    func confirms(version: String) async throws {
        pages.set("<ConfirmSubscriptionResponse/>", at: SNSSigner.subscribeURL)
        #expect(try await receipts(SNSSigner.confirmation(version: version)).isEmpty)
        #expect(pages.urls == [SNSSigner.certificateURL, SNSSigner.subscribeURL])
    }

    @Test("SNS is to ask again where the confirmation did not succeed")
    func confirmationFails() async throws {
        let body = try SNSSigner.confirmation()
        await #expect(throws: ReceiptError.unverified) { try await receipts(body) }
    }

    @Test(
        "no other URL is ever visited",
        arguments: [
            "https://evil.example/?Action=ConfirmSubscription&TopicArn=\(SNSSigner.topic)&Token=1",
            "https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic&TopicArn=\(SNSSigner.topic)&Token=1",
            "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=\(SNSSigner.topic)x&Token=1",
            SNSSigner.subscribeURL + "&x=y", "",
        ])
    func otherSubscription(url: String) async throws {
        pages.set("", at: url)
        let body = try SNSSigner.confirmation(with: ["SubscribeURL": url])
        await #expect(throws: ReceiptError.unreadable) { try await receipts(body) }
        #expect(pages.urls == [SNSSigner.certificateURL])
    }

    @Test("the end of a subscription is taken note of, and not undone")
    func unsubscribed() async throws {
        #expect(try await receipts(SNSSigner.confirmation("UnsubscribeConfirmation")).isEmpty)
        #expect(pages.urls == [SNSSigner.certificateURL])
    }

    // MARK: Events

    @Test(
        "each event is told in our words",
        arguments: [
            ("QUEUED", .queued, nil), ("PENDING", .queued, nil), ("SENT", .sent, nil), ("SUCCESSFUL", .delivered, nil),
            ("DELIVERED", .delivered, nil), ("UNREACHABLE", .undelivered, "unreachable"),
            ("CARRIER_UNREACHABLE", .undelivered, "carrier-unreachable"), ("INVALID", .failed, "invalid"),
            ("INVALID_MESSAGE", .failed, "invalid-message"), ("TTL_EXPIRED", .expired, "ttl-expired"),
            ("BLOCKED", .rejected, "blocked"), ("CARRIER_BLOCKED", .rejected, "carrier-blocked"),
            ("SPAM", .rejected, "spam"), ("PROTECT_BLOCKED", .rejected, "protect-blocked"), ("UNKNOWN", .unknown, nil),
        ] as [(String, DeliveryStatus, String?)])
    func statuses(type: String, status: DeliveryStatus, reason: String?) async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_\(type)"))
        #expect(try await receipts(body) == [DeliveryReceipt(gatewayID: "m-1", status: status, reason: reason)])
    }

    @Test("a network that has taken a message has not delivered it while more may follow")
    func successful() async throws {
        let body = try SNSSigner.notification(Self.event("TEXT_SUCCESSFUL", isFinal: false))
        #expect(try await receipts(body) == [DeliveryReceipt(gatewayID: "m-1", status: .sent)])
    }

    @Test("other events lead to no receipt", arguments: ["VOICE_ANSWERED", "TEXT_NEW", "RCS_READ", "", "DELIVERED"])
    func noReceipt(type: String) async throws {
        #expect(try await receipts(SNSSigner.notification(Self.event(type))).isEmpty)
    }

    @Test("what was signed and is no event is unreadable")
    func unreadable() async throws {
        let long = String(repeating: "x", count: 256)
        for message in [
            "", "Hello", "[]", "{}", #"{"eventType":"TEXT_SENT"}"#, #"{"messageId":"m-1"}"#,
            Self.event("TEXT_SENT", id: "null"), Self.event("TEXT_SENT", id: #""""#),
            Self.event("TEXT_SENT", id: "\"\(long)\""),
        ] {
            let body = try SNSSigner.notification(message)
            await #expect(throws: ReceiptError.unreadable, "\(message)") { try await receipts(body) }
        }
    }

    // MARK: Settings

    @Test(
        "a topic that is none is refused",
        arguments: [
            "", "receipts", "arn:aws:sqs:eu-west-1:123456789012:receipts", "arn:aws:sns::123456789012:receipts",
            "arn:aws:sns:eu-west-1:123456789012:", "arn:aws:sns:eu-west-1:123456789012:a:b",
            "arn:aws:sns:evil.example/:123456789012:receipts", "arn:aws:sns:eu-west-1:123456789012:a b",
        ])
    func topics(topic: String) {
        let error = #expect(throws: GatewaySettingsError.self) {
            try EndUserMessagingReceipts(topic: topic, get: { _ in nil })
        }
        #expect(error?.code == .malformedTopic && error?.setting == "receiptsTopic")
    }
}
