import Foundation
import Testing

@testable import VerifydAuth

@Suite("listeners, and the user that an app is given")
struct ListenerTests {
    private let store = SwitchedStore()
    private let auth: Auth

    init() throws {
        var configuration = SessionBench.configuration(try SessionBench.url)
        configuration.store = store
        configuration.transport = ScriptedTransport([SessionBench.tokens(2)])
        auth = try Auth(configuration)
    }

    private func begin(_ uid: String) throws {
        _ = try auth.parts.current.begin(SessionBench.user(uid, tokens: 1, at: Date()))
    }

    @Test("a listener hears the present user first, then every change in order, on the main thread")
    @MainActor func order() async throws {
        let heard = Guarded<[String]>([])
        try begin("ada")
        auth.addStateDidChangeListener { _, user in
            dispatchPrecondition(condition: .onQueue(.main))
            heard.with { $0.append(user?.uid ?? "-") }
        }
        #expect(heard.with { $0 }.isEmpty)
        for uid in ["bob", "cyd"] {
            try auth.signOut()
            try begin(uid)
        }
        await mainThreadIsDone()
        #expect(heard.with { $0 } == ["ada", "-", "bob", "-", "cyd"])
    }

    @Test("a second sign-out tells nobody anything, and neither does a refresh tell those who want users alone")
    @MainActor func quiet() async throws {
        let heard = Guarded<[String]>([])
        auth.addStateDidChangeListener { _, user in heard.with { $0.append("user \(user?.uid ?? "-")") } }
        auth.addIDTokenDidChangeListener { _, user in heard.with { $0.append("token \(user?.refreshToken ?? "-")") } }
        try auth.signOut()
        try begin("ada")
        _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
        try auth.signOut()
        await mainThreadIsDone()
        let expected = ["user -", "token -", "user ada", "token refresh-1", "token refresh-2", "user -", "token -"]
        #expect(heard.with { $0 } == expected)
    }

    @Test("a listener that is removed on the main thread hears nothing more, also of changes before")
    @MainActor func removal() async throws {
        let heard = Guarded(0)
        let one = auth.addStateDidChangeListener { _, _ in heard.with { $0 += 1 } }
        try begin("ada")
        auth.removeStateDidChangeListener(one)
        auth.removeStateDidChangeListener(one)
        await mainThreadIsDone()
        #expect(heard.with { $0 } == 0)
    }

    @Test("a listener may sign out, and remove itself and others, while it is called")
    @MainActor func inside() async throws {
        let heard = Guarded<[String]>([])
        let others = Guarded<[AuthStateDidChangeListenerHandle]>([])
        auth.addStateDidChangeListener { auth, user in
            heard.with { $0.append(user?.uid ?? "-") }
            for other in others.with({ $0 }) { auth.removeStateDidChangeListener(other) }
            if user != nil { #expect(throws: Never.self) { try auth.signOut() } }
        }
        let other = auth.addStateDidChangeListener { _, user in heard.with { $0.append("other \(user?.uid ?? "-")") } }
        await mainThreadIsDone()
        others.with { $0 = [other] }
        try begin("ada")
        await mainThreadIsDone()
        await mainThreadIsDone()
        #expect(heard.with { $0 } == ["-", "other -", "ada", "-"])
        #expect(auth.currentUser == nil)
    }

    @Test("the sequence of users begins with the present one, and a slow reader gets the newest")
    func stream() async throws {
        try begin("ada")
        var users = auth.stateChanges.makeAsyncIterator()
        #expect(await users.next()??.uid == "ada")
        try auth.signOut()
        try begin("bob")
        await mainThreadIsDone()
        #expect(await users.next()??.uid == "bob")
        let auth = auth
        let reader = Task { for await _ in auth.stateChanges {} }
        reader.cancel()
        await reader.value
    }

    @Test("NotificationCenter hears of changes too")
    @MainActor func notification() async throws {
        let heard = Guarded(0)
        let name = Auth.authStateDidChangeNotification
        let observer = NotificationCenter.default.addObserver(forName: name, object: auth, queue: nil) { _ in
            heard.with { $0 += 1 }
        }
        try begin("ada")
        try auth.signOut()
        await mainThreadIsDone()
        #expect(heard.with { $0 } == 2)
        NotificationCenter.default.removeObserver(observer)
    }

    @Test("a second configuration takes the listeners along, reads its own user, and is not told of the first one's")
    @MainActor func secondConfiguration() async throws {
        let heard = Guarded<[String]>([])
        try begin("ada")
        let old = try #require(auth.currentUser)
        auth.addIDTokenDidChangeListener { _, user in heard.with { $0.append(user?.uid ?? "-") } }
        var other = SessionBench.configuration(try SessionBench.url)
        other.projectID = "other"
        other.store = store
        try auth.setUp(other)
        try begin("bob")
        #expect(try await old.getIDToken(forcingRefresh: true) == "id-2")
        await mainThreadIsDone()
        #expect(heard.with { $0 } == ["ada", "-", "bob"])
        try auth.setUp(auth.parts.server.configuration)
        #expect(auth.currentUser?.uid == "bob")
    }

    @Test("the current user is one object until another sign-in, and equal to itself after a new look")
    func identity() throws {
        try begin("ada")
        let user = try #require(auth.currentUser)
        #expect(auth.currentUser === user && auth.currentUser?.hashValue == user.hashValue)
        try begin("ada")
        let next = try #require(auth.currentUser)
        #expect(next !== user && next != user && next.uid == user.uid)
        #expect(Set([user, next, next]).count == 2)
    }

    @Test("an Auth of its own goes with the last who holds it or its user")
    @MainActor func lifetime() async throws {
        weak var weakAuth: Auth?
        weak var weakSession: UserSession?
        try {
            var configuration = SessionBench.configuration(try SessionBench.url)
            configuration.store = store
            let auth = try Auth(configuration)
            weakAuth = auth
            auth.addStateDidChangeListener { _, _ in }
            let session = try auth.parts.current.begin(SessionBench.user("ada", tokens: 1, at: Date()))
            weakSession = session
            let user = try #require(auth.currentUser)
            #expect(user.session === session)
        }()
        await mainThreadIsDone()
        #expect(weakAuth == nil && weakSession == nil)
    }

    @Test("a user shows what the account has")
    func properties() throws {
        var stored = SessionBench.user("ada", tokens: 1, at: Date())
        stored.account.createdAt = "1700000000123"
        stored.account.lastLoginAt = "not a number"
        stored.account.photoUrl = "https://shop.example/ada.png"
        stored.account.providerUserInfo = [
            WireProvider(providerId: "phone", rawId: "raw", phoneNumber: "+16505553434"),
            WireProvider(
                providerId: "facebook.com", rawId: "77", federatedId: "http://facebook.com/77", displayName: "Ada"),
        ]
        let user = User(try auth.parts.current.begin(stored), auth: auth)
        #expect(user.providerData.map(\.uid) == ["+16505553434", "77"])
        #expect(user.providerData.map(\.providerID) == ["phone", "facebook.com"])
        #expect(user.metadata.creationDate == Date(timeIntervalSince1970: 1_700_000_000.123))
        #expect(user.metadata.lastSignInDate == nil && user.photoURL?.host == "shop.example")
    }
}
