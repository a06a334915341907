import VerificationCore

extension BlockRule.Action {
    var words: String {
        switch self {
        case .block: "block"
        case .allow: "always allow"
        }
    }

    /// What a rule of this kind does.
    func meaning(for kind: BlockTarget.Kind) -> String {
        switch (self, kind) {
        case (.block, .number): "Nothing is sent to this number, and its requests count in no limit."
        case (.block, .prefix):
            "Nothing is sent to numbers that begin like this, unless a rule on more of their digits allows it."
        case (.block, .network): "Nothing is sent for people at these addresses, as far as apps pass addresses on."
        case (.allow, .number): "The limits sends-per-phone and sends-per-prefix hold this number no more."
        case (.allow, .prefix): "The limit sends-per-prefix holds these numbers no more; sends-per-phone still does."
        case (.allow, .network): "The limit sends-per-ip holds these addresses no more."
        }
    }
}

extension String {
    /// With a capital at the beginning, as a title or a button has it.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
