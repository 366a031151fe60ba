import Foundation

/// The folder of a bundle.
struct LocalizedFolder {
    static let base = "Base"
    private static let largestFile = 16 << 20
    /// The system's own limit (path_resolution(7)).
    private static let mostLinks = 40

    let path: String

    /// The names of the `.lproj` folders.
    var languages: [String] {
        get throws(LocalizationError) {
            guard let type = try type(of: path), type == .typeDirectory else { return [] }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw LocalizationError(.unreadable, "the bundle's folder cannot be read")
            }
            return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) }
        }
    }

    /// `CFBundleDevelopmentRegion` of `Info.plist`; nil without one.
    var developmentRegion: String? {
        get throws { try read("Info.plist")["CFBundleDevelopmentRegion"]?.text }
    }

    func catalog() throws -> StringCatalog? {
        guard let bytes = try bytes("Localizable.xcstrings") else { return nil }
        return try StringCatalog(bytes)
    }

    /// Returns the entries of a language's folder: `.strings`, then `.stringsdict` over it.
    func entries(in language: String) throws -> [String: LocalizedEntry] {
        var entries: [String: LocalizedEntry] = [:]
        for (key, node) in try read("\(language).lproj/Localizable.strings") {
            entries[key] = node.text.map { LocalizedEntry(format: $0) }
        }
        for (key, node) in try read("\(language).lproj/Localizable.stringsdict") {
            if let entry = node.dictionary.flatMap(LocalizedEntry.init(stringsdict:)) { entries[key] = entry }
        }
        return entries
    }

    private func read(_ name: String) throws -> [String: StringsNode] {
        guard let bytes = try bytes(name) else { return [:] }
        do {
            return try StringsReader.read(bytes)
        } catch {
            throw LocalizationError(error.code, "\(name): \(error.reason)")
        }
    }

    private func bytes(_ name: String) throws(LocalizationError) -> [UInt8]? {
        let file = path + "/" + name
        guard let type = try type(of: file) else { return nil }
        // Opening a pipe waits for a writer.
        guard type == .typeRegular else { throw LocalizationError(.unreadable, "\(name) is not a regular file") }
        guard let handle = FileHandle(forReadingAtPath: file),
            // Nil at the end of a file, so for an empty one.
            let data = try? handle.read(upToCount: Self.largestFile + 1) ?? Data()
        else { throw LocalizationError(.unreadable, "\(name) cannot be read") }
        guard data.count <= Self.largestFile else { throw LocalizationError(.tooLarge, "\(name) is over 16 MiB") }
        return Array(data)
    }

    /// Returns the type of the file that the system opens by a path; nil where there is none.
    ///
    /// Links are followed one by one: Foundation's own resolution treats `..` as text, so it can find another file.
    private func type(of path: String) throws(LocalizationError) -> FileAttributeType? {
        var path = path
        do {
            for _ in 0..<Self.mostLinks {
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                guard type == .typeSymbolicLink else { return type ?? .typeUnknown }
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
                path = target.utf8.first == UInt8(ascii: "/") ? target : folder + target
            }
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return nil
        } catch {
            throw LocalizationError(.unreadable, "a file of the bundle cannot be examined")
        }
        throw LocalizationError(.unreadable, "a link of the bundle leads to itself")
    }
}
