import Foundation
import PhoneState
import PushSealer
import SealedPushSimulator
import Testing

/// The class of the guide, whose keys are in the keychain, in `SimulatorMessenger`.
@Suite("An extension of one's own, with its keys in the keychain")
struct OwnExtensionTests {
    private static func configuration(_ pinnedName: String = "bank") -> SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        configuration.extensionPath = tests.appendingPathComponent("SimulatorMessenger").path
        configuration.entitlements = Entitlements(keychainGroups: ["com.example.bank.keys"])
        configuration.pinnedName = pinnedName
        return configuration
    }

    @Test("it opens pushes, in the user's language, and again when the app has enrolled the key that a phone lost")
    func keychain() async throws {
        let bundle = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: bundle) }
        let folder = bundle.appendingPathComponent("ar.lproj")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("\"PAYMENT\" = \"دفعة من %@\";\n".utf8).write(to: folder.appendingPathComponent("Localizable.strings"))
        let payload = try Payload(parsing: Array(#"{"aps":{"alert":{"loc-key":"PAYMENT","loc-args":["Ben"]}}}"#.utf8))
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone(
                "jane", app: "com.example.bank", languages: ["ar"], bundle: bundle.path)
            func shown(_ number: Int) async throws -> String {
                try await simulator.provider.push(payload, to: "jane", placeholder: .init(title: "x"))
                let delivery = try await phone.delivery(number: number)
                return delivery.outcome == .opened ? delivery.content.body : delivery.reason?.code.description ?? ""
            }
            #expect(try await shown(1) == "دفعة من Ben")
            try await phone.loseKey()
            #expect(try await shown(2) == "keysUnavailable")
            try await phone.openApp()
            #expect(try await shown(3) == "دفعة من Ben")
        }
    }

    @Test("a path that is no executable is refused before the simulator starts", arguments: ["/nonexistent", "/"])
    func missing(path: String) async throws {
        var configuration = Self.configuration()
        configuration.extensionPath = path
        let error = await #expect(throws: SimulatorError.self) { try await Simulator.run(configuration) { _ in } }
        #expect(error?.code == .noExtension)
    }

    @Test("a phone with a bundle that has no strings for it is refused, and its name can be used again")
    func bundle() async throws {
        try await Simulator.run { simulator in
            for folder in ["/nonexistent", "/proc/self/fdinfo"] {
                let error = await #expect(throws: SimulatorError.self) {
                    try await simulator.addPhone("jane", app: "com.example.bank", bundle: folder)
                }
                #expect(error?.code == .badFolder && error?.reason.hasPrefix("\(folder): ") == true)
            }
            try await simulator.addPhone("jane", app: "com.example.bank")
        }
    }

    @Test("without the name that it pins the provider by, it finds no keys")
    func name() async throws {
        try await Simulator.run(Self.configuration("provider")) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Payload(alert: .init(title: "One")), to: "jane")
            #expect(try await phone.delivery(number: 1).reason?.code == .keysUnavailable)
        }
    }
}
