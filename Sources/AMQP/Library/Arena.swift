import CRabbitMQ
import Glibc

/// Memory for the C structures of one call.
struct Arena: ~Copyable {
    private var pool = amqp_pool_t()

    init() {
        init_amqp_pool(&pool, 4096)
    }

    deinit {
        var pool = pool
        empty_amqp_pool(&pool)
    }

    /// Lends this memory to one call.
    ///
    /// What `body` made in it may not leave `body`. "Any use of any allocations made before recycle_amqp_pool() is
    /// called will result in undefined behavior" (amqp.h, recycle_amqp_pool).
    mutating func lend<Value, Failure: Error>(_ body: (inout Arena) throws(Failure) -> Value) throws(Failure) -> Value {
        defer { recycle_amqp_pool(&pool) }
        return try body(&self)
    }

    /// A copy of `text`, alive until `lend` returns.
    mutating func bytes(_ text: String) -> amqp_bytes_t {
        var text = text
        return text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
    }

    /// The C form of `table`, alive until `lend` returns.
    mutating func table(_ table: [String: AMQPFieldValue]) -> amqp_table_t {
        guard let entries = allocate(amqp_table_entry_t.self, count: table.count) else { return amqp_empty_table }
        for (index, entry) in table.enumerated() {
            entries[index] = amqp_table_entry_t(key: bytes(entry.key), value: value(entry.value))
        }
        return amqp_table_t(num_entries: Int32(table.count), entries: entries)
    }

    private mutating func array(_ values: [AMQPFieldValue]) -> amqp_array_t {
        guard let entries = allocate(amqp_field_value_t.self, count: values.count) else { return amqp_empty_array }
        for (index, element) in values.enumerated() { entries[index] = value(element) }
        return amqp_array_t(num_entries: Int32(values.count), entries: entries)
    }

    private mutating func value(_ value: AMQPFieldValue) -> amqp_field_value_t {
        var field = amqp_field_value_t()
        switch value {
        case .string(let text):
            field.set(AMQP_FIELD_KIND_UTF8)
            field.value.bytes = bytes(text)
        case .integer(let number):
            field.set(AMQP_FIELD_KIND_I64)
            field.value.i64 = number
        case .boolean(let flag):
            field.set(AMQP_FIELD_KIND_BOOLEAN)
            field.value.boolean = flag ? 1 : 0
        case .double(let number):
            field.set(AMQP_FIELD_KIND_F64)
            field.value.f64 = number
        case .timestamp(let seconds):
            field.set(AMQP_FIELD_KIND_TIMESTAMP)
            field.value.u64 = seconds
        case .table(let entries):
            field.set(AMQP_FIELD_KIND_TABLE)
            field.value.table = table(entries)
        case .array(let values):
            field.set(AMQP_FIELD_KIND_ARRAY)
            field.value.array = array(values)
        case .null:
            field.set(AMQP_FIELD_KIND_VOID)
        }
        return field
    }

    private mutating func copy(_ source: UnsafeRawBufferPointer) -> amqp_bytes_t {
        guard let start = source.baseAddress, let memory = amqp_pool_alloc(&pool, source.count) else {
            return amqp_empty_bytes
        }
        memcpy(memory, start, source.count)
        return amqp_bytes_t(len: source.count, bytes: memory)
    }

    private mutating func allocate<Element>(_: Element.Type, count: Int) -> UnsafeMutablePointer<Element>? {
        amqp_pool_alloc(&pool, count * MemoryLayout<Element>.stride)?.bindMemory(to: Element.self, capacity: count)
    }
}

extension amqp_field_value_t {
    fileprivate mutating func set(_ kind: amqp_field_value_kind_t) {
        self.kind = UInt8(kind.rawValue)
    }
}
