import Foundation
import PushPayload

/// The ports of the last run on a folder, in its file `ports.json`; the next run uses them again.
struct RememberedPorts: Equatable {
    /// The ports of a first run: Apple's alternative port for pushes, its port for channels in production, and another.
    static let first = RememberedPorts(service: 2197, channels: 2196, page: 2198)
    /// Any free ports.
    static let free = RememberedPorts(service: 0, channels: 0, page: 0)

    let service: Int
    let channels: Int
    let page: Int

    init(service: Int, channels: Int, page: Int) {
        self.service = service
        self.channels = channels
        self.page = page
    }

    /// Reads the ports of the last run on a folder; nil if there was none.
    init?(folder: String) {
        guard let data = try? Data(contentsOf: Self.file(in: folder)),
            let json = try? JSONValue(parsing: Array(data)).objectValue,
            let service = json["service"]?.numberValue?.int, let channels = json["channels"]?.numberValue?.int,
            let page = json["page"]?.numberValue?.int
        else { return nil }
        self.init(service: service, channels: channels, page: page)
    }

    func write(to folder: String) throws {
        let json: JSONObject = [
            "service": .number(JSONNumber(service)), "channels": .number(JSONNumber(channels)),
            "page": .number(JSONNumber(page)),
        ]
        try Data(json.serialized()).write(to: Self.file(in: folder), options: .atomic)
    }

    private static func file(in folder: String) -> URL {
        URL(fileURLWithPath: folder).appendingPathComponent("ports.json")
    }
}
