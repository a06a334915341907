import VerificationCore

/// The keys that verifyd derives codes and ids from.
package enum CodeSettings {
    package static let keys = Setting(
        "code.keys", .keyRing,
        "keys, name:Base64 of 32 random bytes; several with commas, the current first; codes and ids derive from them",
        isSecret: true)

    static let all: [any DeclaredSetting] = [keys]
}

extension SettingForm<KeyRing> {
    fileprivate static var keyRing: Self {
        Self { text, name throws(SettingsError) in
            do throws(KeyRingError) {
                return try KeyRing(text)
            } catch {
                throw SettingsError("\(name): \(error.words)")
            }
        }
    }
}

extension KeyRingError {
    fileprivate var words: String {
        switch self {
        case .malformed: "expected name:Base64, several separated by commas; make one with `openssl rand -base64 32`"
        case .weakSecret(let name): "the secret of key \(name) must be Base64 of at least 32 bytes"
        case .repeatedName(let name): "two keys are called \(name)"
        }
    }
}
