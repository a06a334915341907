import AccountCore
import StrictJSON

/// `recaptchaParams`: clients ask before they show a captcha; there is none yet, and they want a key all the same.
struct RecaptchaParametersEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        [
            "kind": "identitytoolkit#GetRecaptchaParamResponse",
            "recaptchaStoken": "no-captcha", "recaptchaSiteKey": "no-captcha",
            "producerProjectNumber": .string(call.projectNumber),
        ]
    }
}
