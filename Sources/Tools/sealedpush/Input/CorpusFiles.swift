import Conformance
import RoundTrip

/// The files of a corpus: the test vectors, and the hostile cases of a folder and its subfolders.
struct CorpusFiles {
    let cases: [CorpusCase]

    /// Reads the file and, if one is given, the folder.
    ///
    /// - Throws: ``Failure`` for a file that is not the test vectors or not a hostile case, and for a folder without
    ///   cases.
    init(vectors: String, hostile folder: String?) throws {
        let input = try InputSource(path: vectors).read()
        let hostile = try folder.map(Self.cases) ?? []
        do {
            cases = try Corpus.cases(vectors: input.bytes, hostile: hostile)
        } catch let error as CorpusError where error.code == .invalidVectors {
            throw Failure("\(input.name) is not usable as test vectors: \(error.reason)")
        } catch let error as CorpusError {
            throw Failure(error.reason)
        }
    }

    private static func cases(of folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let files = try PayloadFiles.files(in: folder, endingIn: [".case"])
        guard !files.isEmpty else { throw Failure("\(folder) holds no hostile case: no file of it ends in .case") }
        return try files.map { path in
            let name = path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }.dropLast(
                ".case".utf8.count)
            return (String(Substring(name)), try InputSource(path: path, isMember: true).read().bytes)
        }
    }
}
