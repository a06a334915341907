import AccountCore
import HTTPService
import HTTPTypes

extension Problem {
    /// What log and metrics see of an error of the wire.
    static func wire(_ error: WireError) -> Problem {
        Problem(HTTPResponse.Status(code: error.status), "wire-error", detail: "The call was refused.")
    }
}

extension WireError {
    /// The wire's word for any error of a call.
    init(of error: any Error, _ problem: Problem) {
        switch (error as? WireError, problem.status.code) {
        case (let error?, _): self = error
        // The wire knows no other method for a path, only other paths.
        case (nil, 404), (nil, 405): self = .unknownPath
        case (nil, 413): self = .tooLarge
        case (nil, 400..<500): self = .unreadable(problem.detail)
        case (nil, _): self = .internalError
        }
    }
}
