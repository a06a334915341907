import Testing

@testable import Assembly

@Suite("The program's version")
struct ProgramVersionTests {
    @Test(
        "a release is its tag, and every other build names its commit",
        arguments: [
            ("v0.2.0", "0.2.0"), ("baaef228d676", "0.1.0+baaef228d676"),
            ("baaef228d676.changed", "0.1.0+baaef228d676.changed"), ("v0.2.0.changed", "0.1.0+v0.2.0.changed"),
            ("v1.0-rc.2", "1.0-rc.2"),
            ("v0.2.0-5-gabc1234-dirty", "0.1.0+v0.2.0-5-gabc1234-dirty"), ("verifyd-0.2.0", "0.1.0+verifyd-0.2.0"),
            ("", "0.1.0"),
        ])
    func version(revision: String, full: String) {
        #expect(ProgramVersion.full(of: revision) == full)
    }
}
