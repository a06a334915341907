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
