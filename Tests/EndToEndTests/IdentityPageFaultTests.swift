import Foundation
import StrictJSON
import Testing

/// The database goes away under people who load a page.
@Suite("a page that follows Firebase's SDK for JavaScript", .serialized, .timeLimit(.minutes(10)))
struct IdentityPageFaultTests {
    @Test("keeps its person through a restart of the database, and signs out whose tokens an administrator has ended")
    func restart() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let person = try await caller.person(with: Site.phones(1)[0], at: site)
            let well: JSONValue = ["isSignedIn": true, "code": .null]
            #expect(try await loads(caller, person) == [well, well])

            try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                let away: JSONValue = ["isSignedIn": true, "code": "network-request-failed"]
                let seen = try await loads(caller, person)
                #expect(seen == [away, away])
            }
            try await eventually("the surface is back") { try await caller.impatient.lookUp(person).status == 200 }
            #expect(try await loads(caller, person) == [well, well])

            let now = JSONValue.string("\(Int(Date.now.timeIntervalSince1970))")
            let ended = try await caller.manage("/accounts:update", ["localId": .string(person.id), "validSince": now])
            #expect(ended.status == 200, "\(ended.message ?? "")")
            for load in try await loads(caller, person) {
                #expect(load["isSignedIn"] == false && load["code"] != "network-request-failed")
            }
        }
    }

    /// What the page sees with the kept ID token, and with one that has run out.
    private func loads(_ caller: IdentityCaller, _ person: SignedInPerson) async throws -> [JSONValue] {
        let answer = try await IdentityScript(name: "page").run([
            "base": .string(caller.base), "client": .string(caller.keys.client),
            "idToken": .string(person.idToken), "refreshToken": .string(person.refreshToken),
        ])
        let loads = try #require(answer["loads"]?.array)
        return loads.map { ["isSignedIn": $0["isSignedIn"] ?? .null, "code": $0["code"] ?? .null] }
    }
}
