/// What an API key may be used for.
package enum KeyScope: String, Sendable, CaseIterable {
    /// To start, show, check and cancel verifications: what a backend does all day.
    case send
    /// All that `send` allows, and also to erase phones, to list verifications and to keep test numbers.
    ///
    /// With such a key a caller can set a fixed code for a person's number. So it does not belong on a server that only
    /// sends.
    case admin

    /// Whether a key of this scope may do what needs the other scope.
    package func includes(_ other: KeyScope) -> Bool { self == other || self == .admin }
}
