import Foundation
import PhoneState
import PushPayload
import Testing

@testable import LocalAPNs
@testable import SealedPushSimulator

/// The rules of Live Activities without a network, over pushes and points in time.
@Suite("Rules of Live Activities")
struct LiveActivityListTests {
    private static let widget = ActivityWidget(keyFolder: "/nonexistent", topic: "app", device: Phone())
    private static let start =
        #""event":"start","alert":"x","attributes-type":"Ride","attributes":{},"content-state":{"driver":"Jane"}"#

    /// A push with members of `aps`.
    private static func push(_ members: String, to token: String = "activity", channel: String? = nil) throws
        -> ActivityPush
    {
        let body = Array(#"{"aps":{\#(members)}}"#.utf8)
        var push = AcceptedPush(
            number: 1, id: "id", token: token, topic: "app", pushType: .liveactivity, priority: 10, expiration: nil,
            collapseID: nil, acceptedAt: 0, fields: [], content: Data(body))
        push.channel = channel
        return ActivityPush(push, try Payload(parsing: body))
    }

    /// A list with one activity, which started at second 100 with the token `activity`.
    private static func started(_ more: String = "") throws -> LiveActivityList {
        var list = LiveActivityList()
        let start = try push(#""timestamp":100,\#(start)\#(more)"#, to: "start")
        #expect(list.objection(to: start, startToken: "start") == nil)
        _ = list.start(start, number: 1, token: "activity", widget: widget)
        return list
    }

    /// A push to the activity at a second, and what follows.
    struct Case: Sendable, CustomTestStringConvertible {
        let members: String
        /// The second of the phone's clock at which the push arrives, and that of the look at the lock screen.
        let arrival, look: Int
        /// The phase at that second; nil if the activity has left.
        let phase: LiveActivity.Phase?
        var objection: String?

        var testDescription: String { "\(members) at \(arrival), seen at \(look)" }
    }

    private static let update = #""event":"update","content-state":{"driver":"Ben"}"#
    private static let end = #""event":"end""#

    @Test(
        "a push changes the activity by its members and the time",
        arguments: [
            Case(members: #""timestamp":101,\#(update)"#, arrival: 101, look: 99_999, phase: .active),
            Case(members: #""timestamp":100,\#(update)"#, arrival: 101, look: 102, phase: .active),
            Case(
                members: #""timestamp":99,\#(update)"#, arrival: 101, look: 102, phase: .active,
                objection: "a push with a later timestamp came before"),
            Case(
                members: update, arrival: 101, look: 102, phase: .active, objection: "the push has no timestamp"),
            Case(
                members: #""timestamp":101,"event":"update""#, arrival: 101, look: 102, phase: .active,
                objection: "the push has no content-state"),
            Case(
                members: #""timestamp":101,"event":"pause","content-state":{}"#, arrival: 101, look: 102,
                phase: .active, objection: "the push has no event, or an unknown one"),
            Case(
                members: #""timestamp":101,\#(start)"#, arrival: 101, look: 102, phase: .active,
                objection: "a start must go to the push-to-start token of the app"),
            Case(members: #""timestamp":101,"stale-date":200,\#(update)"#, arrival: 101, look: 199, phase: .active),
            Case(members: #""timestamp":101,"stale-date":200,\#(update)"#, arrival: 101, look: 200, phase: .stale),
            Case(members: #""timestamp":101,"stale-date":50,\#(update)"#, arrival: 101, look: 101, phase: .stale),
            Case(members: #""timestamp":101,\#(end)"#, arrival: 101, look: 14_500, phase: .ended),
            Case(members: #""timestamp":101,\#(end)"#, arrival: 101, look: 14_501, phase: nil),
            Case(members: #""timestamp":101,"dismissal-date":50,\#(end)"#, arrival: 101, look: 101, phase: nil),
            Case(members: #""timestamp":101,"dismissal-date":300,\#(end)"#, arrival: 101, look: 299, phase: .ended),
            Case(members: #""timestamp":101,"dismissal-date":300,\#(end)"#, arrival: 101, look: 300, phase: nil),
            Case(members: #""timestamp":101,"dismissal-date":99999,\#(end)"#, arrival: 101, look: 14_501, phase: nil),
            Case(
                members: #""timestamp":101,"stale-date":200,"dismissal-date":400,\#(end)"#, arrival: 101, look: 300,
                phase: .ended),
        ])
    func change(_ one: Case) throws {
        var list = try Self.started()
        let push = try Self.push(one.members)
        #expect(list.objection(to: push, startToken: "start") == one.objection)
        if one.objection == nil {
            _ = list.apply(push, number: 2, at: Date(timeIntervalSince1970: Double(one.arrival)), widget: Self.widget)
        }
        _ = list.advance(to: Date(timeIntervalSince1970: Double(one.look)))
        #expect(list.shown.first?.phase == one.phase)
    }

    @Test("an ended activity takes no further push, and a push to another token has no effect")
    func addressing() throws {
        var list = try Self.started()
        let update = #""timestamp":102,\#(Self.update)"#
        #expect(
            try list.objection(to: Self.push(update, to: "other"), startToken: "start")
                == "no Live Activity has this token")
        #expect(
            try list.objection(to: Self.push(update, channel: "c"), startToken: "start")
                == "no Live Activity follows the channel")
        let end = try Self.push(#""timestamp":101,"event":"end""#)
        _ = list.apply(end, number: 2, at: Date(timeIntervalSince1970: 101), widget: Self.widget)
        #expect(try list.objection(to: Self.push(update), startToken: "start") == "the Live Activity has ended")
        #expect(list.shown.first?.state == .plain(["driver": "Jane"]))
    }

    @Test(
        "of activities that started sealed a state in the clear is refused, of others it is plain",
        arguments: [true, false])
    func sealing(isSealed: Bool) throws {
        var list = LiveActivityList()
        let state = isSealed ? #"{"sealed":"AQ"}"# : "{}"
        let members =
            #""timestamp":1,"event":"start","attributes-type":"Ride","attributes":{},"content-state":\#(state)"#
        _ = list.start(try Self.push(members, to: "start"), number: 1, token: "activity", widget: Self.widget)
        let update = try Self.push(#""timestamp":2,\#(Self.update)"#)
        let effect = list.apply(update, number: 2, at: Date(), widget: Self.widget)
        for content in [effect.state, list.shown.first?.state] {
            guard isSealed else {
                #expect(content == .plain(["driver": "Ben"]))
                continue
            }
            guard case .closed(code: "notSealed", _, visible: [:]) = content else {
                Issue.record("expected a refusal, found \(String(describing: content))")
                continue
            }
        }
        list.draw(with: Self.widget)
        #expect(list.shown.first?.state == effect.state)
    }

    @Test("a phone shows 20 activities, and starts another one when one has left")
    func capacity() throws {
        var list = try Self.started()
        let start = try Self.push(#""timestamp":100,\#(Self.start)"#, to: "start")
        for number in 2...20 { _ = list.start(start, number: number, token: "\(number)", widget: Self.widget) }
        #expect(list.objection(to: start, startToken: "start") == "the phone shows 20 Live Activities already")
        let end = try Self.push(#""timestamp":101,"dismissal-date":1,"event":"end""#)
        _ = list.apply(end, number: 21, at: Date(timeIntervalSince1970: 101), widget: Self.widget)
        _ = list.advance(to: Date(timeIntervalSince1970: 101))
        #expect(list.shown.count == 19 && list.objection(to: start, startToken: "start") == nil)
    }
}
