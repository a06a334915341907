import StrictJSON

/// An answer of Apple's push service, as its documentation lists them.
package struct PushAnswer: Sendable, Hashable {
    private static let deviceReasons: Set<String> = [
        "BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "MissingDeviceToken", "Unregistered",
    ]
    private static let longestReason = 40

    private let status: Int
    /// The word in the answer's body, for example `BadDeviceToken`; the status without such a word.
    private let reason: String

    /// `body`: a JSON object with the member `reason`; empty for a push that was taken.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        // A parser's error would quote the answer.
        let word = (try? JSONValue(parsing: body))?["reason"]?.string
        reason = word.flatMap { Self.isPlain($0) ? $0 : nil } ?? "status \(status)"
    }

    /// Whether the token is too old with which verifyd shows that it has the key; a new one helps.
    package var asksForNewToken: Bool { status == 403 && reason == "ExpiredProviderToken" }

    package var outcome: PushOutcome {
        switch status {
        case 200: .delivered
        case 410: .badDevice(reason)
        case 400 where Self.deviceReasons.contains(reason): .badDevice(reason)
        case 429, 500...599: .busy(reason)
        // Apple knows no other answers, so the operator shall read of it.
        default: .refused(reason)
        }
    }

    /// What another server writes in that place shall not get into a log.
    private static func isPlain(_ word: String) -> Bool {
        (1...longestReason).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isLetter }
    }
}
