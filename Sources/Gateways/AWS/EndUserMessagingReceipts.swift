import CryptoExtras
import StrictJSON
import VerificationCore

/// Reads what AWS End User Messaging publishes to a topic of Amazon SNS, as SNS posts it to an HTTPS endpoint.
///
/// The configuration set of the gateway's settings names the topic. SNS must not deliver raw messages, for those are not
/// signed. SNS asks once whether the endpoint wants the topic's messages; that is confirmed here.
package struct EndUserMessagingReceipts: ReceiptReader {
    private let topic: SNSTopic
    private let certificates: SNSCertificates
    private let get: @Sendable (String) async -> [UInt8]?

    /// - Parameters:
    ///   - topic: The topic's ARN, for example `arn:aws:sns:eu-west-1:123456789012:receipts`.
    ///   - get: Makes a `GET` of a URL at Amazon SNS, and gives the body of a 200; nil for every other end.
    /// - Throws: `malformedTopic`.
    package init(
        topic: String, get: @escaping @Sendable (_ url: String) async -> [UInt8]?
    ) throws(GatewaySettingsError) {
        self.topic = try SNSTopic(topic)
        self.get = get
        certificates = SNSCertificates(get: get)
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) async throws(ReceiptError) -> [DeliveryReceipt] {
        guard let envelope = SNSEnvelope(call.body), envelope.topic == topic.arn,
            topic.hasCertificate(at: envelope.certificateURL)
        else { throw .forged }
        guard let key = await certificates.key(at: envelope.certificateURL) else { throw .unverified }
        guard envelope.signature.fits(key) else { throw .forged }
        switch envelope.kind {
        case .notification: return try Self.receipts(in: envelope.message)
        case .subscriptionConfirmation: try await confirm(envelope)
        case .unsubscribeConfirmation: break
        }
        return []
    }

    private func confirm(_ envelope: SNSEnvelope) async throws(ReceiptError) {
        guard let url = envelope.subscribeURL, topic.isConfirmed(at: url) else { throw .unreadable }
        guard await get(url) != nil else { throw .unverified }
    }

    private static func receipts(in event: String) throws(ReceiptError) -> [DeliveryReceipt] {
        // The reader says of no text what is wrong with it.
        guard let json = try? JSONValue(parsing: event.utf8), let type = json["eventType"]?.string,
            let id = json["messageId"]?.gatewayID
        else { throw .unreadable }
        guard let status = status(type, isFinal: json["isFinal"]?.bool ?? false) else { return [] }
        return [DeliveryReceipt(gatewayID: id, status: status, reason: reason(type, for: status))]
    }

    /// Nil for types that AWS may add, and for those of other kinds of message.
    private static func status(_ type: String, isFinal: Bool) -> DeliveryStatus? {
        switch type {
        case "TEXT_QUEUED", "TEXT_PENDING": .queued
        case "TEXT_SENT": .sent
        // In some countries this is all that a network ever tells.
        case "TEXT_SUCCESSFUL": isFinal ? .delivered : .sent
        case "TEXT_DELIVERED": .delivered
        case "TEXT_UNREACHABLE", "TEXT_CARRIER_UNREACHABLE": .undelivered
        case "TEXT_INVALID", "TEXT_INVALID_MESSAGE": .failed
        case "TEXT_TTL_EXPIRED": .expired
        case "TEXT_BLOCKED", "TEXT_CARRIER_BLOCKED", "TEXT_SPAM", "TEXT_PROTECT_BLOCKED": .rejected
        case "TEXT_UNKNOWN": .unknown
        default: nil
        }
    }

    /// For example `carrier-unreachable`; nil where nothing went wrong.
    private static func reason(_ type: String, for status: DeliveryStatus) -> String? {
        switch status {
        case .queued, .sent, .delivered, .unknown: nil
        case .undelivered, .failed, .expired, .rejected:
            type.dropFirst("TEXT_".count).lowercased().replacing("_", with: "-")
        }
    }
}

/// The keys with which Amazon SNS signs, fetched when they are first seen.
actor SNSCertificates {
    /// AWS changes its certificate about once a year.
    private static let most = 8

    private let get: @Sendable (String) async -> [UInt8]?
    private var keys: [String: _RSA.Signing.PublicKey] = [:]
    private var fetch: (url: String, task: Task<_RSA.Signing.PublicKey?, Never>)?

    /// `get` makes a `GET` of a URL, and gives the body of a 200; nil for every other end.
    init(get: @escaping @Sendable (String) async -> [UInt8]?) { self.get = get }

    /// The key of the certificate at this URL, which the caller has found to be AWS' own.
    ///
    /// Nil when it cannot be had now. An attacker who names many URLs causes at most one fetch at a time.
    func key(at url: String) async -> _RSA.Signing.PublicKey? {
        if let key = keys[url] { return key }
        if let fetch { return fetch.url == url ? await fetch.task.value : nil }
        let get = get
        let task = Task { await get(url).flatMap(SNSSignature.key) }
        fetch = (url, task)
        let key = await task.value
        fetch = nil
        if keys.count >= Self.most { keys.removeAll() }
        keys[url] = key
        return key
    }
}
