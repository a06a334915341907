/// The app and phone that a verification belongs to; each pair has at most one live verification.
package struct PhoneKey: Sendable, Hashable, Comparable {
    package let app: AppID
    /// The number in E.164.
    package let phone: String

    package init(app: AppID, phone: String) {
        self.app = app
        self.phone = phone
    }

    /// Orders the phones' rows for locking.
    package static func < (left: PhoneKey, right: PhoneKey) -> Bool {
        (left.app, left.phone) < (right.app, right.phone)
    }
}
