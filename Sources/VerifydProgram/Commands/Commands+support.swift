import ArgumentParser
import Assembly
import Foundation
import Languages
import PhoneNumbers
import PostgreSQL
import VerificationCore

/// Turns a problem of the store into a `ServiceError`, with a message for the operator.
///
/// `what`: the store's name in the message.
func explaining<Value>(_ what: String, _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let problem as StoreError {
        throw ServiceError("the \(what) \(problem.words)")
    }
}

/// Lays rows out in columns; the cells of a column have the same width.
///
/// A cell may hold text from a caller of the API. So characters that a terminal would obey are shown by their numbers.
func table(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(\.printable) }
    guard let columns = rows.map(\.count).max() else { return "" }
    let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
        zip(row, widths).map { cell, width in cell.padding(toLength: width, withPad: " ", startingAt: 0) }
            .joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }.joined(separator: "\n")
}

/// Opens the store for a command, and closes it again.
///
/// `role`: the connections' name in the database's list.
func withStore<Value>(
    _ sources: SettingsOptions, role: String = "verifyd-apps", _ body: (StorePorts) async throws -> Value
) async throws -> Value {
    let pool = PostgresPool(try await Settings(sources).patientDatabase(role: role))
    defer { pool.close() }
    return try await explaining("database") { try await body(StorePorts(pool)) }
}

/// Opens the store for a command about an app; throws `NotThereError` when the app does not exist.
func withApp<Value>(
    _ name: String, sources: SettingsOptions, role: String = "verifyd-apps",
    _ body: (StorePorts, App) async throws -> Value
) async throws -> Value {
    try await withStore(sources, role: role) { store in
        guard let app = try await store.apps.apps().app(named: name) else { throw noApp(name) }
        return try await body(store, app)
    }
}

/// The error of a command whose app does not exist.
func noApp(_ name: String) -> NotThereError { NotThereError("app \(name)") }

/// Reads a phone number from the command line; throws `ValidationError` with the reason.
func phoneNumber(_ text: String, by plan: NumberingPlan) throws -> PhoneNumber {
    do { return try PlanParser(plan).parse(text) } catch { throw ValidationError(error.words) }
}

/// The same for a number that is only looked up; see `RecordedNumbers`.
func recordedNumber(_ text: String, by plan: NumberingPlan) throws -> PhoneNumber {
    do { return try RecordedNumbers(PlanParser(plan)).parse(text) } catch { throw ValidationError(error.words) }
}

/// The plan with which the commands of this installation judge numbers.
func numberingPlan(_ sources: SettingsOptions) async throws -> NumberingPlan {
    try await Settings(sources).value(of: PhoneSettings.plan)
}

/// Reads a language tag from the command line, and replaces an old name, for example `iw` by `he`.
func languageTag(_ text: String) throws -> LanguageTag {
    guard let tag = LanguageTag(text) else { throw ValidationError("\(text) is not a language tag") }
    return ICULanguageData().canonical(tag)
}

/// Turns a problem of the broker into a `ServiceError`, with a message for the operator.
func askBroker<Value>(_ body: () async throws(BrokerError) -> Value) async throws -> Value {
    do { return try await body() } catch { throw ServiceError(error) }
}

extension String {
    /// Shows each character that a terminal would obey by its number, for example `\u{1B}` for an escape.
    var printable: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool { properties.generalCategory == .control || properties.isBidiControl }
}

extension PhoneNumberError {
    /// What is wrong with a number on the command line.
    var words: String {
        switch self {
        case .malformed: "that is no phone number: write it in international form, such as +14155550123"
        case .unknownCallingCode: "no country has a calling code like that"
        case .tooShort: "the number is too short"
        case .tooLong: "the number is too long"
        case .impossible: "there is no such number"
        }
    }
}
