import Foundation

@testable import ExtensionHost
@_spi(Frameworks) @testable import PhoneState

/// Fuzzes the requests of an extension's process to the state of its phone: one request in JSON on each line.
func fuzzPhone(_ bytes: [UInt8]) throws(Violation) {
    let phone = Phone(entitlements: Entitlements(keychainGroups: ["a"], applicationGroups: ["group.a"]))
    phone.lock()
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(50) {
        var frames = Frames()
        frames.take([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: line.count >> $0) } + line)
        guard let request = (try? frames.next(PhoneRequest.self)) ?? nil, request.isOfCode else { continue }
        let start = ContinuousClock.now
        let reply = phone.answer(request)
        try demand(ContinuousClock.now - start < .seconds(2), "an answer takes less than two seconds")
        try demand(Frames.bytes(of: HostMessage.phone(1, reply)) != nil, "an answer fits in a message")
        try holdsLaws(phone, after: request)
    }
}

private func holdsLaws(_ phone: Phone, after request: PhoneRequest) throws(Violation) {
    let delivered = records(phone, .delivered)
    let pending = records(phone, .pending)
    try demand(phone.lockState == .locked, "code does not change the lock state")
    try demand(delivered.count <= NotificationState.deliveredLimit, "the number of delivered notifications is bounded")
    try demand(pending.count <= NotificationState.pendingLimit, "the number of pending notifications is bounded")
    for records in [delivered, pending] {
        try demand(records.byteCount <= NotificationState.byteLimit, "the size of notifications is bounded")
        let identifiers = Set(records.map { Array($0.identifier.utf8) })
        try demand(identifiers.count == records.count, "an identifier stands for one notification")
    }
    try demand(pending.allSatisfy { $0.date > phone.now - 60 }, "a pending notification is not due")
    try demand(phone.donatedInteractions.count <= InteractionRequest.limit, "the number of interactions is bounded")
    try demand(
        phone.keychain.reduce(0) { $0 + $1.byteCount } <= 4 << 20 && phone.keychain.count <= 1000,
        "the keychain is bounded")
    try demand(
        phone.keychain.allSatisfy { phone.entitlements.accessGroups.contains($0.accessGroup) },
        "an item is in a group of the entitlements")
    if case .notifications(.removeDelivered(let identifiers?)) = request {
        let removed = Set(identifiers.map { Array($0.utf8) })
        let isGone = !delivered.contains { removed.contains(Array($0.identifier.utf8)) }
        try demand(isGone, "a removed notification is gone")
    }
}

private func records(_ phone: Phone, _ request: NotificationCenterRequest) -> [NotificationRecord] {
    guard case .notifications(let records) = phone.answer(request) else { return [] }
    return records
}
