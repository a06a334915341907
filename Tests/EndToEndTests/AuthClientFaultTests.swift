import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing
import VerificationCore
import VerifydAuth

/// What an app hears while the network or the server has a bad day: a typed error in bounded time, and nobody is signed out.
@Suite("the client for apps without its server", .serialized, .timeLimit(.minutes(10)))
struct AuthClientFaultTests {
    private let phones = Site.phones(3)

    /// What stands in the place of an answer.
    private static let answers = [
        "a captive portal's page": reply("200 OK", "text/html", "<html><title>Free Wi-Fi</title></html>"),
        "a portal's redirection":
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/login\r\nContent-Length: 0\r\n\r\n",
        "JSON that ends in the middle": reply("200 OK", "application/json", #"{"idToken":"a"#),
        "JSON of somebody else": reply("200 OK", "application/json", #"{"status":"ok"}"#),
        "a list": reply("200 OK", "application/json", "[]"),
        "members of wrong types": reply(
            "200 OK", "application/json", #"{"users":1,"idToken":2,"access_token":3,"sessionInfo":4,"id_token":5}"#),
        "a proxy's own 401": reply("401 Unauthorized", "text/html", "<html>INVALID_ID_TOKEN</html>"),
        "a proxy's own 400": reply("400 Bad Request", "application/json", #"{"error":"USER_DISABLED"}"#),
        "a gateway's 502": reply("502 Bad Gateway", "text/html", "<html>Bad Gateway</html>"),
        "nothing": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "no HTTP": "SSH-2.0-OpenSSH_9.2p1\r\n",
        "a body that is cut off": "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    ]

    private static func reply(_ status: String, _ type: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    @Test("garbage in the place of an answer is an error of the network, for each call, and the same call works later")
    func garbage() async throws {
        try await withNetwork { site, network, device in
            let user = try await device.signIn(phones[0])
            for (name, text) in Self.answers.sorted(by: { $0.key < $1.key }) {
                network.behaves(.answer(text))
                try await expectNetworkErrors(device, user, name)
            }
            network.behaves(.pass)
            try await expectServed(device, user, phones[1])
        }
    }

    @Test("a server that hangs up, and one that takes calls and says nothing, end each call in time")
    func silence() async throws {
        try await withNetwork { site, network, device in
            let user = try await device.signIn(phones[0])
            for manner in [FaultyNetwork.Manner.hangUp, .silent] {
                network.behaves(manner)
                try await expectNetworkErrors(device, user, "\(manner)")
            }
            network.behaves(.pass)
            try await expectServed(device, user, phones[1])
        }
    }

    @Test("a server that is frozen ends each call in time, and serves the same calls after the thaw")
    func frozen() async throws {
        try await withSite { site in
            let surface = try await site.identity()
            let device = try AppDevice(surface.caller, at: site) { $0.timeout = 10 }
            let user = try await device.signIn(phones[0])
            try await surface.process.freeze()
            let result = await Result.catching { try await expectNetworkErrors(device, user, "frozen") }
            surface.process.signal(SIGCONT)
            try result.get()
            try await expectServed(device, user, phones[1])
        }
    }

    @Test("without a server calls fail at once; the app starts, knows its user, and goes on when the server is back")
    func away() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let surface = try await site.identity(of: keys)
            let nowhere = try ReservedPort()
            try await withFolder { folder in
                let store = FileAuthStore(folder: folder)
                let uid = try await AppDevice(surface.caller, at: site, store: store).signIn(phones[0]).uid
                let offline = try AppDevice(surface.caller, at: site, store: FileAuthStore(folder: folder)) {
                    $0.url = URL(string: "http://127.0.0.1:\(nowhere.port)") ?? $0.url
                    $0.timeout = 10
                }
                let user = try offline.user
                #expect(user.uid == uid && user.phoneNumber == phones[0])
                #expect(try await user.getIDToken().isEmpty == false, "the token of the store is still good")
                try await expectNetworkErrors(offline, user, "away")
                let online = try AppDevice(surface.caller, at: site, store: FileAuthStore(folder: folder))
                try await expectServed(online, try online.user, phones[1])
            }
        }
    }

    @Test("a server that is killed in the middle of each call, and comes back, loses nobody")
    func killed() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.worker()
            var (process, caller) = try await site.loneIdentity(of: keys)
            try await FaultyNetwork.with(caller) { network in
                let device = try AppDevice(caller, at: site) {
                    $0.url = URL(string: network.url) ?? $0.url
                    $0.timeout = 20
                }
                let user = try await device.signIn(phones[0])
                let credential = try await device.credential(of: phones[1])
                let calls = calls(of: user, device) + [{ _ = try await device.auth.signIn(with: credential) }]
                for call in calls {
                    network.behaves(.silent)
                    let before = network.calls
                    let waiting = Task { try await call() }
                    try await network.calls(atLeast: before + 1)
                    try await process.kill()
                    network.behaves(.pass)
                    network.endConnections()
                    // It is told, or comes through by itself when the server is back.
                    (process, caller) = try await site.loneIdentity(of: keys)
                    network.leads(to: caller)
                    switch await waiting.result {
                    case .success: break
                    case .failure(let error): #expect((error as? AuthError)?.kind == .networkError, "\(error)")
                    }
                    #expect(device.auth.currentUser != nil)
                }
                try await expectServed(device, try device.user, phones[2])
            }
        }
    }

    @Test("an answer that is lost is told, and whoever asks for a new code gets into the one account")
    func lostSignIn() async throws {
        try await withNetwork { site, network, device in
            let credential = try await device.credential(of: phones[0])
            network.behaves(.loseAnswers)
            let error = try await AuthError.of { try await device.auth.signIn(with: credential) }
            #expect(error.kind == .networkError && error.isRetriable && device.auth.currentUser == nil)
            network.behaves(.pass)
            do {
                try await device.auth.signIn(with: credential)
            } catch let error as AuthError {
                #expect(error.kind == .invalidVerificationID, "the server has used the code")
                try await device.signIn(phones[0])
            }
            #expect(try await site.accounts(with: phones[0]) == 1)
        }
    }

    @Test("a refresh whose answer is lost signs nobody out, also where each refresh gives a new token")
    func lostRefresh() async throws {
        try await withNetwork(rotates: true) { site, network, device in
            let user = try await device.signIn(phones[0])
            for _ in 1...2 {
                network.behaves(.loseAnswers)
                let error = try await AuthError.of { try await user.getIDToken(forcingRefresh: true) }
                #expect(error.kind == .networkError)
                network.behaves(.pass)
                #expect(try await user.getIDToken(forcingRefresh: true).isEmpty == false)
            }
            #expect(device.auth.currentUser?.uid == user.uid)
        }
    }

    @Test("a task that is cancelled ends, and the others that wait for the same refresh get its token")
    func cancelled() async throws {
        try await withNetwork { site, network, device in
            let user = try await device.signIn(phones[0])
            network.behaves(.silent)
            let before = network.calls
            let first = Task { try await user.getIDToken(forcingRefresh: true) }
            try await network.calls(atLeast: before + 1)
            let second = Task { try await user.getIDToken(forcingRefresh: true) }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            network.behaves(.pass)
            network.endConnections()
            #expect(try await second.value.isEmpty == false)
            #expect(device.auth.currentUser?.uid == user.uid)
        }
    }

    @Test("while the database is away calls are told so, and nobody is signed out")
    func database() async throws {
        try await withSite { site in
            let device = try AppDevice(try await site.identity().caller, at: site) { $0.timeout = 10 }
            let user = try await device.signIn(phones[0])
            try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                for call in calls(of: user, device) {
                    let error = try await AuthError.of(call)
                    #expect(error.isRetriable, "\(error)")
                    #expect(device.auth.currentUser?.uid == user.uid)
                }
            }
            try await eventually("the database serves again") {
                do { return try await !user.getIDToken(forcingRefresh: true).isEmpty } catch let error as AuthError {
                    #expect(error.isRetriable, "\(error)")
                    return false
                }
            }
            try await expectServed(device, user, phones[1])
        }
    }
}

extension AuthClientFaultTests {
    /// Lends a device whose calls go through a network that a test spoils; a call has ten seconds.
    private func withNetwork(
        rotates: Bool = false, _ body: (Site, FaultyNetwork, AppDevice) async throws -> Void
    ) async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            if rotates { _ = try await site.run(["projects", "set", keys.project, "--rotate-refresh-tokens", "yes"]) }
            let caller = try await site.identity(of: keys).caller
            try await FaultyNetwork.with(caller) { network in
                let device = try AppDevice(caller, at: site) {
                    $0.url = URL(string: network.url) ?? $0.url
                    $0.timeout = 10
                }
                try await body(site, network, device)
            }
        }
    }

    /// Calls of a signed-in user that may be made again, each a call to the server.
    private func calls(of user: User, _ device: AppDevice) -> [@Sendable () async throws -> Void] {
        [
            { _ = try await user.getIDToken(forcingRefresh: true) },
            { try await user.reload() },
            {
                let change = user.createProfileChangeRequest()
                change.displayName = "Ann"
                try await change.commitChanges()
            },
        ]
    }

    /// Expects that each call ends with an error of the network within its ten seconds, and signs nobody out.
    private func expectNetworkErrors(
        _ device: AppDevice, _ user: User, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let other = device.provider.credential(withVerificationID: "AQ", verificationCode: "123456")
        let all: [@Sendable () async throws -> Void] =
            calls(of: user, device) + [
                { _ = try await device.provider.verifyPhoneNumber("+4915123419999") },
                { _ = try await device.auth.signIn(with: other) },
                { try await user.delete() },
            ]
        let began = ContinuousClock.now
        let errors = try await atOnce(all.count) { number in try await AuthError.of(all[number]) }
        #expect(ContinuousClock.now - began < .seconds(40), "\(name)", sourceLocation: sourceLocation)
        for (number, error) in errors.enumerated() {
            #expect(
                error.kind == .networkError && error.isRetriable, "\(name), call \(number): \(error)",
                sourceLocation: sourceLocation)
        }
        #expect(device.auth.currentUser?.uid == user.uid, "\(name)", sourceLocation: sourceLocation)
    }

    /// Expects that the same user goes on, and that a number can be proved.
    private func expectServed(_ device: AppDevice, _ user: User, _ phone: String) async throws {
        #expect(try await user.getIDToken(forcingRefresh: true).isEmpty == false)
        try await user.reload()
        #expect(device.auth.currentUser?.uid == user.uid)
        #expect(try await device.signIn(phone).phoneNumber == phone)
    }
}
