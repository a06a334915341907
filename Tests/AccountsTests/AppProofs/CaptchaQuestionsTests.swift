import AccountCore
import AccountTesting
import Synchronization
import Testing
import VerificationCore

@testable import Accounts

@Suite("Questions to the providers of captchas", .timeLimit(.minutes(10)))
struct CaptchaQuestionsTests {
    private static let now = Timestamp(seconds: 1_767_229_200)

    private let provider = ScriptedCaptchas()
    private let site: CaptchaSite
    private let (shop, bank, club): (ProjectID, ProjectID, ProjectID)

    init() throws {
        site = try #require(
            CaptchaSite(.turnstile, siteKey: "key-1", secret: SealedCode(keyName: "k1", bytes: [1])))
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        club = try #require(ProjectID("demo-club"))
    }

    private func question(_ response: String) -> CaptchaQuestion {
        CaptchaQuestion(response, of: site, secret: "secret", from: nil)
    }

    @Test("a response is asked about once at a time, a project holds half of all places, and all together hold 64")
    func bounds() async throws {
        let (questions, held) = (CaptchaQuestions(provider) { _ in }, Held())
        provider.hold { await held.wait() }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...32 {
                for project in [shop, bank] {
                    group.addTask {
                        let name = "\(project) \(number)"
                        let answer = await questions.ask(question(name), digest: name, of: project, at: Self.now)
                        #expect(answer?.isSuccess == false)
                    }
                }
            }
            await held.arrived(64)
            for (digest, project) in [("\(shop) 1", shop), ("new", shop), ("new", bank), ("new", club)] {
                #expect(await questions.ask(question(digest), digest: digest, of: project, at: Self.now) == nil)
            }
            #expect(provider.asked.count == 64)
            held.release()
        }
        #expect(await questions.ask(question("new"), digest: "new", of: shop, at: Self.now) != nil)
    }

    @Test("one project's silent provider leaves room for another project")
    func fair() async throws {
        let (questions, held) = (CaptchaQuestions(provider) { _ in }, Held())
        provider.hold { await held.wait() }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...32 {
                group.addTask {
                    _ = await questions.ask(question("\(number)"), digest: "\(number)", of: shop, at: Self.now)
                }
            }
            await held.arrived(32)
            #expect(await questions.ask(question("33"), digest: "33", of: shop, at: Self.now) == nil)
            provider.hold(by: nil)
            #expect(await questions.ask(question("34"), digest: "34", of: bank, at: Self.now) != nil)
            held.release()
        }
    }

    @Test("operators hear of a provider that is away once a minute, and never a secret or a response")
    func reports() async throws {
        let heard = Mutex<[String]>([])
        let questions = CaptchaQuestions(provider) { words in heard.withLock { $0.append(words) } }
        provider.setAway(true)
        for seconds in [0, 1, 59, 60, 61] {
            let now = Self.now + .seconds(seconds)
            #expect(await questions.ask(question("r3sponse"), digest: "d", of: shop, at: now) == nil)
        }
        let words = "captchas of demo-shop cannot be verified: timeout"
        #expect(heard.withLock { $0 } == [words, words])
        #expect(!"\(question("r3sponse"))".contains("secret") && !"\(question("r3sponse"))".contains("r3sponse"))
    }
}

/// Holds calls until a test lets all of them go.
private final class Held: Sendable {
    private let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    private let waiting = Mutex<(isOpen: Bool, calls: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = waiting.withLock { waiting in
                if !waiting.isOpen { waiting.calls.append(continuation) }
                return waiting.isOpen
            }
            if isOpen { continuation.resume() }
            arrive.yield()
        }
    }

    func arrived(_ count: Int) async {
        var arrived = 0
        for await _ in arrivals {
            arrived += 1
            if arrived == count { return }
        }
    }

    func release() {
        let calls = waiting.withLock { waiting in
            defer { waiting = (true, []) }
            return waiting.calls
        }
        for call in calls { call.resume() }
    }
}
