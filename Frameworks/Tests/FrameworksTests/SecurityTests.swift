import Foundation
import PhoneState
import Security
import Testing

@Suite("Names of the keychain that only code of extensions uses")
struct SecurityTests {
    @Test("attributes have the names of Apple's constants, and a key keeps them")
    func attributes() throws {
        let attributes: [CFString] = [
            kSecAttrDescription, kSecAttrComment, kSecAttrCreator, kSecAttrIsInvisible, kSecAttrIsNegative,
            kSecAttrEffectiveKeySize, kSecAttrIsPermanent, kSecAttrCanEncrypt, kSecAttrCanDecrypt, kSecAttrCanDerive,
            kSecAttrCanSign, kSecAttrCanVerify, kSecAttrCanWrap, kSecAttrCanUnwrap, kSecAttrSecurityDomain,
            kSecAttrServer, kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort, kSecAttrPath,
        ]
        let names = [
            "desc", "icmt", "crtr", "invi", "nega", "esiz", "perm", "encr", "decr", "drve", "sign", "vrfy", "wrap",
            "unwp", "sdmn", "srvr", "ptcl", "atyp", "port", "path",
        ]
        #expect(attributes.map { String(describing: $0) } == names)
        let phone = Phone(entitlements: Entitlements())
        try phone.perform {
            let key: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric, kSecAttrCanWrap: true,
                kSecValueData: Data([1]),
            ]
            #expect(SecItemAdd(key as CFDictionary, nil) == errSecSuccess)
            var found: CFTypeRef?
            let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecReturnAttributes: true]
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            let item = try #require(found as? [String: Any])
            #expect(item["wrap"] as? Bool == true)
            #expect(item["kcls"] as? String == "2")
        }
    }

    @Test("memory is filled with random bytes, as many as asked for")
    func random() {
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &bytes) == errSecSuccess)
        #expect(bytes[..<32] != bytes[32...])
        #expect(bytes[32...].allSatisfy { $0 == 0 })
        let first = bytes
        #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &bytes) == errSecParam)
        #expect(bytes == first)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &bytes) == errSecSuccess)
        #expect(bytes != first)
    }

    @Test("a result code has a text")
    func texts() {
        #expect(SecCopyErrorMessageString(errSecItemNotFound, nil) as String? == "No item matches the query.")
        #expect(SecCopyErrorMessageString(-1, nil) as String? == "OSStatus -1")
        #expect([errSecAuthFailed, errSecUserCanceled, errSecDecode] == [-25_293, -128, -26_275])
    }
}
