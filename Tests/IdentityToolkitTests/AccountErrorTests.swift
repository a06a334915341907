import AccountCore
import Testing

@testable import IdentityToolkit

@Suite("Errors of the wire")
struct AccountErrorTests {
    @Test("a code and its words stand apart by space, colon, space, which is how clients split them")
    func separator() {
        #expect(
            AccountError.refused(.invalidPhoneNumber, "Invalid format.").message
                == "INVALID_PHONE_NUMBER : Invalid format.")
        #expect(AccountError.refused(.invalidCode).message == "INVALID_CODE")
    }

    @Test("what is refused has the status 400 and no name; what is not reached has both")
    func statuses() {
        for code in AccountError.Code.allCases {
            let error = AccountError.refused(code)
            #expect(error.status == 400 && error.name == nil && error.reason == "invalid")
            #expect(code.word.wholeMatch(of: #/[A-Z]+(_[A-Z]+)*/#) != nil)
        }
        let others: [(AccountError, Int, String, String)] = [
            (.noKey, 403, "PERMISSION_DENIED", "forbidden"), (.unknownKey, 400, "INVALID_ARGUMENT", "badRequest"),
            (.forwarded, 403, "PERMISSION_DENIED", "forbidden"), (.unknownBearer, 401, "UNAUTHENTICATED", "authError"),
            (.unknownPath, 404, "NOT_FOUND", "notFound"),
            (.notServed("x"), 501, "NOT_IMPLEMENTED", "unimplemented"),
            (.unreadable("x"), 400, "INVALID_ARGUMENT", "parseError"),
            (.wrongType(path: "/phoneNumber", wanted: "string"), 400, "INVALID_ARGUMENT", "invalid"),
            (.tooLarge, 413, "INVALID_ARGUMENT", "uploadTooLarge"), (.unavailable, 503, "UNAVAILABLE", "backendError"),
        ]
        for (error, status, name, reason) in others {
            #expect(error.status == status && error.name == name && error.reason == reason, "\(error)")
        }
        let wrongType = AccountError.wrongType(path: "/phoneNumber", wanted: "string")
        #expect(wrongType.message == "Invalid JSON payload received. /phoneNumber must be string")
    }
}
