import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("What a person on call does about a rule")
struct RuleStepTests {
    /// Programs that an operator's machine has.
    private static let programs: Set<Substring> = [
        "verifyd", "systemctl", "sudo", "rabbitmq-diagnostics", "pg_isready", "df", "curl",
    ]

    @Test("is three steps, each a sentence with a command to copy", arguments: Rule.allCases)
    func steps(_ rule: Rule) {
        let steps = rule.steps()
        #expect(steps.count == 3 && Set(steps).count == 3)
        for step in steps {
            let isSentence = step.words.first?.isUppercase == true && step.words.last.map { ".?".contains($0) } == true
            #expect(isSentence, "\(step.words)")
            let program = step.command.split(separator: " ").first ?? ""
            #expect(Self.programs.contains(program), "\(step.command)")
            #expect(!step.command.contains("\n") && !(step.words + step.command).contains("`"))
        }
    }

    @Test("begins with what it means for people", arguments: Rule.allCases)
    func meaning(_ rule: Rule) {
        #expect(rule.meaning.hasSuffix(".") && rule.meaning.count > 40)
        let sentences = rule.meaning.split(separator: ". ").count
        #expect(sentences <= 2, "\(rule.meaning)")
        #expect(!rule.meaning.contains("`"))
    }

    @Test("names the gateway or the app of the finding in its commands")
    func subjects() {
        #expect(Rule.gatewayFails.steps(for: "acme")[1].command == "verifyd gateways off acme --dry-run")
        #expect(Rule.gatewayFails.steps()[1].command == "verifyd gateways off GATEWAY --dry-run")
        #expect(Rule.eventsFail.steps(for: "shop")[0].command == "verifyd apps events shop --test")
        let named = Rule.allCases.filter { $0.steps(for: "acme") != $0.steps() }
        #expect(
            named == [
                .noGateways, .gatewayAway, .putOff, .gatewayFails, .deliversLittle, .notDelivered, .eventsFail,
            ])
    }

    @Test("no command changes anything without saying why", arguments: Rule.allCases)
    func reasons(_ rule: Rule) {
        let changes = [" off ", " on ", " weight ", " resume ", " remove ", " replay "]
        for step in rule.steps() where step.command.hasPrefix("verifyd ") {
            let isChange = changes.contains { step.command.contains($0) }
            let isSafe = step.command.contains("--reason \"") || step.command.contains("--dry-run")
            #expect(!isChange || isSafe, "\(step.command)")
        }
    }
}
