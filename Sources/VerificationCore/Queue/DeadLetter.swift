/// Why a message is dead-lettered, as its headers will say.
///
/// It never holds what the message said.
package struct DeadLetter: Sendable, Hashable {
    /// All reasons; operators filter dead letters by these raw values.
    package enum Reason: String, Sendable, CaseIterable {
        case tooLarge = "too-large"
        case unknownType = "unknown-type"
        case wrongContentType = "wrong-content-type"
        case notJSON = "not-json"
        case invalidMember = "invalid-member"
        case unknownApp = "unknown-app"
        case outOfTries = "out-of-tries"
        /// Its id belongs to a request for another phone or app.
        case idReused = "id-reused"
        case internalError = "internal-error"
    }

    package let reason: Reason
    /// The wrong member, or the gateway's error; a stable identifier, safe to print.
    package let detail: String?

    package init(_ reason: Reason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// What went wrong last, as exactly as it is known: the detail, or without a detail the reason.
    package var error: ErrorCode { ErrorCode(detail ?? reason.rawValue) }
}

extension DeadLetter: Error {}

/// A failure as a message's headers name it: a short line of printable ASCII.
package struct ErrorCode: Sendable, Hashable, CustomStringConvertible {
    private static let longest = 100

    package let description: String

    /// The code of an error of verifyd's own, cut at 100 characters, with `?` for what is not printable ASCII.
    ///
    /// The caller passes a stable identifier, such as a gateway's reason, because this initializer removes no phone
    /// number from it.
    package init(_ error: String) {
        description = String(
            error.unicodeScalars.prefix(Self.longest).map { Self.isPrintable($0) ? Character($0) : "?" })
    }

    /// Reads a header, which any publisher may have written; nil for what verifyd would not have written.
    package init?(header: String) {
        guard !header.isEmpty, header.utf8.count <= Self.longest, header.unicodeScalars.allSatisfy(Self.isPrintable)
        else { return nil }
        description = header
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }
}
