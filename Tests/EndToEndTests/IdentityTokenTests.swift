import PostgreSQL
import Store
import StrictJSON
import Testing
import VerificationCore

/// ID tokens, as somebody checks them who knows nothing of us but what the surface publishes.
@Suite("tokens of the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityTokenTests {
    @Test("are checked by PyJWT with keys and certificates by name, before, during and after a change of the key")
    func rotation() async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity().caller, Site.phones(2))
            let first = try await caller.person(with: phones[0], at: site)
            let old = try #require(try first.keyName)
            try await expectChecked([first], with: [old], caller)

            let new = try #require(try await site.run(["signing-keys", "rotate"])["id"]?.string)
            try await eventually("the new key is published") { try await published(caller) == [old, new] }
            let second = try await caller.person(with: phones[1], at: site)
            #expect(try second.keyName == old, "a new key is published for an hour before it signs")
            try await expectChecked([first, second], with: [old, new], caller)

            _ = try await SettingsChanges(pool: site.pool).make(
                of: [.signingKeys], ["update signing_key set active_from = clock_timestamp() where id = \(new)"])
            try await eventually("the new key signs") {
                try SignedInPerson(refreshed: try await caller.refresh(first.refreshToken)).keyName == new
            }
            let third = try SignedInPerson(refreshed: try await caller.refresh(first.refreshToken))
            try await expectChecked([first, second, third], with: [old, new], caller)
            for person in [first, third] { #expect(try await caller.lookUp(person).status == 200) }

            _ = try await site.run(["signing-keys", "remove", old])
            try await eventually("the old key is forgotten") { try await published(caller) == [new] }
            #expect(try await caller.lookUp(second).code == "INVALID_ID_TOKEN")
            #expect(try await caller.lookUp(third).status == 200)
            try await expectChecked([third], with: [new], caller)
            site.expectSecret([first, second, third])
        }
    }

    @Test("that were made up or changed open nothing in production, whatever they say of their algorithm and key")
    func forgeries() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let person = try await caller.person(with: Site.phones(1)[0], at: site)
            let keys = try await caller.send("GET", "/.well-known/jwks.json").body
            let forgeries = try #require(
                try await IdentityScript(name: "forgeries").run(["token": .string(person.idToken), "keys": keys]).object
            )
            #expect(forgeries.members.count > 15)
            for forgery in forgeries.members {
                for (method, more) in [
                    ("lookup", [:]), ("update", ["displayName": "Eve"]), ("delete", [:]),
                ] as [(String, [String: JSONValue])] {
                    let answer = try await caller.call(method, more.merging(["idToken": forgery.value]) { $1 })
                    #expect(answer.code == "INVALID_ID_TOKEN", "\(forgery.key): \(answer.status) of \(method)")
                }
            }
            let kept = try await caller.lookUp(person)
            #expect(kept.users.count == 1 && kept.users.first?["displayName"] == nil)
            site.expectSecret([person])
        }
    }

    @Test("without a signature are good for an emulator, as its developers' tools make them, and for no other project")
    func emulated() async throws {
        try await withSite { site in
            let caller = try await site.identity(.emulator).caller
            let person = try await caller.person(with: Site.phones(1)[0], at: site)
            let parts = person.idToken.split(separator: ".")
            // {"alg":"none","typ":"JWT"}
            let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\(parts[1])."
            let answer = try await caller.call("lookup", ["idToken": .string(unsigned)])
            #expect(answer.users.first?["localId"]?.string == person.id)
            // {"sub":"x","aud":"another","iss":"https://securetoken.google.com/another"}
            let foreign =
                "eyJhbGciOiJub25lIn0."
                + "eyJzdWIiOiJ4IiwiYXVkIjoiYW5vdGhlciIsImlzcyI6Imh0dHBzOi8vc2VjdXJldG9rZW4uZ29vZ2xlLmNvbS9hbm90aGVyIn0."
            let refused = try await caller.call("lookup", ["idToken": .string(foreign)])
            #expect(refused.code == "INVALID_ID_TOKEN")
        }
    }

    private func published(_ caller: IdentityCaller) async throws -> Set<String> {
        let keys = try await caller.send("GET", "/.well-known/jwks.json").body["keys"]?.array ?? []
        return Set(keys.compactMap { $0["kid"]?.string })
    }

    /// Expects that exactly these keys are published, and that PyJWT finds each token good by key and by certificate.
    private func expectChecked(
        _ people: [SignedInPerson], with keys: Set<String>, _ caller: IdentityCaller,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await IdentityScript(name: "tokens").run([
            "base": .string(caller.base), "project": .string(caller.keys.project),
            "tokens": .array(people.map { .string($0.idToken) }),
        ])
        let names = try #require(found["keys"]?.array).compactMap(\.string)
        #expect(Set(names) == keys && names.count == keys.count, sourceLocation: sourceLocation)
        let tokens = try #require(found["tokens"]?.array)
        try #require(tokens.count == people.count)
        for (person, token) in zip(people, tokens) {
            for way in ["keySet", "certificate"] {
                let claims = token[way]
                #expect(
                    claims?["sub"]?.string == person.id, "\(way): \(claims?.string ?? "")",
                    sourceLocation: sourceLocation)
                #expect(claims?["firebase"]?["sign_in_provider"]?.string == "phone", sourceLocation: sourceLocation)
            }
        }
    }
}
