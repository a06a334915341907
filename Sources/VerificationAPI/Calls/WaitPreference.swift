import HTTPService
import HTTPTypes
import VerificationCore

/// `Prefer: wait=N` of RFC 7240: the caller wants to wait N seconds at most for news, instead of asking again.
struct WaitPreference: Equatable {
    /// 1 to 30.
    let seconds: Int

    static let longest = 30

    var duration: Duration { .seconds(seconds) }

    /// The value of `Preference-Applied`.
    var applied: String { "wait=\(seconds)" }

    /// Nil when there is no such preference, or its value is 0 or not a number; more than 30 counts as 30.
    ///
    /// Of several `wait` preferences the first counts.
    init?(_ headers: HTTPFields) {
        guard let field = headers.text(of: .prefer) else { return nil }
        for preference in field.split(separator: ",") {
            let parts = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard parts.first?.trimmingSpaces.lowercased() == "wait" else { continue }
            guard parts.count == 2, let seconds = Self.number(parts[1].trimmingSpaces), seconds > 0 else { return nil }
            self.seconds = min(seconds, Self.longest)
            return
        }
        return nil
    }

    /// Reads ASCII digits, in quotation marks or not; nil for any other text.
    private static func number(_ text: Substring) -> Int? {
        var digits = text
        if digits.count > 2, digits.first == "\"", digits.last == "\"" { digits = digits.dropFirst().dropLast() }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits) ?? .max
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}

extension IdempotencyKey {
    /// Nil when the caller gave no key; throws when the text cannot be a key, and when the field comes twice.
    init?(in headers: HTTPFields) throws(Problem) {
        let fields = headers[values: .idempotencyKey]
        guard let text = fields.first else { return nil }
        guard fields.count == 1, let key = IdempotencyKey(text) else { throw .invalidIdempotencyKey }
        self = key
    }
}

extension HTTPField.Name {
    static let prefer = known("Prefer")
    static let preferenceApplied = known("Preference-Applied")
    static let idempotencyKey = known("Idempotency-Key")
    static let rateLimit = known("RateLimit")
    static let rateLimitPolicy = known("RateLimit-Policy")
}
