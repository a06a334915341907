import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The test numbers of each app, with adding, changing and removing them.
///
/// No page shows a code.
struct TestNumberPages: Sendable {
    let service: TestNumberService
    let phones: any PhoneNumberParser
    let server: PageServer

    var routes: [Route] { server.routes(page) + [addition, change, removal].flatMap(server.routes) }

    private var page: Page {
        Page(path: "/test-numbers", menu: "/test-numbers", template: .testNumbers, reach: .single) { call in
            let app = try OneApp(call)
            let cached = await service.all.look()
            return Page.Model(
                title: "Test numbers",
                data: [
                    "apps": .array((cached.value ?? []).filter { app.id == nil || $0.id == app.id }.map(data)),
                    "known": cached.sign, "one": .text(app.id?.name),
                ])
        }
    }

    private func data(_ app: App) -> JSONValue {
        [
            "app": .string(app.id.name), "most": .count(app.rules.maxTestNumbers),
            "isTesting": .bool(app.rules.isTesting), "isOff": .bool(!app.rules.takesTestNumbers),
            "numbers": .array(
                app.testNumbers.values.sorted { $0.id < $1.id }.map { number in
                    [
                        "id": .string("\(number.id)"), "phone": .string(number.phone.masked),
                        "region": .string(number.phone.region), "scenario": .text(number.scenario?.rawValue),
                        "expiresAt": .time(number.expiresAt),
                        "hasExpired": .bool(!number.isValid(at: server.framing.now())),
                    ]
                }),
        ]
    }

    private var addition: ActionPage {
        ActionPage(path: "/test-numbers/{app}/add", menu: "/test-numbers") { call in
            let app = try await service.previewAddition(to: call.segment("app") ?? "", for: call.person)
            return ActionPage.Preview(
                title: "Add a test number to \(app.id.name)",
                sentences: [
                    "Nothing is ever sent to a test number, and its code is always the same.",
                    "API and workers know it within two seconds. A test number of the same phone is changed.",
                ],
                facts: [("Test numbers", .string("\(app.testNumbers.count) of \(app.rules.maxTestNumbers)"))],
                warning: app.rules.takesTestNumbers
                    ? "Whoever knows the code opens this number's account in the app."
                    : "Test numbers of this app are switched off, so that real SMS go to this number.",
                fields: [
                    ActionPage.Field(name: "phone", label: "Phone number", hint: "Such as +14155550123."),
                    ActionPage.Field(
                        name: "code", label: "Code", kind: .number, hint: "4 to 10 digits; nobody sees it again.",
                        isSecret: true),
                ] + fields(nil), button: "Add")
        } perform: { call in
            // Why it is no number does not help the person.
            guard let phone = call.field("phone").flatMap({ try? phones.parse($0) }) else {
                throw OperatorError.unusable("This is no phone number with + and its country.")
            }
            let app = call.segment("app") ?? ""
            _ = try await service.add(
                phone, as: try draft(of: call), to: app, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: "\(phone.masked) is a test number of \(app).", next: "/test-numbers")
        }
    }

    private var change: ActionPage {
        ActionPage(path: "/test-numbers/{app}/{number}/change", menu: "/test-numbers") { call in
            let (app, number) = try await number(of: call)
            return ActionPage.Preview(
                title: "Change a test number of \(app)",
                sentences: ["Without a new code it keeps its code. API and workers follow within two seconds."],
                facts: [("Phone", .string(number.phone.masked))],
                fields: [
                    ActionPage.Field(
                        name: "code", label: "New code", kind: .number, isRequired: false, hint: "4 to 10 digits.",
                        isSecret: true)
                ] + fields(number), button: "Change")
        } perform: { call in
            let (app, number) = try await number(of: call)
            try await service.change(
                number.id, to: try draft(of: call), of: app, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(sentence: "The test number of \(app) is changed.", next: "/test-numbers")
        }
    }

    private var removal: ActionPage {
        ActionPage(path: "/test-numbers/{app}/{number}/remove", menu: "/test-numbers") { call in
            let (app, number) = try await number(of: call)
            return ActionPage.Preview(
                title: "Remove a test number of \(app)",
                sentences: ["It becomes a number like any other: real messages are sent to it, and limits hold it."],
                facts: [("Phone", .string(number.phone.masked))], button: "Remove")
        } perform: { call in
            let (app, number) = try await number(of: call)
            _ = try await service.remove(number.id, of: app, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(sentence: "It is no test number of \(app) any more.", next: "/test-numbers")
        }
    }
}

extension TestNumberPages {
    /// The form's value for a test number without a scenario.
    private static let noScenario = "none"

    /// What every form about a test number asks; `number` is as it stands.
    private func fields(_ number: TestNumber?) -> [ActionPage.Field] {
        [
            ActionPage.Field(
                name: "scenario", label: "What happens instead of a delivery", kind: .choice,
                value: number?.scenario?.rawValue ?? Self.noScenario,
                options: [Self.noScenario] + TestNumber.Scenario.allCases.map(\.rawValue)),
            ActionPage.Field(
                name: "until", label: "Until, in UTC", value: number?.expiresAt?.rfc3339 ?? "", isRequired: false,
                hint: "Such as 2027-01-31T18:00; without it, until somebody removes it."),
            .reason,
        ]
    }

    private func draft(of call: PageCall) throws(OperatorError) -> TestNumberService.Draft {
        var scenario: TestNumber.Scenario?
        if let word = call.field("scenario"), word != Self.noScenario {
            scenario = TestNumber.Scenario(rawValue: word)
            guard scenario != nil else { throw .unusable("There is no such scenario.") }
        }
        return TestNumberService.Draft(
            code: call.field("code"), scenario: scenario, expiresAt: try call.moment("until"))
    }

    private func number(of call: PageCall) async throws -> (app: String, number: TestNumber) {
        let app = call.segment("app") ?? ""
        return (app, try await service.preview(try id(of: call), of: app, for: call.person))
    }

    private func id(of call: PageCall) throws(OperatorError) -> VerificationID {
        guard let id = call.segment("number").flatMap({ VerificationID($0) }) else {
            throw .nothing("such test number")
        }
        return id
    }
}
