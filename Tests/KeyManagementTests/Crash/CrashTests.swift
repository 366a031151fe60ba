import CryptoPrimitives
import Foundation
import KeyManagement
import Testing

@Suite("A rotation that is killed", .serialized)
struct CrashTests {
    private static let python = Program("python3")

    @Test(
        "at whatever system call, leaves a keyring that loads and opens what it should",
        .enabled(if: python != nil && Program.sealedpush != nil, "python3 or the built command line tool is not here"),
        arguments: [KeyRole.device, .provider, .shared])
    func everySystemCall(role: KeyRole) throws {
        let folder = try TemporaryFolder()
        let root = folder.path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let before = try KeyDirectory("\(root)/template").generate("k", role: role, clock: .fixed(1))
        let python = try #require(Self.python)
        let tool = try #require(Program.sealedpush)
        let result = try python.run([
            "\(projectFolder)/Tests/Crash/kill_at_every_syscall.py", "\(root)/template", "\(root)/runs", "--",
            tool.path, "keys", "rotate", "k", "--grace", "7d", "--keys", "{}",
        ])
        guard result.status != 77 else {
            return withKnownIssue("skipped: this system does not allow ptrace") { Issue.record("no ptrace") }
        }
        try #require(result.status == 0, "\(result.errors)")
        let killed = try #require(
            Int(
                String(decoding: result.output, as: UTF8.self).trimmingPrefix(while: \.isWhitespace).prefix(
                    while: \.isNumber)))
        // A rotation writes a log and two files, synchronizes them and their folder: fewer calls would show a broken count.
        #expect(killed > 60)
        var rotated = 0
        for run in 1...killed + 1 {
            rotated += try check(KeyDirectory("\(root)/runs/\(run)"), role, before: before, "killed at call \(run)")
        }
        // Some were killed before the rotation counted and some after.
        #expect(rotated > 1 && rotated < killed)
    }

    /// Checks what a killed rotation left; returns 1 where it had taken effect.
    private func check(_ directory: KeyDirectory, _ role: KeyRole, before: Keyring, _ place: Comment) throws -> Int {
        let now = WallClock.system.now
        let old = try before.primary
        let keyring = try directory.keyring("k")
        let published = try directory.publicKeyring("k")
        let kept = try keyring.key(old.thumbprint)
        #expect(kept.isSecret && kept.state.isUsable(at: now) && kept.state.isUsable(at: now + 6 * 86_400), place)
        #expect([1, 2].contains(keyring.keys.count), place)

        // What anyone seals by what they hold opens by what the other side holds: no writer is ahead of its reader.
        let message = Array("a push".utf8)
        let empty: [UInt8] = []
        var sealed: [UInt8] = []
        switch role {
        case .device:
            let target = try #require(try published.primary.devicePublicKey)
            try HPKE.seal(
                message.span, to: target.point, from: nil, info: HPKE.Info(empty.span),
                appendingTo: &sealed)
            let opener = try keyring.key(target.thumbprint)
            let pair = try #require(opener.deviceKey)
            #expect(opener.state.isUsable(at: now), place)
            let opened = try HPKE.open(
                sealed.span, with: pair.pair, from: nil, info: HPKE.Info(empty.span))
            #expect(opened == message, place)
        case .provider:
            let device = try DeviceKey()
            let sender = try #require(try keyring.primary.providerKey)
            try HPKE.seal(
                message.span, to: device.publicKey.point, from: sender.pair, info: HPKE.Info(empty.span),
                appendingTo: &sealed)
            let pinned = try published.key(sender.publicKey.thumbprint)
            let point = try #require(pinned.providerPublicKey)
            #expect(pinned.state.isUsable(at: now), place)
            let opened = try HPKE.open(
                sealed.span, with: device.pair, from: point.point, info: HPKE.Info(empty.span))
            #expect(opened == message, place)
        case .shared:
            #expect(try keyring.primary.sharedKey != nil, place)
        }

        // The next rotation goes its way and clears up.
        try directory.change("k") { try $0.rotate(grace: .days(7), at: now) }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(files == [".lock", "k.jwks", "k.log"] + (role == .shared ? [] : ["k.pub.jwks"]), place)
        let secretKeys = try directory.keyring("k").keys
        #expect(secretKeys.count == keyring.keys.count + 1, place)
        if role != .shared {
            #expect(try directory.publicKeyring("k").keys.map(\.thumbprint) == secretKeys.map(\.thumbprint), place)
        }
        return keyring.keys.count - 1
    }
}
