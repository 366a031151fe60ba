import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page itself: two documents, a style sheet and two scripts, all from here.
enum PageFiles {
    private static let files: [(path: RouterPath, file: String, type: String)] = [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/phones/:name", "phone.html", "text/html; charset=utf-8"),
        ("/page.css", "page.css", "text/css; charset=utf-8"),
        ("/index.js", "index.js", "text/javascript; charset=utf-8"),
        ("/phone.js", "phone.js", "text/javascript; charset=utf-8"),
        ("/notification.js", "notification.js", "text/javascript; charset=utf-8"),
    ]

    static func addRoutes(to router: Router<BasicRequestContext>) {
        for (path, file, type) in files {
            router.get(path) { _, _ in
                guard let url = Bundle.module.url(forResource: file, withExtension: nil, subdirectory: "Resources"),
                    let data = try? Data(contentsOf: url)
                else { return Response(status: .notFound) }
                return Response(
                    status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
            }
        }
    }
}
