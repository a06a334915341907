import HTTPTypes
import Hummingbird
import VerificationCore

extension APIDependencies {
    /// The app whose key the call carries in `Authorization: Bearer`; there is no other place where a key is read.
    func app(calling request: Request) async throws -> App {
        guard let key = request.headers[.authorization].flatMap(Self.bearerToken),
            let app = try await apps.app(keyHash: APIKeyHash(of: key))
        else { throw Problem.unauthorized }
        return app
    }

    private static func bearerToken(_ field: String) -> String? {
        let words = field.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count <= 256 else { return nil }
        return String(words[1])
    }
}
