import Foundation
import KeyManagement
public import LocalAPNs
import LocalAPNsServer
import PhoneState
import ProviderClient
import PushPayload
import Synchronization

/// A local Apple Push Notification service with phones.
///
///     try await Simulator.run { simulator in
///         let phone = try await simulator.addPhone("jane", app: "com.example.bank")
///         try await simulator.provider.push(payload, to: "jane", placeholder: .init(title: "New activity"))
///         let delivery = try await phone.delivery(number: 1)
///         #expect(delivery.content.title == "Payment received")
///     }
public final class Simulator: Sendable {
    /// The push service: its faults, its keys, its devices.
    public let service: PushService
    /// The host of the sealed attachments' blobs: its faults.
    public let media: MediaHost
    /// The connection data for providers.
    public let description: SimulatorDescription
    /// The app's provider.
    public let provider: LocalProvider

    let folder: SimulatorFolder
    let router: PushRouter
    private let program: ExtensionProgram
    private let clock: any Clock<Duration>
    private let phones = Mutex<[String: (phone: SimulatedPhone, task: Task<Void, Never>)]>([:])
    /// The names of the phones that are being added or get a new device token.
    private let reserved = Mutex<Set<String>>([])

    /// Starts a simulator, runs a closure with it, and stops it when the closure returns or throws.
    ///
    /// - Throws: ``SimulatorError`` with `noExtension`, `notListening` or `badFolder`, errors of files and keys, and the errors of
    ///   the closure.
    @discardableResult
    public static func run<Result: Sendable>(
        _ configuration: SimulatorConfiguration = SimulatorConfiguration(),
        _ body: (Simulator) async throws -> Result
    ) async throws -> Result {
        if let path = configuration.extensionPath { try ExtensionProgram.check(path) }
        let folder = SimulatorFolder(path: configuration.folder ?? SimulatorFolder.temporaryPath())
        try SimulatorFolder.make(folder.path)
        defer {
            if configuration.folder == nil { try? FileManager.default.removeItem(atPath: folder.path) }
        }
        let lock = try FolderLock(folder)
        defer { extendLifetime(lock) }

        let router = PushRouter()
        let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let service = PushService(
            policy: configuration.policy, now: { Int64(folder.clock.now.milliseconds) },
            refused: { configuration.refused($0, router.send($0)) }, changed: { changes.continuation.yield() },
            forgot: { router.disconnect($0) }, warn: configuration.warn
        ) { router.send($0, $1) }
        let saved = SavedService(service, in: folder, clock: configuration.clock, warn: configuration.warn)
        try saved.restore()
        // The last write is after the end of the server, which may store pushes until then.
        defer { saved.write() }
        try SimulatorFolder.make(folder.provider)
        let signer = try SigningKeyFile.signer(in: folder)
        service.add(ProviderKey(id: signer.keyID, team: signer.team, publicKey: signer.publicKey))
        let identity = try await ServerIdentity(folder: folder.path)
        let server = APNsServer(
            service: service, identity: identity, port: configuration.port, limits: configuration.limits,
            warn: configuration.warn)
        let channelServer = APNsServer(
            service: service, host: .channels, identity: identity, port: configuration.channelPort,
            limits: configuration.channelLimits, warn: configuration.warn)
        try SimulatorFolder.make(folder.media)
        let media = MediaHost(folder: folder.media, identity: identity, port: configuration.mediaPort)
        let page = configuration.pagePort.map { PageServer(port: $0) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer {
                page?.show(nil)
                group.cancelAll()
            }
            group.addTask { await saved.follow(changes.stream) }
            if configuration.policy.lowPriorityDelay != nil {
                group.addTask {
                    while (try? await Task.sleep(for: .milliseconds(250))) != nil { service.deliverDue() }
                }
            }
            group.addTask { try await server.run() }
            group.addTask { try await channelServer.run() }
            group.addTask { try await media.run() }
            if let page { group.addTask { try await page.run() } }
            let port = try await listening(server.port, on: configuration.port)
            let channelPort = try await listening(
                channelServer.port, on: configuration.channelPort, for: " for requests about channels")
            let mediaPort = try await listening(media.port, on: configuration.mediaPort, for: " for blobs")
            let pagePort: Int? =
                if let wanted = configuration.pagePort {
                    try await listening(page?.port, on: wanted, for: " for the page")
                } else {
                    nil
                }
            let description = SimulatorDescription(
                port: port, channelPort: channelPort, media: "https://\(Loopback.address):\(mediaPort)/",
                page: pagePort.map { "http://\(Loopback.address):\($0)/" }, authorityPath: identity.authorityPath,
                keyID: signer.keyID, team: signer.team, signingKeyPath: folder.signingKey(signer.keyID))
            try JSONEncoder().encode(description).write(to: URL(fileURLWithPath: folder.description), options: .atomic)
            defer { try? FileManager.default.removeItem(atPath: folder.description) }
            let simulator = try Simulator(
                folder, service: service, router: router, media: media, description: description,
                program: ExtensionProgram(configuration, authorityPath: identity.authorityPath),
                clock: configuration.clock)
            page?.show(simulator)
            return try await simulator.use(body)
        }
    }

