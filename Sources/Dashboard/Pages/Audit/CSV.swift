/// Rows of a table as comma-separated values by RFC 4180, for spreadsheets.
enum CSV {
    /// What a spreadsheet takes for the beginning of a formula, also in full width.
    private static let dangerous: Set<Character> = ["=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "＝", "＋", "－", "＠"]

    /// The lines with their ends.
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Quoted whatever it holds; a text that could be a formula gets an apostrophe before it.
    private static func field(_ text: String) -> String {
        let isDangerous = text.first.map(dangerous.contains) ?? false
        let quoted = text.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined()
        return "\"" + (isDangerous ? "'" : "") + quoted + "\""
    }
}
