import Foundation

/// What shows a page to the person, and closes it.
///
/// The library calls it on the main thread. Give an object that presents an `SFSafariViewController` or another browser.
@MainActor
public protocol AuthUIDelegate: AnyObject, Sendable {
    /// Shows a page.
    ///
    /// It may return as soon as the page is shown, or stay until the page is closed. When the page returns into the app, the
    /// app hands its URL to ``Auth/canHandle(_:)``.
    ///
    /// - Parameter url: the page's address.
    /// - Throws: `CancellationError` when the person closes the page; the call for a code then ends with
    ///   ``AuthErrorCode/webContextCancelled``. Another error if nothing can be shown; the call then ends with
    ///   ``AuthErrorCode/appVerificationUserInteractionFailure``.
    func present(_ url: URL) async throws

    /// Closes the page, if it is still there.
    ///
    /// The library calls it once for each ``present(_:)``, also after that one threw.
    func dismiss() async
}
