/// Many pushes to many phones in different states, and what the rules demand to become of them.
///
/// Nothing here asks the service or a phone; the demands follow from the states, and from the order in which the pushes are
/// sent: the last push to each phone goes out when all others have their answers.
struct LoadPlan: Sendable {
    let phoneCount: Int
    let pushesPerPhone: Int

    /// The text of every push that anybody on the way may read.
    static let placeholder = "New notification"

    /// The state that a phone is in while the pushes come, or what is special about them.
    enum State: Int, CaseIterable {
        /// Online.
        case online
        /// Online, and all pushes have one collapse id.
        case collapsing
        /// Offline until all pushes were sent.
        case storing
        /// Offline until all pushes were sent, and they are not to be stored.
        case dropping
        /// Online, before the first unlock.
        case locked
        /// Online, and the pushes are sealed to another phone.
        case stranger
        /// The app was removed.
        case left
    }

    /// One push.
    struct Push: Sendable {
        let phone: Int
        /// Its place among the phone's pushes, from 0.
        let place: Int
        /// What is sealed as its title.
        var title: String { "push \(place) to \(phone)" }
    }

    /// What must have come of a phone's pushes.
    struct Demand: Equatable, Sendable {
        /// The status of every answer.
        var status = 200
        /// How many pushes were accepted.
        var accepted: Int
        /// How many of them came to the phone.
        var arrived = 0
        /// The titles of everything that was delivered, sorted.
        var delivered: [String] = []
        /// The titles on the lock screen, sorted.
        var shown: [String] = []
        /// The number on the app's icon: each push carries its place.
        var badge = 0
    }

    var phones: Range<Int> { 0..<phoneCount }

    func state(of phone: Int) -> State { State.allCases[phone % State.allCases.count] }
    func name(of phone: Int) -> String { "phone-\(phone)" }

    /// The pushes that may be sent in any order and side by side.
    var earlier: [Push] {
        (0..<max(0, pushesPerPhone - 1)).flatMap { place in phones.map { Push(phone: $0, place: place) } }
    }

    /// The last push to each phone, to be sent when the earlier ones are answered.
    var last: [Push] { phones.map { Push(phone: $0, place: pushesPerPhone - 1) } }

    /// What the rules demand of a phone.
    func demand(of phone: Int) -> Demand {
        let titles = (0..<pushesPerPhone).map { Push(phone: phone, place: $0).title }.sorted()
        let newest = [Push(phone: phone, place: pushesPerPhone - 1).title]
        let placeholders = titles.map { _ in Self.placeholder }
        let badge = pushesPerPhone - 1
        var demand = Demand(accepted: pushesPerPhone)
        switch state(of: phone) {
        case .online:
            demand.delivered = titles
            demand.shown = titles
            demand.badge = badge
        case .collapsing:
            demand.delivered = titles
            demand.shown = newest
            demand.badge = badge
        case .storing:
            demand.delivered = newest
            demand.shown = newest
            demand.badge = badge
        case .locked, .stranger:
            demand.delivered = placeholders
            demand.shown = placeholders
        case .dropping: break
        case .left:
            demand.status = 410
            demand.accepted = 0
        }
        demand.arrived = demand.delivered.count
        return demand
    }
}
