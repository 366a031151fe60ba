import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("The life of a key")
struct RotationTests {
    private let day = 86_400.0

    @Test("rotating makes a new primary, and the old key opens to a minute after its grace and no longer")
    func grace() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 1000)
        let old = try keyring.primary
        let new = try keyring.rotate(grace: .days(7), at: 2000)
        #expect(try keyring.primary.thumbprint == new.thumbprint)
        #expect(new.thumbprint != old.thumbprint && new.state == .active && new.created == 2000)
        let state = try keyring.key(old.thumbprint).state
        #expect(state == .retiring(until: 2000 + 7 * day))
        #expect(state.isUsable(at: 2000) && state.isUsable(at: 2060 + 7 * day))
        #expect(!state.isUsable(at: 2061 + 7 * day))
    }

    @Test("a grace that would pass the last second of 2106 ends there")
    func latestEnd() throws {
        var keyring = try Keyring.generate(name: "a", role: .shared, at: Date(UInt32.max) - 10)
        let old = try keyring.primary
        try keyring.rotate(grace: .days(7), at: Date(UInt32.max) - 5)
        #expect(try keyring.key(old.thumbprint).state == .retiring(until: Date(UInt32.max)))
    }

    @Test("every rotation in one second has its own primary", arguments: KeyRole.allCases)
    func sameSecond(role: KeyRole) throws {
        var keyring = try Keyring.generate(name: "a", role: role, at: 5)
        for _ in 0..<20 {
            let new = try keyring.rotate(grace: .seconds(1), at: 5)
            #expect(try keyring.primary.thumbprint == new.thumbprint)
        }
        #expect(keyring.keys.filter { $0.state == .active }.count == 1)
        #expect(keyring.keys.count == 21)
    }

    @Test("a revoked key is not usable, and stays revoked")
    func revoked() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 1)
        let key = try keyring.primary.thumbprint
        try keyring.revoke(key, at: 2)
        #expect(try !keyring.key(key).state.isUsable(at: 2))
        expectError(.noActiveKey) { try keyring.primary }
        expectError(.wrongState) { try keyring.revoke(key, at: 3) }
        expectError(.wrongState) { try keyring.retire(key, grace: .days(1), at: 3) }
        expectError(.wrongState) { try keyring.activate(key, at: 3) }
        try keyring.rotate(grace: .days(1), at: 4)
        #expect(try keyring.key(key).state == .revoked)
    }

    @Test("a retired key does not come back, whether its grace goes on or not")
    func retired() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 1)
        let key = try keyring.primary.thumbprint
        try keyring.retire(key, grace: .seconds(10), at: 2)
        for now: Date in [3, 13] {
            expectError(.wrongState) { try keyring.activate(key, at: now) }
            expectError(.wrongState) { try keyring.retire(key, grace: .days(1), at: now) }
        }
        try keyring.revoke(key, at: 14)
        #expect(try keyring.key(key).state == .revoked)
    }

    @Test("public keys alone cannot be rotated")
    func publicHalf() throws {
        var keyring = try Keyring.generate(name: "a", role: .device).publicHalf()
        expectError(.wrongHalf) { try keyring.rotate(grace: .zero, at: 1) }
    }

    @Test("expired secrets are erased once, and their public keys are kept", arguments: KeyRole.allCases)
    func erased(role: KeyRole) throws {
        var keyring = try Keyring.generate(name: "a", role: role, at: 1)
        let first = try keyring.primary.thumbprint
        let second = try keyring.rotate(grace: .seconds(10), at: 2).thumbprint
        try keyring.rotate(grace: .days(9), at: 72)
        #expect(try keyring.eraseEndedSecrets(at: 72 + 7 * day) == 0)
        try keyring.rotate(grace: .days(9), at: 73)
        #expect(try keyring.eraseEndedSecrets(at: 73 + 7 * day - 1) == 0)
        #expect(try keyring.eraseEndedSecrets(at: 73 + 7 * day) == 1)
        let events = keyring.unsavedEvents
        #expect(events.last?.action == .erase && events.last?.key == first)
        #expect(try keyring.eraseEndedSecrets(at: 73 + 7 * day) == 0 && keyring.unsavedEvents == events)
        let reread = try Keyring(keyring.string)
        #expect(try reread.key(second).isSecret)
        if role == .shared {
            expectError(.notFound) { try reread.key(first) }
        } else {
            #expect(try !reread.key(first).isSecret)
        }
    }

    @Test("a clock that is ahead erases nothing but revoked keys, also with the rotation that is due then")
    func clockIsAhead() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 0)
        let first = try keyring.primary.thumbprint
        try keyring.rotate(at: 0 + 23 * day)
        for ahead in [38 * day, 46 * day, 70 * 365 * day] {
            var wrong = keyring
            try wrong.rotateIfDue(at: 0 + ahead)
            #expect(try wrong.eraseEndedSecrets(at: 0 + ahead) == 0)
            #expect(!wrong.warnings(at: 0 + ahead).contains { $0.kind == .endedSecret })
            // The clock is right again, and the key that it made counts no more.
            try wrong.rotateIfDue(at: 0 + 24 * day)
            #expect(try wrong.eraseEndedSecrets(at: 0 + 36 * day) == 0)
            #expect(try wrong.key(first).isSecret)
            try wrong.revoke(first, at: 0 + 36 * day)
            #expect(try wrong.eraseEndedSecrets(at: 0 + 36 * day) == 1)
        }
    }

    @Test("the last secret in use is never erased")
    func lastSecret() throws {
        var keyring = try Keyring.generate(name: "a", role: .device)
        try keyring.revoke(keyring.primary.thumbprint, at: 2)
        expectError(.noActiveKey) { try keyring.eraseEndedSecrets(at: 3) }
        #expect(keyring.isSecret)
    }

    @Test("an active public half is no secret in use, and where nothing has ended there is nothing to erase")
    func activeHalf() throws {
        let half = Key(.device, .publicHalf(try DeviceKey().publicKey.point), state: .active, created: 1)
        var keyring = try Keyring.generate(name: "a", role: .device, at: 1)
        try keyring.retire(keyring.primary.thumbprint, grace: .days(1), at: 2)
        #expect(try keyring.eraseEndedSecrets(at: 3) == 0)
        keyring.keys.append(half)
        try keyring.revoke(keyring.keys[0].thumbprint, at: 4)
        expectError(.noActiveKey) { try keyring.eraseEndedSecrets(at: 5) }
        #expect(keyring.keys.map(\.isSecret) == [true, false])
    }

    @Test("the end of a key that retires becomes earlier or stays, and only an earlier one is a change")
    func earlier() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 1)
        let key = try keyring.primary.thumbprint
        try keyring.retire(key, grace: .seconds(10), at: 2)
        for end: Int64 in [11, 10] {
            expectError(.wrongState) { try keyring.retire(key, grace: .seconds(end), at: 2) }
        }
        try keyring.retire(key, grace: .seconds(9), at: 2)
        #expect(try keyring.key(key).state == .retiring(until: 11))
    }

    @Test("states, times and unknown members survive a rewrite to the byte")
    func rewrite() throws {
        let text = """
            {"keys":[
            {"kty":"OKP","crv":"X25519","x":"\(KnownKeys.bob)","use":"enc","kid":"\(KnownKeys.bobThumbprint)",\
            "sealedpush":{"role":"device","state":"retiring","created":7,"until":4294967295,"note":{"a":[1.50,null]}},\
            "x5t":"abc"},
            {"kty":"OKP","crv":"X25519","x":"\(KnownKeys.publicHalf)","use":"enc","kid":"\(KnownKeys.thumbprint)",\
            "sealedpush":{"role":"device","state":"revoked","created":8},"d":"\(KnownKeys.secret)"}
            ],"later":{"β":12345678901234567890},"sealedpush":{"x":1}}

            """
        #expect(try Keyring(text).string == text)
    }

    @Test("a change keeps the unknown members of keys and keyring")
    func unknownMembers() throws {
        let folder = try TemporaryFolder()
        let text = KnownKeys.set(KnownKeys.pair(role: "device", life: #""state":"active","zone":"b""#))
            .replacing(#""kty""#, with: #""ext":false,"kty""#).replacing("]}", with: #"],"owner":"me"}"#)
        try folder.write(text, to: "a.jwks")
        try folder.directory.change("a") { try $0.rotate(grace: .days(1), at: 9) }
        let kept = try folder.text("a.jwks")
        for member in [#""zone":"b""#, #""ext":false"#, #""owner":"me""#] { #expect(kept.contains(member)) }
    }
}

@Suite("Finding keys")
struct LookupTests {
    @Test("a key is found by its thumbprint and by its id in either case")
    func names() throws {
        let keyring = try Keyring(KnownKeys.device)
        for name in [KnownKeys.thumbprint, KnownKeys.id, KnownKeys.id.uppercased()] {
            #expect(try keyring.key(named: name).thumbprint.description == KnownKeys.thumbprint)
        }
        for name in ["", "652dfa9", String(KnownKeys.thumbprint.dropLast()), "00000000"] {
            expectError(.notFound) { try keyring.key(named: name) }
        }
    }

    /// Two points whose thumbprints begin with the same four bytes, of 133,647 that Python's `hashlib` made.
    @Test("an id that two keys share names neither, and their thumbprints do")
    func ambiguous() throws {
        let points = [
            "1wfMxfuUP0gio0K35xKF8XIZ-1OVjIdJE20hyLToBzM", "j1hQodHNgOeroGRj8NMJ0xD1x0AjRlX08fmczog_H2Q",
        ].map { KnownKeys.point(role: "device", x: $0) }
        let keyring = try Keyring("{\"keys\":[\(points.joined(separator: ","))]}")
        expectError(.ambiguous) { try keyring.key(named: "16f6723b") }
        for key in keyring.keys {
            #expect(try keyring.key(named: key.thumbprint.description).thumbprint == key.thumbprint)
        }
    }

    @Test("the key in use is the active one that was added last, whatever the clock said then")
    func primary() throws {
        func first(_ life: String, _ other: String) throws -> Thumbprint {
            let keyring = try Keyring(
                KnownKeys.set(
                    KnownKeys.point(role: "device", life: life),
                    KnownKeys.point(role: "device", life: other, x: KnownKeys.alice)))
            return try keyring.primary.thumbprint
        }
        let (early, late) = (#""state":"active","created":1"#, #""state":"active","created":2"#)
        for (one, other, expected) in [
            (early, late, KnownKeys.aliceThumbprint), (late, early, KnownKeys.aliceThumbprint),
            (late, late, KnownKeys.aliceThumbprint),
            (early, #""state":"pending","created":2"#, KnownKeys.thumbprint),
        ] {
            #expect(try first(one, other).description == expected)
        }
    }

    @Test("a key is a key of its own role alone")
    func roles() throws {
        for role in KeyRole.allCases {
            let key = try Keyring.generate(name: "k", role: role).primary
            #expect((key.deviceKey != nil) == (role == .device))
            #expect((key.devicePublicKey != nil) == (role == .device))
            #expect((key.providerKey != nil) == (role == .provider))
            #expect((key.providerPublicKey != nil) == (role == .provider))
            #expect((key.sharedKey != nil) == (role == .shared))
        }
    }
}

@Suite("Times")
struct TimeTests {
    @Test("a time is kept to the second, within 32 bits of UNIX seconds")
    func limits() {
        #expect(Date(timeIntervalSince1970: 7.9).unixTime == 7)
        #expect(Date(timeIntervalSince1970: -1).unixTime == 0)
        #expect(Date.distantFuture.unixTime == .max)
        #expect(Date(timeIntervalSince1970: .nan).unixTime == 0)
    }

    @Test("the end of a duration stays within 32 bits too, and a negative one is none")
    func ends() {
        #expect(Date(5).adding(.days(7)) == 604_805)
        #expect(Date(5).adding(.seconds(Int64.max)) == Date(UInt32.max))
        #expect(Date(5).adding(.seconds(-1)) == 5)
        #expect(Duration.minutes(3) == .seconds(180) && Duration.hours(2) == .seconds(7200))
        // The largest spans of a configuration end at 64 bits of seconds.
        #expect(Duration.days(Int.max) == .seconds(Int64.max) && Duration.hours(Int.min) == .seconds(Int64.min))
        #expect(Duration.minutes(Int.max).wholeSeconds == UInt32.max && Duration.days(-1) == .seconds(-86_400))
    }
}
