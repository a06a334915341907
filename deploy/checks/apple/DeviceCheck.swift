// What VerifydAuth uses of DeviceCheck, declared after Apple's documentation, so that the compiler on Linux can check the calls.

import Foundation

@available(iOS 14.0, macOS 11.0, tvOS 15.0, watchOS 9.0, *)
open class DCAppAttestService: NSObject {
    // A class of Objective-C is not Sendable unless its header says so, and this one's does not.
    public class var shared: DCAppAttestService { DCAppAttestService() }
    public var isSupported: Bool { false }
    public func generateKey() async throws -> String { "" }
    public func attestKey(_ keyId: String, clientDataHash: Data) async throws -> Data { Data() }
    public func generateAssertion(_ keyId: String, clientDataHash: Data) async throws -> Data { Data() }
}

public struct DCError: Error, CustomNSError {
    public enum Code: Int, Sendable {
        case unknownSystemFailure, featureUnsupported, invalidInput, invalidKey, serverUnavailable
    }
    public let code: Code
    public static var errorDomain: String { "com.apple.devicecheck.error" }
}
