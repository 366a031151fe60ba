import CryptoPrimitives
import KeyManagement
import Testing

/// Expects a body to throw a `KeyError` of a code, and its reason to be fit for a person.
func expectError<Result>(
    _ code: KeyError.Code,
    _ body: () throws -> Result,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        _ = try body()
        Issue.record("accepted where \(code) was expected", sourceLocation: sourceLocation)
    } catch let error as KeyError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.reason.isEmpty && !error.reason.hasSuffix("."), sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}

/// Decodes base64url that stands in a test.
func bytes(_ base64URL: String) throws -> [UInt8] {
    let decoded = Base64URL.decode(Array(base64URL.utf8).span)
    return try #require(decoded)
}

/// Text as a store keeps it.
func kept(_ bytes: [UInt8]) throws -> KeyringText {
    try KeyringText(copying: bytes.span)
}
