/// Whom a session belongs to: no two live verifications share one of these.
package struct PhoneKey: Sendable, Hashable, Comparable {
    package let app: AppID
    /// E.164.
    package let phone: String

    package init(app: AppID, phone: String) {
        self.app = app
        self.phone = phone
    }

    /// The order in which rows are locked, everywhere.
    package static func < (left: PhoneKey, right: PhoneKey) -> Bool {
        (left.app, left.phone) < (right.app, right.phone)
    }
}
