import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What came back for a call, before anybody knows whether the server has sent it.
struct WireReply: Sendable {
    /// Every answer of the server is far smaller.
    static let mostBytes = 1_048_576

    let body: Data
    let head: HTTPURLResponse

    /// The answer, if the server has sent one.
    ///
    /// Throws what the server has refused, or that something else has answered: a network's sign-in page, a proxy, a file.
    func answer<Answer: Decodable>(as type: Answer.Type, to call: WireCall) throws(WireFailure) -> Answer {
        guard body.count <= Self.mostBytes else { throw .foreign(self) }
        guard (200..<300).contains(head.statusCode) else { throw refusal(of: call) }
        let answer: Answer
        // Which member is missing or wrong is of no use: the body may be anybody's, and may hold tokens.
        do { answer = try JSONDecoder().decode(type, from: body) } catch { throw .foreign(self) }
        if let checked = answer as? any WireChecked, !checked.isOfTheWire { throw .foreign(self) }
        return answer
    }

    /// How long the server asks to wait; nil where it does not, or in words that this library does not read.
    var retryAfter: TimeInterval? {
        guard let seconds = head.value(forHTTPHeaderField: "Retry-After").flatMap(TimeInterval.init) else { return nil }
        return seconds.isFinite && seconds >= 0 ? seconds : nil
    }

    private static let aboutUsers: Set<AuthErrorCode> = [
        .userTokenExpired, .invalidUserToken, .userDisabled, .userNotFound,
    ]

    private func refusal(of call: WireCall) -> WireFailure {
        let refusal: WireRefusal
        // A page has no envelope, and that is all that matters here.
        do { refusal = try JSONDecoder().decode(WireRefusal.self, from: body) } catch { return .foreign(self) }
        // Many programs write an object `error`. The server's own repeats the status of its answer.
        guard refusal.error.code == head.statusCode else { return .foreign(self) }
        let error = refusal.authError(retryAfter: retryAfter, without: call.secrets)
        // The server refuses users with 4xx alone. A gateway's 5xx about them must not sign anybody out.
        if head.statusCode >= 500, Self.aboutUsers.contains(error.kind) { return .foreign(self) }
        switch head.statusCode {
        case 503: return WireFailure(error, repetition: .always)
        case 500...: return WireFailure(error, repetition: .ifRepeatable)
        default: return WireFailure(error, repetition: .never)
        }
    }
}

/// An answer that can tell whether the server has sent it.
///
/// All members of most answers are optional, so the JSON of any other program could pass for one.
protocol WireChecked {
    var isOfTheWire: Bool { get }
}

/// The server's envelope of all errors.
struct WireRefusal: Decodable, Sendable {
    struct Content: Decodable, Sendable {
        let code: Int
        let message: String
        let status: String?
    }
    let error: Content
}

/// What a call that has only an effect answers.
struct DoneAnswer: Decodable, Sendable, WireChecked {
    let kind: String

    var isOfTheWire: Bool { kind.hasPrefix("identitytoolkit#") }
}
