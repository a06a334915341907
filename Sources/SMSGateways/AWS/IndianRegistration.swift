/// Under which numbers a sender is registered in India.
package struct IndianRegistration: Sendable, Hashable {
    /// Of the company: its "principal entity".
    package let entityID: String
    /// Of the text.
    package let templateID: String

    package init(entityID: String, templateID: String) {
        self.entityID = entityID
        self.templateID = templateID
    }

    /// - Throws: which id is not of 1 to 64 letters and digits.
    func check() throws(GatewaySettingsError) {
        for (id, setting) in [(entityID, "india.entityID"), (templateID, "india.templateID")] {
            guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(\.isASCIILetterOrDigit) else {
                throw GatewaySettingsError(.malformedSender, setting: setting)
            }
        }
    }
}
