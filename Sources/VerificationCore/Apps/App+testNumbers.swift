extension App {
    /// The number that somebody wants as a test number of the app, under a new id and with its code encrypted.
    ///
    /// The store decides whether there is room, and whether the app has really sent to the number.
    ///
    /// - Parameters:
    ///   - form: what is wanted.
    ///   - keys: nil where this process has no keys of the codes.
    ///   - now: the present moment.
    ///   - random: 64 random bits, of a generator that is good enough for secrets.
    /// - Returns: the test number.
    /// - Throws: why it can be none.
    package func newTestNumber(
        _ form: TestNumberForm, sealedBy keys: KeyRing?, at now: Timestamp, random: UInt64
    ) throws(TestNumberRefusal) -> TestNumber {
        guard rules.takes(form.phone.kind) else { throw .cannotGetSMS }
        guard form.expiresAt.map({ $0 > now }) ?? true else { throw .ended }
        guard let keys,
            let number = form.number(keys.makeID(for: id, at: now, random: random), sealedBy: keys, of: id)
        else { throw .keyMissing }
        return number
    }
}
