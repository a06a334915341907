import PostgreSQL
import Testing

@Suite("statements")
struct SQLTests {
    @Test("interpolated values become numbered parameters")
    func numbering() {
        let statement: SQL = "select \(1) where a = any(\([2, 3])) and b = \("c")"
        #expect(statement.text == "select $1 where a = any($2) and b = $3")
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
