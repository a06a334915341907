import StrictJSON

/// `recaptchaConfig`: no call has to bring a captcha of reCAPTCHA Enterprise.
struct RecaptchaConfigurationEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        ["recaptchaEnforcementState": [["provider": "PHONE_PROVIDER", "enforcementState": "OFF"]]]
    }
}
