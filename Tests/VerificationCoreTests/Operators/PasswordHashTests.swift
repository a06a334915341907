import Testing
import VerificationCore

@Suite("A password's hash")
struct PasswordHashTests {
    @Test("fits its password and no other, also after it was written and read")
    func fits() throws {
        let hash = try #require(PasswordHash(of: "correct horse", salt: Array(0..<16)))
        let read = try #require(PasswordHash(text: hash.text))
        #expect(read == hash)
        #expect(read.fits("correct horse"))
        #expect(!read.fits("correct horsf") && !read.fits("") && !read.fits("correct horse "))
    }

    @Test("that is nobody's costs as much as anybody's new one, and fits no password")
    func nobody() throws {
        let hash = PasswordHash(fittingNobodyWith: [1])
        let mine = try #require(PasswordHash(of: "a", salt: [1]))
        #expect(hash.description == mine.description && !hash.fits("") && !hash.fits("a"))
    }

    @Test("is another hash with another salt")
    func salt() throws {
        #expect(PasswordHash(of: "a", salt: [1]) != PasswordHash(of: "a", salt: [2]))
    }

    /// The third example of RFC 7914, section 12.
    @Test("is what RFC 7914 says")
    func example() throws {
        let salt = Base64.encodeForURL(Array("SodiumChloride".utf8))
        // scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1), its first 32 bytes.
        let bytes: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb,
            0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ]
        let text = "$scrypt$ln=14,r=8,p=1$\(salt)$\(Base64.encodeForURL(bytes))"
        #expect(try #require(PasswordHash(text: text)).fits("pleaseletmein"))
    }

    @Test(
        "is not read from a damaged text, or from a text that asks for a cost beyond all reason",
        arguments: [
            "", "$", "$scrypt$ln=14,r=8,p=5$AA", "$argon2id$ln=14,r=8,p=5$AA$AA", "x$scrypt$ln=14,r=8,p=5$AA$AA",
            "$scrypt$ln=30,r=8,p=5$AA$\(String(repeating: "A", count: 43))",
            "$scrypt$ln=14,r=800,p=5$AA$\(String(repeating: "A", count: 43))",
            "$scrypt$ln=14,r=8,p=-1$AA$\(String(repeating: "A", count: 43))",
            "$scrypt$r=8,ln=14,p=5$AA$\(String(repeating: "A", count: 43))",
            "$scrypt$ln=14,r=8,p=5$$\(String(repeating: "A", count: 43))", "$scrypt$ln=14,r=8,p=5$AA$AA",
        ])
    func damaged(_ text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test("shows nothing of the password when it is printed")
    func printed() throws {
        let hash = try #require(PasswordHash(of: "correct horse", salt: [1]))
        #expect("\(hash)" == "PasswordHash(ln=14,r=8,p=5)")
    }
}
