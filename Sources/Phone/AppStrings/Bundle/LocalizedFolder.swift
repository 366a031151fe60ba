import Foundation
import Platform

/// The folder of a bundle.
struct LocalizedFolder {
    static let base = "Base"
    private static let largestFile = 16 << 20

    let path: String

    /// The damaged or unreadable files, each with its name and the reason; what they contain is missing.
    private(set) var faults: [String] = []

    init(path: String) { self.path = path }

    /// Returns the names of the `.lproj` folders.
    mutating func languages() -> [String] {
        attempt(path) { folder throws(StringsError) -> [String] in
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
                let isThere = FileManager.default.fileExists(atPath: folder.path)
                throw StringsError(isThere ? "the folder cannot be read" : "no such folder")
            }
            return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) }
        } ?? []
    }

    /// Returns `CFBundleDevelopmentRegion` of `Info.plist`; nil without one.
    mutating func developmentRegion() -> String? { table("Info.plist")["CFBundleDevelopmentRegion"]?.text }

    mutating func catalog() -> StringCatalog? {
        let name = "Localizable.xcstrings"
        return attempt(name) { folder throws(StringsError) -> StringCatalog? in
            guard let bytes = try folder.bytes(name) else { return nil }
            return try StringCatalog(bytes)
        } ?? nil
    }

    /// Returns the entries of a language's folder: `.strings`, then `.stringsdict` over it.
    mutating func entries(in language: String) -> [String: LocalizedEntry] {
        var entries: [String: LocalizedEntry] = [:]
        for (key, node) in table("\(language).lproj/Localizable.strings") {
            entries[key] = node.text.map { LocalizedEntry(format: $0) }
        }
        for (key, node) in table("\(language).lproj/Localizable.stringsdict") {
            if let entry = node.dictionary.flatMap(LocalizedEntry.init(stringsdict:)) { entries[key] = entry }
        }
        return entries
    }

    private mutating func table(_ name: String) -> [String: StringsNode] {
        let read = attempt(name) { folder throws(StringsError) in
            try StringsReader.read(try folder.bytes(name) ?? [])
        }
        if let damage = read?.damage { faults.append("\(name): \(damage.reason)") }
        return read?.members ?? [:]
    }

    /// Returns what a body reads, or nil with a fault.
    private mutating func attempt<Value>(_ name: String, _ body: (Self) throws(StringsError) -> Value) -> Value? {
        do {
            return try body(self)
        } catch {
            faults.append("\(name): \(error.reason)")
            return nil
        }
    }

    private func bytes(_ name: String) throws(StringsError) -> [UInt8]? {
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], [])
        do throws(ByteFile.Failure) {
            let file = try ByteFile(reading: path + "/" + name)
            while bytes.count <= Self.largestFile, try file.read(into: &buffer) { bytes += buffer }
        } catch {
            switch error.number {
            case ENOENT: return nil
            case EINVAL, ENXIO: throw StringsError("expected a regular file")
            case ELOOP: throw StringsError("a link leads to itself")
            default: throw StringsError("the file cannot be read")
            }
        }
        guard bytes.count <= Self.largestFile else { throw StringsError("the file is over 16 MiB") }
        return bytes
    }
}
