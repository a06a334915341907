import Foundation
import VerifydAuth

/// What an app for iOS hands to the library: a listing of `PhoneSignIn.md`.
///
/// `AppleNames` stands for UIKit.
final class ShopAppDelegate {
    // listing: app delegate
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        Auth.auth().setAPNSToken(deviceToken, type: .unknown)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification notification: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        if Auth.auth().canHandleNotification(notification) { return completionHandler(.noData) }
        // Here are the notifications of your own.
    }

    func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        if Auth.auth().canHandle(url) { return true }
        // Here are the URLs of your own.
        return false
    }
    // end
}
