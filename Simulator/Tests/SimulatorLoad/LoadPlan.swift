/// Pushes to phones in different states, and the expected result for each phone.
///
/// The expectations follow from the states and from the order of the pushes alone, not from the service or the phones: the
/// last push to each phone is sent after all others are delivered.
struct LoadPlan: Sendable {
    let phoneCount: Int
    let pushesPerPhone: Int

    /// The placeholder of every push.
    static let placeholder = "New notification"

    /// The state of a phone while the pushes are sent, or a property of its pushes.
    enum State: Int, CaseIterable {
        /// Online.
        case online
        /// Online, and all pushes have one collapse id.
        case collapsing
        /// Offline until all pushes are sent.
        case storing
        /// Offline until all pushes are sent; their expiration is 0.
        case dropping
        /// Online, before the first unlock.
        case locked
        /// Online, and the pushes are sealed to another phone.
        case otherRecipient
        /// The app was removed.
        case appRemoved
    }

    /// One push.
    struct Push: Sendable {
        let phone: Int
        /// The index among the phone's pushes, from 0.
        let index: Int
        /// The sealed title.
        var title: String { "push \(index) to \(phone)" }
    }

    /// The expected result of a phone's pushes.
    struct Expectation: Equatable, Sendable {
        /// The status of every answer.
        var status = 200
        /// The number of accepted pushes.
        var accepted: Int
        /// The number of pushes that reached the phone.
        var arrived = 0
        /// The titles of all deliveries, sorted.
        var delivered: [String] = []
        /// The titles on the lock screen, sorted.
        var shown: [String] = []
        /// The number on the app's icon; the badge of each push is its index.
        var badge = 0
    }

    var phones: Range<Int> { 0..<phoneCount }

    func state(of phone: Int) -> State { State.allCases[phone % State.allCases.count] }
    func name(of phone: Int) -> String { "phone-\(phone)" }

    /// The pushes that may be sent concurrently and in any order.
    var earlier: [Push] {
        (0..<max(0, pushesPerPhone - 1)).flatMap { index in phones.map { Push(phone: $0, index: index) } }
    }

    /// The last push to each phone, sent after the earlier ones are delivered.
    var last: [Push] { phones.map { Push(phone: $0, index: pushesPerPhone - 1) } }

    /// Returns the expected result of a phone.
    func expectation(of phone: Int) -> Expectation {
        let titles = (0..<pushesPerPhone).map { Push(phone: phone, index: $0).title }.sorted()
        let newest = [Push(phone: phone, index: pushesPerPhone - 1).title]
        let placeholders = titles.map { _ in Self.placeholder }
        let badge = pushesPerPhone - 1
        var expectation = Expectation(accepted: pushesPerPhone)
        switch state(of: phone) {
        case .online:
            expectation.delivered = titles
            expectation.shown = titles
            expectation.badge = badge
        case .collapsing:
            expectation.delivered = titles
            expectation.shown = newest
            expectation.badge = badge
        case .storing:
            expectation.delivered = newest
            expectation.shown = newest
            expectation.badge = badge
        case .locked, .otherRecipient:
            expectation.delivered = placeholders
            expectation.shown = placeholders
        case .dropping: break
        case .appRemoved:
            expectation.status = 410
            expectation.accepted = 0
        }
        expectation.arrived = expectation.delivered.count
        return expectation
    }
}
