import VerificationCore

/// An error as AWS names it, for example `ThrottlingException`.
struct AWSProblem: Sendable {
    private let code: String
    /// What some services add, for example `DESTINATION_PHONE_NUMBER_OPTED_OUT`.
    private let detail: String?

    /// Nil where the code has other characters than letters and underscores: it would not be a stable reason then.
    init?(code: String?, detail: String? = nil) {
        guard let code, Self.isWord(code) else { return nil }
        self.code = code
        self.detail = detail.flatMap { Self.isWord($0) ? $0 : nil }
    }

    /// What it means of a message, where the status alone means `byStatus`.
    fileprivate func outcome(of reply: HTTPReply, byStatus: SendOutcome, at now: Timestamp) -> SendOutcome {
        if Self.throttling.contains(code) { return reply.throttled(at: now) }
        if Self.passing.contains(code) { return .refused(reason: reason, .forNow) }
        return switch byStatus {
        // AWS keeps a list for each account and pool of senders, and no other provider reads it.
        case .refused: detail == Self.optedOut ? .repliedStop : .refused(reason: reason, .byThisGateway)
        case .unknown: .unknown(reason: reason)
        case .accepted, .throttled: byStatus
        }
    }

    /// The detail, or else the code, for example `signature-does-not-match`.
    ///
    /// A longer reason ends after its last whole word within 40 bytes.
    private var reason: String {
        let words = detail.map { $0.lowercased().split(separator: "_") } ?? Self.words(of: code)
        return words.dropFirst().reduce(String(words.first?.prefix(40) ?? "refused")) { reason, word in
            reason.utf8.count + 1 + word.utf8.count <= 40 ? "\(reason)-\(word)" : reason
        }
    }

    /// AWS' own libraries take these for throttling, whatever the status is: often it is 400.
    ///
    /// "The request was denied due to request throttling", says the page Common Errors of each of AWS' API references; the
    /// list is that of botocore's `retries/standard.py`, and `KMSThrottling`, which SNS says of its keys.
    private static let throttling: Set = [
        "BandwidthLimitExceeded", "KMSThrottling", "PriorRequestNotComplete", "RequestLimitExceeded",
        "RequestThrottled", "RequestThrottledException", "SlowDown", "ThrottledException", "Throttling",
        "ThrottlingException", "TooManyRequestsException",
    ]

    /// What AWS says only of a request that it has not carried out.
    ///
    /// The request has not arrived whole in time, by the list of error codes in the API references of Amazon S3 and S3
    /// Glacier. AWS' faults of its own, such as `InternalError`, `InternalServerException` and `ServiceUnavailable`,
    /// "could not complete the request", and do not say how far they came: they stay unknown.
    private static let passing: Set = ["RequestTimeout", "RequestTimeoutException"]

    private static let optedOut = "DESTINATION_PHONE_NUMBER_OPTED_OUT"

    private static func isWord(_ text: String) -> Bool {
        text.utf8.contains(where: \.isASCIILetter)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
    }

    /// `SignatureDoesNotMatch` as three words and more; capitals in a row are one word with what follows: `kmsthrottling`.
    private static func words(of code: String) -> [Substring] {
        var text = ""
        var isAfterSmallLetter = false
        for letter in code {
            if letter.isUppercase, isAfterSmallLetter { text += "-" }
            isAfterSmallLetter = letter.isLowercase
            text += letter.lowercased()
        }
        return text.split { $0 == "-" || $0 == "_" }
    }
}

extension HTTPReply {
    /// What an answer of AWS says of a message that was not taken; nil for a 2xx, which says that it was.
    ///
    /// `fault` reads the error that the body tells, in the service's own form.
    func refusal(at now: Timestamp, by fault: (HTTPReply) -> AWSProblem?) -> SendOutcome? {
        guard let byStatus = refusal(at: now) else { return nil }
        return fault(self)?.outcome(of: self, byStatus: byStatus, at: now) ?? byStatus
    }
}
