import Foundation

/// Proves that a person is there, by a page of the server with a captcha.
///
/// The page returns into the app by a URL scheme. The app registers the scheme at the system, the project lists it
/// (`verifyd projects set --callback-schemes`), and the app hands the URL to ``Auth/canHandle(_:)``.
public final class CaptchaPageProof: AppProofProvider, AppEventReceiver {
    /// For how many seconds a person may look at the page.
    private static let patience: TimeInterval = 600

    private let callbackScheme: String
    private let time: AuthTime
    /// The page that is shown now.
    private let shown = Guarded<CaptchaPage?>(nil)

    /// Makes a provider.
    ///
    /// - Parameter callbackScheme: `app-` with two or more parts and a dash between them, for example
    ///   `app-1-1234567890-ios-321abc456def7890`, or an OAuth client id of Google in reverse.
    public convenience init(callbackScheme: String) { self.init(callbackScheme: callbackScheme, time: .system) }

    init(callbackScheme: String, time: AuthTime) {
        self.callbackScheme = callbackScheme
        self.time = time
    }

    /// `captcha`.
    public var kind: AppProofKind { .captcha }

    /// Shows the page, and waits until the person has solved the captcha.
    ///
    /// - Parameter request: the server, the language and what shows the page.
    /// - Returns: the proof; nil if the app has named nothing that shows pages, and the platform has no usual way.
    /// - Throws: ``AuthErrorCode/webContextCancelled`` when the person closes the page, or lets it stand for ten minutes;
    ///   ``AuthErrorCode/webContextAlreadyPresented`` while another call shows it; ``AuthErrorCode/invalidClientID`` for a
    ///   callback scheme of another form.
    public func proof(for request: AppProofRequest) async throws -> AppProof? {
        guard let page = CaptchaPage(of: request, callbackScheme: callbackScheme) else {
            throw AuthError(.invalidClientID)
        }
        guard let delegate = await delegate(of: request, for: page) else { return nil }
        let isFirst = shown.with { shown in
            guard shown == nil else { return false }
            shown = page
            return true
        }
        guard isFirst else { throw AuthError(.webContextAlreadyPresented) }
        defer { shown.with { $0 = nil } }
        return AppProof(members: ["recaptchaToken": try await token(from: page, shownBy: delegate)], servesOnce: true)
    }

    func take(url: URL) -> Bool { shown.with { $0 }?.take(url) ?? false }

    private func delegate(of request: AppProofRequest, for page: CaptchaPage) async -> (any AuthUIDelegate)? {
        if let delegate = request.uiDelegate { return delegate }
        #if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
            return await WebSessionDelegate(callbackScheme: callbackScheme) { _ = page.take($0) }
        #else
            return nil
        #endif
    }

    private func token(from page: CaptchaPage, shownBy delegate: any AuthUIDelegate) async throws -> String {
        // A delegate may stay in `present` while the page is there, and then says there that the person has closed it.
        let showing = Task { @MainActor in
            do {
                try await delegate.present(page.url)
            } catch is CancellationError {
                page.answer.settle(.failure(AuthError(.webContextCancelled)))
            } catch {
                let problem = AuthError(.appVerificationUserInteractionFailure, userInfo: [NSUnderlyingErrorKey: error])
                page.answer.settle(.failure(problem))
            }
        }
        let outcome: Result<String?, any Error>
        do {
            outcome = .success(try await page.answer.value(within: Self.patience, by: time))
        } catch {
            outcome = .failure(error)
        }
        await delegate.dismiss()
        showing.cancel()
        guard let token = try outcome.get() else { throw AuthError(.webContextCancelled) }
        return token
    }
}
