import PostgreSQL
import VerificationCore

extension VerificationID: PostgresEncodable, PostgresDecodable, PostgresArrayElement {
    package static var postgresType: PostgresType { .uuid }

    package func encode(into buffer: inout PostgresBuffer) {
        PostgresUUID(high: high, low: low).encode(into: &buffer)
    }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        let uuid = try PostgresUUID(postgres: bytes, type: type)
        self.init(high: uuid.high, low: uuid.low)
    }
}

/// A trace's id has 16 bytes as a `uuid` has, and needs no index of its own kind.
extension TraceID: PostgresEncodable, PostgresDecodable, PostgresArrayElement {
    package static var postgresType: PostgresType { .uuid }

    package func encode(into buffer: inout PostgresBuffer) {
        PostgresUUID(high: high, low: low).encode(into: &buffer)
    }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        let uuid = try PostgresUUID(postgres: bytes, type: type)
        self.init(high: uuid.high, low: uuid.low)
    }
}

extension Timestamp: PostgresEncodable, PostgresDecodable, PostgresArrayElement {
    package static var postgresType: PostgresType { .timestamptz }

    package func encode(into buffer: inout PostgresBuffer) {
        PostgresTimestamp(microseconds: microseconds).encode(into: &buffer)
    }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self.init(microseconds: try PostgresTimestamp(postgres: bytes, type: type).microseconds)
    }
}

/// The columns `code_key` and `code_digits`: an empty text and 0 for the fixed code of a test number.
extension CodeSource {
    init(keyName: String, digits: Int16) {
        self = keyName.isEmpty ? .fixed : .made(CodeRecipe(keyName: keyName, digits: Int(digits)))
    }

    var keyName: String {
        switch self {
        case .made(let recipe): recipe.keyName
        case .fixed: ""
        }
    }

    var digits: Int16 {
        switch self {
        case .made(let recipe): Int16(clamping: recipe.digits)
        case .fixed: 0
        }
    }
}

/// The columns `stage` and `due_at` of `message`; an unknown stage counts as ended.
extension MessageStage {
    init(word: String, due: Timestamp) {
        switch word {
        case "leased": self = .leased(until: due)
        case "waiting": self = .waiting(until: due)
        default: self = .ended
        }
    }

    var word: String {
        switch self {
        case .leased: "leased"
        case .waiting: "waiting"
        case .ended: "ended"
        }
    }

    /// Nil for a message that has ended.
    var due: Timestamp? {
        switch self {
        case .leased(let until), .waiting(let until): until
        case .ended: nil
        }
    }
}
