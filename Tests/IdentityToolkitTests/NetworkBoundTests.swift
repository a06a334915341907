import AccountCore
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

/// Everybody has an app's key, so what bounds a stranger is where the stranger is.
@Suite("The bounds of a network")
struct NetworkBoundTests {
    private let tooMany = "TOO_MANY_ATTEMPTS_TRY_LATER"
    private let body = #"{"phoneNumber":"+14155550123"}"#

    private func fixture(_ mode: IdentityMode = .production) throws -> IdentityFixture {
        let fixture = try IdentityFixture(mode)
        fixture.queue.answer { _ in .known }
        return fixture
    }

    @Test("let 30 requests of a minute reach the queue, and others' requests too")
    func sends() async throws {
        let fixture = try fixture()
        try await fixture.serveBehindProxy { api in
            var refused = 0
            for number in 0..<100 {
                let way = ["203.0.113.7", "198.51.100.\(number), 203.0.113.7"][number % 2]
                let answer = try await api.app("sendVerificationCode", body, from: way)
                guard answer.error == tooMany else { continue }
                #expect(answer.status == 400)
                #expect(answer.headers[.retryAfter] == "2", "30 a minute are one in two seconds")
                refused += 1
            }
            #expect(refused == 70 && fixture.queue.published.count == 30)
            let pauses = fixture.pauses.all
            #expect(pauses.count == 70 && pauses.allSatisfy { (.seconds(1) ..< .seconds(3)).contains($0) })
            let other = try await api.app("sendVerificationCode", body, from: "203.0.113.8")
            #expect(other.status == 200 && fixture.queue.published.count == 31)
            #expect(try await api.app("lookup", "{}", from: "203.0.113.7").error == "MISSING_ID_TOKEN")
            fixture.clock.advance(by: .seconds(60))
            #expect(try await api.app("sendVerificationCode", body, from: "203.0.113.7").status == 200)
        }
    }

    @Test("let 30 attestations of a minute be looked at, and other calls of the network too")
    func attestations() async throws {
        let fixture = try fixture()
        try await fixture.serveBehindProxy { api in
            for _ in 0..<30 {
                let answer = try await api.app("attestApp", "{}", from: "203.0.113.7")
                #expect(answer.error == "OPERATION_NOT_ALLOWED")
            }
            #expect(try await api.app("attestApp", "{}", from: "203.0.113.7").error == tooMany)
            #expect(try await api.app("appChallenge", "{}", from: "203.0.113.7").status == 200)
            #expect(try await api.app("attestApp", "{}", from: "203.0.113.8").error == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test(
        "hold for every call of an app, before its key and its body are looked at",
        arguments: [
            "sendVerificationCode", "signInWithPhoneNumber", "lookup", "update", "delete", "signUp",
            "signInWithPassword", "signInWithCustomToken", "createAuthUri", "appChallenge", "attestApp",
        ])
    func everyCall(method: String) async throws {
        let fixture = try fixture()
        let address = "2001:db8::7"
        for _ in 0..<600 {
            try await AdmitCaller(fixture.ports).count(.usual, from: IPAddress(address))
        }
        try await fixture.serveBehindProxy { api in
            let call = try await api.app(method, "{}", from: address)
            #expect(call.error == tooMany)
            #expect(try await api.app(method, "no JSON", key: "nobodys", from: address).error == tooMany)
            #expect(try await api.app(method, "{}", from: "2001:db8:1::7").error != tooMany)
        }
    }

    @Test(
        "are told to the SDK for JavaScript in no JSON where it asks who is signed in, for it would sign the person out"
    )
    func pages() async throws {
        let fixture = try fixture()
        let address = "2001:db8::7"
        for _ in 0..<600 { try await AdmitCaller(fixture.ports).count(.usual, from: IPAddress(address)) }
        try await fixture.serveBehindProxy { api in
            let paths = [
                ("\(IdentityClient.v1)/accounts:lookup", true), ("/securetoken.googleapis.com/v1/token", true),
                ("\(IdentityClient.v1)/accounts:sendVerificationCode", false),
            ]
            for (path, asksWhoIsThere) in paths {
                for (version, isPage) in [("Chrome/JsCore/12.1.0/FirebaseCore-web", true), ("iOS/FirebaseSDK", false)] {
                    var fields = IdentityClient.way(address)
                    fields[try #require(HTTPField.Name("X-Client-Version"))] = version
                    let answer = try await api.call(
                        .post, path + "?key=\(IdentityFixture.clientKey)", "{}", headers: fields)
                    #expect(answer.status == 400)
                    #expect((answer.json == nil) == (asksWhoIsThere && isPage), "\(path) \(version)")
                    #expect(answer.json == nil || answer.error == tooMany)
                }
            }
        }
    }

    @Test("hold for refreshes, and neither for backends nor for public keys")
    func others() async throws {
        let fixture = try fixture()
        let address = "2001:db8::7"
        for _ in 0..<600 { try await AdmitCaller(fixture.ports).count(.usual, from: IPAddress(address)) }
        try await fixture.serveBehindProxy { api in
            let (way, key) = (IdentityClient.way(address), IdentityFixture.clientKey)
            let token = try await api.call(.post, "/securetoken.googleapis.com/v1/token?key=\(key)", "{}", headers: way)
            #expect(token.error == tooMany)
            let users = try await api.call(
                .post, "\(IdentityClient.v1)/projects/demo-shop/accounts:lookup", #"{"localId":["ann"]}"#,
                bearer: IdentityFixture.adminKey, headers: way)
            #expect(users.status == 200)
            #expect(try await api.call(.get, "/.well-known/jwks.json", nil, headers: way).status == 200)
        }
    }

    @Test("are none in the emulator")
    func emulator() async throws {
        let fixture = try fixture(.emulator)
        try await fixture.serveBehindProxy(isPublic: true) { api in
            for _ in 0..<60 {
                let sent = try await api.app("sendVerificationCode", body, from: "203.0.113.7")
                #expect(sent.status == 200)
            }
        }
        #expect(fixture.queue.published.count == 60)
    }
}
