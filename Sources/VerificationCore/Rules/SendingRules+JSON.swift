extension SendingRules {
    /// The rules as an app's settings: only what differs from the standard; times in seconds.
    package var json: JSONObject {
        var object = JSONObject()
        let standard = Self.standard
        if resendAfter != standard.resendAfter { object["resendAfter"] = .integer(resendAfter.components.seconds) }
        if codeLife != standard.codeLife { object["codeLife"] = .integer(codeLife.components.seconds) }
        if codeDigits != standard.codeDigits { object["codeDigits"] = .integer(Int64(codeDigits)) }
        if maxSends != standard.maxSends { object["maxSends"] = .integer(Int64(maxSends)) }
        if maxChecks != standard.maxChecks { object["maxChecks"] = .integer(Int64(maxChecks)) }
        if sendsPerPhone != standard.sendsPerPhone {
            object["sendsPerPhone"] = .array(sendsPerPhone.map { .object($0.json) })
        }
        if whenUnknown != standard.whenUnknown { object["whenUnknown"] = .string(whenUnknown.rawValue) }
        return object
    }

    /// Reads an app's settings; throws on a value that no rule can have, and on a member that is none.
    package init(json: JSONObject) throws(InvalidMember) {
        self = .standard
        for member in json.members {
            switch member.key {
            case "resendAfter": resendAfter = .seconds(try member.whole(in: 0...86_400))
            case "codeLife": codeLife = .seconds(try member.whole(in: 30...86_400))
            case "codeDigits": codeDigits = try member.whole(in: 4...10)
            case "maxSends": maxSends = try member.whole(in: 1...100)
            case "maxChecks": maxChecks = try member.whole(in: 1...100)
            case "sendsPerPhone": sendsPerPhone = try RateLimit.list(member)
            case "whenUnknown":
                guard let policy = member.value.string.flatMap(UnknownOutcomePolicy.init) else {
                    throw InvalidMember(member.key, .malformed)
                }
                whenUnknown = policy
            case _: throw InvalidMember(member.key, .malformed)
            }
        }
    }
}

extension RateLimit {
    fileprivate var json: JSONObject {
        JSONObject([
            JSONObject.Member(key: "count", value: .integer(Int64(count))),
            JSONObject.Member(key: "seconds", value: .integer(interval.components.seconds)),
        ])
    }

    fileprivate static func list(_ member: JSONObject.Member) throws(InvalidMember) -> [RateLimit] {
        guard let entries = member.value.array, (1...8).contains(entries.count) else {
            throw InvalidMember(member.key, .wrongType)
        }
        var limits: [RateLimit] = []
        for entry in entries {
            guard let count = entry["count"]?.integer, (1...1_000_000).contains(count),
                let seconds = entry["seconds"]?.integer, (1...31_536_000).contains(seconds)
            else { throw InvalidMember(member.key, .malformed) }
            limits.append(RateLimit(Int(count), per: .seconds(seconds)))
        }
        return limits
    }
}

extension JSONObject.Member {
    fileprivate func whole(in range: ClosedRange<Int>) throws(InvalidMember) -> Int {
        guard let number = value.integer else { throw InvalidMember(key, .wrongType) }
        guard let whole = Int(exactly: number), range.contains(whole) else { throw InvalidMember(key, .malformed) }
        return whole
    }
}
