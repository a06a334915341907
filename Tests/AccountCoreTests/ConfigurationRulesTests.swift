import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Masks and regions of a configuration")
struct ConfigurationRulesTests {
    private func object(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: text.utf8).object)
    }

    @Test(
        "a mask copies its members, and leaves alone what the update does not have",
        arguments: [
            ("a", #"{"a":{"b":3}}"#, #"{"a":{"b":3},"d":1}"#),
            ("a.b", #"{"a":{"b":3}}"#, #"{"a":{"b":3,"c":2},"d":1}"#),
            ("a.x.y", #"{"a":{"x":{"y":5}}}"#, #"{"a":{"b":1,"c":2,"x":{"y":5}},"d":1}"#),
            ("d.e", #"{"d":{"e":1}}"#, #"{"a":{"b":1,"c":2},"d":{"e":1}}"#),
            ("a.b,d", #"{"a":{"b":3},"d":4}"#, #"{"a":{"b":3,"c":2},"d":4}"#),
            ("a,d,z", #"{"z":null}"#, #"{"a":{"b":1,"c":2},"d":1}"#),
            ("d.e", #"{"d":4}"#, #"{"a":{"b":1,"c":2},"d":1}"#),
        ])
    func mask(paths: String, update: String, result: String) throws {
        let mask = try #require(FieldMask(paths))
        #expect(mask.applied(try object(update), to: try object(#"{"a":{"b":1,"c":2},"d":1}"#)) == (try object(result)))
    }

    @Test("a text without a path is no mask", arguments: ["", ",", "."])
    func noMask(text: String) {
        #expect(FieldMask(text) == nil)
    }

    @Test("names in snake case become names in camel case at all depths, and no name stands twice")
    func names() throws {
        let object = try object(#"{"sign_in":{"phone_number":[{"a_b1":1}]},"+1_5":2,"A_B":3,"ab_c":4,"abC":5,"_":6}"#)
        #expect(
            object.camelCased
                == (try self.object(#"{"signIn":{"phoneNumber":[{"aB1":1}]},"+1_5":2,"A_B":3,"abC":5,"":6}"#)))
    }

    @Test("a value is set with objects on its way, and removed without")
    func setting() throws {
        let set = JSONObject().setting(["a", "b", "c"], to: 1)
        #expect(set == (try object(#"{"a":{"b":{"c":1}}}"#)) && set.value(at: ["a", "b", "c"]) == 1)
        #expect(set.setting(["a", "b"], to: nil) == (try object(#"{"a":{}}"#)))
        #expect(set.setting(["x", "y"], to: nil) == set && set.value(at: ["a", "x", "y"]) == nil)
    }

    @Test("regions come as a list of those that get SMS, or of those that get none")
    func regions() throws {
        #expect(try RegionPolicy.regions(JSONObject()) == .all)
        #expect(try RegionPolicy.regions(object(#"{"allowByDefault":{}}"#)) == .all)
        #expect(try RegionPolicy.regions(object(#"{"allowlistOnly":{}}"#)) == Regions.none)
        let only = try object(#"{"allowlistOnly":{"allowedRegions":["DE","FR"]}}"#)
        #expect(
            try RegionPolicy.regions(only) == .only(["DE", "FR"]) && RegionPolicy.policy(.only(["FR", "DE"])) == only)
        let others = try RegionPolicy.regions(object(#"{"allowByDefault":{"disallowedRegions":["de"]}}"#))
        #expect(others.contains("FR") && !others.contains("DE") && RegionPolicy.policy(.all) == nil)
        for text in [#"["D"]"#, #"["ZZ"]"#, "[1]", #""DE""#] {
            let policy = try object(#"{"allowlistOnly":{"allowedRegions":\#(text)}}"#)
            #expect(throws: AccountError.self) { try RegionPolicy.regions(policy) }
        }
    }
}
