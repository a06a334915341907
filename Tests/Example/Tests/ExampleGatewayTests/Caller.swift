import Foundation
import FoundationNetworking
import Testing

/// Calls the API with a key, or the pages with a cookie.
struct Caller {
    let base: String
    let key: String?
    var form = ""

    /// Posts a body where there is one, and returns the members of the answer; an answer without a body has none.
    @discardableResult
    func call(_ path: String, _ body: [String: String]? = nil, _ headers: [String: String] = [:]) async throws
        -> [String: Any]
    {
        let (data, answer) = try await send(path, body, headers)
        try #require(
            (200..<300).contains(answer.statusCode),
            "\(path): \(answer.statusCode) \(String(decoding: data, as: UTF8.self))")
        return data.isEmpty ? [:] : try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The head of the answer, whatever its status.
    func answer(_ path: String, _ body: [String: String]? = nil) async throws -> HTTPURLResponse {
        try await send(path, body, [:]).1
    }

    private func send(
        _ path: String, _ body: [String: String]?, _ headers: [String: String]
    ) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: try #require(URL(string: base + path)))
        if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "authorization") }
        if let body {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "content-type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, answer) = try await URLSession.shared.data(for: request)
        return (data, try #require(answer as? HTTPURLResponse))
    }

    /// Sends the form of the sign-in; the session keeps the cookie.
    func signIn() async throws {
        var request = URLRequest(url: try #require(URL(string: base + "/ops/sign-in")))
        request.httpMethod = "POST"
        request.setValue("same-origin", forHTTPHeaderField: "sec-fetch-site")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "content-type")
        request.httpBody = Data(form.utf8)
        _ = try await URLSession.shared.data(for: request)
    }

    func text(_ path: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: base + path)))
        request.setValue("text/html", forHTTPHeaderField: "accept")
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }
}
