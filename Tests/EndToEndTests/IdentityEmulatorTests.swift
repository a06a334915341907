import StrictJSON
import Testing
import VerificationCore

/// What developers' tools expect of an emulator on their own machine.
@Suite("the emulator of the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityEmulatorTests {
    @Test("takes any key and the owner's word, tells its tools what they ask, and forgets all accounts when told")
    func tools() async throws {
        try await withSite { site in
            let (caller, phones) = (try await site.identity(.emulator).caller, Site.phones(2))
            let project = "/emulator/v1/projects/\(caller.keys.project)"
            #expect(try await caller.send("GET", "/").body["authEmulator"]?["ready"] == true)
            let config = try await caller.send("GET", project + "/config")
            #expect(config.body["signIn"]?["allowDuplicateEmails"] == false)
            for (status, query, headers) in [
                (200, "?key=x", [:]), (200, "?key=AIza-any", [:]), (200, "", ["x-goog-api-key": "x"]), (403, "", [:]),
            ] as [(Int, String, [String: String])] {
                let answer = try await caller.send(
                    "POST", "\(IdentityCaller.v1)/accounts:signUp\(query)", "{}", headers)
                #expect(answer.status == status, "\(query) \(headers)")
            }
            let lookup = "\(IdentityCaller.v1)/projects/\(caller.keys.project)/accounts:lookup"
            for (status, words) in [
                (200, "Bearer owner"), (200, "bearer OWNER"), (200, "Bearer ya29.x"), (401, "Bearer x"),
            ] {
                let answer = try await caller.send("POST", lookup, "{}", ["authorization": words])
                #expect(answer.status == status, "\(words)")
            }
            let waiting = try await caller.session(of: phones[0], at: site)
            #expect(waiting.code == (try await site.lastCode(of: phones[0])), "it is the code of the SMS")
            let person = try await caller.person(with: phones[1], at: site)

            let cleared = try await caller.send("DELETE", project + "/accounts")
            #expect(cleared.status == 200 && cleared.body == [:])
            #expect(try await caller.lookUp(person).code == "USER_NOT_FOUND")
            #expect(try await caller.refresh(person.refreshToken).code == "INVALID_REFRESH_TOKEN")
            #expect(try await site.accountsAndSessions() == [0, 0])
            #expect(try await caller.codes() == [waiting.info: waiting.code], "codes that wait stay")
            #expect(try await caller.signIn(waiting).body["isNewUser"] == true)
        }
    }

    @Test("signs in with numbers that nobody can have, which production refuses")
    func madeUpNumbers() async throws {
        try await withSite { site in
            let caller = try await site.identity(.emulator).caller
            for phone in ["+15555550100", "+1234567890"] {
                let person = try await caller.person(with: phone, at: site)
                let user = try await caller.lookUp(person).body["users"]?.array?.first
                #expect(user?["phoneNumber"]?.string == phone)
            }
            #expect(try await site.dead() == 0)
        }
        try await withSite { site in
            let caller = try await site.identity(.production).caller
            let (fictional, impossible) = (
                try await caller.sendCode(to: "+15555550100"), try await caller.sendCode(to: "+1234567890")
            )
            #expect(fictional.status == 400 && fictional.code == "OPERATION_NOT_ALLOWED")
            #expect(impossible.status == 400 && impossible.code == "INVALID_PHONE_NUMBER")
        }
    }

    @Test("listens on this machine alone, and says what somebody has to set who wants more")
    func address() async throws {
        try await withSite { site in
            _ = try await site.makeProject()
            let open = try site.start(
                "identity", settings: ["identity.port=0", "identity.mode=emulator", "identity.host=0.0.0.0"])
            #expect(try await open.exit() == .code(78))
            #expect(open.log.contains("identity.public=true"), "\(open.log)")
        }
    }

    @Test(
        "refuses a database with which production has served, before it listens and while it runs, and says what to do")
    func marked() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let emulator = try await site.loneIdentity(.emulator, of: keys)
            let person = try await emulator.caller.call("signUp", [:])
            #expect(person.status == 200)
            let doctor = [
                "doctor", "--role", "identity", "--set", "identity.port=0", "--set", "identity.mode=emulator",
            ]
            let early = try site.start(doctor)
            _ = try await early.exit()
            #expect(!early.log.contains("a database of its own"), "\(early.log)")

            let people = try await site.loneIdentity(.production, of: keys)
            #expect(try await emulator.process.exit() == .code(78), "it does not go on beside production")
            #expect(emulator.process.log.contains("a database of its own"))
            let late = try site.start("identity", settings: ["identity.port=0", "identity.mode=emulator"])
            #expect(try await late.exit() == .code(78))
            #expect(late.log.contains("a database of its own") && !late.log.contains(SurfaceMode.emulator.words))
            let told = try site.start(doctor)
            #expect(try await told.exit() == .code(1))
            #expect(told.log.contains("a database of its own"), "\(told.log)")
            #expect(try await people.caller.send("GET", "/.well-known/jwks.json").status == 200)
        }
    }

    @Test("answers nothing that comes through a proxy, unless it is public")
    func proxied() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            for (settings, status) in [([], 403), (["identity.public=true"], 200)] {
                let caller = try await site.loneIdentity(.emulator, of: keys, settings: settings).caller
                let answer = try await caller.send("GET", "/", nil, ["x-forwarded-for": "192.0.2.7"])
                #expect(answer.status == status)
                #expect(try await caller.send("GET", "/").status == 200)
            }
        }
    }

    @Test("makes a project of a random name that is whole: it sends, signs in, and keeps its people to itself")
    func madeProject() async throws {
        try await withSite { site in
            let identity = try await site.identity(.emulator)
            let mine = identity.caller
            let keys = ProjectKeys(project: "demo-random-4711", client: mine.keys.client, admin: mine.keys.admin)
            let theirs = IdentityCaller(base: mine.base, mode: mine.mode, keys: keys, client: mine.client)
            let phone = Site.phones(1)[0]
            let sent = try await theirs.send(
                "POST", "\(IdentityCaller.v1)/accounts:sendVerificationCode",
                #"{"phoneNumber":"\#(phone)","targetProjectId":"\#(keys.project)"}"#,
                ["authorization": "Bearer owner", "content-type": "application/json"])
            let info = try #require(sent["sessionInfo"], "\(sent.message ?? "")")
            #expect(try await theirs.codes()[info] == site.lastCode(of: phone))
            #expect(try await mine.codes().isEmpty)
            #expect(try await theirs.manage("/accounts", ["localId": "ann"]).status == 200)
            #expect(try await mine.manage("/accounts:lookup", ["localId": ["ann"]]).users.isEmpty)
            #expect(try await theirs.manage("/accounts:lookup", ["localId": ["ann"]]).users.count == 1)
        }
    }
}
