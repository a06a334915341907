import PostgreSQL
import Testing

@Suite("values, to the server and back")
struct PostgresValueTests {
    private func echo<Value: PostgresEncodable & PostgresDecodable>(_ value: Value) async throws -> Value {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        return try await pool.read("select \(value)")[0].decode(0)
    }

    /// The server's own words for a value, so that two mistakes of ours cannot cancel each other.
    private func text(_ value: some PostgresEncodable) async throws -> String? {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        return try await pool.read("select \(value)::text")[0].decode(0)
    }

    @Test("integers keep their extremes", arguments: [0, 1, -1, Int64.max, .min])
    func integers(_ value: Int64) async throws {
        #expect(try await echo(value) == value)
        #expect(try await echo(Int(value)) == Int(value))
        #expect(try await echo(Int32(truncatingIfNeeded: value)) == Int32(truncatingIfNeeded: value))
        #expect(try await echo(Int16(truncatingIfNeeded: value)) == Int16(truncatingIfNeeded: value))
        #expect(try await text(value) == "\(value)")
    }

    @Test("booleans and numbers with a point come back as they went")
    func booleansAndDoubles() async throws {
        #expect(try await echo(true))
        #expect(try await echo(false) == false)
        for value in [0, -0.5, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude] {
            #expect(try await echo(value) == value)
        }
        #expect(try await echo(Double.nan).isNaN)
        #expect(try await text(1.25) == "1.25")
    }

    @Test("text comes back as it went", arguments: ["", "abc", "żółć", "電話番号", "👩‍👩‍👧‍👦", "a'b\"c\\d$1", "\u{0301}"])
    func strings(_ value: String) async throws {
        #expect(Array(try await echo(value).utf8) == Array(value.utf8))
        #expect(try await text(value).map { Array($0.utf8) } == Array(value.utf8))
    }

    @Test("bytes come back as they went")
    func bytes() async throws {
        #expect(try await echo([UInt8]()) == [])
        #expect(try await echo([UInt8](0...255)) == [UInt8](0...255))
        #expect(try await text([0xDE, 0xAD] as [UInt8]) == "\\xdead")
    }

    @Test("a UUID's halves are its first and its last eight bytes")
    func uuids() async throws {
        let value = PostgresUUID(high: 0x0192_f0c1_23ab_7cde, low: 0x8123_4567_89ab_cdef)
        #expect(try await echo(value) == value)
        #expect(try await text(value) == "0192f0c1-23ab-7cde-8123-456789abcdef")
    }

    @Test("times keep their microseconds, and infinities stay infinite")
    func timestamps() async throws {
        for microseconds: Int64 in [0, 1, -1, 1_700_000_000_123_456] {
            let value = PostgresTimestamp(microseconds: microseconds)
            #expect(try await echo(value) == value)
        }
        for (microseconds, name) in [(Int64.max, "infinity"), (.min, "-infinity")] {
            let value = PostgresTimestamp(microseconds: microseconds)
            #expect(try await echo(value) == value)
            #expect(try await text(value) == name)
        }
        #expect(try await text(PostgresTimestamp(microseconds: 1_500_000)) == "1970-01-01 00:00:01.5+00")
    }

