import StrictJSON
import VerificationCore

/// Where a project's SMS may go, as the wire says it: a list of regions that get SMS, or of regions that get none.
package enum RegionPolicy {
    /// All regions that have telephone numbers, by ISO 3166; also those without a code there.
    private static let all = Set(
        """
        AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS \
        BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG \
        EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR \
        HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR \
        LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG \
        NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE \
        SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ \
        UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """.split(separator: " ").map(String.init))

    /// The regions of a configuration's `smsRegionConfig`.
    ///
    /// An object without a policy allows all regions. A list of regions that get no SMS allows today's other regions.
    package static func regions(_ policy: JSONObject) throws(AccountError) -> Regions {
        if let allowed = policy["allowlistOnly"]?.object {
            return .only(try codes(allowed["allowedRegions"]))
        }
        guard let allowed = policy["allowByDefault"]?.object else { return .all }
        let refused = try codes(allowed["disallowedRegions"])
        return refused.isEmpty ? .all : .only(all.subtracting(refused))
    }

    /// A policy without the kind of list that a change has not named, where it has named the other kind.
    ///
    /// - Parameters:
    ///   - policy: the policy after the change, perhaps with a list of each kind.
    ///   - update: the policy as the change writes it.
    /// - Returns: the policy with lists of a single kind.
    /// - Throws: an `AccountError` if the change names both kinds.
    package static func single(_ policy: JSONObject, naming update: JSONObject) throws(AccountError) -> JSONObject {
        guard kinds.allSatisfy(policy.contains) else { return policy }
        let unnamed = kinds.filter { !update.contains($0) }
        guard !unnamed.isEmpty else {
            throw .refused(.invalidConfig, "smsRegionConfig has allowlistOnly or allowByDefault, and not both.")
        }
        return unnamed.count == kinds.count ? policy : unnamed.reduce(policy) { $0.setting([$1], to: nil) }
    }

    private static let kinds = ["allowlistOnly", "allowByDefault"]

    /// The `smsRegionConfig` that allows these regions; nil where all are allowed, which is the default.
    package static func policy(_ regions: Regions) -> JSONObject? {
        switch regions {
        case .all: return nil
        case .only(let codes):
            let list = JSONObject.Member(key: "allowedRegions", value: .array(codes.sorted().map(JSONValue.string)))
            return JSONObject([JSONObject.Member(key: "allowlistOnly", value: .object(JSONObject([list])))])
        }
    }

    private static func codes(_ list: JSONValue?) throws(AccountError) -> Set<String> {
        let texts = (list ?? []).array?.map(\.string)
        guard let codes = texts.flatMap({ $0.contains(nil) ? nil : $0.compactMap { $0?.uppercased() } }),
            codes.allSatisfy(all.contains)
        else { throw .refused(.invalidConfig, "A region is a code of ISO 3166 of two letters.") }
        return Set(codes)
    }
}
