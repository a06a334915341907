import HTTPService
import Hummingbird
import StrictJSON

/// `GET /`: by which tools know an emulator that is ready.
struct EmulatorPage: HTTPResponder {
    func respond(to request: Request, context: CallContext) async throws -> Response {
        .wire([
            "authEmulator": ["ready": true, "docs": "https://firebase.google.com/docs/emulator-suite"]
        ])
    }
}
