import PostgreSQL
import SessionStore
import VerificationCore

/// The ports through which commands use the store.
struct StorePorts: Sendable {
    let apps: any AppStore
    let keys: any APIKeyStore
    let texts: any AppTextStore
    let testNumbers: any TestNumberStore & TestNumberResealer
    let limits: any LimitStore
    let eraser: any PhoneEraser

    init(_ pool: PostgresPool) {
        let registry = AppRegistry(pool: pool)
        (apps, keys, texts, testNumbers) = (registry, registry, registry, registry)
        limits = PostgresLimits(pool: pool)
        eraser = PostgresVerificationStore(pool: pool)
    }
}
