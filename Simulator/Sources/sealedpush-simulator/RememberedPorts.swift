import Foundation

/// The ports of the last run on a folder, in its file `ports.json`; the next run uses them again.
struct RememberedPorts: Equatable, Codable {
    /// The ports of a first run: Apple's alternative port for pushes, its port for channels in production, and others.
    static let first = RememberedPorts(service: 2197, channels: 2196, page: 2198, media: 2199)
    /// Any free ports.
    static let free = RememberedPorts(service: 0, channels: 0, page: 0, media: 0)

    var service: Int
    var channels: Int
    var page: Int
    var media: Int?
}

extension RememberedPorts {
    /// Reads the ports of the last run on a folder; nil if there was none.
    init?(folder: String) {
        guard let data = try? Data(contentsOf: Self.file(in: folder)),
            let ports = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = ports
    }

    func write(to folder: String) throws {
        try JSONEncoder().encode(self).write(to: Self.file(in: folder), options: .atomic)
    }

    private static func file(in folder: String) -> URL {
        URL(fileURLWithPath: folder).appendingPathComponent("ports.json")
    }
}
