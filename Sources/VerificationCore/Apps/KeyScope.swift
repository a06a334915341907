/// What an API key may be used for.
package enum KeyScope: String, Sendable, CaseIterable {
    /// To start, show, check and cancel verifications: what a backend does all day.
    case send
    /// All of that, and to forget phones, to list, and to keep test numbers.
    ///
    /// Its holder can set a code for somebody's number, so it belongs on no server that only sends.
    case admin

    /// Whether a key of this scope will do where one of the other is asked for.
    package func includes(_ other: KeyScope) -> Bool { self == other || self == .admin }
}
