import Foundation

/// The requests of the app to its server.
///
/// `Examples/Provider` does not authenticate unless it has `--sessions`: your server knows from the user's session which device a request comes from.
nonisolated struct BankServer {
    enum Request: String {
        case keys, offer, answer, device, report
    }

    struct Refused: Error {
        let status: Int
        let reason: String
    }

    /// Posts a message of an installation and returns the response.
    func post(_ request: Request, from installation: String, _ message: [UInt8]) async throws -> [UInt8] {
        guard let url = URL(string: "\(Bank.server)/devices/\(installation)/\(request.rawValue)") else {
            throw URLError(.badURL)
        }
        var post = URLRequest(url: url)
        post.httpMethod = "POST"
        let (body, response) = try await URLSession.shared.upload(for: post, from: Data(message))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw Refused(status: status, reason: String(decoding: body, as: UTF8.self)) }
        return Array(body)
    }
}
