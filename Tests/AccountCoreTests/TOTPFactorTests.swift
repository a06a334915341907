import AccountCore
import Testing
import VerificationCore

@Suite("An authenticator app as a second factor")
struct TOTPFactorTests {
    private let secret = Array("12345678901234567890".utf8)
    private let now = Timestamp(seconds: 1_800_000_015)

    private var step: Int64 { TOTP.step(at: now) }

    private var factor: TOTPFactor {
        TOTPFactor(secret: SealedCode(keyName: "k1", bytes: [1, 2, 3]), usedStep: step - 100)
    }

    private func code(_ offset: Int64) -> String { TOTP.code(ofStep: step + offset, secret: secret) }

    private func check(
        _ code: String, _ factor: TOTPFactor, at moment: Timestamp? = nil, steps: Int = 1
    ) -> TOTPFactor.Check {
        factor.check(code, at: moment ?? now, adjacentSteps: steps, secret: secret)
    }

    @Test("takes the codes of the steps around now, as many as the project says, and at most ten")
    func window() {
        for (steps, good) in [(0, 0), (1, 1), (5, 5), (10, 10), (11, 10), (.max, 10), (-1, 0)] as [(Int, Int64)] {
            for offset in -13...13 as ClosedRange<Int64> {
                var used = factor
                used.usedStep = step + offset
                let isGood = abs(offset) <= good
                #expect((check(code(offset), factor, steps: steps) == .right(used)) == isGood, "\(steps) \(offset)")
            }
        }
    }

    @Test("takes no code of a step twice, and none of an earlier step")
    func usedOnce() throws {
        let used = try #require(check(code(0), factor).right)
        #expect(used.usedStep == step)
        for offset in [0, -1] as [Int64] { #expect(check(code(offset), used).right == nil) }
        let next = try #require(check(code(1), used).right)
        #expect(next.usedStep == step + 1 && check(code(0), next).right == nil)
        // A clock that has gone back: what was used stays used.
        #expect(check(code(0), used, at: now - .seconds(30)).right == nil)
        #expect(check(code(1), used, at: now - .seconds(30)).right == nil, "two steps ahead")
        #expect(check(code(1), used, at: now + .seconds(30)).right != nil)
    }

    @Test("uses the later of two steps with the same code, so that the code is not good once more")
    func sameCode() throws {
        // Two codes of the RFC's secret that are both 768734.
        let (early, late) = (Int64(61_331_809), Int64(61_331_811))
        #expect([early, late].allSatisfy { TOTP.code(ofStep: $0, secret: secret) == "768734" })
        let moment = Timestamp(seconds: (early + 1) * TOTP.period)
        let used = try #require(check("768734", factor, at: moment).right)
        #expect(used.usedStep == late && check("768734", used, at: moment).right == nil)
        var half = factor
        half.usedStep = early
        #expect(check("768734", half, at: moment).right?.usedStep == late)
    }

    @Test("takes codes as people type them, and counts what can be no code as no try")
    func typed() {
        let typed = code(0).prefix(3) + " " + code(0).suffix(3)
        #expect(check(String(typed), factor).right != nil)
        for text in ["", "12345", "1234567", "abcdef", "12345６７"] {
            #expect(check(text, factor) == .wrong(factor), "\(text)")
        }
    }

    @Test("has five wrong tries in five minutes, and then not even a right one for a while")
    func fewMinutes() throws {
        var tried = factor
        for _ in 1...5 { tried = try #require(check(code(-50), tried).wrong) }
        for code in [code(0), code(-50), "x"] { #expect(check(code, tried) == .tooMany) }
        #expect(check(code(0), tried, at: now + .seconds(290)) == .tooMany)
        let later = now + .seconds(305)
        let right = check(TOTP.code(ofStep: TOTP.step(at: later), secret: secret), tried, at: later).right
        #expect(right != nil && right?.wrongTries != SlotCounts(), "a right code takes back no wrong try")
    }

    @Test("has twenty wrong tries in an hour and a hundred in thirty days, however they are spread")
    func longer() throws {
        var (tried, moment, refused) = (factor, now, 0)
        for _ in 0..<12 {
            for _ in 0..<2 {
                let check = check(code(-50), tried, at: moment)
                if check == .tooMany { refused += 1 } else { tried = try #require(check.wrong) }
            }
            moment = moment + .seconds(299)
        }
        #expect(refused == 4, "24 tries within an hour")
        var wrong = 20
        for day in 1...60 {
            moment = now + .seconds(Int64(day) * 43_200)
            for _ in 0..<4 {
                guard let next = check(code(-50), tried, at: moment).wrong else { continue }
                (tried, wrong) = (next, wrong + 1)
            }
        }
        #expect(wrong == 100)
        #expect(check(code(0), tried, at: moment) == .tooMany)
        let free = now + .seconds(61 * 86_400)
        #expect(check(TOTP.code(ofStep: TOTP.step(at: free), secret: secret), tried, at: free).right != nil)
        #expect(SecondFactor.list(try #require(SecondFactor.text(of: [kept(tried)]))) == [kept(tried)])
    }

    @Test("counts on when the clock goes back, and forgets what a clock far ahead has counted")
    func clock() throws {
        var tried = factor
        for _ in 1...5 { tried = try #require(check(code(-50), tried).wrong) }
        #expect(check(code(0), tried, at: now - .seconds(200)) == .tooMany)
        var ahead = factor
        for _ in 1...5 { ahead = try #require(check(code(-50), ahead, at: now + .seconds(365 * 86_400)).wrong) }
        #expect(check(code(0), ahead).right != nil)
    }

    @Test("counts no try where nothing is limited")
    func unlimited() {
        for _ in 1...50 {
            let check = factor.check(code(-50), at: now, adjacentSteps: 1, secret: secret, limits: [])
            #expect(check == .wrong(factor))
        }
    }

    @Test("is kept with its tries, and a member of another version makes it unreadable")
    func keeping() throws {
        var tried = factor
        for offset in 0..<3 {
            tried = try #require(check(code(-50), tried, at: now + .seconds(Int64(offset) * 90)).wrong)
        }
        for app in [factor, tried] {
            let text = try #require(SecondFactor.text(of: [kept(app)]))
            #expect(SecondFactor.list(text) == [kept(app)])
            #expect(SecondFactor.list(text.replacing(#""step""#, with: #""other":1,"step""#)) == nil)
        }
        let text = try #require(SecondFactor.text(of: [kept(tried)]))
        #expect(SecondFactor.list(text.replacing(#""wrong":[["#, with: #""wrong":[[0],["#)) == nil)
    }

    private func kept(_ app: TOTPFactor) -> SecondFactor {
        SecondFactor("f1", kind: .totp(app), displayName: "Phone", enrolledAt: now)
    }
}

extension TOTPFactor.Check {
    /// The factor after a right code.
    fileprivate var right: TOTPFactor? {
        if case .right(let factor) = self { factor } else { nil }
    }

    /// The factor after a wrong code.
    fileprivate var wrong: TOTPFactor? {
        if case .wrong(let factor) = self { factor } else { nil }
    }
}
