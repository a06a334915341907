// What VerifydAuth uses of UIKit, declared after Apple's documentation, so that the compiler on Linux can check the calls.

import Foundation

@MainActor open class UIResponder: NSObject {
    override public nonisolated init() {}
}

open class UIWindow: UIResponder {
    public var isKeyWindow: Bool { false }
}

open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable { case unattached, foregroundActive, foregroundInactive, background }
    public var activationState: ActivationState { .unattached }
}

open class UIWindowScene: UIScene {
    public var windows: [UIWindow] { [] }
}

open class UIApplication: UIResponder {
    public class var shared: UIApplication { UIApplication() }
    public var connectedScenes: Set<UIScene> { [] }
}
