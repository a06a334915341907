import AccountCore
import AccountTesting
import StrictJSON
import Testing
import VerificationCore

/// Where strangers may bring what a provider says of an address.
@Suite("accounts:signInWithIdp in production")
struct IdentityProductionTests {
    private let fixture: IdentityFixture

    init() throws {
        fixture = try IdentityFixture(.production)
        var project = fixture.project
        var facebook = IdentityProvider(.facebook)
        facebook.audiences = ["4711"]
        facebook.secret = fixture.keyRing.seal(
            Array("secret".utf8), for: IdentityProvider.purpose(of: project.id, .facebook))
        project.identities[.facebook] = facebook
        _ = try fixture.accountWorld.save(project)
        fixture.graph.put(["id": "7", "name": "Eve", "email": "Ada@Shop.test"], of: "EAAB")
    }

    private func facebook(_ api: IdentityClient) async throws -> WireAnswer {
        let body = #"{"requestUri":"http://localhost","postBody":"providerId=facebook.com&access_token=EAAB"}"#
        return try await api.app("signInWithIdp", body)
    }

    @Test("a stranger with an unproven address hears neither whose it is nor how its owner signs in")
    func needsConfirmation() async throws {
        let ann = try fixture.account("ann") {
            ($0.email, $0.isEmailVerified) = ("ada@shop.test", true)
            $0.links = [ProviderLink(.google, rawID: "1")]
        }
        let answer = try await fixture.serve { try await facebook($0) }
        #expect(answer.status == 200 && answer["needConfirmation"] == true && answer.text("email") == "ada@shop.test")
        #expect(answer["localId"] == nil && answer["verifiedProvider"] == nil && answer["idToken"] == nil)
        #expect(!answer.body.contains("ann"))
        #expect(try fixture.kept("ann") == ann)
    }
}
