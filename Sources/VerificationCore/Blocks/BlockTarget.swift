/// The numbers or addresses that an operator's rule covers.
package enum BlockTarget: Sendable, Hashable {
    /// A whole number in E.164.
    case number(String)
    /// All numbers that begin like this.
    case prefix(PhonePrefix)
    /// All addresses of people's devices in this range.
    case network(IPNetwork)

    /// What a target is, as stores and commands call it.
    package enum Kind: String, Sendable, CaseIterable {
        case number, prefix, network
    }

    /// Reads what an operator types: a number such as `+14155550123`, a prefix such as `+234`, an address or a network.
    ///
    /// Digits that are a whole number somewhere in the world are that number; with a `*` behind them they are a prefix.
    /// Nil when it is none of these.
    package init?(typed text: String, phones: some PhoneNumberParser) {
        let plain = (PastedText.plain(text) ?? "").filter { $0 != " " }
        guard plain.utf8.first == UInt8(ascii: "+") else {
            guard let network = IPNetwork(plain) else { return nil }
            self = .network(network)
            return
        }
        if plain.hasSuffix("*") {
            guard let prefix = PhonePrefix(typed: String(plain.dropLast())) else { return nil }
            self = .prefix(prefix)
            // A number that cannot be parsed may still be a prefix.
        } else if let phone = try? phones.parse(plain) {
            self = .number(phone.e164)
        } else {
            guard let prefix = PhonePrefix(typed: plain) else { return nil }
            self = .prefix(prefix)
        }
    }

    /// Reads a target from its `kind` and `text`; nil when they do not fit together.
    package init?(_ kind: Kind, text: String) {
        switch kind {
        case .number:
            // Only what a parser made is a number, but its digits must be digits.
            guard PhonePrefix(text) != nil else { return nil }
            self = .number(text)
        case .prefix:
            guard let prefix = PhonePrefix(text) else { return nil }
            self = .prefix(prefix)
        case .network:
            guard let network = IPNetwork(text) else { return nil }
            self = .network(network)
        }
    }

    package var kind: Kind {
        switch self {
        case .number: .number
        case .prefix: .prefix
        case .network: .network
        }
    }

    /// The number, the prefix or the network as text; for a number it is the whole number, which some roles may not
    /// see.
    package var text: String {
        switch self {
        case .number(let e164): e164
        case .prefix(let prefix): prefix.description
        case .network(let network): network.description
        }
    }

    /// How many digits of a prefix every viewer sees: a longer prefix may be all but a digit of a person's number.
    package static let shownDigits = 7

    /// What the audit and viewers see: a number only masked, and of a prefix the first seven digits.
    package func masked(by phones: some PhoneNumberParser) -> String {
        switch self {
        case .number(let e164): phones.masked(e164)
        case .prefix(let prefix): Self.masked(prefix)
        case .network(let network): network.description
        }
    }

    /// A prefix as viewers see it; nil for a number or a network.
    package var shownPrefix: String? {
        switch self {
        case .prefix(let prefix): Self.masked(prefix)
        case .number, .network: nil
        }
    }

    private static func masked(_ prefix: PhonePrefix) -> String {
        let text = prefix.description
        let shown = text.prefix(1 + shownDigits)
        return shown + String(repeating: "•", count: text.utf8.count - shown.utf8.count) + "*"
    }
}

/// A rule that an operator wants.
package struct BlockDraft: Sendable, Hashable {
    package let target: BlockTarget
    package let action: BlockRule.Action
    package let who: String
    package let reason: String
    package let until: Timestamp?

    package init(
        target: BlockTarget, action: BlockRule.Action, who: String, reason: String, until: Timestamp? = nil
    ) {
        self.target = target
        self.action = action
        self.who = who
        self.reason = reason
        self.until = until
    }
}
