import AccountCore
import VerificationCore

/// Makes and checks the proofs with which people and backends sign in.
package struct AccountCredentials: Sendable {
    package let tokens: TokenIssuer
    /// The keys with which backends sign custom tokens.
    package let serviceAccounts: ServiceAccountCache
    /// The keys of those who sign proofs of apps and of people.
    package let keySets: KeySetCache
    /// The providers of captchas.
    package let captchas: CaptchaQuestions
    /// The other providers that say who a person is.
    package let providers: ProviderCalls
    /// Brings secrets to the devices of apps.
    package let pushes: PushLine
    /// The keys of devices that have proved an app, and the challenges that are used up.
    package let attestedKeys: any AttestedKeyStore
    /// Makes and tries passwords.
    package let passwords: PasswordHasher
    /// Makes random bytes with a generator that is good enough for secrets.
    package let randomBytes: @Sendable (Int) -> [UInt8]

    package init(
        tokens: TokenIssuer, serviceAccounts: ServiceAccountCache, keySets: KeySetCache,
        captchas: CaptchaQuestions, providers: ProviderCalls = ProviderCalls(), pushes: PushLine = PushLine(nil),
        attestedKeys: any AttestedKeyStore, passwords: PasswordHasher = PasswordHasher(),
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.tokens, self.serviceAccounts, self.keySets) = (tokens, serviceAccounts, keySets)
        (self.captchas, self.providers, self.pushes) = (captchas, providers, pushes)
        (self.attestedKeys, self.passwords, self.randomBytes) = (attestedKeys, passwords, randomBytes)
    }

    /// A random name for a new account, which an attacker cannot guess.
    func newID() -> LocalID { LocalID(random: randomBytes(LocalID.randomLength)) }

    /// What will continue a session that is about to begin.
    func newRefreshToken() -> RefreshToken { RefreshToken(random: randomBytes(RefreshToken.randomLength)) }

    /// What is kept of a new password; throws for a password that is too short.
    func passwordHash(
        of password: String?, for maker: PasswordHasher.Maker
    ) async throws(AccountError) -> String? {
        guard let password else { return nil }
        try PasswordPolicy.check(password)
        return try await passwords.hash(of: password, salt: randomBytes(PasswordHash.saltLength), for: maker)
    }
}
