/// How a text travels that does not fit a single SMS.
package enum SMPPLongTexts: String, Sendable, CaseIterable {
    /// As parts with a header that joins them, which every SMSC understands.
    case parts
    /// Whole, in the parameter `message_payload`; the SMSC cuts it.
    case payload
}
