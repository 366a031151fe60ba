import DeliveryStore
import ExtensionHost
import Foundation
import KeyManagement
import PushOpener

/// The library's own extension with the keys of a folder and a store in a file.
final class StoringService: SealedNotificationService {
    private let folder: String
    private let store: DeliveryStore

    init(folder: String, store: DeliveryStore) {
        self.folder = folder
        self.store = store
    }

    override var topic: String { "com.example.bank" }
    override var replayStore: (any ReplayStore)? { store }
    override var sequenceStore: (any SequenceStore)? { store }

    override func keys() throws -> OpeningKeys {
        let directory = KeyDirectory(folder)
        return try OpeningKeys(device: directory.keyring("phone"), provider: directory.publicKeyring("bank"))
    }
}

let words = Array(CommandLine.arguments.dropFirst())
var bounds = DeliveryStore.Bounds()
// A machine that runs all tests at once may keep a process from its turn for longer than an extension should wait.
bounds.busyTimeout = 20
if words.first == "make" {
    // Makes a store and ends, for a test that ends it earlier.
    let isMade = words.count == 2 && (try? DeliveryStore(path: words[1], bounds: bounds).badge()) != nil
    exit(isMade ? 0 : 1)
}
let store = DeliveryStore(path: words.count > 1 ? words[1] : "", bounds: bounds)
ExtensionProcess.serve { StoringService(folder: words.first ?? "", store: store) }
