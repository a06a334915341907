import VerificationCore

/// All that the API needs from outside: ports, keys, the clock and chance.
package struct APIDependencies: Sendable {
    package let apps: any AppDirectory
    package let queue: any RequestPublisher
    package let store: any VerificationStore
    package let history: any PhoneHistory
    package let testNumbers: any TestNumberStore
    package let codeKeys: any CodeKeyRegister
    package let phones: any PhoneNumberParser
    package let keyRing: KeyRing
    package let now: @Sendable () -> Timestamp
    /// 64 bits of a generator fit for secrets.
    package let random: @Sendable () -> UInt64
    /// How long after it was asked for a request is still worth sending.
    package let requestLife: Duration
    package let door: Door
    package let watch: StatusWatch

    package init(
        apps: any AppDirectory, queue: any RequestPublisher, store: any VerificationStore,
        history: any PhoneHistory, testNumbers: any TestNumberStore, codeKeys: any CodeKeyRegister,
        watch: StatusWatch, phones: any PhoneNumberParser, keyRing: KeyRing,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64,
        requestLife: Duration = .seconds(600), door: Door = Door()
    ) {
        self.apps = apps
        self.queue = queue
        self.store = store
        self.history = history
        self.testNumbers = testNumbers
        self.codeKeys = codeKeys
        self.phones = phones
        self.keyRing = keyRing
        self.now = now
        self.random = random
        self.requestLife = requestLife
        self.door = door
        self.watch = watch
    }
}

extension APIDependencies {
    /// A stored number as an answer may show it.
    func masked(_ e164: String) -> String {
        (try? phones.parse(e164))?.masked ?? "+•••••••" + e164.suffix(2)
    }
}
