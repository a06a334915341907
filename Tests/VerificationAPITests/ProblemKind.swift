import Foundation
import HTTPTypes

/// One kind of problem: the status and the code that programs go by.
struct ProblemKind: Hashable {
    let status: Int
    let code: String
}

extension ProblemKind {
    /// All that the program can answer, found where the program writes them.
    static func inTheSources() throws -> Set<ProblemKind> {
        let written = try ["Sources/HTTPService", "Sources/VerificationAPI"].flatMap(kindsWritten)
        // Only pages for people ask where a call comes from.
        let ofPages = try kindsWritten(in: "Sources/HTTPService/Surface/OwnPages.swift")
        let members = try [
            "Sources/VerificationAPI", "Sources/VerificationCore/Requests/RequestForm.swift",
            "Sources/VerificationCore/TestNumbers/TestNumberForm.swift",
        ].flatMap(membersRead)
        return Set(written).subtracting(ofPages).union(
            members.map { ProblemKind(status: 400, code: "invalid-" + kebabCased($0[...])) })
    }

    private static func kindsWritten(in path: String) throws -> [ProblemKind] {
        try SourceText.matches(#/(?:Problem|self\.init)\(\s*\.(\w+),\s*code:\s*"([a-z](?:[a-z-]*[a-z])?)"/#, in: path)
            .map { ProblemKind(status: try number($0.1), code: String($0.2)) }
    }

    /// The members of bodies that some code reads.
    static func membersRead(in path: String) throws -> [String] {
        let pattern = #/(?:InvalidMemberError|optional[A-Z]\w*|required[A-Z]\w*)\("(\w+)"/#
        return try SourceText.matches(pattern, in: path).map { String($0.1) }
    }

    private struct UnknownStatus: Error { let name: String }

    private static func number(_ name: Substring) throws -> Int {
        let statuses: [String: HTTPResponse.Status] = [
            "badRequest": .badRequest, "unauthorized": .unauthorized, "forbidden": .forbidden, "notFound": .notFound,
            "methodNotAllowed": .methodNotAllowed, "requestTimeout": .requestTimeout, "conflict": .conflict,
            "gone": .gone, "contentTooLarge": .contentTooLarge, "unsupportedMediaType": .unsupportedMediaType,
            "unprocessableContent": .unprocessableContent, "tooManyRequests": .tooManyRequests,
            "internalServerError": .internalServerError, "serviceUnavailable": .serviceUnavailable,
        ]
        guard let status = statuses[String(name)] else { throw UnknownStatus(name: String(name)) }
        return status.code
    }

    private static func kebabCased(_ name: Substring) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

/// The sources that these tests were built from.
enum SourceText {
    /// All places where the pattern is met in a file, or in the files of a folder.
    static func matches<Output>(_ pattern: some RegexComponent<Output>, in path: String) throws -> [Output] {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
            .standardizedFileURL
        let root = repository.appending(path: path)
        var files = [root]
        if root.pathExtension.isEmpty {
            let inside = try FileManager.default.subpathsOfDirectory(atPath: root.path)
            files = inside.filter { $0.hasSuffix(".swift") }.map { root.appending(path: $0) }
        }
        return try files.flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: pattern).map(\.output) }
    }
}
