import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// Lets only people in who have signed in; everybody else is led to the sign-in, or refused.
struct Door: Sendable {
    let desk: OperatorDesk
    let base: String

    /// The person of a page's call; throws `SignInFirst`, which becomes a redirect.
    func person(of request: Request) throws -> Operator {
        guard let token = SessionCookie.token(of: request), let person = desk.person(token: token) else {
            throw SignInFirst(to: request.uri.string)
        }
        return person
    }
}

/// A page was asked for by a browser without a session.
struct SignInFirst: Error {
    /// Where the person wanted to go.
    let to: String
}
