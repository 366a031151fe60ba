import Foundation

/// The folder of a bundle.
struct LocalizedFolder {
    static let base = "Base"
    private static let largestFile = 16 << 20
    /// The system's own limit (path_resolution(7)).
    private static let mostLinks = 40

    let path: String

    /// The damaged or unreadable files, each with its name and the reason; what they contain is missing.
    private(set) var faults: [String] = []

    init(path: String) {
        self.path = path
    }

    /// Returns the names of the `.lproj` folders.
    mutating func languages() -> [String] {
        attempt("bundle") { folder throws(StringsError) -> [String] in
            guard let type = try Self.type(of: folder.path), type == .typeDirectory else { return [] }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
                throw StringsError("the folder cannot be read")
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
        let file = path + "/" + name
        guard let type = try Self.type(of: file) else { return nil }
        // Opening a pipe waits for a writer.
        guard type == .typeRegular else { throw StringsError("expected a regular file") }
        guard let handle = FileHandle(forReadingAtPath: file),
            // Nil at the end of a file, so for an empty one.
            let data = try? handle.read(upToCount: Self.largestFile + 1) ?? Data()
        else { throw StringsError("the file cannot be read") }
        guard data.count <= Self.largestFile else { throw StringsError("the file is over 16 MiB") }
        return Array(data)
    }

    /// Returns the type of the file that the system opens by a path; nil where there is none.
    ///
    /// Links are followed one by one: Foundation's own resolution treats `..` as text, so it can find another file.
    private static func type(of path: String) throws(StringsError) -> FileAttributeType? {
        var path = path
        do {
            for _ in 0..<mostLinks {
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                guard type == .typeSymbolicLink else { return type ?? .typeUnknown }
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
                path = target.utf8.first == UInt8(ascii: "/") ? target : folder + target
            }
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return nil
        } catch {
            throw StringsError("the file cannot be examined")
        }
        throw StringsError("a link leads to itself")
    }
}
