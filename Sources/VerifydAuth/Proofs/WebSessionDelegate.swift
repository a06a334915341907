#if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    import AuthenticationServices
    import Foundation
    import UIKit

    /// Shows a page in the system's own browser, for an app that names no ``AuthUIDelegate``.
    @MainActor
    final class WebSessionDelegate: NSObject, AuthUIDelegate, ASWebAuthenticationPresentationContextProviding {
        private let callbackScheme: String
        private let take: @Sendable (URL) -> Void
        private var session: ASWebAuthenticationSession?

        init(callbackScheme: String, take: @escaping @Sendable (URL) -> Void) {
            self.callbackScheme = callbackScheme
            self.take = take
        }

        func present(_ url: URL) async throws {
            let closing = Arrival<Void>()
            // The system may call from any thread, so the block must not belong to the main one.
            let session = ASWebAuthenticationSession(url: url, callbackURLScheme: callbackScheme) {
                @Sendable [take] url, _ in
                if let url { take(url) }
                closing.settle(url == nil ? .failure(CancellationError()) : .success(()))
            }
            session.presentationContextProvider = self
            // The page needs no cookie of the person, and without it the system does not ask whether the app may see them.
            session.prefersEphemeralWebBrowserSession = true
            self.session = session
            guard session.start() else { throw AuthError(.appVerificationUserInteractionFailure) }
            try await closing.value()
        }

        func dismiss() async {
            session?.cancel()
            session = nil
        }

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
            return scene?.windows.first { $0.isKeyWindow } ?? scene?.windows.first ?? ASPresentationAnchor()
        }
    }
#endif
