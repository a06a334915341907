import AccountCore
import HTTPService
import Hummingbird

/// A page of Firebase's emulator that this one does not have; it needs no key.
struct NotServedResponder: HTTPResponder {
    func respond(to request: Request, context: CallContext) async throws -> Response {
        throw AccountError.notServed("This page is not implemented here.")
    }
}
