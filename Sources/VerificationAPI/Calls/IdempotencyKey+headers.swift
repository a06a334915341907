import HTTPService
import HTTPTypes
import VerificationCore

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
