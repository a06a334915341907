import VerificationCore

/// The rules of a random sequence in whole seconds; a text of them names only what differs from `ModelRules()`.
package struct ModelRules: Sendable, Hashable {
    package var resendAfter: Int
    /// An even number, because half of it matters too.
    package var life: Int
    package var maxSends: Int
    package var maxChecks: Int
    package var perPhone: [ModelWindow]
    package var perAddress: [ModelWindow]
    package var perPrefix: [ModelWindow]
    package var perApp: [ModelWindow]
    package var wrongPerPhone: [ModelWindow]
    package var wrongPerAddress: [ModelWindow]
    package var isForGermanyOnly: Bool
    /// Whether the app wants another SMS when an outcome is unknown: `resend` instead of `hold`.
    package var sendsAfterUnknown: Bool

    /// The simplest rules: no limit but those on each verification.
    package init(
        resendAfter: Int = 60, life: Int = 600, maxSends: Int = 5, maxChecks: Int = 5, perPhone: [ModelWindow] = [],
        perAddress: [ModelWindow] = [], perPrefix: [ModelWindow] = [], perApp: [ModelWindow] = [],
        wrongPerPhone: [ModelWindow] = [], wrongPerAddress: [ModelWindow] = [], isForGermanyOnly: Bool = false,
        sendsAfterUnknown: Bool = false
    ) {
        (self.resendAfter, self.life, self.maxSends, self.maxChecks) = (resendAfter, life, maxSends, maxChecks)
        (self.perPhone, self.perAddress, self.perPrefix) = (perPhone, perAddress, perPrefix)
        (self.perApp, self.wrongPerPhone, self.wrongPerAddress) = (perApp, wrongPerPhone, wrongPerAddress)
        (self.isForGermanyOnly, self.sendsAfterUnknown) = (isForGermanyOnly, sendsAfterUnknown)
    }

    /// The same rules as a store gets them.
    package var sendingRules: SendingRules {
        SendingRules(
            resendAfter: .seconds(resendAfter), codeLife: .seconds(life), maxSends: maxSends, maxChecks: maxChecks,
            sendsPerPhone: perPhone.map(\.limit), sendsPerIP: perAddress.map(\.limit),
            sendsPerPrefix: perPrefix.map(\.limit), sendsPerApp: perApp.map(\.limit),
            wrongCodesPerPhone: wrongPerPhone.map(\.limit), wrongCodesPerIP: wrongPerAddress.map(\.limit),
            regions: isForGermanyOnly ? .only(["DE"]) : .all, whenUnknown: sendsAfterUnknown ? .resend : .hold)
    }
}

/// At most so many events in any so many seconds.
package struct ModelWindow: Sendable, Hashable, CustomStringConvertible {
    package let most: Int
    package let seconds: Int

    package init(_ most: Int, in seconds: Int) {
        (self.most, self.seconds) = (most, seconds)
    }

    var limit: RateLimit { RateLimit(most, per: .seconds(seconds)) }
    package var description: String { "ModelWindow(\(most), in: \(seconds))" }
}

extension ModelRules: CustomStringConvertible {
    package var description: String {
        let plain = ModelRules()
        var parts: [String] = []
        func add<Value: Equatable>(_ name: String, _ path: KeyPath<ModelRules, Value>) {
            if self[keyPath: path] != plain[keyPath: path] { parts.append("\(name): \(self[keyPath: path])") }
        }
        add("resendAfter", \.resendAfter)
        add("life", \.life)
        add("maxSends", \.maxSends)
        add("maxChecks", \.maxChecks)
        add("perPhone", \.perPhone)
        add("perAddress", \.perAddress)
        add("perPrefix", \.perPrefix)
        add("perApp", \.perApp)
        add("wrongPerPhone", \.wrongPerPhone)
        add("wrongPerAddress", \.wrongPerAddress)
        add("isForGermanyOnly", \.isForGermanyOnly)
        add("sendsAfterUnknown", \.sendsAfterUnknown)
        return "ModelRules(\(parts.joined(separator: ", ")))"
    }

    /// The same rules with one of them at its plain value; empty for plain rules.
    var simpler: [ModelRules] {
        let plain = ModelRules()
        var all: [ModelRules] = [plain]
        func add<Value: Equatable>(_ path: WritableKeyPath<ModelRules, Value>) {
            var rules = self
            rules[keyPath: path] = plain[keyPath: path]
            all.append(rules)
        }
        add(\.resendAfter)
        add(\.life)
        add(\.maxSends)
        add(\.maxChecks)
        add(\.perPhone)
        add(\.perAddress)
        add(\.perPrefix)
        add(\.perApp)
        add(\.wrongPerPhone)
        add(\.wrongPerAddress)
        add(\.isForGermanyOnly)
        add(\.sendsAfterUnknown)
        return all.filter { $0 != self }
    }
}
