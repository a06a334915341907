import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// `emulator/auth/iframe`: the page that Firebase's SDK for browsers opens out of sight, and waits for before it says who
/// is signed in.
///
/// The SDK speaks to it through Google's script `gapi.iframes`. The page loads this script too, because Google does not
/// document what its two halves say to each other. A page of an app that cannot reach Google has not loaded the script
/// either, and does not wait.
struct SignInFramePage: HTTPResponder {
    /// It answers that pages may keep data, without which no pop-up opens, and tells that no sign-in came back: this
    /// emulator has no providers to which a page could go.
    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Sign-in frame of the emulator</title>
        <script>
        function answerApp() {
          var app = gapi.iframes.getContext().getParentIframe();
          var anyOrigin = gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
          app.register("webStorageSupport", function () {
            return { status: "ACK", webStorageSupport: true };
          }, anyOrigin);
          var nothing = { type: "unknown", error: { code: "auth/no-auth-event" } };
          app.send("authEvent", { type: "authEvent", authEvent: nothing }, function () {}, anyOrigin);
        }
        function scriptIsHere() {
          gapi.load("gapi.iframes", { callback: answerApp });
        }
        </script>
        <script async src="https://apis.google.com/js/api.js?onload=scriptIsHere"></script>
        </html>
        """

    func respond(to request: Request, context: CallContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: Self.page)))
    }
}
