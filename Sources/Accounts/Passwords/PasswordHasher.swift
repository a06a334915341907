import AccountCore
import VerificationCore

/// Makes and tries the passwords of accounts; a process has a single hasher, because a try costs much.
package final class PasswordHasher: Sendable {
    /// Who sets a new password.
    enum Maker: Sendable {
        case owner, administrator
    }

    /// Strangers who fill the tries keep no owner waiting, and owners keep no administrator waiting.
    ///
    /// Networks that have guessed keep no network waiting that has not.
    private let tries = PasswordWork(mostWaiting: 16)
    private let owners = PasswordWork(mostWaiting: 64)
    private let administrators = PasswordWork(mostWaiting: 64)
    let limits = PasswordTries()

    package init() {}

    /// What is kept of a new password.
    ///
    /// `salt`: `PasswordHash.saltLength` random bytes.
    func hash(of password: String, salt: [UInt8], for maker: Maker) async throws(AccountError) -> String {
        let hash = try await work(of: maker).run { PasswordHash(of: password, salt: salt) }
        guard let hash, let hash else { throw .unavailable }
        return hash.text
    }

    /// Whether it is the password of this hash.
    ///
    /// Without a hash, and for a hash that another program made, it is not. To say this takes as long as a real try.
    ///
    /// - Parameters:
    ///   - password: what the person has typed.
    ///   - hash: what is kept of the account's password; nil without.
    ///   - salt: of the hash that is tried in place of a missing hash.
    ///   - turn: whether the try is served before others.
    ///   - admit: counts the try. It is not called where there is no room: an attacker who fills the room would
    ///     otherwise use up the tries of others.
    /// - Returns: whether it fits.
    /// - Throws: what `admit` throws, and `tooManyAttempts` where there is no room.
    func fits(
        _ password: String, hash: String?, salt: [UInt8], turn: PasswordWork.Turn = .first,
        admittedBy admit: () throws(AccountError) -> Void
    ) async throws(AccountError) -> Bool {
        let hash = hash.flatMap(PasswordHash.init(text:)) ?? PasswordHash(fittingNobodyWith: salt)
        guard let fits = try await tries.run(turn, admittedBy: admit, { hash.fits(password) }) else {
            throw .refused(.tooManyAttempts)
        }
        return fits
    }

    private func work(of maker: Maker) -> PasswordWork {
        switch maker {
        case .owner: owners
        case .administrator: administrators
        }
    }
}
