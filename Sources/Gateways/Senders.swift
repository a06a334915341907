import VerificationCore

/// The sender that a person sees on the SMS: one sender for all numbers, or another one for some regions.
package struct Senders: Sendable, Hashable {
    /// Leaves the sender to the provider.
    package static let none = Senders(nil)

    /// For the regions that `byRegion` does not name; nil leaves it to the provider.
    package let usual: String?
    /// By the ISO 3166 code of the number's region, for example `IN`.
    package let byRegion: [String: String]

    package init(_ usual: String?, byRegion: [String: String] = [:]) {
        (self.usual, self.byRegion) = (usual, byRegion)
    }

    /// The sender of a message to a number.
    package subscript(phone: PhoneNumber) -> String? { byRegion[phone.region] ?? usual }

    /// Every sender, with the name of the setting that says it.
    var all: [(setting: String, sender: String)] {
        let others = byRegion.sorted { $0.key < $1.key }.map { ("senders.\($0.key)", $0.value) }
        return (usual.map { [("sender", $0)] } ?? []) + others
    }

    /// - Throws: the first sender that `isSender` does not take, as `code`.
    func check(
        _ code: GatewaySettingsError.Code = .malformedSender, _ isSender: (String) -> Bool
    ) throws(GatewaySettingsError) {
        for (setting, sender) in all where !isSender(sender) { throw GatewaySettingsError(code, setting: setting) }
    }
}

extension Senders: ExpressibleByStringLiteral {
    /// One sender for all numbers.
    package init(stringLiteral sender: String) { self.init(sender) }
}
