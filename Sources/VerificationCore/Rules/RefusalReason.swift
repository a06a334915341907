/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Premium-rate, shared-cost, pager, fixed line: it costs, or no SMS arrives.
    case kindNotAllowed = "kind-not-allowed"
    /// The app does not send to the number's region.
    case regionNotAllowed = "region-not-allowed"
    /// The app is in testing mode, and the number is none of its test numbers.
    case testingMode = "testing-mode"
}
