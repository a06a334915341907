import PhoneNumbers
import StrictJSON
import Testing
import VerificationCore

@Suite("Regions that share a calling code, in the rules of an app")
struct TerritoryTests {
    private let plan = NumberingPlan.builtIn

    @Test(
        "a list says which territories it leaves out",
        arguments: [
            ("GB", "+44: GG,IM,JE; GB: AC,AI,BM,FK,GI,IO,KY,MS,SH,TA,TC,VG"),
            ("+44", "GB: AC,AI,BM,FK,GI,IO,KY,MS,SH,TA,TC,VG"), ("DE,AT", ""), ("all", ""),
            ("FR", "FR: BL,GF,GP,MF,MQ,NC,PF,PM,RE,WF,YT"), ("RU,KZ", ""), ("KZ", "+7: RU"), ("NO", "+47: SJ"),
        ])
    func leftOut(list: String, words: String) throws {
        let regions = try #require(plan.regions(typed: list))
        let found = plan.leftOut(by: regions).map { "\($0.of): \($0.regions.joined(separator: ","))" }
        #expect(found.joined(separator: "; ") == words)
    }

    @Test("the United States leave out Puerto Rico and the others of +1")
    func northAmerica() throws {
        let found = plan.leftOut(by: try #require(plan.regions(typed: "US")))
        #expect(
            found.count == 1 && found[0].of == "+1" && found[0].regions.contains("PR") && found[0].regions.count == 24)
        #expect(plan.leftOut(by: try #require(plan.regions(typed: "+1"))).isEmpty)
    }

    @Test(
        "what is no region, no calling code of a country and no list is refused",
        arguments: ["+999", "+881", "+", "D", "DE,+"])
    func refused(list: String) {
        #expect(plan.regions(typed: list) == nil)
    }

    @Test("personal numbers are refused unless the app allows them")
    func personal() throws {
        let number = try PlanParser().parse("+44 70 1234 5678")
        var rules = SendingRules.standard
        #expect(rules.refusal(of: number, isTestNumber: false, isBlocked: false) == .kindNotAllowed)
        rules.allowedKinds = [.personal]
        #expect(rules.refusal(of: number, isTestNumber: false, isBlocked: false) == nil)
        #expect(try SendingRules(json: rules.json) == rules)
        #expect(throws: InvalidMemberError.self) {
            try rules.changed(by: ["allowedKinds": .array([.string("mobile")])])
        }
    }
}
