import VerificationCore

extension DeliveryReceipt {
    /// A provider's number for a failure as a reason, for example `error-30003`; nil for 0, which is no failure, and for
    /// what is no number.
    static func reason(error code: String?) -> String? {
        guard let code, let number = UInt32(code), number > 0 else { return nil }
        return "error-\(number)"
    }
}
