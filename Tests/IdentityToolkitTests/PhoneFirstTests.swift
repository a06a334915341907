import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("A phone as the first factor of an account with second factors")
struct PhoneFirstTests {
    private static let phone = "+14155550199"
    private static let error =
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."

    private func fixture(_ mode: IdentityModeName, phone: String? = Self.phone) throws -> IdentityFixture {
        try IdentityFixture.withAnn(mode) {
            $0.factors = [IdentityFixture.factor("one", "+14155550123")]
            $0.phone = phone
        }
    }

    @Test("the emulator says so at once, and sends nothing")
    func emulator() async throws {
        let fixture = try fixture(.emulator)
        let answer = try await fixture.serve {
            try await $0.app("sendVerificationCode", #"{"phoneNumber":"\#(Self.phone)"}"#)
        }
        #expect(answer.status == 400 && answer.error == Self.error)
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("production says so after the right code, and to nobody else")
    func production() async throws {
        let fixture = try fixture(.production)
        try await fixture.serve { api in
            let sent = try await api.app("sendVerificationCode", #"{"phoneNumber":"\#(Self.phone)"}"#)
            let (session, code) = (try sent.required("sessionInfo"), try await fixture.sentCode())
            let wrong = code == "000000" ? "000001" : "000000"
            let guess = try await api.app(
                "signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(wrong)"}"#)
            #expect(guess.error == "INVALID_CODE")
            let answer = try await api.app(
                "signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(code)"}"#)
            #expect(answer.status == 400 && answer.error == Self.error)
        }
        #expect(try fixture.kept("ann")?.lastSignInAt == nil)
    }

    @Test("an account with factors gets no number either", arguments: IdentityModeName.allCases)
    func link(mode: IdentityModeName) async throws {
        let fixture = try fixture(mode, phone: nil)
        let ann = try #require(try fixture.kept("ann"))
        let token = try await fixture.idToken(
            ann, SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "one")))
        try await fixture.serve { api in
            let sent = try await api.app("sendVerificationCode", #"{"phoneNumber":"\#(Self.phone)"}"#)
            let (session, code) = (try sent.required("sessionInfo"), try await fixture.sentCode())
            let answer = try await api.app(
                "signInWithPhoneNumber",
                #"{"sessionInfo":"\#(session)","code":"\#(code)","idToken":"\#(token)"}"#)
            #expect(answer.error == Self.error)
        }
        #expect(try fixture.kept("ann")?.phone == nil)
    }
}
