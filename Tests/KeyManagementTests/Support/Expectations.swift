import CryptoPrimitives
import KeyManagement
import Testing

/// Expects a body to throw a `KeyError` of a code, and its reason to be fit for a person.
func expectError<Result>(
    _ code: KeyError.Code, _ body: () throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) {
    expectFailure(code, in: Swift.Result { try body() }, sourceLocation)
}

/// The same for an asynchronous body.
func expectError<Result>(
    _ code: KeyError.Code, _ body: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) async {
    do {
        expectFailure(code, in: .success(try await body()), sourceLocation)
    } catch {
        expectFailure(code, in: Swift.Result<Result, any Error>.failure(error), sourceLocation)
    }
}

private func expectFailure<Value>(
    _ code: KeyError.Code, in result: Result<Value, any Error>, _ sourceLocation: SourceLocation
) {
    do {
        _ = try result.get()
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
