import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The static files of the page: two documents, style sheets, an icon and scripts.
enum PageFiles {
    private static let documents: [(path: RouterPath, file: String)] = [
        ("/", "index.html"), ("/phones/:name", "phone.html"),
    ]

    static func addRoutes(to router: Router<BasicRequestContext>) {
        for (path, file) in documents { add(file, at: path, to: router) }
        let folder = Bundle.module.url(forResource: "Resources", withExtension: nil)?.path ?? ""
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in files where !file.hasSuffix(".html") { add(file, at: RouterPath("/\(file)"), to: router) }
    }

    private static func add(_ file: String, at path: RouterPath, to router: Router<BasicRequestContext>) {
        router.get(path) { _, _ in
            guard let url = Bundle.module.url(forResource: file, withExtension: nil, subdirectory: "Resources"),
                let data = try? Data(contentsOf: url)
            else { return Response(status: .notFound) }
            return Response(
                status: .ok, headers: [.contentType: type(of: url)],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
        }
    }

    private static func type(of url: URL) -> String {
        switch url.pathExtension {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}
