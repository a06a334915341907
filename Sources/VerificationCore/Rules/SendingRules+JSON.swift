import Messages
import StrictJSON

extension SendingRules {
    /// The rules as an app's settings: the regions, and every other rule that differs from the standard.
    ///
    /// Times are in seconds.
    package var json: JSONObject {
        var object = JSONObject()
        object["regions"] = regions.json
        for (member, limits) in Self.limits where self[keyPath: limits] != Self.standard[keyPath: limits] {
            object[member] = RateLimit.json(self[keyPath: limits])
        }
        for number in Self.numbers where self[keyPath: number.path] != Self.standard[keyPath: number.path] {
            object[number.member] = .integer(Int64(self[keyPath: number.path]))
        }
        for duration in Self.durations where self[keyPath: duration.path] != Self.standard[keyPath: duration.path] {
            object[duration.member] = .integer(self[keyPath: duration.path].components.seconds)
        }
        if !allowedKinds.isEmpty {
            object["allowedKinds"] = .array(allowedKinds.map(\.rawValue).sorted().map { .string($0) })
        }
        if whenUnknown != Self.standard.whenUnknown { object["whenUnknown"] = .string(whenUnknown.rawValue) }
        if isTesting { object["testing"] = .bool(true) }
        if !takesTestNumbers { object["testNumbers"] = .bool(false) }
        if transliterate { object["transliterate"] = .bool(true) }
        if warn { object["warn"] = .bool(true) }
        if let domain = webOTPLine?.webOTPDomain { object["webOtpDomain"] = .string(domain) }
        return object
    }

    /// Reads an app's settings; throws on a value that the rule cannot have, and on an unknown member.
    ///
    /// Settings that name no regions send nowhere.
    package init(json: JSONObject) throws(InvalidMemberError) {
        var base = Self.standard
        base.regions = .none
        self = try base.changed(by: json)
    }

    /// These rules with the changes that the settings name; throws as `init(json:)` does.
    package func changed(by json: JSONObject) throws(InvalidMemberError) -> SendingRules {
        var rules = self
        for member in json.members { try rules.read(member) }
        return rules
    }

    /// What a member of an app's settings may be, for the operator who got it wrong; nil for an unknown member.
    package static func expectation(of member: String) -> String? {
        if limits.contains(where: { $0.member == member }) {
            return
                #"a list of \#(member == "sendsPerPhone" ? "1 to" : "at most") 8 windows such as {"count":5,"seconds":600}"#
        }
        if let number = numbers.first(where: { $0.member == member }) {
            return "a whole number from \(number.range.lowerBound) to \(number.range.upperBound)"
        }
        if let duration = durations.first(where: { $0.member == member }) {
            return "\(duration.range.lowerBound) to \(duration.range.upperBound) seconds"
        }
        return switch member {
        case "regions": #""all" or a list of two-letter codes"#
        case "allowedKinds": "a list of \(PhoneNumber.Kind.refused.map(\.rawValue).joined(separator: ", "))"
        case "testing", "testNumbers", "transliterate", "warn": "true or false"
        case "webOtpDomain": "a host name in lower case such as shop.example.com, or null"
        case "whenUnknown": UnknownOutcomePolicy.allCases.map(\.rawValue).joined(separator: " or ")
        default: nil
        }
    }

    private mutating func read(_ member: JSONObject.Member) throws(InvalidMemberError) {
        if let limits = Self.limits.first(where: { $0.member == member.key }) {
            // Without a limit an attacker could flood a phone. Limits that many phones share may be empty.
            let least = limits.path == \.sendsPerPhone ? 1 : 0
            self[keyPath: limits.path] = try RateLimit.list(member, atLeast: least)
        } else if let number = Self.numbers.first(where: { $0.member == member.key }) {
            self[keyPath: number.path] = try member.whole(in: number.range)
        } else if let duration = Self.durations.first(where: { $0.member == member.key }) {
            self[keyPath: duration.path] = .seconds(try member.whole(in: duration.range))
        } else {
            try readWord(member)
        }
    }

