import GatewayConformance
import Gateways
import VerificationCore

extension StandInRequest {
    /// Whether the signature fits what arrived, read as AWS reads it: the headers that it names, path, body, moment.
    func isSigned(for service: String) throws -> Bool {
        guard let authorization = header("authorization"), let moment = header("x-amz-date"),
            let names = authorization.split(separator: "SignedHeaders=").last?.split(separator: ",").first,
            let now = Timestamp(rfc3339: Self.rfc3339(moment))
        else { return false }
        let given = names.split(separator: ";").map(String.init).filter { $0 != "x-amz-date" }
        guard Set(given).isSuperset(of: ["host", "content-type"]) else { return false }
        let headers = given.compactMap { name in header(name).map { (name, $0) } }
        let expected = AWSSignature(.example, service: service)
            .headers(signing: headers, path: uri, body: body, at: now).last
        return headers.count == given.count && expected?.value == authorization
    }

    /// `20260102T030405Z` with its dashes and colons.
    private static func rfc3339(_ moment: String) -> String {
        moment.enumerated().map { (place, character) in
            let mark = [4: "-", 6: "-", 11: ":", 13: ":"][place] ?? ""
            return "\(mark)\(character)"
        }.joined()
    }
}
