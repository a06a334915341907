import Foundation

/// What shows a page to the person, and closes it.
///
/// The library calls it on the main thread. On iOS, give an object that presents an `SFSafariViewController` or another browser.
@MainActor
public protocol AuthUIDelegate: AnyObject, Sendable {
    /// Shows a page.
    ///
    /// When the page returns into the app, the app hands its URL to ``Auth/canHandle(_:)``.
    ///
    /// - Parameter url: the page's address.
    /// - Throws: if nothing can be shown now; the call for a code ends with
    ///   ``AuthErrorCode/appVerificationUserInteractionFailure``.
    func present(_ url: URL) async throws

    /// Closes the page.
    ///
    /// The library calls it once for each page that was shown.
    func dismiss() async
}
