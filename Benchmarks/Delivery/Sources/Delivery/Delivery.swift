import Foundation

/// Measures pushes from a provider's process over HTTP/2 to a push service in another process, sealed and unsealed.
///
///     Delivery measure PAYLOAD [ROUNDS]   prints the tables; 6 rounds by default
///     Delivery serve FOLDER               the push service, which `measure` starts
@main
struct Delivery {
    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("Delivery: error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("serve", 2):
            try await Service(Setup(folder: words[2])).run()
        case ("measure", 2), ("measure", 3):
            guard let rounds = words.count == 3 ? Int(words[3]) : 6, rounds > 0 else { usage() }
            let payload = try Array(Data(contentsOf: URL(filePath: words[2])))
            try await Setup.withNewFolder(payload: payload) { setup in
                let service = try ServiceProcess(setup)
                defer { service.stop() }
                let provider = try Provider(setup, port: service.port)
                try await Measurement(provider: provider, service: service).run(rounds: rounds)
            }
        default: usage()
        }
    }

    private static func usage() -> Never {
        FileHandle.standardError.write(Data("usage: Delivery measure PAYLOAD [ROUNDS] | serve FOLDER\n".utf8))
        exit(64)
    }
}

/// A result that makes the measurement worthless.
struct DeliveryFailure: Error, CustomStringConvertible {
    let description: String
}
