/// The handle of a verification, and of every request for a verification: a UUIDv7.
///
/// So ids sort by time, and the store finds a row in the partition of its day.
public struct VerificationID: Sendable, Hashable, Comparable {
    /// The first 64 bits: 48 of Unix milliseconds, 4 of the version, 12 random.
    public let high: UInt64
    /// The last 64 bits: 2 of the variant, 62 random; part of the random bits may be a signature.
    public let low: UInt64

    /// Takes the 128 bits as they are.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Orders by time first, as the bytes do.
    public static func < (left: VerificationID, right: VerificationID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension VerificationID {
    /// Reads the 36-character text form in either case; nil when it is anything but a UUIDv7.
    package init?(_ text: String) {
        var digits = 0
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (position, byte) in text.utf8.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let value = Self.hexadecimal(byte), digits < 32 else { return nil }
            if digits < 16 { high = high << 4 | value } else { low = low << 4 | value }
            digits += 1
        }
        guard digits == 32, text.utf8.count == 36, high >> 12 & 0xF == 7, low >> 62 == 0b10 else { return nil }
        self.init(high: high, low: low)
    }

    /// The time in the id, to the millisecond: by the clock of its maker, or made up of an idempotency key.
    ///
    /// `requestedAt` is the time of the request.
    package var madeAt: Timestamp { Timestamp(microseconds: Int64(high >> 16) * 1_000) }

    /// The smallest id that can be made at this moment; for a moment before 1970 the smallest of all.
    package init(firstOf moment: Timestamp) {
        self.init(high: UInt64(max(0, moment.milliseconds)) << 16, low: 0)
    }

    /// The 16 bytes in network order.
    package var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
    }

    /// Reads 16 bytes in network order; nil for another number of bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let fold = { (number: UInt64, byte: UInt8) in number << 8 | UInt64(byte) }
        self.init(high: bytes.prefix(8).reduce(0, fold), low: bytes.dropFirst(8).reduce(0, fold))
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x41 + 10)
        case 0x61...0x66: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }
}

extension VerificationID: CustomStringConvertible {
    /// The usual text form in lower case.
    public var description: String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let word = index < 16 ? high : low
                let nibble = Int(word >> UInt64(60 - 4 * (index % 16)) & 0xF)
                buffer[position] = digits.utf8Start[nibble]
                position += 1
            }
            return 36
        }
    }
}

/// A message's identity, the same in every try; gateways get it as the idempotency key.
public struct MessageID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The verification whose code the message carries.
    public let verification: VerificationID
    /// 1 for the first SMS of a verification, 2 for the second.
    public let ordinal: Int

    /// Names the message with this ordinal.
    public init(verification: VerificationID, ordinal: Int) {
        self.verification = verification
        self.ordinal = ordinal
    }

    /// The verification's id, a dot and the ordinal.
    public var description: String { "\(verification).\(ordinal)" }

    /// Orders the messages' rows for locking.
    public static func < (left: MessageID, right: MessageID) -> Bool {
        (left.verification, left.ordinal) < (right.verification, right.ordinal)
    }
}
