// What the articles' listings need of UIKit, which Linux does not have, by Apple's names.

/// Stands for the class of UIKit.
final class UIApplication {
    /// Stands for the key of an option.
    struct OpenURLOptionsKey: Hashable {}
}

/// Stands for what an app says after a push.
enum UIBackgroundFetchResult {
    case newData, noData, failed
}
