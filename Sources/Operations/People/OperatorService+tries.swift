import Synchronization
import VerificationCore

extension OperatorService {
    /// Who tries passwords for a name: a browser that the person has used before, or all others together.
    struct Guesser: Hashable {
        /// Wrong passwords of a guesser; beyond them the guesser does not get in, also with the right password.
        static let wrongPasswords = [RateLimit(10, per: .seconds(600))]
        /// The guessers whose wrong passwords are counted at once; at this many, all counts are forgotten.
        static let most = 1_000

        let name: OperatorName
        let browser: KnownBrowser?
        /// Whether a person tries who has a session already, to change the password.
        var hasSession = false
    }

    /// How long a guesser without tries has to wait.
    struct Wait: Error {
        let duration: Duration
    }

    /// Counts a try before the password is tried, because many may be tried at once.
    ///
    /// A known browser without tries is as good as a new browser: a thief of its cookie does not keep its owner out.
    func takeTry(of name: OperatorName, by browser: KnownBrowser?) -> Result<Guesser, Wait> {
        let known = browser.map { [Guesser(name: name, browser: $0)] } ?? []
        return takeTry(by: known + [Guesser(name: name, browser: nil)])
    }

    /// The same for the first of these guessers that has a try left.
    func takeTry(by guessers: [Guesser]) -> Result<Guesser, Wait> {
        let now = now()
        return state.withLock { state in
            var shortest: Duration?
            for guesser in guessers {
                guard let wait = state.wrongTries[guesser]?.wait(for: Guesser.wrongPasswords, at: now) else {
                    if state.wrongTries.count >= Guesser.most { state.wrongTries = [:] }
                    state.wrongTries[guesser, default: SlotCounts()].count(in: Guesser.wrongPasswords, at: now)
                    return .success(guesser)
                }
                shortest = min(shortest ?? wait.until - now, wait.until - now)
            }
            return .failure(Wait(duration: shortest ?? .zero))
        }
    }
}
