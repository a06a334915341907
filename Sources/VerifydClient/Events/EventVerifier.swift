import Crypto
import Foundation

/// Checks that an event comes from verifyd, and reads it.
///
/// The signature is that of Standard Webhooks. While a secret is being replaced, give both: each of them is enough.
public struct EventVerifier: Sendable {
    private let keys: [SymmetricKey]
    private let tolerance: TimeInterval

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - secrets: as `verifyd apps events` shows them, for example `whsec_…`; at least one.
    ///   - tolerance: how many seconds verifyd's clock may be from this machine's.
    /// - Throws: ``ClientErrorCode/invalidConfiguration``, if there is no secret, or a text that is none.
    public init(secrets: [String], tolerance: TimeInterval = 300) throws {
        keys = secrets.compactMap { secret in
            guard secret.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(secret.dropFirst(6))),
                (24...64).contains(bytes.count)
            else { return nil }
            return SymmetricKey(data: bytes)
        }
        guard !keys.isEmpty, keys.count == secrets.count else {
            throw ClientError(.invalidConfiguration, detail: "A secret is whsec_ and the Base64 of 24 to 64 bytes.")
        }
        self.tolerance = tolerance
    }

    /// Checks a call, and returns the event that it brings.
    ///
    /// Answer an error with 401, and everything else with 204, before any work: verifyd repeats what got no 2xx. Keep the ids
    /// of the last day, and drop an event whose ``Event/id`` has come before.
    ///
    /// - Parameters:
    ///   - body: the whole body, byte by byte as it came.
    ///   - now: this machine's time.
    ///   - header: returns the header of a name in small letters; nil if the call has none.
    /// - Returns: the event.
    /// - Throws: ``EventError``.
    public func event(in body: Data, at now: Date = Date(), header: (String) -> String?) throws -> Event {
        guard let id = header("webhook-id"), let time = header("webhook-timestamp"),
            let signatures = header("webhook-signature"), let seconds = Int64(time)
        else { throw EventError.unsigned }
        guard isSigned(Data("\(id).\(time).".utf8) + body, by: signatures) else { throw EventError.forged }
        guard abs(Double(seconds) - now.timeIntervalSince1970) <= tolerance else { throw EventError.outdated }
        return try Event(body, id: id)
    }

    /// Whether one of the signatures is by one of the secrets; the comparison takes the same time for each wrong one.
    private func isSigned(_ content: Data, by signatures: String) -> Bool {
        signatures.split(separator: " ").contains { signature in
            guard signature.hasPrefix("v1,"), let code = Data(base64Encoded: String(signature.dropFirst(3))) else {
                return false
            }
            return keys.contains { HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: content, using: $0) }
        }
    }
}

extension EventVerifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows no secret.
    public var description: String { "EventVerifier(\(keys.count) secrets)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows no member.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a call brings no event.
public enum EventError: Error, Sendable, Hashable {
    /// A header is missing or no number.
    case unsigned
    /// No signature is by a secret of this receiver.
    case forged
    /// The call is older than the tolerance, or from the future: a repetition by a stranger, or a wrong clock.
    case outdated
    /// The signature is right, and the body is no event that this version can read.
    case unreadable
}

extension Event {
    fileprivate init(_ body: Data, id: String) throws {
        let answer: Answer
        do {
            answer = try APIDates.decode(Answer.self, from: body)
        } catch { throw EventError.unreadable }
        let data = answer.data
        self.init(
            id: id, type: EventType(rawValue: answer.type), timestamp: answer.timestamp, app: data.app,
            verificationID: data.verificationId, joined: data.joined, sequence: data.sequence,
            status: data.status.map(Verification.Status.init), reason: data.reason, messageNumber: data.messageNumber,
            languageCode: data.languageCode, metadata: data.metadata ?? [:])
    }

    private struct Answer: Decodable {
        var type: String
        var timestamp: Date
        var data: Members
    }

    private struct Members: Decodable {
        var app: String?
        var verificationId: String?
        var joined: String?
        var sequence: Int?
        var status: String?
        var reason: String?
        var messageNumber: Int?
        var languageCode: String?
        var metadata: [String: String]?
    }
}
