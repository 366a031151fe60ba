import ExtensionHost
import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

/// Apple's table of keys, "Generating a remote notification", and the properties of `UNNotificationContent`.
@Suite("Each field of a payload has its property of the content")
struct PayloadContentTests {
    static func content(aps: JSONObject) -> UNNotificationContent {
        UNMutableNotificationContent(Payload(["aps": .object(aps)]))
    }

    @Test("a full payload fills every property")
    func full() {
        let content = UNMutableNotificationContent(
            Payload([
                "aps": [
                    "alert": [
                        "title": "Game Request", "subtitle": "Five Card Draw", "body": "Bob wants to play poker",
                        "launch-image": "poker", "summary-arg": "Bob", "summary-arg-count": 2,
                    ],
                    "badge": 9, "sound": "bingbong.aiff", "thread-id": "games", "category": "GAME_INVITATION",
                    "target-content-id": "table", "filter-criteria": "play", "interruption-level": "time-sensitive",
                    "relevance-score": 0.75, "mutable-content": 1,
                ],
                "gameID": "12345678",
            ])
        )
        #expect(content.title == "Game Request")
        #expect(content.subtitle == "Five Card Draw")
        #expect(content.body == "Bob wants to play poker")
        #expect(content.launchImageName == "poker")
        #expect(content.summaryArgument == "Bob")
        #expect(content.summaryArgumentCount == 2)
        #expect(content.badge == 9)
        #expect(content.sound == UNNotificationSound(named: .init("bingbong.aiff")))
        #expect(content.threadIdentifier == "games")
        #expect(content.categoryIdentifier == "GAME_INVITATION")
        #expect(content.targetContentIdentifier == "table")
        #expect(content.filterCriteria == "play")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.75)
        #expect(content.userInfo["gameID"] as? String == "12345678")
        #expect((content.userInfo["aps"] as? [String: Any])?["badge"] as? Int == 9)
    }

    @Test("an alert that is a string is the body")
    func alertText() {
        let content = Self.content(aps: ["alert": "Bob wants to play poker"])
        #expect(content.title.isEmpty)
        #expect(content.body == "Bob wants to play poker")
    }

    @Test("a localization key is shown itself, as in a bundle that lacks it")
    func localizationKeys() {
        let content = Self.content(aps: ["alert": ["title-loc-key": "T", "subtitle-loc-key": "S", "loc-key": "B"]])
        #expect([content.title, content.subtitle, content.body] == ["T", "S", "B"])
    }

    @Test("the sound is the payload's")
    func sound() {
        let sounds: [(JSONValue, UNNotificationSound?)] = [
            ("default", .default),
            (["critical": 1, "name": "default", "volume": 0.5], .defaultCriticalSound(withAudioVolume: 0.5)),
            (["critical": 1, "name": "a.caf", "volume": 1], .criticalSoundNamed(.init("a.caf"), withAudioVolume: 1)),
            (["critical": 1, "name": "a.caf"], .criticalSoundNamed(.init("a.caf"), withAudioVolume: 1)),
            (["critical": 1, "volume": 7], .defaultCriticalSound(withAudioVolume: 1)),
            (["critical": 0, "name": "a.caf"], UNNotificationSound(named: .init("a.caf"))),
            (7, nil),
        ]
        for (json, sound) in sounds {
            #expect(Self.content(aps: ["sound": json]).sound == sound)
        }
    }

    @Test("a value of the wrong type counts as absent")
    func wrongTypes() {
        let content = Self.content(aps: [
            "alert": 7, "badge": "9", "thread-id": 1, "category": [:], "interruption-level": "loud",
            "relevance-score": "high", "target-content-id": true,
        ])
        #expect(content.badge == nil)
        #expect(content.threadIdentifier.isEmpty)
        #expect(content.categoryIdentifier.isEmpty)
        #expect(content.interruptionLevel == .active)
        #expect(content.relevanceScore == 0)
        #expect(content.targetContentIdentifier == nil)
        #expect(content.body.isEmpty)
    }

    @Test("a payload without alert text keeps the existing texts and sets the rest")
    func withoutText() {
        let content = UNMutableNotificationContent(.ordinary)
        content.apply(Payload(["aps": ["badge": 5, "sound": "default"]]))
        #expect(content.title == "New activity")
        #expect(content.body == "Open the app")
        #expect(content.badge == 5)
        #expect(content.sound == .default)
        #expect(content.userInfo["order"] == nil)
    }

    @Test("a payload with a body alone removes the title that was there")
    func removesTitle() {
        let content = UNMutableNotificationContent(.ordinary)
        content.apply(Payload(["aps": ["alert": ["body": "only this"]]]))
        #expect(content.title.isEmpty)
        #expect(content.body == "only this")
        #expect(content.badge == nil)
    }
}
