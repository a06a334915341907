import Foundation

/// Why a call of a ``VerifydClient`` has no result.
///
/// Every call throws a ``ClientError``, or `CancellationError` if its task was cancelled. What the person with the code did
/// is no error: see ``CheckOutcome``. No phone number, code or key is in a description.
public struct ClientError: Error, Sendable, Hashable {
    /// What the error is about; programs go by it.
    public var code: ClientErrorCode
    /// The status of the answer, by HTTP; nil if no answer came or no call was made.
    public var status: Int?
    /// A sentence for people; it may change.
    public var detail: String
    /// The name of the member that is wrong, for example `phoneNumber`.
    public var param: String?
    /// A stable word that says more than the code, for example `sends-per-phone`.
    public var reason: String?
    /// In how many seconds the same call may work; nil if the server does not say.
    public var retryAfter: TimeInterval?
    /// How many wrong codes are left.
    public var remainingChecks: Int?
    /// The request that the error is about, for example after ``ClientErrorCode/queueUnconfirmed``.
    public var verificationID: String?
    /// How the verification stands.
    public var verificationStatus: Verification.Status?
    /// The name of the call in verifyd's log.
    public var requestID: String?
    /// The key of all tries of this call; nil if the call needs none.
    ///
    /// With it, the caller may make the same call again at any time within 24 hours.
    public var idempotencyKey: String?

    init(_ code: ClientErrorCode, detail: String) {
        self.code = code
        self.detail = detail
    }
}

extension ClientError {
    /// Whether the same call may work later without a change by the caller or the person.
    ///
    /// True for a verifyd that is away or busy, and for a limit that ends by itself.
    public var isRetriable: Bool {
        switch status {
        case nil: code == .noAnswer
        case 408, 429, 502, 503, 504: true
        case .some(let status): retryAfter != nil || code == .unexpectedAnswer && !(300..<500).contains(status)
        }
    }

    /// Whether the client repeats the call itself.
    ///
    /// A limit is the worker's decision, and may last hours. So the caller hears of it.
    var isRepeated: Bool { isRetriable && code != .limitReached }
}

extension ClientError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// Code, status, member and sentence.
    public var description: String {
        let told = [status.map(String.init), param, reason, requestID.map { "request \($0)" }].compactMap { $0 }
        return code.rawValue + (told.isEmpty ? "" : " (\(told.joined(separator: ", ")))") + ": " + detail
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
