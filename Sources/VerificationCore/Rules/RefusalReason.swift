/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Every app refuses numbers of this kind; see `PhoneNumber.Kind.cannotGetSMS`.
    case kindNotAllowed = "kind-not-allowed"
    /// Nobody can own the number, see `PhoneNumber.Kind.fiction`, and it is not a test number of the app.
    case fictionalNumber = "fictional-number"
    /// The app does not send to the number's region.
    case regionNotAllowed = "region-not-allowed"
    /// The app is in testing mode, and the number is not a test number of it.
    case testingMode = "testing-mode"
    /// An operator has blocked the number, its prefix or the address; the word does not tell which of them.
    case blocked
}
