/// Lines of comma-separated values (RFC 4180), which a spreadsheet may open.
///
/// It looks at single scalars: for a program that reads the file, a quotation mark ends a field also where an accent
/// follows, with which Swift makes it another character.
enum CSV {
    /// What a spreadsheet takes for the beginning of a formula, also in full width.
    private static let dangerous: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    /// The lines with their ends.
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Quoted whatever it holds; a text that could be a formula gets an apostrophe before it.
    private static func field(_ text: String) -> String {
        var field = String.UnicodeScalarView(["\""])
        if let first = text.unicodeScalars.first, dangerous.contains(first) { field.append("'") }
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.append("\"") }
            field.append(scalar)
        }
        field.append("\"")
        return String(field)
    }
}
