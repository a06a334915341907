import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// Lets only people in who have signed in; everybody else is led to the sign-in, or refused.
struct Door: Sendable {
    let desk: OperatorDesk

    /// The person of a page's call; throws `SignInFirst`, which becomes a redirect.
    func person(of request: Request) throws -> Operator {
        guard let token = SessionCookie.token(of: request), let person = desk.person(token: token) else {
            // Only a page can be come back to, and no deed.
            throw SignInFirst(to: request.method == .get ? request.uri.string : nil)
        }
        return person
    }
}
