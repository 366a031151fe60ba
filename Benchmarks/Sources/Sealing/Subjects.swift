import Foundation
import PayloadLint
import PushOpener
import PushPayload
import PushSealer

/// One implementation of some work.
struct Subject {
    /// "WORK by IMPLEMENTATION"; report.py compares the implementations of each work.
    let name: String
    let work: () throws -> Void
}

/// The subjects in Swift and C, with their keys and payloads.
struct Subjects {
    private(set) var list: [Subject] = []

    init(payloads: String) throws {
        func payload(_ size: String) throws -> [UInt8] {
            try Array(Data(contentsOf: URL(filePath: "\(payloads)/\(size).json")))
        }
        for size in ["1k", "4k"] { try addJSON(size, payload(size)) }
        for suite in [SealingSuite.hpkeAuth, .hpkeBase, .shared] { try addSuite(suite, payload("1k")) }
        try addChain(payload("1k"))
    }

    /// Adds a subject; its result is stored where the optimizer cannot see that it is not used.
    private mutating func add<Result>(_ name: String, _ work: @escaping () throws -> Result) {
        list.append(Subject(name: name) { keep(try work()) })
    }

    /// Adds reading, writing and linting a payload.
    private mutating func addJSON(_ size: String, _ json: [UInt8]) throws {
        let data = Data(json)
        let payload = try Payload(parsing: json)
        let object = try JSONSerialization.jsonObject(with: data)
        add("parse \(size) by sealedpush") { try Payload(parsing: json) }
        add("parse \(size) by Foundation") { try JSONSerialization.jsonObject(with: data) }
        add("write \(size) by sealedpush") { payload.serialized() }
        add("write \(size) by Foundation") { try JSONSerialization.data(withJSONObject: object) }
        add("lint \(size) by sealedpush") { Linter().lint(payload) }
    }

    /// Adds sealing, from the payload's bytes to the body's, and opening, from the body's bytes to the payload.
    private mutating func addSuite(_ suite: SealingSuite, _ json: [UInt8]) throws {
        let isAuthenticated = suite == .hpkeAuth
        let parties = try Parties()
        let sealer = try parties.sealer(authenticated: isAuthenticated)
        let opener = try parties.opener(authenticated: isAuthenticated)
        let options = SealOptions(suite: suite)
        func seal() throws -> [UInt8] {
            suite == .shared
                ? try sealer.seal(Payload(parsing: json), with: parties.sharedKey, options: options).body
                : try sealer.seal(Payload(parsing: json), to: parties.devicePublicKey, options: options).body
        }
        let body = try seal()
        let baseline = try BaselineWork(body, of: parties, openedBy: opener)
        add("seal \(suite) by sealedpush", seal)
        add("seal \(suite) by libsodium") { baseline.seal() }
        add("open \(suite) by sealedpush") { try opener.open(body) }
        add("open \(suite) by libsodium") { baseline.open() }
        guard suite == .hpkeAuth || suite == .hpkeBase else { return }
        let peer = try SwiftCrypto(json, authenticated: isAuthenticated)
        let peerBody = try peer.seal()
        add("seal \(suite) by swift-crypto") { try peer.seal() }
        add("open \(suite) by swift-crypto") { try peer.open(peerBody) }
    }

    /// Adds suite 5 beside suite 1.
    private mutating func addChain(_ json: [UInt8]) throws {
        let parties = try Parties()
        let sealer = try parties.sealer(authenticated: true)
        let (key, opener) = try parties.enrolled()
        func seal() throws -> [UInt8] { try sealer.seal(Payload(parsing: json), to: key).body }
        func sealWithoutChain() throws -> [UInt8] {
            try sealer.seal(Payload(parsing: json), to: parties.devicePublicKey).body
        }
        let body = try seal()
        let bodyWithoutChain = try sealWithoutChain()
        let openerWithoutChain = try parties.opener(authenticated: true)
        add("seal \(SealingSuite.hpkeAuthPSK) by sealedpush", seal)
        add("seal \(SealingSuite.hpkeAuthPSK) by hpkeAuth", sealWithoutChain)
        add("open \(SealingSuite.hpkeAuthPSK) by sealedpush") { try opener.open(body) }
        add("open \(SealingSuite.hpkeAuthPSK) by hpkeAuth") { try openerWithoutChain.open(bodyWithoutChain) }
    }
}

/// Takes a value without the optimizer's knowledge that it is not used.
@inline(never)
@_optimize(none)
private func keep<Value>(_ value: Value) {}
