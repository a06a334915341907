import Messages

/// Port: apps with their keys, texts, endpoints and test numbers, for people who look after them.
///
/// The API and the worker ask an `AppDirectory` instead, which answers from memory. An API key itself is never stored:
/// people name it by the first eight hexadecimal digits of its hash.
package protocol AppStore: Sendable {
    /// All apps as they are now.
    func apps() async throws(StoreError) -> StoredApps

    /// Makes the app, or changes the app of that id to this one.
    ///
    /// The app's own texts and its test numbers stay as they are: they have ports of their own.
    func save(_ app: App) async throws(StoreError)

    /// Makes this the app's own text for a language, whatever it was before; texts for other languages stay.
    ///
    /// - Returns: false when there is no such app.
    func set(_ text: AppText, for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool

    /// Takes an app's own text away, so that its users get the catalog's text again.
    ///
    /// - Returns: false when the app has no text for exactly that language.
    func removeText(for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool

    /// Adds a key to an app.
    ///
    /// - Parameters:
    ///   - key: the hash of a key that was never added before.
    ///   - app: whose it is.
    ///   - scope: what it may be used for.
    ///   - bounds: which apps and pages may use a key of scope `client`.
    ///   - label: what people wrote beside it.
    /// - Returns: false when there is no such app.
    /// - Throws: a `StoreError` when the store gives no answer.
    func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, bounds: ClientBounds, label: String
    ) async throws(StoreError) -> Bool

    /// All keys of an app, oldest first, revoked ones included.
    func keys(of app: AppID) async throws(StoreError) -> [StoredKey]

    /// Ends a key for good.
    ///
    /// - Parameters:
    ///   - shortName: the key's name, as in the list.
    ///   - app: whose key it is.
    /// - Returns: how many live keys of the app bore the name and are ended now; usually 0 or 1.
    /// - Throws: a `StoreError` when the store gives no answer.
    func revoke(_ shortName: String, of app: AppID) async throws(StoreError) -> Int

    /// Makes this the app's endpoint, whatever it was before.
    ///
    /// - Returns: false when there is no such app.
    func save(_ endpoint: EventEndpoint, of app: AppID) async throws(StoreError) -> Bool

    /// Takes an app's endpoint away; events that wait are not posted any more.
    ///
    /// - Returns: false when the app has no endpoint.
    func removeEndpoint(of app: AppID) async throws(StoreError) -> Bool

    /// Locks the secrets of all endpoints away under the ring's current key, so that its older keys may go.
    ///
    /// - Returns: how many endpoints had a secret under another key, and have none now; and how many stay as they are,
    ///   because the ring lacks a key.
    func resealEndpoints(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int)

    /// In the order in which they were made, expired test numbers included.
    func testNumbers(of app: AppID) async throws(StoreError) -> [TestNumber]

    /// Adds a test number, or changes the test number of the same phone, which keeps its id.
    ///
    /// A number to which the app has really sent, as far as that is on record, is refused. With a fixed code it would
    /// open a real person's account. Where there is no such app the answer is `tooMany`.
    func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreError) -> SavedTestNumber

    /// Removes test numbers and saves others, each as `save` does; either all of it is done, or nothing.
    ///
    /// - Parameters:
    ///   - removed: ids that the app does not have are no mistake.
    ///   - saved: no phone twice.
    ///   - app: whose.
    ///   - limit: how many test numbers the app may have afterwards.
    /// - Returns: the outcome; `tooMany` where there is something to save and no such app.
    /// - Throws: a `StoreError` when the store gives no answer.
    func replace(
        _ removed: Set<VerificationID>, with saved: [TestNumber], of app: AppID, limit: Int
    ) async throws(StoreError) -> ReplacedTestNumbers

    /// The first of the app's test numbers to which the app has really sent; nil when there is none on record.
    ///
    /// It waits for every worker that is claiming a send to one of them.
    func testNumberInUse(of app: AppID) async throws(StoreError) -> PhoneNumber?

    /// - Returns: false when the app has no such test number.
    func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreError) -> Bool

    /// Locks the codes of all apps' test numbers away under the ring's current key, so that its older keys may go.
    ///
    /// A test number that another caller saves meanwhile stays as it is saved, which is under that process's current
    /// key.
    ///
    /// - Returns: how many codes were under another key and are now under the current key; and how many stay as they are,
    ///   because the ring lacks their key.
    func resealTestNumbers(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int)
}

extension AppStore {
    /// Adds a key without bounds.
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, label: String
    ) async throws(StoreError) -> Bool {
        try await add(key, to: app, scope: scope, bounds: .none, label: label)
    }
}

/// What is known of an API key after it was shown.
package struct StoredKey: Sendable, Hashable {
    package let shortName: String
    package let label: String
    /// As it is stored, also a scope that this version does not know.
    package let scope: String
    /// Which apps and pages may use it, in the form of `ClientBounds`; empty for all.
    package let bounds: String
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?

    package init(
        shortName: String, label: String, scope: String, bounds: String = "", createdAt: Timestamp,
        revokedAt: Timestamp?
    ) {
        self.shortName = shortName
        self.label = label
        self.scope = scope
        self.bounds = bounds
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

/// The outcome of replacing test numbers by others.
package enum ReplacedTestNumbers: Sendable, Hashable {
    case replaced
    /// The app would have more test numbers than it may have; nothing has changed.
    case tooMany
    /// The app has sent a real SMS to this number; nothing has changed.
    case inUse(PhoneNumber)
}
