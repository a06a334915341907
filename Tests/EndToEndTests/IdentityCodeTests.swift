import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// The SMS of the Firebase surface are those of the app: its languages, limits, regions and test numbers.
@Suite("codes of the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityCodeTests {
    @Test("are sent in the language that the app asks for, and with the line by which Android finds the app")
    func texts() async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity().caller, Site.phones(7))
            let languages: [(String?, String)] = [
                ("fr", "est votre code"), ("pt-BR", "é o seu código"), (nil, "is your Demo"), ("../fr", "is your Demo"),
                ("xx", "is your Demo"),
            ]
            for (phone, (language, words)) in zip(phones, languages) {
                let sent = try await caller.sendCode(to: phone, language.map { ["x-firebase-locale": $0] } ?? [:])
                #expect(sent.status == 200)
                let text = try #require(site.ledger.sms.last { $0.phone == phone }?.text)
                #expect(text.contains(words), "\(language ?? "no language")")
                #expect(!text.contains("\n"))
            }
            for (phone, hash, lines) in [(phones[5], "AbCdE+/1234", 2), (phones[6], "short", 1)] {
                let answer = try await caller.call(
                    "sendVerificationCode",
                    ["phoneNumber": .string(phone), "autoRetrievalInfo": ["appSignatureHash": .string(hash)]])
                #expect(answer.status == 200)
                let text = try #require(site.ledger.sms.last { $0.phone == phone }?.text)
                #expect(text.split(separator: "\n").count == lines, "\(hash)")
                #expect(text.hasSuffix("\n\(hash)") == (lines == 2))
            }
        }
    }

    @Test("are limited as the app's rules say, by phone and by app, and the wire's words tell which")
    func sends() async throws {
        let rules = """
            {"resendAfter":0,"maxSends":2,"sendsPerPhone":[{"count":3,"seconds":600}],
             "sendsPerApp":[{"count":5,"seconds":86400}]}
            """
        try await withSite(rules: rules) { site in
            let (caller, phones) = (try await site.identity().caller, Site.phones(3))
            for _ in 1...2 { #expect(try await caller.sendCode(to: phones[0]).status == 200) }
            let third = try await caller.sendCode(to: phones[0])
            #expect(third.message == "TOO_MANY_ATTEMPTS_TRY_LATER", "a session has two SMS")

            _ = try await caller.person(with: phones[1], at: site)
            for _ in 1...2 { #expect(try await caller.sendCode(to: phones[1]).status == 200) }
            let fourth = try await caller.sendCode(to: phones[1])
            #expect(fourth.message == "TOO_MANY_ATTEMPTS_TRY_LATER", "a phone has three SMS")

            let sixth = try await caller.sendCode(to: phones[2])
            #expect(sixth.code == "QUOTA_EXCEEDED" && sixth.message?.contains(" : ") == true, "the app has five SMS")
            let sent = [phones[0], phones[0], phones[1], phones[1], phones[1]]
            #expect(site.ledger.sms.map(\.phone).sorted() == sent)
        }
    }

    @Test("are sent to a number as address books write it, and are right as phones paste them")
    func pasted() async throws {
        try await withSite { site in
            let (caller, phone) = (try await site.identity().caller, Site.phones(1)[0])
            let written = "\u{202A}＋" + phone.dropFirst().prefix(4) + "\u{2011}" + phone.dropFirst(5) + "\u{202C}"
            let info = try #require(try await caller.sendCode(to: written)["sessionInfo"])
            let code = try await site.lastCode(of: phone)
            let typed = "\u{2066}" + code.prefix(3) + "\u{A0}" + code.dropFirst(3) + "\u{2069}\n"
            #expect(try await caller.signIn(IdentityCaller.Session(info: info, code: typed)).status == 200)
        }
    }

    @Test("that are wrong end their session, and the right code of the next session opens it whatever was tried before")
    func wrongCodes() async throws {
        let rules = #"{"resendAfter":0,"wrongCodesPerPhone":[{"count":7,"seconds":3600}]}"#
        try await withSite(rules: rules) { site in
            let (caller, phones) = (try await site.identity().caller.impatient, Site.phones(2))
            let session = try await caller.session(of: phones[0], at: site)
            for text in ["", "12a456", "１２３４５Ａ", String(repeating: "1", count: 1_000)] {
                let answer = try await caller.signIn(IdentityCaller.Session(info: session.info, code: text))
                #expect(answer.code == (text.isEmpty ? "MISSING_CODE" : "INVALID_CODE"), "no code of ours counts")
            }
            // An app that sends the same wrong code again has had its answer, and has not tried again.
            for number in [0, 0, 1, 2, 2, 3, 4] {
                #expect(try await caller.signIn(session.guess(number)).message == "INVALID_CODE", "\(number)")
            }
            for late in [session, session.guess(5), session] {
                #expect(try await caller.signIn(late).code == "TOO_MANY_ATTEMPTS_TRY_LATER")
            }
            #expect(try await site.accountsAndSessions() == [0, 0])

            let next = try await caller.session(of: phones[0], at: site)
            #expect(next.info != session.info)
            for number in 0...3 { #expect(try await caller.signIn(next.guess(number)).code == "INVALID_CODE") }
            #expect(try await caller.signIn(next).status == 200, "nine wrong codes lock nobody out")
            _ = try await caller.person(with: phones[1], at: site)
            #expect(try await site.accountsAndSessions() == [2, 2])
        }
    }

    @Test("of a session whose time is over open nothing, and say that it is over")
    func expired() async throws {
        try await withSite { site in
            let (caller, phone) = (try await site.identity().caller, Site.phones(1)[0])
            let session = try await caller.session(of: phone, at: site)
            try await site.pool.query("update verification set expires_at = clock_timestamp() - interval '1 second'")
            #expect(try await caller.signIn(session).code == "SESSION_EXPIRED")
            #expect(try await site.accountsAndSessions() == [0, 0])
        }
    }

    @Test("go to no number that cannot get SMS, to no other region, and in testing mode only to test numbers")
    func numbers() async throws {
        try await withSite(regions: "GB") { site in
            let keys = try await site.makeProject()
            _ = try await site.addApp("lab", ["--testing"])
            let lab = try await site.makeProject("lab-project", of: "lab")
            _ = try await site.run(["test-numbers", "add", "lab", Site.phones(1)[0], "--code", Site.testCode])
            let identity = try await site.identity(of: keys)
            let caller = identity.caller
            for (phone, message) in [
                ("", "INVALID_PHONE_NUMBER : Invalid format."), ("12345", "INVALID_PHONE_NUMBER : Invalid format."),
                ("+44", "INVALID_PHONE_NUMBER : TOO_SHORT"), ("+449999999999999999", "INVALID_PHONE_NUMBER : TOO_LONG"),
                ("+442079560000", "INVALID_PHONE_NUMBER : Invalid format."),
            ] { #expect(try await caller.sendCode(to: phone).message == message, "\(phone)") }
            #expect(try await caller.call("sendVerificationCode", [:]).code == "INVALID_PHONE_NUMBER")
            let german = try await caller.sendCode(to: Site.phones(1)[0])
            #expect(german.status == 400 && german.code == "OPERATION_NOT_ALLOWED")

            let testers = IdentityCaller(base: caller.base, mode: caller.mode, keys: lab, client: caller.client)
            #expect(try await testers.sendCode(to: Site.phones(2)[1]).code == "OPERATION_NOT_ALLOWED")
            let sent = try await testers.sendCode(to: Site.phones(1)[0])
            let session = IdentityCaller.Session(info: try #require(sent["sessionInfo"]), code: Site.testCode)
            #expect(try await testers.signIn(session).body["isNewUser"] == true)
            #expect(site.ledger.calls.isEmpty)
        }
    }

    /// The documents' own examples, as a simulator sends them whose tests have switched the app's verification off.
    @Test("need no proof for test numbers while every proof is enforced, and go to no real number without one")
    func withoutProof() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            _ = try await site.run([
                "projects", "set", keys.project, "--app-check", "google:123456789012", "--proof", "app-check=enforce",
            ])
            let numbers = [("+1 650-555-3434", "654321"), ("+16505554567", "123456")]
            for (phone, code) in numbers {
                _ = try await site.run(["test-numbers", "add", Site.app, phone, "--code", code])
            }
            let caller = try await site.identity(of: keys).caller
            func send(_ phone: String) async throws -> IdentityCaller.Answer {
                try await caller.call(
                    "sendVerificationCode", ["phoneNumber": .string(phone), "clientType": "CLIENT_TYPE_IOS"])
            }
            for (phone, code) in numbers {
                let sent = try await send(phone)
                let info = try #require(sent["sessionInfo"], "\(sent.message ?? "")")
                let person = try SignedInPerson(
                    try await caller.signIn(IdentityCaller.Session(info: info, code: code)))
                #expect(try person.claims["phone_number"]?.string == phone.filter { $0 == "+" || $0.isNumber })
            }
            for phone in Site.phones(3) { #expect(try await send(phone).code == "MISSING_APP_CREDENTIAL") }
            #expect(try await site.verifications() == numbers.count)

            _ = try await site.run(["apps", "add", Site.app, "--test-numbers", "off"])
            #expect(try await site.text(["test-numbers", "list", Site.app]).contains("are switched off"))
            try await eventually("the test numbers are numbers like any others") {
                try await send(numbers[0].0).code == "MISSING_APP_CREDENTIAL"
            }
            #expect(try await site.verifications() >= numbers.count && site.ledger.calls.isEmpty)
        }
    }

    @Test("of test numbers that a backend sets in the project's configuration work, and commands list the numbers")
    func configured() async throws {
        // Until the worker knows the German test number, it refuses the number.
        try await withSite(regions: "GB") { site in
            let (caller, phone) = (try await site.identity().caller, Site.phones(1)[0])
            let path = "\(IdentityCaller.v2)/projects/\(caller.keys.project)/config"
            let headers = ["authorization": "Bearer \(caller.keys.admin)"]
            let changed = try await caller.send(
                "PATCH", path + "?updateMask=signIn.phoneNumber.testPhoneNumbers",
                #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"\#(phone)":"654321"}}}}"#, headers)
            #expect(changed.status == 200, "\(changed.message ?? "")")
            let shown = try await caller.send("GET", path, nil, headers).body["signIn"]?["phoneNumber"]
            #expect(shown?["testPhoneNumbers"]?.object?.members.map(\.key) == [phone])
            let listed = try await site.run(["test-numbers", "list", Site.app])
            #expect(listed.array?.compactMap { $0["phoneNumber"]?.string } == [phone])
            try await eventually("the worker knows the test number") {
                try await caller.sendCode(to: phone).status == 200
            }
            let sent = try await caller.sendCode(to: phone)
            let session = IdentityCaller.Session(info: try #require(sent["sessionInfo"]), code: "654321")
            let person = try SignedInPerson(try await caller.signIn(session))
            #expect(try person.claims["phone_number"]?.string == phone, "its owner is a user like others")
            #expect(site.ledger.calls.isEmpty)
        }
    }
}
