import Operations
import StrictJSON
import VerificationCore

/// What the pages of limits know.
enum LimitViewModel {
    /// The fields in which a person says whose limits.
    static let asked = ["app", "phone", "ip", "prefix", "verification"]

    static func data(
        _ held: Cached<LimitService.Held>, of app: OneApp, apps: [String], rules: [JSONValue], rulesKnown: JSONValue,
        older: String?
    ) -> JSONValue {
        [
            "app": .text(app.id?.name),
            "apps": .array(apps.map(JSONValue.string)),
            "choices": .array(apps.map { ["name": .string($0), "isChosen": .bool($0 == app.id?.name)] }),
            "rules": .array(rules), "rulesKnown": rulesKnown,
            "older": .text(older), "heldKnown": held.sign,
            "heldByLimit": .array((held.value?.byLimit ?? []).map(row)),
            "heldByRegion": .array((held.value?.byRegion ?? []).map(row)),
        ]
    }

    /// What has been used.
    ///
    /// A whole number is only where the person typed it, in the forms that carry it on.
    static func data(
        _ uses: [LimitUse], of subject: LimitSubject, question: LimitService.Question, rules: [JSONValue],
        asked call: PageCall
    ) -> JSONValue {
        [
            "of": .string(question.words), "rules": .array(rules),
            "asked": .array(
                asked.compactMap { name in
                    call.field(name).map { ["name": .string(name), "value": .string($0)] }
                }),
            "uses": .array(
                uses.map { use in
                    [
                        "limit": .string(use.limit.rawValue),
                        "of": .text(use.limit.isOfPhone ? question.phone?.masked : subject.holder(of: use.limit)),
                        "used": .count(use.used), "count": .count(use.quota.count),
                        "inSeconds": .seconds(use.quota.interval), "admitsAt": .time(use.admitsAt),
                        "freeAt": .time(use.freeAt),
                        "mayReset": .bool(use.used > 0 && ResetObstacle(to: use.limit, of: subject) == nil),
                    ]
                }),
        ]
    }

    private static func row(_ sum: TallySum) -> JSONValue {
        ["name": .word(sum.name), "count": .count(sum.counts.values.reduce(0, +))]
    }
}

extension LimitReached.Limit {
    /// Whether it counts for a single phone, whose number the page does not show whole.
    var isOfPhone: Bool {
        switch self {
        case .sendsPerPhone, .sendsPerPhoneAndIP, .sendsPerVerification, .wrongCodesPerPhone, .wrongCodesPerTestNumber:
            true
        case .sendsPerIP, .sendsPerPrefix, .sendsPerProof, .unprovenSends, .sendsPerApp, .wrongCodesPerIP,
            .wrongCodesOfStrangers:
            false
        }
    }

    /// Whether many people share the limit, so that a reset also frees people whom the operator did not name.
    var isShared: Bool { self == .sendsPerPrefix || self == .unprovenSends || self == .sendsPerApp }
}

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
        case (.allow, .number): "The limits sends-per-phone and sends-per-prefix no longer apply to this number."
        case (.allow, .prefix): "The limit sends-per-prefix no longer applies here; sends-per-phone still does."
        case (.allow, .network): "The limit sends-per-ip no longer applies to these addresses."
        }
    }
}

extension String {
    /// With a capital at the beginning, as a title or a button has it.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
