/// A JSON document as its text; bound as `jsonb`, read from `jsonb` and `json`.
///
/// The server checks it: for text that is no JSON the call throws `serverError`. `jsonb` returns an equal document, but
/// its text may differ.
package struct PostgresJSON: Hashable, PostgresValue {
    package var text: String

    package init(text: String) {
        self.text = text
    }

    package static var postgresType: PostgresType { .jsonb }

    package func encode(into buffer: inout PostgresBuffer) {
        buffer.append(Self.jsonbVersion)
        buffer.append(utf8: text)
    }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        switch type {
        case .json:
            text = try String.utf8(bytes, of: type)
        case .jsonb:
            guard bytes.bigEndian(UInt8.self) == Self.jsonbVersion else { throw Self.malformed(type) }
            text = try String.utf8(bytes.extracting(1..<bytes.byteCount), of: type)
        default:
            throw Self.mismatch(type)
        }
    }

    /// The only version that the binary form of `jsonb` has so far.
    private static let jsonbVersion: UInt8 = 1
}
