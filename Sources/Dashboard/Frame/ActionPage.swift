import Operations
import StrictJSON

/// Something that a person does: first a page says what would happen, and only the button on this page does it.
///
/// `GET` answers the preview, and its twin the same as JSON. `POST` does it and leads to another page, which says what was
/// done. So a browser that loads again does nothing twice.
struct ActionPage: Sendable {
    /// What would happen, and what the person has to say first.
    struct Preview: Sendable {
        let title: String
        /// What would happen, in sentences.
        var sentences: [String]
        /// What is known, for example how many messages it is about.
        var facts: [(name: String, value: JSONValue)] = []
        /// What cannot be undone, or hurts people; the page shows it apart.
        var warning: String?
        /// Whether people get no code because of it: then the button is red.
        var isGrave = false
        var fields: [Field] = [.reason]
        /// Why the form that was sent was not enough; nil before the person has sent any.
        var trouble: String?
        /// What the browser has to ask a security key for before the form is sent; nil for most forms.
        var keyRequest: KeyRequest?
        /// The button's label, for example `Replay 12`; nil when nothing can be done, which `sentences` explain.
        let button: String?
    }

    /// A field of the form.
    struct Field: Sendable {
        enum Kind: String, Sendable {
            case text, number, choice, password
            /// Goes with the form, and the page does not show it.
            case hidden
        }

        let name: String
        let label: String
        var kind = Kind.text
        var value = ""
        var options: [String] = []
        var isRequired = true
        var hint: String?
        /// Whether no page shows what was typed, also when the form comes back: a code stands on no page.
        var isSecret = false
        /// What a browser may fill in of what it has kept; nil for nothing.
        var autocomplete: String?

        static let reason = Field(name: "reason", label: "Reason", hint: "Recorded in the audit log.")

        /// A password, which no page shows again.
        static func password(_ name: String, _ label: String, autocomplete: String) -> Field {
            Field(name: name, label: label, kind: .password, isSecret: true, autocomplete: autocomplete)
        }

        /// A name that a person types to show that it is the one that is meant.
        static func typedName(_ name: String) -> Field {
            Field(name: "name", label: "Type \(name) to confirm")
        }
    }

    /// What was done, for the next page.
    struct Outcome: Sendable {
        /// What was done, for example that 12 messages are back on their queue.
        let sentence: String
        /// The path to which the browser goes, below the dashboard's.
        let next: String
        /// The title of a page that says the sentence at once, and only here; nil for a sentence on the next page.
        ///
        /// It is for what may stand in no cookie, for example a phone number. To load such a page again asks anew.
        var ownTitle: String?
        /// Cookies for the browser beside the sentence, for example of a new session.
        var cookies: [String] = []
    }

    /// For example `/queues/{queue}/pause`.
    let path: String
    /// The path of the menu's entry below which it is, and of the page to which `Back` leads.
    let menu: String
    let preview: @Sendable (PageCall) async throws -> Preview
    let perform: @Sendable (PageCall) async throws -> Outcome
}

extension ActionPage.Preview {
    /// The form as the person has filled it in, with what is wrong with it.
    func again(because trouble: String, with call: PageCall) -> Self {
        var form = self
        form.trouble = trouble
        for index in fields.indices where !fields[index].isSecret && fields[index].kind != .hidden {
            form.fields[index].value = call.field(fields[index].name) ?? ""
        }
        return form
    }

    /// As the template `action.mustache` and the twin have it; `back` is the path of the page to which a person may return.
    func data(back: String) -> JSONValue {
        [
            "trouble": .text(trouble),
            "sentences": .array(sentences.map(JSONValue.string)),
            "facts": .array(facts.map { ["name": .string($0.name), "value": $0.value] }),
            "warning": .text(warning), "isGrave": .bool(isGrave), "button": .text(button), "back": .string(back),
            "fields": .array(button == nil ? [] : fields.map(\.data)), "keyRequest": keyRequest?.data ?? .null,
        ]
    }
}

extension ActionPage.Field {
    fileprivate var data: JSONValue {
        [
            "name": .string(name), "label": .string(label), "value": .string(value), "isRequired": .bool(isRequired),
            "hint": .text(hint), "isText": .bool(kind == .text), "isNumber": .bool(kind == .number),
            "isChoice": .bool(kind == .choice), "isPassword": .bool(kind == .password),
            "autocomplete": .string(autocomplete ?? "off"), "isHidden": .bool(kind == .hidden),
            "options": .array(options.map { ["option": .string($0), "isChosen": .bool($0 == value)] }),
        ]
    }
}

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
