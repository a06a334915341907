import Foundation

extension AuthError {
    /// The error of a store, as apps see it.
    ///
    /// The store's own error is under `NSUnderlyingErrorKey`.
    static func ofStore(_ error: any Error) -> AuthError {
        (error as? AuthError) ?? AuthError(.keychainError, userInfo: [NSUnderlyingErrorKey: error])
    }
}
