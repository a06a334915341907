import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// The templates of all pages, read once.
struct Pages: Sendable {
    enum Name: String, CaseIterable {
        case layout, overview, problem, signIn, verification, verifications
    }

    private let library: MustacheLibrary

    /// Throws only if a template is broken.
    init() throws {
        MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
        var library = MustacheLibrary()
        for name in Name.allCases {
            let text = "{{% CONTENT_TYPE:\(SafeHTML.name)}}" + String(decoding: Self.source(of: name), as: UTF8.self)
            try library.register(text, named: name.rawValue)
        }
        self.library = library
    }

    /// `model`: a value whose members the template names; every text in it is escaped.
    func response(_ status: HTTPResponse.Status = .ok, _ name: Name, _ model: Any) -> Response {
        let html = library.render(model, withTemplate: name.rawValue) ?? ""
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private static func source(of name: Name) -> [UInt8] {
        switch name {
        case .layout: PackageResources.layout_mustache
        case .overview: PackageResources.overview_mustache
        case .problem: PackageResources.problem_mustache
        case .signIn: PackageResources.signIn_mustache
        case .verification: PackageResources.verification_mustache
        case .verifications: PackageResources.verifications_mustache
        }
    }
}
