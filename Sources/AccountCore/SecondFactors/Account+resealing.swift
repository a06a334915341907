import VerificationCore

extension Account {
    /// The account with the secrets of its factors under the ring's current key.
    ///
    /// - Parameters:
    ///   - project: whose account it is.
    ///   - ring: with the current key and those before.
    /// - Returns: the account, how many secrets were under another key, and how many stay because the ring lacks their key.
    package func resealed(
        in project: ProjectID, by ring: KeyRing
    ) -> (account: Account, resealed: Int, locked: Int) {
        var (account, resealed, locked) = (self, 0, 0)
        let purpose = TOTPFactor.purpose(of: project, id)
        for (place, factor) in factors.enumerated() {
            guard case .totp(var app) = factor.kind, app.secret.keyName != ring.currentName else { continue }
            guard let secret = ring.resealed(app.secret, for: purpose) else {
                locked += 1
                continue
            }
            app.secret = secret
            account.factors[place].kind = .totp(app)
            resealed += 1
        }
        return (account, resealed, locked)
    }
}
