import CRabbitMQ

/// Reads the header tables of other programs, which may be as deep and as wide as a frame allows.
///
/// It leaves out values that are nested deeper than `maximumDepth`, or that come after `maximumValues` values. It
/// leaves out what no longer fits into `maximumBytes` of names and texts, and values that `AMQPFieldValue` cannot hold.
struct FieldValueReader {
    static let maximumDepth = 8
    static let maximumValues = 512
    static let maximumBytes = 16_384

    private var remaining = FieldValueReader.maximumValues
    private var remainingBytes = FieldValueReader.maximumBytes

    /// The Swift form of a message's headers.
    static func headers(_ table: amqp_table_t) -> [String: AMQPFieldValue] {
        guard table.num_entries > 0 else { return [:] }
        var reader = FieldValueReader()
        return reader.read(table, depth: 1)
    }

    private mutating func read(_ table: amqp_table_t, depth: Int) -> [String: AMQPFieldValue] {
        var result: [String: AMQPFieldValue] = [:]
        for entry in UnsafeBufferPointer(start: table.entries, count: Int(table.num_entries)) {
            guard takes(entry.key.len), let value = read(entry.value, depth: depth) else { continue }
            result[entry.key.text] = value
        }
        return result
    }

    private mutating func read(_ field: amqp_field_value_t, depth: Int) -> AMQPFieldValue? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        let kind = amqp_field_value_kind_t(rawValue: UInt32(field.kind))
        switch kind {
        case AMQP_FIELD_KIND_UTF8, AMQP_FIELD_KIND_BYTES:
            return takes(field.value.bytes.len) ? .string(field.value.bytes.text) : nil
        case AMQP_FIELD_KIND_TABLE:
            return depth < FieldValueReader.maximumDepth ? .table(read(field.value.table, depth: depth + 1)) : nil
        case AMQP_FIELD_KIND_ARRAY:
            return depth < FieldValueReader.maximumDepth ? .array(read(field.value.array, depth: depth + 1)) : nil
        default:
            return FieldValueReader.scalar(field, of: kind)
        }
    }

    /// Whether `count` more bytes fit; bytes that fit are counted.
    private mutating func takes(_ count: Int) -> Bool {
        guard count <= remainingBytes else { return false }
        remainingBytes -= count
        return true
    }

    private mutating func read(_ array: amqp_array_t, depth: Int) -> [AMQPFieldValue] {
        UnsafeBufferPointer(start: array.entries, count: Int(array.num_entries))
            .compactMap { read($0, depth: depth) }
    }

    private static func scalar(_ field: amqp_field_value_t, of kind: amqp_field_value_kind_t) -> AMQPFieldValue? {
        switch kind {
        case AMQP_FIELD_KIND_BOOLEAN: .boolean(field.value.boolean != 0)
        case AMQP_FIELD_KIND_I8: .integer(Int64(field.value.i8))
        case AMQP_FIELD_KIND_U8: .integer(Int64(field.value.u8))
        case AMQP_FIELD_KIND_I16: .integer(Int64(field.value.i16))
        case AMQP_FIELD_KIND_U16: .integer(Int64(field.value.u16))
        case AMQP_FIELD_KIND_I32: .integer(Int64(field.value.i32))
        case AMQP_FIELD_KIND_U32: .integer(Int64(field.value.u32))
        case AMQP_FIELD_KIND_I64: .integer(field.value.i64)
        case AMQP_FIELD_KIND_U64: Int64(exactly: field.value.u64).map(AMQPFieldValue.integer)
        case AMQP_FIELD_KIND_F32: .double(Double(field.value.f32))
        case AMQP_FIELD_KIND_F64: .double(field.value.f64)
        case AMQP_FIELD_KIND_TIMESTAMP: .timestamp(field.value.u64)
        case AMQP_FIELD_KIND_VOID: .null
        default: nil
        }
    }
}
