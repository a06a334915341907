import StrictJSON
import Testing
import VerificationCore

/// A person with a phone and an app with Firebase's SDK, from the first code to the end of the account.
@Suite("sign-in by phone", .serialized, .timeLimit(.minutes(10)))
struct IdentityJourneyTests {
    @Test("a person signs up, refreshes and signs in again; no session serves twice", arguments: SurfaceMode.allCases)
    func signUp(mode: SurfaceMode) async throws {
        try await withSite { site in
            let (caller, phone) = (try await site.identity(mode).caller, Site.phones(1)[0])
            let session = try await caller.session(of: phone, at: site)
            #expect(try await caller.session(of: phone, at: site).info == session.info, "it is the same verification")
            #expect(site.ledger.hasOneSMS(for: [phone]), "and no second SMS is sent")
            #expect(try await caller.signIn(session.guess()).code == "INVALID_CODE")

            let answer = try await caller.signIn(session)
            let person = try SignedInPerson(answer)
            #expect(answer.body["isNewUser"] == true && answer["expiresIn"] == "3600" && answer["phoneNumber"] == phone)
            try expectClaims(of: person, phone)
            #expect(try await caller.signIn(session).code == "INVALID_SESSION_INFO")
            if mode == .emulator { #expect(try await caller.codes()[session.info] == nil, "a used code is not listed") }
            let user = try #require(try await caller.lookUp(person).users.first)
            #expect(user["localId"]?.string == person.id && user["phoneNumber"]?.string == phone)

            let refreshed = try SignedInPerson(refreshed: try await caller.refresh(person.refreshToken))
            try expectClaims(of: refreshed, phone)
            #expect(try refreshed.claims["auth_time"] == person.claims["auth_time"])
            let next = try await caller.session(of: phone, at: site)
            #expect(next.info != session.info)
            let again = try await caller.signIn(next)
            #expect(again.body["isNewUser"] == false && again["localId"] == person.id)
            #expect(try await site.verificationStatuses() == ["approved": 2])
            site.expectSecret([person, refreshed, try SignedInPerson(again)])
            try await site.expectDrained()
        }
    }

    private func expectClaims(of person: SignedInPerson, _ phone: String) throws {
        let claims = try person.claims
        #expect(claims["iss"] == "https://securetoken.google.com/demo-shop" && claims["aud"] == "demo-shop")
        #expect(claims["sub"]?.string == person.id && claims["user_id"]?.string == person.id)
        #expect(claims["phone_number"]?.string == phone)
        #expect(claims["firebase"]?["identities"]?["phone"] == .array([.string(phone)]))
        #expect(claims["firebase"]?["sign_in_provider"] == "phone")
        let times = [claims["iat"], claims["exp"]].compactMap { $0?.integer }
        #expect(times.count == 2 && times[1] - times[0] == 3_600)
    }

    @Test("a guest gets a number, keeps the account, and gives the number away again", arguments: SurfaceMode.allCases)
    func guest(mode: SurfaceMode) async throws {
        try await withSite { site in
            let caller = try await site.identity(mode).caller
            if mode == .production { try await letGuestsIn(caller) }
            let phones = Site.phones(2)
            let guest = try SignedInPerson(try await caller.call("signUp", [:]))
            #expect(try guest.claims["provider_id"] == "anonymous")
            let linked = try await link(phones[0], to: guest, caller, site)
            #expect(linked.id == guest.id)
            #expect(try linked.claims["firebase"]?["sign_in_provider"] == "phone")
            let old = try SignedInPerson(refreshed: try await caller.refresh(guest.refreshToken))
            #expect(try old.claims["firebase"]?["sign_in_provider"] == "anonymous", "a session stays what it was")
            #expect(try old.claims["phone_number"]?.string == phones[0])

            let moved = try await link(phones[1], to: linked, caller, site)
            #expect(moved.id == guest.id, "another number takes the place of the first")
            let newcomer = try await caller.signIn(try await caller.session(of: phones[0], at: site))
            #expect(newcomer.body["isNewUser"] == true && newcomer["localId"] != guest.id)

            let members: [String: JSONValue] = ["idToken": .string(moved.idToken), "deleteProvider": ["phone"]]
            let unlinked = try await caller.call("update", members)
            #expect(unlinked.status == 200 && unlinked.body["providerUserInfo"]?.array ?? [] == [])
            #expect(try await caller.lookUp(moved).users.first?["phoneNumber"] == nil)
            #expect(try await caller.call("delete", ["idToken": .string(moved.idToken)]).status == 200)
            #expect(try await caller.lookUp(moved).code == "USER_NOT_FOUND")
            #expect(try await caller.refresh(moved.refreshToken).code == "INVALID_REFRESH_TOKEN")
            let session = try await caller.session(of: phones[1], at: site)
            let late = try await caller.signIn(session, ["idToken": .string(moved.idToken)])
            #expect(late.code == "USER_NOT_FOUND")
            #expect(try await site.accounts(with: phones[1]) == 0)
        }
    }

    private func letGuestsIn(_ caller: IdentityCaller) async throws {
        #expect(try await caller.call("signUp", [:]).code == "ADMIN_ONLY_OPERATION")
        let answer = try await caller.send(
            "PATCH",
            "\(IdentityCaller.v2)/projects/\(caller.keys.project)/config?updateMask=signIn.anonymous.enabled",
            #"{"signIn":{"anonymous":{"enabled":true}}}"#, ["authorization": "Bearer \(caller.keys.admin)"])
        try #require(answer.status == 200, "\(answer.message ?? "")")
    }

    private func link(
        _ phone: String, to person: SignedInPerson, _ caller: IdentityCaller, _ site: Site
    ) async throws -> SignedInPerson {
        let session = try await caller.session(of: phone, at: site)
        return try SignedInPerson(try await caller.signIn(session, ["idToken": .string(person.idToken)]))
    }

    @Test("whoever proves another account's number gets a proof that opens it once", arguments: SurfaceMode.allCases)
    func proof(mode: SurfaceMode) async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity(mode).caller, Site.phones(2))
            let owner = try await caller.person(with: phones[0], at: site)
            let other = try await caller.person(with: phones[1], at: site)
            let session = try await caller.session(of: phones[0], at: site)
            let told = try await caller.signIn(session, ["idToken": .string(other.idToken), "operation": "LINK"])
            #expect(told.status == 200 && told["idToken"] == nil && told["phoneNumber"] == phones[0])
            let proof = try #require(told["temporaryProof"])
            #expect(told["temporaryProofExpiresIn"] == "3600")
            #expect(try await caller.signIn(session).code == "INVALID_SESSION_INFO", "the session is used")
            #expect(try await caller.lookUp(other).users.first?["phoneNumber"]?.string == phones[1])

            for (proof, phone, more, code) in [
                (proof, phones[1], [:], "INVALID_TEMPORARY_PROOF"),
                (String(proof.dropLast()), phones[0], [:], "INVALID_TEMPORARY_PROOF"),
                (session.info, phones[0], [:], "INVALID_TEMPORARY_PROOF"),
                (proof, "", [:], "MISSING_PHONE_NUMBER"),
                (proof, phones[0], ["idToken": .string(other.idToken)], "PHONE_NUMBER_EXISTS"),
                (proof, phones[0], ["idToken": "no token"], "INVALID_ID_TOKEN"),
            ] as [(String, String, [String: JSONValue], String)] {
                let answer = try await caller.signIn(byProof: proof, of: phone, more)
                #expect(answer.code == code)
            }
            let opened = try await caller.signIn(byProof: proof, of: phones[0])
            #expect(opened["localId"] == owner.id && opened.body["isNewUser"] == false)
            let again = try await caller.signIn(byProof: proof, of: phones[0])
            #expect(again.code == "INVALID_TEMPORARY_PROOF", "a proof opens the account once")
            site.expectNotLogged([proof])
        }
    }

    @Test("a number says nothing of its owner to whoever asks for a code, and is proved again by its owner alone")
    func silent() async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity().caller, Site.phones(2))
            let person = try await caller.person(with: phones[0], at: site)
            let (known, unknown) = (try await caller.sendCode(to: phones[0]), try await caller.sendCode(to: phones[1]))
            for answer in [known, unknown] {
                #expect(answer.status == 200 && answer.body.object?.members.map(\.key) == ["sessionInfo"])
            }
            let stranger = try await caller.session(of: phones[1], at: site)
            #expect(try await caller.signIn(stranger, ["operation": "REAUTH"]).code == "USER_NOT_FOUND")
            #expect(try await site.accounts(with: phones[1]) == 0)
            let own = try await caller.session(of: phones[0], at: site)
            let proved = try await caller.signIn(
                own, ["operation": "REAUTH", "idToken": .string(person.idToken)])
            #expect(proved["localId"] == person.id && proved.body["isNewUser"] == false)
        }
    }
}
