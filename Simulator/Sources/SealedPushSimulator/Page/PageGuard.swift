import HTTPTypes
import Hummingbird

/// Refuses requests of other sites, and sends the security header fields of the page.
///
/// A request must name a loopback host, against DNS rebinding. A request with a method other than GET must not come from
/// another origin, nor may a request of a browser for the API.
struct PageGuard<Context: RequestContext>: RouterMiddleware {
    static var contentPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    }

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        if isAllowed(request) {
            do {
                response = try await next(request, context)
            } catch let error as any HTTPResponseError {
                response = try error.response(from: request, context: context)
            } catch let refusal as PageRefusal {
                response = refusal.response
            } catch let error where !(error is CancellationError) {
                response = PageRefusal(error.reasonText).response
            }
        } else {
            response = Response(status: .forbidden)
        }
        for (name, value) in [
            ("content-security-policy", Self.contentPolicy), ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"), ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"), ("cache-control", "no-store"),
        ] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    private func isAllowed(_ request: Request) -> Bool {
        guard let authority = request.head.authority else { return false }
        let host = authority.split(separator: ":").first.map(String.init) ?? ""
        guard ["127.0.0.1", "localhost"].contains(host) else { return false }
        let site = HTTPField.Name("sec-fetch-site").flatMap { request.headers[$0] }
        if request.uri.path.hasPrefix("/api/"), let site, !["same-origin", "none"].contains(site) { return false }
        guard request.method != .get, let origin = request.headers[.origin] else { return true }
        return origin == "http://\(authority)"
    }
}
