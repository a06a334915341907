import VerificationCore

extension TOTPFactor {
    /// What a code proves.
    package enum Check: Sendable, Hashable {
        /// The code is right; the factor afterwards, with the code's step used.
        case right(TOTPFactor)
        /// The code is wrong, or was used before; the factor afterwards, with a wrong try more.
        case wrong(TOTPFactor)
        /// There were too many wrong tries, and the code was not looked at.
        case tooMany
    }

    /// How many wrong tries a factor has.
    ///
    /// A guesser has proved the first factor. With three good codes at a time, 100 tries a month find a code within a year
    /// with a chance of 0.4 %. NIST SP 800-63B lets an authenticator fail no more than 100 times. The shorter windows leave
    /// the owner tries of their own when a guesser comes.
    package static let limits = [
        RateLimit(5, per: .seconds(300)), RateLimit(20, per: .seconds(3_600)),
        RateLimit(100, per: .seconds(30 * 86_400)),
    ]

    /// Looks at a code; each code of an app is good once.
    ///
    /// A text that can be no code counts as no try. A right code takes back no wrong try, so that a guesser gains nothing by
    /// the sign-ins of the owner. The work does not depend on which step the code has.
    ///
    /// - Parameters:
    ///   - code: as a person typed it.
    ///   - now: the time of the decision.
    ///   - adjacentSteps: how many steps before and after now are good; at most `TOTP.mostAdjacentSteps`.
    ///   - secret: the opened secret.
    ///   - limits: of wrong tries; empty where none are counted.
    /// - Returns: what the code proves, and the factor as the account shall keep it.
    package func check(
        _ code: String, at now: Timestamp, adjacentSteps: Int, secret: [UInt8], limits: [RateLimit] = Self.limits
    ) -> Check {
        var factor = self
        factor.wrongTries = wrongTries.withoutFuture(at: now)
        guard factor.wrongTries.wait(for: limits, at: now) == nil else { return .tooMany }
        guard let code = TOTP.code(typed: code) else { return .wrong(self) }
        guard let step = goodStep(of: code, at: now, adjacentSteps: adjacentSteps, secret: secret) else {
            factor.wrongTries.count(in: limits, at: now)
            return .wrong(factor)
        }
        factor.usedStep = step
        return .right(factor)
    }

    /// The unused step of a code, of several the last: otherwise the code would be good once more.
    private func goodStep(
        of code: String, at now: Timestamp, adjacentSteps: Int, secret: [UInt8]
    ) -> Int64? {
        let (current, reach) = (TOTP.step(at: now), Int64(min(max(adjacentSteps, 0), TOTP.mostAdjacentSteps)))
        var good: Int64?
        for step in (current - reach)...(current + reach) {
            let isSame = CodeComparison.areEqual(code, TOTP.code(ofStep: step, secret: secret))
            if isSame && step > usedStep { good = step }
        }
        return good
    }
}

extension SlotCounts {
    /// Without what a clock has counted that was further ahead than a window is long.
    ///
    /// It would lock the owner out until that time.
    fileprivate func withoutFuture(at now: Timestamp) -> SlotCounts {
        SlotCounts(slots.filter { $0.endsToCountAt - now <= .seconds(2 * $0.seconds) })
    }
}
