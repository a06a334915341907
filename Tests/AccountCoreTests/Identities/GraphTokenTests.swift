import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("What Graph says of an access token")
struct GraphTokenTests {
    /// The answer in Facebook's own documentation of login flows that an app makes by hand.
    private static let documented = """
        {"data":{"app_id":138483919580948,"type":"USER","application":"Social Cafe","expires_at":1352419328,\
        "is_valid":true,"issued_at":1347235328,"metadata":{"sso":"iphone-safari"},\
        "scopes":["email","publish_actions"],"user_id":"1207059"}}
        """

    private func owner(at seconds: Int64, apps: [String] = ["138483919580948"]) throws -> String {
        var provider = IdentityProvider(.facebook)
        provider.audiences = apps
        let question = try #require(
            GraphQuestion("t", of: provider, secret: "s", at: Timestamp(seconds: seconds)))
        let answer = try #require(try JSONValue(parsing: Self.documented.utf8).object)
        return try GraphToken.owner(in: answer, status: 200, to: question)
    }

    @Test("the answer that Facebook documents names the owner until the token expires, and for that app only")
    func documented() throws {
        #expect(try owner(at: 1_352_419_327) == "1207059")
        #expect(throws: GraphError.badToken) { _ = try owner(at: 1_352_419_328) }
        #expect(throws: GraphError.badToken) { _ = try owner(at: 1_347_235_328, apps: ["138483919580949"]) }
    }

    @Test("a text that no token can be, and a provider without an app, ask nothing")
    func questions() {
        var provider = IdentityProvider(.facebook)
        let now = Timestamp(seconds: 1_767_229_200)
        #expect(GraphQuestion("t", of: provider, secret: "s", at: now) == nil)
        provider.audiences = ["1"]
        for token in ["", "a b", "é", "a\n", String(repeating: "a", count: 4_097)] {
            #expect(GraphQuestion(token, of: provider, secret: "s", at: now) == nil)
        }
    }
}