    @Test("a time beyond what fits is an error, not another time")
    func tooLateTimestamp() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let rows = try await pool.read("select '294276-12-31 00:00:00+00'::timestamptz")
        let error = try await postgresError { _ = try rows[0].decode(0, as: PostgresTimestamp.self) }
        #expect(error.kind == .decoding)
    }

    @Test("JSON documents arrive as jsonb, and are read from json too")
    func json() async throws {
        let value = PostgresJSON(text: #"{"a": [1, "ü"]}"#)
        #expect(try await echo(value) == value)
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let row = try await pool.read("select '{\"b\":1}'::json, '{\"c\":2}'::jsonb, (\(value)->'a'->>1)")[0]
        let (json, text, inner) = try row.decode(as: PostgresJSON.self, String.self, String.self)
        #expect(json.text == #"{"b":1}"#)
        #expect(text == #"{"c": 2}"#)
        #expect(inner == "ü")
    }

    @Test("NULL is nil, and an error where no optional is expected")
    func null() async throws {
        #expect(try await echo(Int64?.none) == nil)
        #expect(try await echo(Int64?.some(7)) == 7)
        #expect(try await echo(String?.none) == nil)
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let rows = try await pool.read("select \(Int64?.none)")
        #expect(try await postgresError { _ = try rows[0].decode(0, as: Int64.self) }.kind == .decoding)
    }

    @Test("arrays of every type come back, empty and with NULLs as well")
    func arrays() async throws {
        func check<Element: PostgresValue & Equatable>(_ values: [Element]) async throws {
            #expect(try await echo(values) == values)
            #expect(try await echo([Element]()) == [])
            let optionals: [Element?] = values.map { $0 } + [nil] + values.reversed().map { $0 }
            #expect(try await echo(optionals) == optionals)
            #expect(try await echo([nil] as [Element?]) == [nil])
        }
        try await check([true, false])
        try await check([Int16.min, 3])
        try await check([Int32.max, -4])
        try await check([Int64.max, -5])
        try await check([1.5, -.infinity])
        try await check(["", "b,{}\"", "NULL", "ü"])
        try await check([PostgresUUID(high: 1, low: 2), PostgresUUID(high: .max, low: 0)])
        try await check([PostgresTimestamp(microseconds: 5), PostgresTimestamp(microseconds: .max)])
        try await check([PostgresJSON(text: "[]"), PostgresJSON(text: "null")])
        #expect(try await echo([[1, 2], []] as [[UInt8]]) == [[1, 2], []])
        #expect(try await text(["a", nil, "c d"] as [String?]) == #"{a,NULL,"c d"}"#)
    }

    @Test("an array with NULLs is no array without")
    func arrayWithNull() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let rows = try await pool.read("select array[1, null]::int8[]")
        #expect(try await postgresError { _ = try rows[0].decode(0, as: [Int64].self) }.kind == .decoding)
    }

    @Test("a wide integer reads narrow columns, and never the other way round")
    func widening() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let row = try await pool.read("select 1::int2, 2::int4, 3::int8, 4::float4")[0]
        #expect(try row.decode(as: Int.self, Int64.self, Int.self, Double.self) == (1, 2 as Int64, 3, 4.0))
        #expect(try await postgresError { _ = try row.decode(2, as: Int32.self) }.kind == .decoding)
        #expect(try await postgresError { _ = try row.decode(0, as: String.self) }.kind == .decoding)
    }

    @Test("rows decode to tuples, and a wrong number of columns is an error")
    func tuples() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let rows = try await pool.read(
            "select n, case when n > 1 then 'x' || n end from generate_series(1::int8, 3) n order by n")
        var seen: [String] = []
        for (number, name) in try rows.decode(as: Int64.self, String?.self) { seen.append("\(number)\(name ?? "-")") }
        #expect(seen == ["1-", "2x2", "3x3"])
        #expect(try rows.column(0, as: Int64.self) == [1, 2, 3])
        #expect(try await postgresError { _ = try rows.decode(as: Int64.self) }.kind == .decoding)
        #expect(try await postgresError { _ = try rows[0].decode(2, as: Int64.self) }.kind == .decoding)
        #expect(try await postgresError { _ = try rows[3].decode(0, as: Int64?.self) }.kind == .decoding)
    }

    @Test("columns are found by their names in every row; a name that is not there is an error that says it")
    func names() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let columns: SQLPart = "n, -n as minus, n as n"
        let rows = try await pool.read("select \(columns), \("x")::text as \"x y\" from generate_series(1, 3) n")
        var read: [[Int32]] = []
        for row in rows { read.append([try row.decode("minus"), try row.decode("n")]) }
        #expect(read == [[-1, 1], [-2, 2], [-3, 3]])
        #expect(try rows[2].decode("n", as: Int32.self) == 3)
        #expect(throws: PostgresError.self) { try rows[3].decode("n", as: Int32.self) }
        let missing = #expect(throws: PostgresError.self) { try rows[0].decode("nn", as: Int32.self) }
        #expect(missing?.description.contains("nn") == true)
        #expect(throws: PostgresError.self) { try rows[0].decode("n", as: String.self) }
        #expect(try await pool.read("select 7").value(as: Int32.self) == 7)
        let nothing = try await pool.read("select 7 where false")
        #expect(throws: PostgresError.self) { try nothing.value(as: Int32.self) }
    }

    @Test("a type of our own maps to one of the server's, alone and in arrays")
    func ownType() async throws {
        let handles = [Handle(uuid: PostgresUUID(high: 3, low: 4)), Handle(uuid: PostgresUUID(high: 5, low: 6))]
        #expect(try await echo(handles[0]) == handles[0])
        #expect(try await echo(handles) == handles)
    }

    @Test("an enumeration of the database is read as text")
    func enumerations() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let name = "mood_\(UInt64.random(in: 0 ... .max))"
        let rows = try await pool.pipeline([
            "create type \(unsafeRaw: name) as enum ('fine', 'bad')",
            "select 'bad'::\(unsafeRaw: name), \("fine")::\(unsafeRaw: name)",
            "drop type \(unsafeRaw: name)",
        ])
        #expect(try rows[1][0].decode(as: String.self, String.self) == ("bad", "fine"))
    }
}

private struct Handle: Equatable, PostgresValue {
    var uuid: PostgresUUID

    static var postgresType: PostgresType { .uuid }

    init(uuid: PostgresUUID) { self.uuid = uuid }

    func encode(into buffer: inout PostgresBuffer) { uuid.encode(into: &buffer) }

    init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        uuid = try PostgresUUID(postgres: bytes, type: type)
    }
}
