/// Writes one JSON document without spaces; members stand in the order in which the caller writes them.
///
/// The writer adds commas and escapes. The caller is responsible for the nesting: it writes exactly one value, only
/// members inside `object`, and only values inside `array`. The caller also makes sure that no name comes twice in an
/// object.
///
///     var writer = JSONWriter()
///     writer.object {
///         $0.member("status", "queued")
///         $0.member("checks", 3)
///         $0.member("reason", Optional<String>.none)  // left out
///     }
///     // {"status":"queued","checks":3}
package struct JSONWriter: Sendable {
    /// The part of the document that is written so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether the next value or name at this depth needs a comma before it.
    private var needsComma = false

    /// Makes an empty document with room for `capacity` bytes; a longer document takes more memory as it grows.
    package init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object whose members the closure writes.
    package mutating func object<Failure: Error>(_ members: (inout JSONWriter) throws(Failure) -> Void) throws(Failure)
    {
        open(UInt8(ascii: "{"))
        try members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array whose elements the closure writes.
    package mutating func array<Failure: Error>(_ elements: (inout JSONWriter) throws(Failure) -> Void) throws(Failure)
    {
        open(UInt8(ascii: "["))
        try elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of a member; its value must follow.
    package mutating func key(_ name: String) {
        separate()
        EscapedText.appendQuoted(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    /// Writes a string between quotes, with the escapes of `EscapedText`.
    package mutating func value(_ text: String) {
        separate()
        EscapedText.appendQuoted(text, to: &bytes)
    }

    /// Writes a whole number, exactly.
    package mutating func value(_ number: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a number; writes `null` for infinity and not-a-number, because JSON has no numbers for them.
    package mutating func value(_ number: Double) {
        separate()
        bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }

    /// Writes `true` or `false`.
    package mutating func value(_ truth: Bool) {
        separate()
        bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value of any kind.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let truth): self.value(truth)
        case .integer(let number): self.value(number)
        case .decimal(let number): self.value(number)
        case .string(let text): self.value(text)
        case .array(let elements): array { for element in elements { $0.value(element) } }
        case .object(let object): self.value(object)
        }
    }

    /// Writes an object, members in their order.
    package mutating func value(_ object: JSONObject) {
        self.object { for member in object.members { $0.member(member.key, is: member.value) } }
    }

    // MARK: Bytes

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// Each function writes a name and its value; where the value is nil, it writes nothing.
extension JSONWriter {
    /// Writes a string under a name.
    package mutating func member(_ name: String, is text: String?) {
        guard let text else { return }
        key(name)
        value(text)
    }

    /// Writes a whole number under a name.
    package mutating func member(_ name: String, is number: (some BinaryInteger)?) {
        guard let number else { return }
        key(name)
        value(number)
    }

    /// Writes a number under a name; writes `null` for infinity and not-a-number.
    package mutating func member(_ name: String, is number: Double?) {
        guard let number else { return }
        key(name)
        value(number)
    }

    /// Writes `true` or `false` under a name.
    package mutating func member(_ name: String, is truth: Bool?) {
        guard let truth else { return }
        key(name)
        value(truth)
    }

    /// Writes a value of any kind under a name; `.null` becomes `null`, and nil writes nothing.
    package mutating func member(_ name: String, is value: JSONValue?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    /// Writes an object under a name.
    package mutating func member(_ name: String, is object: JSONObject?) {
        guard let object else { return }
        key(name)
        value(object)
    }

    /// Writes an object under a name, whose members the closure writes.
    package mutating func memberObject<Failure: Error>(
        _ name: String, _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try object(members)
    }

    /// Writes an array under a name, whose elements the closure writes.
    package mutating func memberArray<Failure: Error>(
        _ name: String, _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try array(elements)
    }
}
