import Foundation
import PushOpener
import PushPayload
import PushSealer
import StrictJSON

/// The verdicts on the files of the repository: the hostile bodies, the known answers, and the payloads, sealed.
struct Corpora {
    private struct MissingList: Error { let name: String }

    let fixtures: URL

    func verdicts() throws -> [String] { try hostileBodies() + knownAnswers() + payloads() }

    private func hostileBodies() throws -> [String] {
        let opener = try Keys.opener()
        return try files(under: "hostile/body", ending: ".case").map { name, bytes in
            // A header of lines and an empty line come before the body.
            let end = bytes.indices.first { bytes[$0...].starts(with: Array("\n\n".utf8)) }
            let body = Array(bytes.dropFirst((end ?? 0) + 2))
            return "\(name)\t\(Verdict.onPush(body, pushType: .alert, opener: opener))"
        }
    }

    private func knownAnswers() throws -> [String] {
        let bytes = try Array(Data(contentsOf: fixtures.appending(path: "vectors/v1.json")))
        let root = try JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: 1 << 24)).objectValue ?? [:]
        return try ["vectors", "envelopes", "readings", "refusals", "envelopeRefusals"].flatMap { list in
            guard let answers = root[list]?.arrayValue else { throw MissingList(name: list) }
            return try answers.compactMap(\.objectValue).map { answer in
                let opener = try Keys.opener(
                    topic: answer["topic"]?.stringValue ?? "", audience: answer["audience"]?.stringValue ?? "",
                    now: Date(timeIntervalSince1970: Double(answer["now"]?.numberValue?.int ?? 0)))
                let name = "\(list)/\(answer["name"]?.stringValue ?? "")"
                let pushType = PushType(rawValue: answer["pushType"]?.stringValue ?? "alert")
                if let body = answer["body"]?.stringValue {
                    return "\(name)\t\(Verdict.onPush(Array(body.utf8), pushType: pushType, opener: opener))"
                }
                let purpose = answer["purpose"]?.stringValue ?? ""
                let envelope = answer["envelope"]?.stringValue ?? ""
                return "\(name)\t\(Verdict.onEnvelope(envelope, purpose: purpose, opener: opener))"
            }
        }
    }

    /// Seals each payload with the same randomness on every backend, so that the bodies are the same.
    private func payloads() throws -> [String] {
        let sealer = try Keys.sealer(withProvider: true, seed: 0)
        guard let device = try Keys.device().primary.devicePublicKey else { throw RandomEnvelopes.MissingKey() }
        return try files(under: "payloads", ending: ".json").map { name, bytes in
            do {
                let push = try sealer.seal(Payload(parsing: bytes), to: device)
                return "\(name)\t\(Verdict.hash(push.body))"
            } catch let error as SealError {
                return "\(name)\t\(error.code.rawValue)"
            }
        }
    }

    /// The files of a folder and its folders, in the order of their paths.
    private func files(under folder: String, ending: String) throws -> [(name: String, bytes: [UInt8])] {
        let root = fixtures.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(ending) }.sorted()
            .map { ("\(folder)/\($0)", try Array(Data(contentsOf: root.appending(path: $0)))) }
    }
}
