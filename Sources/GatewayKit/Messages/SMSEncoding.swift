/// How the characters of an SMS travel, which decides how many characters fit.
public enum SMSEncoding: String, Sendable, Hashable, CaseIterable {
    /// The GSM 7-bit default alphabet with its extension table; a unit is a septet.
    case gsm7
    /// UTF-16, as phones read what the standard calls UCS-2; a unit is a code unit.
    case ucs2

    /// The encoding a text needs: one character outside the GSM alphabet moves the whole text to UCS-2.
    public init(for text: String) {
        self = text.unicodeScalars.allSatisfy { GSMAlphabet.septets($0) > 0 } ? .gsm7 : .ucs2
    }

    /// The characters that keep a text out of the GSM alphabet, each once, in the order of the text.
    package static func charactersBeyondGSM7(in text: String) -> [Character] {
        var characters: [Character] = []
        for character in text where !character.unicodeScalars.allSatisfy({ GSMAlphabet.septets($0) > 0 }) {
            if !characters.contains(character) { characters.append(character) }
        }
        return characters
    }

    /// How many units a message of a single segment holds.
    public var unitsInOne: Int {
        switch self {
        case .gsm7: 160
        case .ucs2: 70
        }
    }

    /// How many units each segment of a longer message holds.
    ///
    /// Each segment gives six octets to the header that joins the segments.
    public var unitsPerSegment: Int {
        switch self {
        case .gsm7: 153
        case .ucs2: 67
        }
    }

    /// How many units a text takes; characters that the encoding lacks count as 0.
    public func units(of text: some StringProtocol) -> Int {
        switch self {
        case .gsm7: text.unicodeScalars.reduce(0) { $0 + GSMAlphabet.septets($1) }
        case .ucs2: text.utf16.count
        }
    }
}

extension SMSEncoding {
    /// The segments in which a text is sent, which together are the text; an empty text has a single empty segment.
    ///
    /// Each segment takes as much as fits. What a person sees as one character stays in one segment, unless it is larger
    /// than a segment. Escaped characters and surrogate pairs are never taken apart. So there may be more segments than
    /// the number of units alone would tell.
    public func segments(of text: String) -> [String] {
        guard units(of: text) > unitsInOne else { return [text] }
        var segments: [String] = []
        var segment = ""
        var room = unitsPerSegment
        for piece in pieces(of: text) {
            let units = units(of: piece)
            if units > room {
                segments.append(segment)
                segment = ""
                room = unitsPerSegment
            }
            segment += piece
            room -= units
        }
        segments.append(segment)
        return segments
    }

    /// What may not be taken apart: characters, or their scalars where a character is larger than a part.
    private func pieces(of text: String) -> [String] {
        text.flatMap { character in
            let whole = String(character)
            return units(of: whole) <= unitsPerSegment ? [whole] : whole.unicodeScalars.map { String($0) }
        }
    }
}

extension SMSEncoding {
    /// A segment's octets as SMPP carries them: each septet in an octet, or UTF-16 with the high octet first.
    ///
    /// `Your code` is `59 6F 75 72 20 63 6F 64 65` in GSM-7, and `€` is `1B 65`. Characters that the encoding lacks are
    /// left out; a text's own encoding lacks no character of it.
    package func octets(of segment: String) -> [UInt8] {
        switch self {
        case .gsm7: segment.unicodeScalars.flatMap { GSMAlphabet.codes($0) ?? [] }
        case .ucs2: segment.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
    }
}
