import StrictJSON

/// Something that a person does whose question must not stand in an address, for example what a phone has used.
///
/// A form asks by `POST` for the preview, and the preview's button does it. The preview carries the question along in
/// hidden fields. The twin of the preview answers a `POST` too.
struct PostedAction: Sendable {
    /// The field that only a preview's button sends.
    static let confirmation = "confirmed"

    let path: String
    /// The path of the menu's entry below which it is, and of the page to which `Back` leads.
    let menu: String
    /// The fields of the question.
    let carried: [String]
    let preview: @Sendable (PageCall) async throws -> ActionPage.Preview
    let perform: @Sendable (PageCall) async throws -> ActionPage.Outcome

    /// The preview with the question in hidden fields.
    func asked(_ call: PageCall) async throws -> ActionPage.Preview {
        var preview = try await preview(call)
        let question = carried.compactMap { name in call.field(name).map { (name, $0) } }
        preview.fields += (question + [(Self.confirmation, "yes")]).map { name, value in
            ActionPage.Field(name: name, label: "", kind: .hidden, value: value)
        }
        return preview
    }
}
