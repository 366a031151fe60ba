import Foundation
import KeyManagement
import TestSupport
import Testing

/// A command that changes a keyring `k`: the state that it starts from, and the one that it ends in.
struct CrashCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let role: KeyRole
    /// The command without `keys` and the folder; `{input}` stands for a file that `prepare` writes, `{id}` for the first key.
    let command: String
    /// Makes the keyring, unless the command does; returns what the input file holds.
    let prepare: @Sendable (KeyDirectory) throws -> [UInt8]
    /// Whether a keyring is what the command makes of the one before.
    let isChanged: @Sendable (_ before: [Key], _ after: [Key]) -> Bool

    /// Whether the command takes the keyring's passphrase off.
    let removesProtection: Bool

    private init(
        _ command: String,
        _ role: KeyRole,
        removesProtection: Bool = false,
        prepare: @escaping @Sendable (KeyDirectory) throws -> [UInt8] = { _ in [] },
        isChanged: @escaping @Sendable (_ before: [Key], _ after: [Key]) -> Bool
    ) {
        testDescription = "\(command) of a \(role.rawValue) keyring"
        (self.role, self.command, self.removesProtection) = (role, command, removesProtection)
        (self.prepare, self.isChanged) = (prepare, isChanged)
    }

    /// A device's pair is written by the same code as a provider's, and a shared keyring without an export: three of its commands
    /// make one, change it and remove a key.
    static let all: [CrashCase] =
        ofAnyRole(.provider)
        + ofAnyRole(.shared).filter { crash in
            ["generate", "rotate", "retire k --erase"].contains { crash.command.hasPrefix($0) }
        } + ofPublicKeys(.device) + ofPublicKeys(.provider) + ofEnrolments

    /// Commands for keyrings with secrets.
    private static func ofAnyRole(_ role: KeyRole) -> [CrashCase] {
        let generated: @Sendable (KeyDirectory) throws -> [UInt8] = { directory in
            try directory.generate("k", role: role, at: 1)
            return []
        }
        return [
            CrashCase("generate k --role \(role.rawValue)", role) { before, after in
                before.isEmpty && after.count == 1 && after[0].isSecret && after[0].state == .active
            },
            CrashCase(
                "import k {input} --role \(role.rawValue)", role,
                prepare: { _ in try Keyring.generate(name: "k", role: role, at: 1).bytes }
            ) { before, after in before.isEmpty && after.count == 1 && after[0].isSecret && after[0].state == .active },
            CrashCase("rotate k --grace 7d", role, prepare: generated) { before, after in
                guard after.count == 2, case .retiring(let until) = after[0].state else { return false }
                return after[0].thumbprint == before[0].thumbprint && until > 518_400 && after[1].state == .active
                    && after.allSatisfy { $0.isSecret }
            },
            CrashCase("retire k {id} --grace 7d", role, prepare: generated) { before, after in
                guard after.count == 1, case .retiring = after[0].state else { return false }
                return after[0].thumbprint == before[0].thumbprint && after[0].isSecret
            },
            CrashCase("revoke k {id}", role, prepare: generated) { before, after in
                after.map(\.thumbprint) == before.map(\.thumbprint) && after.map(\.state) == [.revoked]
            },
            CrashCase(
                "retire k --erase-ended", role,
                prepare: { directory in
                    try directory.generate("k", role: role, at: 1)
                    try directory.change("k") { keyring in
                        try keyring.rotate(grace: .seconds(1), at: 2)
                        try keyring.revoke(keyring.keys[0].thumbprint, at: 3)
                    }
                    return []
                }
            ) { before, after in
                // A symmetric key goes altogether, of a pair the public half stays.
                role == .shared
                    ? after.map(\.thumbprint) == [before[1].thumbprint]
                    : after.map(\.thumbprint) == before.map(\.thumbprint) && after.map(\.isSecret) == [false, true]
            },
            // Setting a passphrase writes the files by the same code, and takes 256 MiB in each of the runs.
            CrashCase(
                "protect k --remove --passphrase-file {input}", role, removesProtection: true,
                prepare: { directory in
                    try directory.generate("k", role: role, at: 1)
                    let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
                    try directory.change("k") { try $0.protect(with: passphrase(), cost: cost) }
                    return Array(passphraseText.utf8)
                }
            ) { before, after in
                after.map(\.thumbprint) == before.map(\.thumbprint) && after.map(\.state) == [.active]
                    && after[0].isSecret
            },
        ].filter { Passphrase.isSupported || !$0.removesProtection }
    }

    /// Imports of public keys: into a new keyring, and into one that is there.
    private static func ofPublicKeys(_ role: KeyRole) -> [CrashCase] {
        let published: @Sendable () throws -> [UInt8] = {
            try Keyring.generate(name: "k", role: role, at: 1).publicHalf().bytes
        }
        return [
            CrashCase("import k {input} --role \(role.rawValue)", role, prepare: { _ in try published() }) {
                before, after in before.isEmpty && after.count == 1 && !after[0].isSecret
            },
            CrashCase(
                "import k {input} --role \(role.rawValue)", role,
                prepare: { directory in
                    var owner = try Keyring.generate(name: "k", role: role, at: 1)
                    try directory.add(Keyring(importing: owner.publicHalf().text(), name: "k", role: role, at: 1))
                    try owner.rotate(at: 2)
                    return try owner.publicHalf().bytes
                }
            ) { before, after in after.count == 2 && after[0].thumbprint == before[0].thumbprint },
        ]
    }

    /// The steps of an enrolment that make a key or change its state.
    private static let ofEnrolments: [CrashCase] = [
        CrashCase(
            "offer k --from bank", .device,
            prepare: { directory in
                try directory.generate("bank", role: .provider, at: 1)
                return []
            }
        ) { before, after in before.isEmpty && after.map(\.state) == [.pending] && after[0].isSecret },
        CrashCase(
            "challenge k --from bank {input}", .device,
            prepare: { directory in
                try directory.generate("bank", role: .provider, at: 1)
                var device = Keyring.forPublicKeys(name: "phone", role: .device)
                return try device.offer().serialized()
            }
        ) { before, after in before.isEmpty && after.map(\.state) == [.pending] && !after[0].isSecret },
        CrashCase(
            "confirm k {input}", .device,
            prepare: { directory in
                let (device, registration) = try enrolling()
                let answer = try #require(device.awaitedAnswer)
                try directory.add(registration)
                return answer.serialized()
            }, isChanged: isReplaced),
        CrashCase(
            "finish k {input}", .device,
            prepare: { directory in
                let (device, challenged) = try enrolling()
                var registration = challenged
                let confirmation = try registration.confirm(#require(device.awaitedAnswer))
                try directory.add(device)
                return confirmation.serialized()
            }, isChanged: isReplaced),
    ]

    private static let isReplaced: @Sendable ([Key], [Key]) -> Bool = { before, after in
        guard after.count == 2, case .retiring = after[0].state else { return false }
        return after.map(\.thumbprint) == before.map(\.thumbprint) && after[1].state == .active
    }

    /// A device with an older key that has answered for a new one, and its registration.
    private static func enrolling() throws -> (device: Keyring, registration: Keyring) {
        // A challenge from tomorrow, which stays open while the command runs many times.
        let now = Date() + 80_000
        let bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var device = try Keyring.generate(name: "k", role: .device, at: 1)
        var registration = Keyring.forPublicKeys(name: "k", role: .device)
        try registration.pin(#require(device.primary.devicePublicKey), at: 1)
        let challenge = try registration.challenge(
            device.offer(at: now), from: #require(bank.primary.providerKey), at: now)
        _ = try device.answer(challenge, from: bank.publicHalf(), at: now)
        return (device, registration)
    }

    private static let passphraseText = "correct horse"

    /// The passphrase of each keyring that is protected.
    static func passphrase() throws(KeyError) -> Passphrase { try Passphrase(copying: Array(passphraseText.utf8).span) }
}

extension Keyring {
    fileprivate var bytes: [UInt8] {
        get throws { Array(try string.utf8) }
    }
}
