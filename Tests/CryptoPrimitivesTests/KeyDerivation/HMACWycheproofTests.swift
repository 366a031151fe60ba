import Testing

@testable import CryptoPrimitives

@Suite("HMAC-SHA-256 against Wycheproof")
struct HMACWycheproofTests {
    struct Case: WycheproofCase {
        let tcId: Int
        let flags: [String]
        let result: WycheproofResult
        let key: Hex
        let msg: Hex
        let tag: Hex
    }

    enum Action {
        case match, differ
    }

    static let table: [String: Decision<Action>] = [
        "Pseudorandom": .init(action: .match, reason: "all sizes of key and message"),
        "ModifiedTag": .init(action: .differ, reason: "a tag with one wrong bit is not the tag"),
    ]

    /// Half of the cases have tags of 128 bits, which are the first half of the whole tag.
    @Test("every tag is the published one, fed whole and in two parts", arguments: [false, true])
    func everyCase(inParts: Bool) throws {
        var counts: [Action: Int] = [:]
        for vector in try Wycheproof<Case>.cases(of: "hmac_sha256") {
            let actions = try vector.decisions(in: Self.table)
            let action = try #require(actions.first)
            #expect(actions.count == 1)
            counts[action, default: 0] += 1
            let tag = HMACSHA256.tag(of: vector.msg.bytes, key: vector.key.bytes, inParts: inParts)
            let isSame = Array(tag.prefix(vector.tag.bytes.count)) == vector.tag.bytes
            switch action {
            case .match:
                #expect(vector.result == .valid, "tcId \(vector.tcId)")
                #expect(isSame, "tcId \(vector.tcId)")
            case .differ:
                #expect(vector.result == .invalid, "tcId \(vector.tcId)")
                #expect(!isSame, "tcId \(vector.tcId)")
            }
        }
        #expect(counts == [.match: 66, .differ: 108])
    }
}

extension HMACSHA256 {
    fileprivate static func tag(of message: [UInt8], key: [UInt8], inParts: Bool) -> [UInt8] {
        withSecretScratch(byteCount: byteCount) { tag in
            let tag = tag.part(0, byteCount)
            key.withUnsafeBytes { key in
                message.withUnsafeBytes { message in
                    let end = inParts ? message.count / 2 : 0
                    writeTag(to: tag, key: key) { hmac in
                        hmac.update(UnsafeRawBufferPointer(rebasing: message[..<end]))
                        hmac.update(UnsafeRawBufferPointer(rebasing: message[end...]))
                    }
                }
            }
            return Array(tag)
        }
    }
}
