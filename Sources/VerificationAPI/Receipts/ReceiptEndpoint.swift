import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `POST` or `GET /v1/receipts/{gateway}`: a provider reports deliveries; its signature counts, and it needs no API
/// key.
///
/// The answer is `200` only after the broker has confirmed the receipts. After every other answer the provider repeats
/// the call, or gives up; a repeat is harmless.
struct ReceiptEndpoint: HTTPResponder {
    /// The largest batch of a provider is far smaller.
    private static let limits = BodyLimits(kibibytes: 64)

    let receipts: ReceiptIntake

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let gateway = context.parameters.get("gateway") ?? ""
        let taken = try await receipts.take(gateway) { () throws(Problem) in
            ReceiptIntake.Call(
                method: request.method.rawValue, query: request.uri.query,
                headers: request.headers.map { ($0.name.rawName, $0.value) },
                body: try await request.bytes(context, within: Self.limits))
        }
        switch taken {
        case .queued: return Response(status: .ok)
        case .unknownGateway: throw Problem.noReceipts
        case .tooMany: throw Problem.receiptsCrowded
        case .notQueued: throw Problem.receiptNotQueued
        case .unusable(.forged): throw Problem.receiptForged
        case .unusable(.unreadable): throw Problem.receiptUnreadable
        case .unusable(.unverified): throw Problem.receiptUnverified
        }
    }
}

extension Problem {
    fileprivate static let noReceipts = Problem(
        .notFound, code: "receipts-not-taken", detail: "No gateway of this name takes receipts here.")

    /// It does not say what is wrong with the signature, because that would help a forger.
    fileprivate static let receiptForged = Problem(
        .forbidden, code: "receipt-forged", detail: "The call is not signed as the gateway's provider signs.")

    fileprivate static let receiptUnreadable = Problem(
        .badRequest, code: "receipt-unreadable",
        detail: "The call is signed, and is not what the gateway's provider documents.")

    fileprivate static var receiptUnverified: Problem {
        Problem(
            .serviceUnavailable, code: "receipt-unverified",
            detail: "The certificate that proves the call could not be fetched. Send the receipt again."
        ).laterAgain
    }

    fileprivate static var receiptsCrowded: Problem {
        Problem(
            .serviceUnavailable, code: "receipts-crowded",
            detail: "Too many receipts arrive at once. Send the receipt again."
        ).laterAgain
    }

    fileprivate static var receiptNotQueued: Problem {
        Problem(
            .serviceUnavailable, code: "queue-unavailable",
            detail: "The queue has not confirmed the receipt. Send the receipt again; twice is harmless."
        ).laterAgain
    }

    private var laterAgain: Problem {
        var problem = self
        problem.headers[.retryAfter] = "2"
        return problem
    }
}
