import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Roles and names of operators who come in by single sign-on")
struct SignOnPolicyTests {
    private func role(_ claims: JSONObject, claim: String = "groups", fallback: OperatorRole? = nil) -> OperatorRole? {
        let roles: [String: OperatorRole] = ["admins": .admin, "oncall": .operator, "café": .support]
        return SignOnPolicy(claim: claim, roles: roles, fallback: fallback).role(in: claims)
    }

    @Test("the highest role of all values counts, in a list or as one text")
    func highest() {
        #expect(role(["groups": ["oncall", "admins", "others"]]) == .admin)
        #expect(role(["groups": ["oncall"]]) == .operator)
        #expect(role(["groups": "oncall"]) == .operator)
        #expect(role(["realm_access": ["roles": ["oncall"]]], claim: "realm_access.roles") == .operator)
        #expect(role(["https://id.example/groups": ["oncall"]], claim: "https://id.example/groups") == .operator)
    }

    @Test("a claim that is missing, of another kind or without a known value gives no role but the default")
    func none() {
        let others: [JSONObject] = [
            [:], ["groups": .null], ["groups": 1], ["groups": ["admins": true]], ["groups": [["admins"], 7, .null]],
            ["groups": []], ["groups": "admins,oncall"], ["groups": ["ADMINS", " admins"]], ["roles": ["admins"]],
            // The same letters, in other bytes.
            ["groups": ["cafe\u{301}"]],
        ]
        for claims in others {
            #expect(role(claims) == nil, "\(claims)")
            #expect(role(claims, fallback: .viewer) == .viewer, "\(claims)")
        }
        #expect(role(["a": ["b": 1]], claim: "a.b.c") == nil && role(["groups": ["admins"]], claim: ".") == nil)
    }

    @Test("a name is the provider's, as far as an operator can have it; an unproven address is none")
    func names() throws {
        let identity = try #require(OperatorIdentity(issuer: "https://id.example", subject: "7"))
        let name = { (claims: JSONObject) in SignOnClaims(claims).name(of: identity).text }
        #expect(name(["preferred_username": "Anna.B", "email": "b@id.example"]) == "anna.b")
        #expect(name(["preferred_username": "Änn", "email": "B@id.example"]) == "b@id.example")
        let made = name(["email": "b@id.example", "email_verified": false])
        #expect(made.hasPrefix("sso-") && made.utf8.count == 20 && made == name([:]))
        let other = try #require(OperatorIdentity(issuer: "https://id.example", subject: "8"))
        #expect(made != SignOnClaims([:]).name(of: other).text)
    }

    @Test("a person's id is 1 to 255 visible characters")
    func subjects() {
        for (subject, isGood) in [
            ("", false), ("a", true), ("a b", false), ("ä", false), ("a\n", false),
            (String(repeating: "x", count: 255), true), (String(repeating: "x", count: 256), false),
        ] {
            #expect((OperatorIdentity(issuer: "i", subject: subject) != nil) == isGood, "\(subject)")
        }
    }
}