    private init(
        _ folder: SimulatorFolder, service: PushService, router: PushRouter, media: MediaHost,
        description: SimulatorDescription, program: ExtensionProgram, clock: any Clock<Duration>
    ) throws {
        self.folder = folder
        self.service = service
        self.router = router
        self.media = media
        self.description = description
        self.program = program
        self.clock = clock
        provider = try LocalProvider(folder, description)
    }

    /// Returns the port on which a server listens.
    private static func listening(_ port: Int?, on wanted: Int, for purpose: String = "") throws -> Int {
        guard let port else {
            throw SimulatorError(.notListening, "cannot listen on port \(wanted)\(purpose)")
        }
        return port
    }

    /// Starts the folder's phones, runs a closure, and stops phones and provider when it returns or throws.
    private func use<Result: Sendable>(_ body: (Simulator) async throws -> Result) async throws -> Result {
        do {
            for name in folder.phoneNames { try startPhone(name, isRestored: true) }
            let result = try await body(self)
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    /// Stops phones and provider.
    ///
    /// The servers stop when their tasks are cancelled.
    private func stop() async {
        let phones = phones.withLock { phones in
            defer { phones = [:] }
            return Array(phones.values)
        }
        await withDiscardingTaskGroup { group in
            for (phone, task) in phones {
                group.addTask {
                    task.cancel()
                    await phone.shutDown()
                    await task.value
                }
            }
        }
        await provider.shutDown()
    }

    /// Moves the clock of the simulator forward by whole seconds: that of the push service, the provider, and the phones with their apps.
    ///
    /// Later runs on the folder keep it. A server of your own keeps the system's time, and so does an extension of your own unless its
    /// `clock` is `Phone.current.now`.
    ///
    /// - Throws: the error of the folder.
    public func advance(by duration: Duration) throws {
        try phones.withLock { phones in
            try folder.advance(by: Int(duration.components.seconds))
            for (phone, _) in phones.values { phone.advance(by: .seconds(duration.components.seconds)) }
        }
    }

    // MARK: - Phones

    /// The names of the phones, sorted.
    public var phoneNames: [String] { phones.withLock { $0.keys.sorted() } }

    /// Returns a phone by name; nil if there is none.
    public func phone(_ name: String) -> SimulatedPhone? { phones.withLock { $0[name]?.phone } }

    /// Adds a phone with an app: generates a device token and keys, and enrols them with the provider.
    ///
    /// - Parameters:
    ///   - name: 1 to 32 characters of `a-z 0-9 -`, not starting with `-`.
    ///   - app: the app's bundle id.
    ///   - languages: the user's languages in order of preference.
    ///   - bundle: the path of the app's bundle with its localized strings.
    ///   - server: the address of the app's server, such as that of `Examples/Provider`; nil for ``provider``.
    /// - Returns: the phone.
    /// - Throws: ``SimulatorError`` with `badName`, `badFolder` for a bundle without strings in these languages and the development
    ///   region, `phoneExists`, `serverFailed` or `serverRefused`; errors of files and keys. The name is reserved during the call,
    ///   so that a second call with it throws `phoneExists`.
    @discardableResult
    public func addPhone(
        _ name: String,
        app: String,
        languages: [String] = ["en"],
        bundle: String? = nil,
        server: String? = nil
    ) async throws -> SimulatedPhone {
        let identity = PhoneIdentity(
            name: name, bundleID: app, languages: languages, bundle: bundle.map { URL(fileURLWithPath: $0).path },
            server: server)
        try identity.checkName()
        if let strings = identity.strings, strings.language == nil {
            throw SimulatorError(.badFolder, strings.faults.joined(separator: "; "))
        }
        return try await reserving(name, else: SimulatorError(.phoneExists, "a phone named \(name) is being added")) {
            guard phone(name) == nil, !folder.phoneNames.contains(name) else {
                throw SimulatorError(.phoneExists, "a phone named \(name) already exists")
            }
            let path = folder.phone(name)
            let isNew = !FileManager.default.fileExists(atPath: path)
            try SimulatorFolder.make(path)
            do {
                _ = try await self.app(of: identity).enrol(identity)
                try identity.write(to: folder.phoneDescription(name))
                return try startPhone(name, isRestored: false)
            } catch {
                if isNew { try? FileManager.default.removeItem(atPath: path) }
                throw error
            }
        }
    }

    /// Replaces the device token of a phone's app and registers it with the provider.
    ///
    /// Pushes to the old token get 410 ExpiredToken.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone`, `serverFailed`, `serverRefused`, or `busy` during another call for the phone;
    ///   errors of files.
    public func renewToken(of name: String) async throws {
        guard let phone = phone(name) else { throw SimulatorError(.noSuchPhone, "there is no phone named \(name)") }
        let busy = SimulatorError(.busy, "the device token of \(name) is being renewed")
        try await reserving(name, else: busy) {
            let renewed = await phone.identity.renewed
            try await app(of: renewed).register(renewed)
            await phone.adopt(renewed)
            try renewed.write(to: folder.phoneDescription(name))
        }
    }

    /// Runs a closure that changes the files of a phone, or throws an error while another one does.
    private func reserving<Result>(
        _ name: String, else busy: SimulatorError, _ body: () async throws -> Result
    ) async throws -> Result {
        guard reserved.withLock({ $0.insert(name).inserted }) else { throw busy }
        defer { reserved.withLock { _ = $0.remove(name) } }
        return try await body()
    }

    /// Returns the app on a phone, which sends its requests to the phone's server.
    private func app(of phone: PhoneIdentity) -> PhoneApp {
        PhoneApp(
            folder: folder.phone(phone.name),
            send: { [provider] request, message in
                guard let address = phone.server else {
                    return try await provider.server(of: phone.bundleID).receive(request, message, from: phone.name)
                }
                return try await AppServerClient(address: address).send(request, message, from: phone.name)
            },
            providerKeys: folder.providerKeys, clock: folder.clock)
    }

    /// Starts a phone of the folder.
    @discardableResult
    private func startPhone(_ name: String, isRestored: Bool) throws -> SimulatedPhone {
        let identity = try PhoneIdentity.reading(folder.phoneDescription(name))
        try AudienceKey.share(with: name, in: folder)
        return phones.withLock { phones in
            let phone = SimulatedPhone(
                identity, app: app(of: identity), program: program, service: service, router: router,
                clock: clock, secondsAhead: folder.secondsAhead, isRestored: isRestored)
            phones[name] = (phone, Task { await phone.run() })
            return phone
        }
    }

    /// Returns the path of a program in the folder of the running one.
    static func program(_ name: String) throws -> String {
        let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: this).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
