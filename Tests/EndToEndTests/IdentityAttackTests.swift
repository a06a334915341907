import PostgreSQL
import Store
import StrictJSON
import Testing
import VerificationCore

/// What strangers try who have the app's public key, or have found somebody's ID token; and that honest people pass in the
/// same minute.
@Suite("attacks on the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityAttackTests {
    /// Where the proxy of these tests says that callers are.
    private let home = ["x-forwarded-for": "203.0.113.7"]
    private let abroad = ["x-forwarded-for": "198.51.100.9"]
    private let proxies = ["identity.proxies=127.0.0.0/8"]

    @Test("an ID token that was found deletes nothing, ends no session, and gives the account no other number")
    func foundToken() async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity().caller, Site.phones(2))
            let owner = try await caller.person(with: phones[0], at: site)
            let found = try await aged(owner, by: 301, caller, site)
            #expect(try found.claims["auth_time"]?.integer ?? 0 < owner.claims["auth_time"]?.integer ?? 0)
            let token: [String: JSONValue] = ["idToken": .string(found.idToken)]

            #expect(try await caller.call("delete", token).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let revoked = try await caller.call("update", token.merging(["validSince": 1]) { $1 })
            #expect(revoked["idToken"] == nil && revoked["refreshToken"] == nil)
            for way in ["phone", "password"] {
                let removal = try await caller.call("update", token.merging(["deleteProvider": [.string(way)]]) { $1 })
                #expect(removal.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(way)")
            }
            let mine = try await caller.session(of: phones[1], at: site)
            #expect(try await caller.signIn(mine, token).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await caller.refresh(owner.refreshToken).status == 200, "nobody was thrown out")
            #expect(try await caller.lookUp(owner).users.first?["phoneNumber"]?.string == phones[0])

            // The code was not used up: the owner proves who they are, and then takes the number.
            let proven = try await caller.signIn(try await caller.session(of: phones[0], at: site), token)
            let fresh = try SignedInPerson(proven)
            let moved = try await caller.signIn(mine, ["idToken": .string(fresh.idToken)])
            #expect(moved["phoneNumber"] == phones[1] && moved["localId"] == owner.id)
            let deleted = try await caller.call("delete", ["idToken": .string(try #require(moved["idToken"]))])
            #expect(deleted.status == 200)
        }
    }

    @Test("no real number gets an SMS without a proof of the app, and nothing is queued; test numbers pass")
    func gate() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let (testNumber, phones) = (Site.phones(1)[0], Array(Site.phones(6)[1...]))
            _ = try await site.run(["test-numbers", "add", Site.app, testNumber, "--code", Site.testCode])
            let caller = try await site.identity(of: keys, settings: proxies).caller
            for (place, phone) in phones.enumerated() {
                let app = try await caller.sendCode(to: phone, ["x-forwarded-for": "203.0.113.\(place)"])
                #expect(app.status == 400 && app.code == "MISSING_APP_CREDENTIAL")
            }
            let page = try await caller.sendCode(to: phones[0], ["origin": "https://shop.example"])
            #expect(page.code == "MISSING_RECAPTCHA_TOKEN")
            #expect(try await site.verifications() == 0 && site.ledger.calls.isEmpty)
            let sent = try await caller.sendCode(to: testNumber)
            let session = IdentityCaller.Session(info: try #require(sent["sessionInfo"]), code: Site.testCode)
            #expect(try await caller.signIn(session).status == 200)

            _ = try await site.run(["projects", "set", keys.project, "--unproven-sends", "3/day"])
            try await eventually("the surface knows it") {
                try await caller.sendCode(to: phones[0], ["x-forwarded-for": "203.0.113.1"]).status == 200
            }
            var codes: [String] = []
            for (place, phone) in phones.dropFirst().enumerated() {
                let answer = try await caller.sendCode(to: phone, ["x-forwarded-for": "203.0.113.\(20 + place)"])
                codes.append(answer.code ?? "sent")
            }
            #expect(codes == ["sent", "sent", "QUOTA_EXCEEDED", "QUOTA_EXCEEDED"])
            #expect(Set(site.ledger.sms.map(\.phone)) == Set(phones.prefix(3)))
        }
    }

    @Test("a stranger gets another handle, and wrong codes and sends that end nothing for the owner of the number")
    func stranger() async throws {
        try await withSite(rules: #"{"resendAfter":0}"#) { site in
            let (caller, phones) = (try await site.identity(settings: proxies).caller, Site.phones(2))
            let phone = phones[0]
            let owner = try #require(try await caller.sendCode(to: phone, home)["sessionInfo"])
            let again = try await caller.sendCode(to: phone, home)["sessionInfo"]
            #expect(again == owner, "the same device gets the same handle")
            let theirs = try #require(try await caller.sendCode(to: phone, abroad)["sessionInfo"])
            #expect(theirs != owner)
            let code = try await site.lastCode(of: phone)
            let guesses = IdentityCaller.Session(info: theirs, code: code)
            var heard: [String?] = []
            for number in 0..<6 {
                heard.append(
                    try await caller.call("signInWithPhoneNumber", guesses.guess(number).members, abroad).code)
            }
            #expect(heard.prefix(2) == ["INVALID_CODE", "INVALID_CODE"])
            #expect(heard.dropFirst(2).allSatisfy { $0 == "TOO_MANY_ATTEMPTS_TRY_LATER" })
            let right = IdentityCaller.Session(info: owner, code: code)
            #expect(try await caller.call("signInWithPhoneNumber", right.guess().members, home).code == "INVALID_CODE")
            #expect(try await caller.call("signInWithPhoneNumber", right.members, home).status == 200)

            // Nor do sends in the owner's name keep the owner from an SMS.
            var sends: [String?] = []
            for _ in 0..<6 { sends.append(try await caller.sendCode(to: phones[1], abroad).code) }
            #expect(sends == [nil, nil, nil] + Array(repeating: "TOO_MANY_ATTEMPTS_TRY_LATER", count: 3))
            for _ in 0..<2 { #expect(try await caller.sendCode(to: phones[1], home).status == 200) }
        }
    }

    @Test("a test number's code cannot be guessed: a network and the number run out of tries, and its owner's does not")
    func testNumber() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let phone = Site.phones(1)[0]
            _ = try await site.run(["test-numbers", "add", Site.app, phone, "--code", Site.testCode])
            let caller = try await site.identity(of: keys, settings: proxies).caller
            var (tries, held) = (0, 0)
            var session = IdentityCaller.Session(info: "", code: Site.testCode)
            for number in 0..<90 where held < 3 {
                // Five wrong codes end a verification.
                if number % 5 == 0 {
                    let info = try #require(try await caller.sendCode(to: phone, abroad)["sessionInfo"])
                    session = IdentityCaller.Session(info: info, code: Site.testCode)
                }
                let guess = session.guess(number)
                switch try await caller.call("signInWithPhoneNumber", guess.members, abroad).code {
                case "INVALID_CODE": tries += 1
                default: held += 1
                }
            }
            #expect(held == 3 && tries <= 60)
            let info = try #require(try await caller.sendCode(to: phone, home)["sessionInfo"])
            let right = IdentityCaller.Session(info: info, code: Site.testCode)
            #expect(try await caller.call("signInWithPhoneNumber", right.members, home).status == 200)
        }
    }

    @Test("the emulator limits nobody, unless it is told to")
    func emulator() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let (caller, phone) = (try await site.identity(.emulator, of: keys).caller, Site.phones(1)[0])
            for _ in 0..<12 { _ = try await caller.person(with: phone, at: site) }
            let session = try await caller.session(of: phone, at: site)
            for number in 0..<30 { #expect(try await caller.signIn(session.guess(number)).code == "INVALID_CODE") }
            #expect(try await caller.signIn(session).status == 200)
        }
        try await withSite { site in
            let identity = try await site.identity(.emulator, settings: ["identity.limits=true"])
            let (caller, phone) = (identity.caller, Site.phones(1)[0])
            for _ in 0..<5 { _ = try await caller.person(with: phone, at: site) }
            #expect(try await caller.sendCode(to: phone).code == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }

    @Test("refresh tokens rotate where the project says so, and an answer that was lost signs nobody out")
    func rotation() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.run(["projects", "set", keys.project, "--rotate-refresh-tokens", "yes"])
            let (caller, phone) = (try await site.identity(of: keys).caller, Site.phones(1)[0])
            let person = try await caller.person(with: phone, at: site)
            let next = try #require(try await caller.refresh(person.refreshToken)["refresh_token"])
            #expect(next != person.refreshToken)
            let repeated = try await caller.refresh(person.refreshToken)
            #expect(repeated["refresh_token"] == next)
            let third = try #require(try await caller.refresh(next)["refresh_token"])
            #expect(try await caller.refresh(person.refreshToken).code == "INVALID_REFRESH_TOKEN")
            #expect(try await caller.refresh(third).status == 200)
            #expect(try await site.accountsAndSessions() == [1, 1])
        }
    }

    @Test("a project with another issuer takes the tokens of the former issuer until they are over")
    func formerIssuer() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let caller = try await site.identity(of: keys).caller
            let person = try await caller.person(with: Site.phones(1)[0], at: site)
            _ = try await site.run(["projects", "set", keys.project, "--issuer", "https://auth.shop.example"])
            var renewed = person
            try await eventually("new tokens have the new issuer") {
                renewed = try SignedInPerson(refreshed: try await caller.refresh(person.refreshToken))
                return try renewed.claims["iss"]?.string == "https://auth.shop.example"
            }
            for one in [person, renewed] { #expect(try await caller.lookUp(one).status == 200) }
            _ = try await SettingsChanges(pool: site.pool).make(
                of: [.projects], ["update project set former_issuer_until = clock_timestamp() - interval '1 second'"])
            try await eventually("the former issuer's tokens are over") {
                try await caller.lookUp(person).code == "INVALID_ID_TOKEN"
            }
            #expect(try await caller.lookUp(renewed).status == 200)
        }
    }

    /// The same person with a new ID token that says that they proved who they are so many seconds earlier.
    private func aged(
        _ person: SignedInPerson, by seconds: Int64, _ caller: IdentityCaller, _ site: Site
    ) async throws -> SignedInPerson {
        try await site.pool.query(
            "update refresh_session set auth_time = coalesce(auth_time, began_at) - \(seconds) * interval '1 second'")
        return try SignedInPerson(refreshed: try await caller.refresh(person.refreshToken))
    }
}
