import Conformance
import Foundation
import KeyManagement

extension HostileCase {
    /// The keys of a role, named as in `Fixtures/vectors/v1.json`.
    func keyring(_ role: KeyRole) throws -> Keyring? {
        guard let file = KnownAnswerFile.shared else { throw MissingField("keys") }
        return try keyring(role, in: file)
    }

    /// The files of `Fixtures/hostile`, by kind, in the order of their names.
    static func all(_ kind: Kind) throws -> [HostileCase] {
        try files(kind).map { try HostileCase(name: $0.name, bytes: $0.bytes) }
    }

    static func files(_ kind: Kind) throws -> [(name: String, bytes: [UInt8])] {
        let folder = PayloadFixture.folder.deletingLastPathComponent().appending(path: "hostile/\(kind.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "case" }.sorted { $0.path < $1.path }
            .map { file in
                let name = "\(kind.rawValue)/\(file.deletingPathExtension().lastPathComponent)"
                return (name, try Array(Data(contentsOf: file)))
            }
    }
}
