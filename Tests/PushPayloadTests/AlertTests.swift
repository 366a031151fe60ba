import PushPayload
import StrictJSON
import Testing

@Suite("Alert and sound")
struct AlertTests {
    @Test("the text form has a body and stays text while only the body changes")
    func textForm() throws {
        var alert = try #require(Alert(json: "Hello"))
        #expect(alert.body == "Hello" && alert.title == nil)
        alert.title = nil
        alert.body = "Bye"
        #expect(alert.json == "Bye")
        alert.title = "T"
        #expect(alert.json == ["body": "Bye", "title": "T"])
        #expect(Alert(text: "x").json == "x")
    }

    @Test("other values are not an alert")
    func noAlert() {
        for value: JSONValue in [.null, true, 1, []] {
            #expect(Alert(json: value) == nil)
        }
    }

    @Test("the dictionary form is written with Apple's names")
    func names() {
        var alert = Alert(title: "t", subtitle: "s", body: "b")
        alert.launchImage = "l"
        alert.titleLocKey = "tk"
        alert.titleLocArgs = ["ta"]
        alert.subtitleLocKey = "sk"
        alert.subtitleLocArgs = []
        alert.locKey = "k"
        alert.locArgs = ["a", "b"]
        alert.sound = .file("x.caf")
        #expect(
            alert.json == [
                "title": "t", "subtitle": "s", "body": "b", "launch-image": "l", "title-loc-key": "tk",
                "title-loc-args": ["ta"], "subtitle-loc-key": "sk", "subtitle-loc-args": [], "loc-key": "k",
                "loc-args": ["a", "b"], "sound": "x.caf",
            ])
    }

    @Test("a Live Activity's nested keys are read, and written at their position")
    func nested() throws {
        let json: JSONValue = ["title": ["loc-key": "K", "loc-args": ["1", "2"]], "body": "b"]
        var alert = try #require(Alert(json: json))
        #expect(alert.title == nil)
        #expect(alert.titleLocKey == "K")
        #expect(alert.titleLocArgs == ["1", "2"])
        #expect(alert.locKey == nil)
        alert.titleLocKey = "L"
        alert.locKey = "M"
        #expect(alert.json == ["title": ["loc-key": "L", "loc-args": ["1", "2"]], "body": "b", "loc-key": "M"])
    }

    @Test("arguments that are not all strings read as nil")
    func arguments() throws {
        let alert = try #require(Alert(json: ["loc-args": ["a", 1]]))
        #expect(alert.locArgs == nil)
    }

    @Test("sounds are read from both forms")
    func sounds() {
        #expect(Sound(json: "default") == .default)
        #expect(Sound(json: "a.caf") == .file("a.caf"))
        #expect(
            Sound(json: ["critical": 1, "name": "a.caf", "volume": 0.75]) == .critical(name: "a.caf", volume: 0.75))
        #expect(Sound(json: ["critical": 1]) == .critical(name: "default", volume: 1))
        #expect(Sound(json: ["critical": 0, "name": "a.caf"]) == .file("a.caf"))
        for value: JSONValue in [.null, 1, [], ["critical": 1, "name": 7], ["critical": 1, "volume": "loud"]] {
            #expect(Sound(json: value) == nil)
        }
    }

    @Test("sounds are written as Apple's pages show them")
    func writtenSounds() {
        #expect(Sound.default.json == "default")
        #expect(Sound.file("a.caf").json == "a.caf")
        #expect(Sound.critical(name: "a.caf", volume: 0.75).json == ["critical": 1, "name": "a.caf", "volume": 0.75])
        #expect(Sound.critical().json == ["critical": 1, "name": "default", "volume": 1])
        #expect(Sound.critical(volume: .infinity).json == ["critical": 1, "name": "default"])
    }
}
