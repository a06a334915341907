import VerificationCore

extension DeliveryReceipt {
    /// An id that may be stored: not empty, and at most 255 bytes.
    static func storableID(_ id: String) -> String? { (1...255).contains(id.utf8.count) ? id : nil }

    /// A provider's number for a failure as a reason, for example `error-30003`; nil for 0, which is no failure, and for
    /// what is no number.
    static func reason(error code: String?) -> String? {
        guard let code, let number = UInt32(code), number > 0 else { return nil }
        return "error-\(number)"
    }
}
