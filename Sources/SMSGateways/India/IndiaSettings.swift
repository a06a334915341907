import GatewayKit

/// The settings of a sender that is registered in India.
enum IndiaSettings {
    static let entity = Setting("indiaEntity", .text, "the sender's registration in India")
    static let template = Setting("indiaTemplate", .text, "the registration in India of all texts")
    static let templates = Setting(
        "indiaTemplates", .pairs,
        "the registration in India of each text, such as {\"hi\": \"1107\", \"shop/en\": \"1108\"}; * is the rest")

    static let all: [any DeclaredSetting] = [entity, template, templates]
}

extension GatewayValues {
    /// The registration of the sender and of texts, or none of either.
    func india() throws(SettingsProblem) -> IndianRegistration? {
        let (entity, template, templates) = (IndiaSettings.entity, IndiaSettings.template, IndiaSettings.templates)
        guard isSet(entity) || isSet(template) || isSet(templates) else { return nil }
        var all = try valueIfSet(of: templates) ?? [:]
        if all.isEmpty || isSet(template) {
            try add(try value(of: template), to: &all, of: template, and: templates)
        }
        return IndianRegistration(entityID: try value(of: entity), templates: all)
    }
}
