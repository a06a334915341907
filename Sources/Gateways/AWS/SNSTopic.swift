/// A topic of Amazon SNS, by its ARN, for example `arn:aws:sns:eu-west-1:123456789012:receipts`.
///
/// Every AWS customer can have SNS sign what they publish to topics of their own, so only the topic makes a signature
/// proof.
struct SNSTopic: Sendable {
    let arn: String
    /// For example `https://sns.eu-west-1.amazonaws.com/`.
    private let url: String

    /// - Throws: `malformedTopic`.
    init(_ arn: String) throws(GatewaySettingsError) {
        let parts = arn.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isPlain = arn.utf8.allSatisfy { $0.isASCIILetterOrDigit || ":-_.".utf8.contains($0) }
        guard isPlain, parts.count == 6, parts[0].elementsEqual("arn".utf8), parts[2].elementsEqual("sns".utf8),
            !parts[3].isEmpty, parts[3].allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }),
            !parts[5].isEmpty
        else { throw GatewaySettingsError(.malformedTopic, setting: "receiptsTopic") }
        self.arn = arn
        url = AWSAccess.url(of: "sns", in: String(decoding: parts[3], as: UTF8.self))
    }

    /// Whether AWS publishes a certificate of SNS there.
    ///
    /// Every AWS customer has pages at amazonaws.com; the certificates are at SNS' own name, in the region of the
    /// topic.
    func hasCertificate(at other: String) -> Bool {
        let (start, end) = ("\(url)SimpleNotificationService-", ".pem")
        guard other.hasPrefix(start), other.hasSuffix(end), other.utf8.count > start.utf8.count + end.utf8.count
        else { return false }
        return other.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count).allSatisfy(\.isASCIILetterOrDigit)
    }

    /// Whether a `GET` there tells SNS that the endpoint wants the topic's messages, and does nothing else.
    func isConfirmed(at other: String) -> Bool {
        let start = "\(url)?Action=ConfirmSubscription&TopicArn=\(arn)&Token="
        return other.hasPrefix(start) && other.utf8.dropFirst(start.utf8.count).allSatisfy(\.isASCIILetterOrDigit)
    }
}
