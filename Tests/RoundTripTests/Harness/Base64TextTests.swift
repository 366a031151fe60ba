import Testing

@testable import RoundTrip

/// The harness's own base64url, so that a mistake in the one under test does not hide itself.
@Suite("The harness's base64url")
struct Base64TextTests {
    @Test(
        "RFC 4648 §10, without padding, and both characters of §5",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"), ("???>", "Pz8_Pg"), ("~~~", "fn5-"),
        ])
    func vectors(bytes: String, text: String) {
        #expect(Base64Text.encode(Array(bytes.utf8)) == text)
        #expect(Base64Text.decode(text) == Array(bytes.utf8))
    }

    @Test(
        "any other text than the only encoding is refused",
        arguments: ["Zg==", "Zh", "Z", "Zm9v\n", "Pz8/Pg", "fn5+", "Zm9v Yg", "Zm9vé", "-\u{301}AAA"])
    func refused(text: String) {
        #expect(Base64Text.decode(text) == nil)
    }
}
