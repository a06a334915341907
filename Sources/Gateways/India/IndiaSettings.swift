import GatewayKit

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
