import Foundation
import LocalAPNs

/// The token signing key in the simulator's folder, with Apple's file name: `AuthKey_`, the key's identifier, `.p8`.
enum SigningKeyFile {
    private static let team = "SIMULATOR1"

    /// Reads the key in a folder; generates one first if there is none.
    static func signer(in folder: SimulatorFolder) throws -> TokenSigner {
        if let id = try identifier(in: folder) {
            return try TokenSigner(
                keyID: id, team: team, pem: String(contentsOfFile: folder.signingKey(id), encoding: .utf8))
        }
        let characters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        let signer = TokenSigner(keyID: String((0..<10).compactMap { _ in characters.randomElement() }), team: team)
        try SimulatorFolder.writeSecret(signer.pem + "\n", to: folder.signingKey(signer.keyID))
        return signer
    }

    private static func identifier(in folder: SimulatorFolder) throws -> String? {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.provider).sorted()
        let file = files.first { $0.hasPrefix("AuthKey_") && $0.hasSuffix(".p8") }
        return file.map { String($0.dropFirst("AuthKey_".count).dropLast(".p8".count)) }
    }
}
