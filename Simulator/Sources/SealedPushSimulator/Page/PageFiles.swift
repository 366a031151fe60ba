import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The static files of the page: two documents, style sheets, an icon and scripts.
enum PageFiles {
    static func addRoutes(to router: Router<BasicRequestContext>) {
        guard let folder = Bundle.module.url(forResource: "Resources", withExtension: nil) else { return }
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let url = folder.appendingPathComponent(file)
            router.get(path(of: file)) { _, _ in
                guard let data = try? Data(contentsOf: url) else { return Response(status: .notFound) }
                return Response(
                    status: .ok, headers: [.contentType: type(of: url)],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
            }
        }
    }

    private static func path(of file: String) -> RouterPath {
        switch file {
        case "index.html": "/"
        case "phone.html": "/phones/:name"
        default: RouterPath("/\(file)")
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
