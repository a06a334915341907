import GatewayKit
import Testing

@testable import Assembly

@Suite("A setting")
struct SettingTests {
    @Test(
        "has one name, and another spelling of it in the environment and in a folder of secrets",
        arguments: [
            ("http.port", "VERIFYD_HTTP_PORT", "http-port"),
            ("amqp.caFile", "VERIFYD_AMQP_CA_FILE", "amqp-caFile"),
            ("gateways.twilio-eu.secret", "VERIFYD_GATEWAYS_TWILIO_EU_SECRET", "gateways-twilio-eu-secret"),
        ])
    func spellings(name: String, variable: String, file: String) {
        let setting = Setting(name, .text, "")
        #expect(setting.environmentName == variable)
        #expect(setting.fileName == file)
    }

    @Test("is told from every other by each of its spellings")
    func unique() async throws {
        let declared = try await Settings(SettingsSources(), environment: [:]).declared
        #expect(Set(declared.map(\.name)).count == declared.count)
        #expect(Set(declared.map(\.environmentName)).count == declared.count)
        #expect(Set(declared.map(\.fileName)).count == declared.count)
    }

    @Test("has a standard that it can read itself")
    func standards() async throws {
        let settings = try await Settings(SettingsSources(), environment: [:])
        #expect(settings.problems.isEmpty)
    }

    @Test("of a number takes what is within its range", arguments: [("2", 2), ("200", 200)])
    func number(text: String, value: Int) throws {
        #expect(try Setting("a", .number(2...200), "").read(text) == value)
    }

    @Test("of a number says its range", arguments: ["1", "201", "8.0", "eight"])
    func wrongNumber(text: String) {
        let setting = Setting("a.b", .number(2...200), "how many", tellsRange: true)
        #expect(setting.problem(in: text)?.description == "a.b must be a number from 2 to 200")
        #expect(setting.summary == "how many; from 2 to 200")
    }

    @Test(
        "of a time needs a unit",
        arguments: [("500ms", Duration.milliseconds(500)), ("2m", .seconds(120)), ("10", nil)])
    func duration(text: String, value: Duration?) {
        let setting = Setting("a", .duration(.zero ... .seconds(600)), "")
        #expect((try? setting.read(text)) == value)
    }

    @Test("without a value names itself, its use and its variable; an empty text is none")
    func missing() async throws {
        for environment in [[:], ["DATABASE_URL": ""]] {
            let settings = try await Settings(SettingsSources(), environment: environment)
            let problem = #expect(throws: SettingsError.self) { try settings.value(of: DatabaseSettings.url) }
            #expect(problem?.description.hasPrefix("database.url is not set: PostgreSQL, for example") == true)
            #expect(problem?.description.hasSuffix("(environment: VERIFYD_DATABASE_URL)") == true)
            #expect(settings.problems.isEmpty)
        }
    }
}
