import PostgreSQL
import Testing

@Suite("statements")
struct SQLTests {
    @Test("interpolated values become numbered parameters")
    func numbering() {
        let statement: SQL = "select \(1) where a = any(\([2, 3])) and b = \("c")"
        #expect(statement.text == "select $1 where a = any($2) and b = $3")
    }

    @Test("columns become arrays, but plain values for a single row")
    func rows() {
        func statement(_ ids: [Int64], _ names: [String?]) -> SQL {
            "select from \(rows: ids, names) as k (id, name), \(numberedRows: ids) as n (id, place) where \(true)"
        }
        let single = "select from (select $1, $2) as k (id, name), (select $3, 1::bigint) as n (id, place) where $4"
        let several = "select from unnest($1, $2) as k (id, name), unnest($3) with ordinality as n (id, place) where $4"
        #expect(statement([1], [nil]).text == single)
        #expect(statement([1, 2], ["a", nil]).text == several)
        #expect(statement([], []).text == several)
    }

    @Test("a single row has the types and the NULLs of several", arguments: [1, 2])
    func rowValues(count: Int) async throws {
        try await TestDatabase.withTable("place bigint, id bigint, name text, hash bytea") { pool, table in
            let ids = [Int64](repeating: 7, count: count)
            let (names, hashes) = ([String?](repeating: nil, count: count), [[UInt8]](repeating: [0, 1], count: count))
            try await pool.query(
                """
                insert into \(unsafeRaw: table) (id, name, hash, place)
                select * from \(numberedRows: ids, names, hashes) as k
                """)
            let row = try await pool.read("select id, name, hash, place from \(unsafeRaw: table) order by place")[0]
            #expect(try row.decode("id", as: Int64.self) == 7)
            #expect(try row.decode("name", as: String?.self) == nil)
            #expect(try row.decode("hash", as: [UInt8].self) == [0, 1])
            #expect(try row.decode("place", as: Int64.self) == 1)
        }
    }

    @Test("raw text is pasted and names are quoted")
    func pasting() {
        let statement: SQL = "select \(unsafeRaw: "now()") from \(identifier: "we\"ird; name") where x = \(1)"
        #expect(statement.text == #"select now() from "we""ird; name" where x = $1"#)
    }

    @Test("printing and dumping a statement shows no value")
    func printing() {
        let statement: SQL = "select \("sentinel-4711")"
        var dumped = ""
        dump(statement, to: &dumped)
        for text in ["\(statement)", String(reflecting: statement), dumped] {
            #expect(!text.contains("sentinel"))
            #expect(text.contains("$1"))
        }
    }

    @Test("a value that looks like SQL stays a value")
    func injection() async throws {
        try await TestDatabase.withTable("name text") { pool, table in
            let evil = "'; drop table \(table); --"
            try await pool.query("insert into \(unsafeRaw: table) values (\(evil))")
            let rows = try await pool.read("select name from \(unsafeRaw: table) where name = \(evil)")
            #expect(try rows.column(as: String.self) == [evil])
        }
    }
}
