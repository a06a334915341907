import GatewayKit
import VerificationCore

/// Under which numbers the sender and its texts are registered in India, where operators ask for both.
package struct IndianRegistration: Sendable, Hashable {
    /// Of the company: its "principal entity".
    package let entityID: String
    /// Of each text, by what the text is.
    ///
    /// A key is a language (`hi`), an app and a language (`shop/hi`), an app (`shop/*`), or `*` for all others.
    package let templates: [String: String]

    package init(entityID: String, templates: [String: String]) {
        (self.entityID, self.templates) = (entityID, templates)
    }

    /// One registration for all texts.
    package init(entityID: String, templateID: String) {
        self.init(entityID: entityID, templates: [Self.rest: templateID])
    }

    private static let rest = "*"

    /// - Throws: which id is not of 1 to 64 letters and digits, or which key is none.
    func check() throws(GatewaySettingsError) {
        try check(entityID, setting: "indiaEntity")
        for (key, id) in templates.sorted(by: { $0.key < $1.key }) {
            let setting = key == Self.rest ? "indiaTemplate" : "indiaTemplates.\(key)"
            guard Self.isKey(key) else { throw GatewaySettingsError(.malformedTextKey, setting: setting) }
            try check(id, setting: setting)
        }
    }

    private func check(_ id: String, setting: String) throws(GatewaySettingsError) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(\.isASCIILetterOrDigit) else {
            throw GatewaySettingsError(.malformedRegistration, setting: setting)
        }
    }

    private static func isKey(_ key: String) -> Bool {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let language = parts.last, language == rest || LanguageTag(language)?.description == language else {
            return false
        }
        return parts.count == 1 || parts.count == 2 && AppID(parts[0]) != nil
    }
}

extension IndianRegistration {
    /// What a message says of its registration.
    struct IDs: Sendable, Hashable {
        let entity: String
        /// Nil for a text that is registered under no number.
        let template: String?
    }

    /// Nil for a number of another country, whose operators know no such ids.
    func ids(for message: OutgoingMessage) -> IDs? {
        guard message.phone.region == "IN" else { return nil }
        let language = message.text.language
        let names = [language.description, String(language.language), Self.rest]
        let keys = (message.origin.map(\.app).map { app in names.map { "\(app)/\($0)" } } ?? []) + names
        return IDs(entity: entityID, template: keys.lazy.compactMap { templates[$0] }.first)
    }
}

/// The settings of a sender that is registered in India.
enum IndiaSettings {
    static let entity = Setting("indiaEntity", .text, "India: the id of the sender's registration")
    static let template = Setting("indiaTemplate", .text, "India: the registered template for all texts")
    static let templates = Setting(
        "indiaTemplates", .pairs,
        "India: the registered template of each text, such as {\"hi\": \"1107\"}; * means all other texts")

    static let all: [any DeclaredSetting] = [entity, template, templates]
}

extension GatewayValues {
    /// The registration of the sender and of texts, or none of either.
    func india() throws(SettingsError) -> IndianRegistration? {
        let (entity, template, templates) = (IndiaSettings.entity, IndiaSettings.template, IndiaSettings.templates)
        guard isSet(entity) || isSet(template) || isSet(templates) else { return nil }
        var all = try valueIfSet(of: templates) ?? [:]
        if all.isEmpty || isSet(template) {
            try add(try value(of: template), to: &all, of: template, and: templates)
        }
        return IndianRegistration(entityID: try value(of: entity), templates: all)
    }
}