    private mutating func readWord(_ member: JSONObject.Member) throws(InvalidMemberError) {
        switch member.key {
        case "regions": regions = try Regions(member)
        case "allowedKinds": allowedKinds = try PhoneNumber.Kind.allowed(member)
        case "testing": isTesting = try member.truth()
        case "testNumbers": takesTestNumbers = try member.truth()
        case "transliterate": transliterate = try member.truth()
        case "warn": warn = try member.truth()
        case "webOtpDomain":
            webOTPLine = member.value.string.flatMap { Autofill(webOTPDomain: $0) }
            guard webOTPLine != nil || member.value == .null else {
                throw InvalidMemberError(member.key, is: .malformed)
            }
        case "whenUnknown":
            guard let policy = member.value.string.flatMap(UnknownOutcomePolicy.init) else {
                throw InvalidMemberError(member.key, is: .malformed)
            }
            whenUnknown = policy
        default: throw InvalidMemberError(member.key, is: .malformed)
        }
    }
}

// The members that are read and written alike, in the order in which `json` writes them.
extension SendingRules {
    private typealias Path<Value> = WritableKeyPath<SendingRules, Value>

    private static var limits: [(member: String, path: Path<[RateLimit]>)] {
        [
            ("sendsPerPhone", \.sendsPerPhone), ("sendsPerIp", \.sendsPerIP), ("sendsPerPrefix", \.sendsPerPrefix),
            ("sendsPerApp", \.sendsPerApp), ("wrongCodesPerPhone", \.wrongCodesPerPhone),
            ("wrongCodesPerIp", \.wrongCodesPerIP),
        ]
    }

    private static var numbers: [(member: String, path: Path<Int>, range: ClosedRange<Int>)] {
        [
            ("codeDigits", \.codeDigits, CodeRecipe.lengths), ("maxSends", \.maxSends, 1...100),
            ("maxChecks", \.maxChecks, 1...100), ("maxTestNumbers", \.maxTestNumbers, 0...1_000),
            ("maxSegments", \.maxSegments, 1...6),
        ]
    }

    private static var durations: [(member: String, path: Path<Duration>, range: ClosedRange<Int>)] {
        [("resendAfter", \.resendAfter, 0...86_400), ("codeLife", \.codeLife, 30...86_400)]
    }
}

extension Regions {
    fileprivate var json: JSONValue {
        switch self {
        case .all: .string("all")
        case .only(let regions): .array(regions.sorted().map { .string($0) })
        }
    }

    fileprivate init(_ member: JSONObject.Member) throws(InvalidMemberError) {
        if member.value.string == "all" {
            self = .all
            return
        }
        guard let codes = member.value.array else { throw InvalidMemberError(member.key, is: .wrongType) }
        guard let regions = Regions(codes: codes.map { $0.string ?? "" }) else {
            throw InvalidMemberError(member.key, is: .malformed)
        }
        self = regions
    }
}

extension PhoneNumber.Kind {
    /// The kinds that an app may allow although apps refuse them.
    package static let refused = allCases.filter(\.cannotGetSMS)

    fileprivate static func allowed(_ member: JSONObject.Member) throws(InvalidMemberError) -> Set<Self> {
        guard let names = member.value.array else { throw InvalidMemberError(member.key, is: .wrongType) }
        let kinds = names.map { $0.string.flatMap(Self.init) }
        guard kinds.allSatisfy({ $0.map(refused.contains) ?? false }) else {
            throw InvalidMemberError(member.key, is: .malformed)
        }
        return Set(kinds.compactMap(\.self))
    }
}

extension RateLimit {
    fileprivate static func list(
        _ member: JSONObject.Member, atLeast least: Int
    ) throws(InvalidMemberError) -> [RateLimit] {
        guard let entries = member.value.array, (least...8).contains(entries.count) else {
            throw InvalidMemberError(member.key, is: .wrongType)
        }
        guard let limits = RateLimit.list(member.value) else { throw InvalidMemberError(member.key, is: .malformed) }
        return limits
    }
}

extension JSONObject.Member {
    fileprivate func whole(in range: ClosedRange<Int>) throws(InvalidMemberError) -> Int {
        guard let number = value.integer else { throw InvalidMemberError(key, is: .wrongType) }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw InvalidMemberError(key, is: .malformed)
        }
        return whole
    }

    fileprivate func truth() throws(InvalidMemberError) -> Bool {
        guard case .bool(let truth) = value else { throw InvalidMemberError(key, is: .wrongType) }
        return truth
    }
}
