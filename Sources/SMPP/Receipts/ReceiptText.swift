/// The text of a receipt, as nearly every SMSC writes it.
///
/// `id:IIII sub:SSS dlvrd:DDD submit date:YYMMDDhhmm done date:YYMMDDhhmm stat:SSSSSSS err:EEE text:…`
///
/// Keys may be in any case and order, and any of them may be missing. After `text:` stands the beginning of the message
/// in raw octets; nothing there is read.
struct ReceiptText {
    /// The names before a colon.
    enum Key: String, CaseIterable {
        case id, sub, dlvrd
        case submitDate = "submit date"
        case doneDate = "done date"
        case stat, err, text
    }

    private var values: [Key: String] = [:]

    /// `dataCoding`: 8 for UTF-16BE; a receipt in octets that only claims to be UTF-16 is read as well.
    init(_ octets: [UInt8], dataCoding: UInt8) {
        let isWide = dataCoding == 8 && octets.first == 0
        let letters = isWide ? stride(from: 1, to: octets.count, by: 2).map { octets[$0] } : octets
        read(letters)
    }

    /// The first value of a key, never empty.
    subscript(key: Key) -> String? { values[key] }

    private mutating func read(_ letters: [UInt8]) {
        var position = 0
        while position < letters.count {
            guard let (key, start) = Self.key(at: position, in: letters) else {
                position += 1
                continue
            }
            if key == .text { return }
            let end = Self.endOfValue(from: start, in: letters)
            if end > start, values[key] == nil { values[key] = String(latin1: letters[start..<end]) }
            position = max(end, start)
        }
    }

    /// A key at the beginning of a word, and where its value begins.
    private static func key(at position: Int, in letters: [UInt8]) -> (Key, start: Int)? {
        guard position == 0 || !letters[position - 1].isLetterOrDigit else { return nil }
        for key in Key.allCases {
            let word = key.rawValue.utf8
            guard letters[position...].prefix(word.count).elementsEqual(word, by: { $0 | 0x20 == $1 }) else { continue }
            let colon = afterSpaces(position + word.count, in: letters)
            guard colon < letters.count, letters[colon] == UInt8(ascii: ":") else { continue }
            return (key, afterSpaces(colon + 1, in: letters))
        }
        return nil
    }

    /// A value ends before a space or a control character; it is empty where the next key follows at once.
    private static func endOfValue(from start: Int, in letters: [UInt8]) -> Int {
        if key(at: start, in: letters) != nil { return start }
        return letters[start...].firstIndex { $0 <= 0x20 } ?? letters.count
    }

    private static func afterSpaces(_ position: Int, in letters: [UInt8]) -> Int {
        letters[position...].firstIndex { $0 != 0x20 } ?? letters.count
    }
}
