import AccountCore
import VerificationCore

/// Makes and tries the passwords of accounts; a process has a single desk, because a try costs much.
package final class PasswordDesk: Sendable {
    /// Strangers who fill the tries keep no administrator waiting.
    private let tries = PasswordWork(mostWaiting: 16)
    private let making = PasswordWork(mostWaiting: 64)
    let limits = PasswordTries()

    package init() {}

    /// What is kept of a new password.
    ///
    /// `salt`: `PasswordHash.saltLength` random bytes.
    func hash(of password: String, salt: [UInt8]) async throws(WireError) -> String {
        let hash = await making.run { PasswordHash(of: password, salt: salt) }
        guard let hash, let hash else { throw .unavailable }
        return hash.text
    }

    /// Whether it is the password of this hash.
    ///
    /// Without a hash, and for a hash that another program made, it is not. To say this takes as long as a real try.
    func fits(_ password: String, _ hash: String?, salt: [UInt8]) async throws(WireError) -> Bool {
        let hash = hash.flatMap(PasswordHash.init(text:)) ?? PasswordHash(fittingNobodyWith: salt)
        guard let fits = await tries.run({ hash.fits(password) }) else { throw .refused(.tooManyAttempts) }
        return fits
    }
}
