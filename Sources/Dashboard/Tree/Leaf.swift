import Mustache
import Operations
import StrictJSON
import VerificationCore

/// A text or a number of a page's data, with the transforms with which a template turns it into text for people.
struct Leaf: MustacheCustomRenderable, MustacheTransformable {
    let value: JSONValue
    let now: Timestamp

    var isNull: Bool { value.isNull }

    var renderText: String {
        switch value {
        case .string(let text): text
        case .integer(let number): Self.grouped(number)
        case .decimal(let number): number.short
        case .bool(let truth): "\(truth)"
        case .null, .array, .object: ""
        }
    }

    /// A transform of nothing is nothing, so a template can write `{{#ago(at)}}…{{/ago(at)}}`.
    func transform(_ name: String) -> Any? {
        guard !isNull else { return self }
        if name == "pieces" { return pieces }
        return words(name).map { Leaf(value: .string($0), now: now) }
    }

    private func words(_ name: String) -> String? {
        switch name {
        case "clock": time.map { short($0, to: 19) }
        case "minute": time.map { short($0, to: 16) }
        case "date": time.map { String($0.clock.prefix(10)) }
        case "time": time.map { String($0.clock.prefix(19).suffix(8)) }
        case "exact": time?.clock
        case "ago": time.map { (now - $0).words }
        case "until": time.map { ($0 - now).words }
        case "plain": plain
        case "span": value.double.map { Duration.milliseconds(Int64($0 * 1_000)).words }
        case "percent": value.double.map { "\((($0 * 1_000).rounded() / 10).short) %" }
        case "points": value.double.map { Self.points($0) }
        case "rate": value.double.map(Self.rate)
        case "tone": value.string.map { StatusTone(of: $0).rawValue }
        case "growth": value.double.map { Self.growth($0) }
        case "lowercased": value.string?.lowercased()
        case "countries": value.string.map(Self.countries)
        default: nil
        }
    }

    /// The text in parts between which a line may break: of `verification.requests`, `verification.` and `requests`.
    ///
    /// A part ends with a point, with a low line, which names of environment variables have, or with a sign of URLs.
    private var pieces: [Leaf]? {
        guard let text = value.string else { return nil }
        var parts = [""]
        for letter in text {
            parts[parts.count - 1].append(letter)
            if "._/:@=".contains(letter) { parts.append("") }
        }
        return parts.filter { !$0.isEmpty }.map { Leaf(value: .string($0), now: now) }
    }

    /// Date and time as far as `length`, and the time alone where it is of today: the page says below which day it is.
    private func short(_ time: Timestamp, to length: Int) -> String {
        let (clock, today) = (time.clock.prefix(length), now.clock.prefix(10))
        return String(clock.hasPrefix(today) ? clock.dropFirst(11) : clock)
    }

    private var time: Timestamp? { value.string.flatMap { Timestamp(rfc3339: $0) } }

    /// The number without a space in it, for forms and addresses.
    private var plain: String? {
        switch value {
        case .integer(let number): "\(number)"
        case .decimal(let number): number.short
        case .string(let text): text
        case .bool, .null, .array, .object: nil
        }
    }

    /// Codes of countries, separated by commas, each with its country's name.
    private static func countries(_ codes: String) -> String {
        codes.split(separator: ", ").map { CountryName.described(String($0)) }.joined(separator: ", ")
    }

    /// How often something happens: from ten on, a fraction tells no more.
    private static func rate(_ number: Double) -> String {
        number < 9.95 ? ((number * 10).rounded() / 10).short : grouped(Int64(number.rounded()))
    }

    /// A difference of shares, for example `-38 points`.
    private static func points(_ difference: Double) -> String {
        let points = Int((difference * 100).rounded())
        return "\(points > 0 ? "+" : "")\(points) \(abs(points) == 1 ? "point" : "points")"
    }

    /// A change as a share of what was, for example `-18 %`.
    private static func growth(_ share: Double) -> String {
        let percent = Int((share * 100).rounded())
        return "\(percent > 0 ? "+" : "")\(percent) %"
    }

    /// With a thin space between thousands, for example `10 000 000`; four digits stay together.
    static func grouped(_ number: Int64) -> String {
        let digits = "\(number.magnitude)"
        guard digits.count > 4 else { return "\(number)" }
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { grouped += "\u{202F}" }
            grouped.append(digit)
        }
        return (number < 0 ? "-" : "") + grouped
    }
}

extension Double {
    /// Without `.0`.
    fileprivate var short: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
