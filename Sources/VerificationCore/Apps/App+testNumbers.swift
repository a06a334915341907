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
        try Self.expect(form.expiresAt, after: now)
        guard let keys,
            let number = form.number(keys.makeID(for: id, at: now, random: random), sealedBy: keys, of: id)
        else { throw .keyMissing }
        return number
    }

    /// A test number of the app with another scenario and another end, and with another code if one is given.
    ///
    /// - Parameters:
    ///   - number: as it stands.
    ///   - code: 4 to 10 digits as somebody typed them; nil keeps the code.
    ///   - scenario: what happens instead of a delivery; nil for a delivery.
    ///   - expiresAt: until when it is a test number; nil for ever.
    ///   - keys: nil where this process has no keys of the codes.
    ///   - now: the present moment.
    /// - Returns: the test number with the same id.
    /// - Throws: why it can be none.
    package func changed(
        _ number: TestNumber, code: String?, scenario: TestNumber.Scenario?, expiresAt: Timestamp?,
        sealedBy keys: KeyRing?, at now: Timestamp
    ) throws(TestNumberRefusal) -> TestNumber {
        try Self.expect(expiresAt, after: now)
        guard code != nil else {
            return TestNumber(
                id: number.id, phone: number.phone, code: number.code, scenario: scenario, expiresAt: expiresAt)
        }
        let form = try TestNumberForm(phone: number.phone, code: code, scenario: scenario, expiresAt: expiresAt)
        guard let keys, let changed = form.number(number.id, sealedBy: keys, of: id) else { throw .keyMissing }
        return changed
    }

    private static func expect(_ end: Timestamp?, after now: Timestamp) throws(TestNumberRefusal) {
        guard end.map({ $0 > now }) ?? true else { throw .ended }
    }
}
