import VerificationCore

/// The phones of a measurement: German mobile numbers, which begin with `+49151`, by their number from 0.
package enum BenchPhones {
    /// How many there are.
    package static let count = 100_000_000
    private static let beginning = "+49151"

    /// For example `+4915100000042`, the phone with the number 42.
    package static func text(_ number: Int) -> String {
        let digits = String(number)
        return beginning + String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    }

    /// The same phone as the core knows it.
    package static func phone(_ number: Int) -> PhoneNumber {
        PhoneNumber(e164: text(number), region: "DE", callingCode: 49, kind: .mobile)
    }

    /// The number of the first phone in a text, for example in a webhook's body; nil when there is no phone.
    package static func number(in text: some Collection<UInt8>) -> Int? {
        guard let plus = text.firstIndex(of: UInt8(ascii: "+")) else { return nil }
        let phone = text[plus...].prefix(beginning.utf8.count + 8)
        guard phone.count == beginning.utf8.count + 8, phone.starts(with: beginning.utf8) else { return nil }
        var number = 0
        for byte in phone.dropFirst(beginning.utf8.count) {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    /// An address in 10.0.0.0/8, which has 16 million: more than the largest measurement needs.
    package static func address(_ number: Int) -> String {
        "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }

    /// The languages in which messages go out, in turn.
    package static func language(_ number: Int) -> String {
        ["fr", "en", "ja", "zh-TW"][number % 4]
    }
}
