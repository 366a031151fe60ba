"""The payloads of the known answers (Documentation/wire-format.md, §10.2, §10.3 and §10.6)."""

from vector_cases import ATTRIBUTES, ISSUED, START, STATE, UPDATE

TOPIC, AUDIENCE = "com.example.bank", "account 42/日本"

BANK = """{"aps":{"alert":{"title-loc-key":"PAYMENT_TITLE","title-loc-args":["€ 240"],"body":"From Jane Müller \\ud83d\\ude00 — “rent”"},
 "sound":{"critical":1,"name":"coins.caf","volume":0.10},"badge":3,"thread-id":"account-1","category":"PAYMENT",
 "interruption-level":"time-sensitive","relevance-score":0.75,"content-available":1},
 "kind":"payment","account":"DE89 3704 0044 0532 0130 00","path":"a/b\\\\c\\"\\u0001\\n","amount":240.00,
 "id":12345678901234567890,"ratio":1e2,"tags":["a",["b",{"c":[]}],{},true,false,-0.0],"weight":2.50}"""
MATCH = ('{"aps":{"timestamp":1795263600,"event":"update","content-state":{"score":[2,1],"minute":67.5,"possession":'
         '{"home":0.58,"away":0.42},"scorer":"Şükür 71’","sealed":"a name like any other"},"stale-date":1795264200,'
         '"relevance-score":0.9}}')
MATCH_END = ('{"aps":{"timestamp":1795270000,"event":"end","content-state":{"score":[3,1],"minute":94.20},'
             '"dismissal-date":1795273600}}')
TAXI = ('{"aps":{"timestamp":1795263600,"event":"start","attributes-type":"TaxiRideAttributes","attributes":'
        '{"ride":"R-7731","pickup":"Hauptstraße 12","fare":{"currency":"EUR","estimate":18.40}},"content-state":'
        '{"phase":"approaching","etaMinutes":4.5,"position":[48.137154,11.576124],"driver":"Jörg"},'
        '"input-push-token":1,"alert":{"title":"Your taxi is on its way","body":"Open the app to follow it",'
        '"sound":"default"}}}')
EQUIVALENT = '{"aps":{"alert":"Hi"},"caf\u00e9":"first value","cafe\u0301":"second value","K":0.1,"\u212a":0.2}'
ACTIVITY = '"sealedpush":{"activity":"AAECAwQFBgcICQoLDA0ODw"}}'
NAMED = (ATTRIBUTES[:-1] + "," + ACTIVITY, STATE[:-1] + "," + ACTIVITY)
HI = '{"aps":{"alert":"Hi"}}'

PUSHES = [
    # name, suite, options
    ("auth-minimal", 1, dict(payload=HI, padding="none")),
    ("auth-everything", 1, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 3600,
                                sequence=18446744073709551615, visible=["/aps/thread-id", "/kind", "/weight"],
                                placeholder={"title": "New activity", "body": "Open the app to see it"})),
    ("auth-decimal-in-the-clear", 1,
     dict(payload='{"aps":{"alert":"Hi"},"n":0.1,"m":12345678901234567890,"x":{"y":1E+2}}',
                                          visible=["/x", "/n", "/m"], sequence=1)),
    ("auth-visible-inside-the-alert", 1, dict(
        payload='{"aps":{"badge":7,"alert":{"body":"€ 240 from Jane","subtitle":"Savings","title":"Payment"}}}',
        visible=["aps.badge", "aps.alert.title", "aps.alert.subtitle", "aps.sound", "none.at.all"],
        placeholder={"title": "New activity", "body": "Open the app"})),
    ("auth-equivalent-names", 1, dict(payload=EQUIVALENT, topic=TOPIC, audience="cafe\u0301, \u212aevin",
                                      visible=["/cafe\u0301", "/\u212a"])),
    ("auth-badge-and-sound", 1, dict(payload='{"aps":{"badge":0,"sound":"bingbong.aiff","content-available":1}}')),
    ("auth-background", 1, dict(payload='{"aps":{"content-available":1},"sync":{"since":"2026-11-21","full":false}}',
                                push_type="background", topic=TOPIC)),
    ("auth-location", 1, dict(payload='{"query":"now"}', push_type="location", expires_at=ISSUED + 30)),
    ("auth-widgets", 1, dict(payload='{"aps":{"content-changed":true},"temperature":-3.5}', push_type="widgets",
                             visible=["aps"], topic=TOPIC)),
    ("auth-undocumented", 1, dict(payload='{"aps":{"alert":"Hi"},"n":1.0}', push_type="Live/activity", topic=TOPIC)),
    ("auth-live-update", 1, dict(payload=UPDATE % STATE, push_type="liveactivity", topic=TOPIC, audience=AUDIENCE)),
    ("auth-live-start", 1,
     dict(payload=TAXI, push_type="liveactivity", topic=TOPIC, expires_at=ISSUED + 28800, sequence=3,
                                visible=["aps.content-state.etaMinutes", "aps.attributes.ride"])),
    ("auth-activity-start", 1, dict(payload=START % NAMED, push_type="liveactivity", topic=TOPIC, sequence=1)),
    ("auth-activity-update", 1, dict(payload=UPDATE % NAMED[1], push_type="liveactivity", topic=TOPIC, sequence=2)),
    ("base-minimal", 2, dict(payload='{"aps":{"alert":{"body":"Hi"}}}', padding="none")),
    ("base-everything", 2, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 86400, sequence=7,
                                visible=["/aps/thread-id", "/aps/alert/title-loc-key", "/tags"], padding=256)),
    ("base-maximum", 2, dict(payload='{"aps":{"alert":{"title":"Hi"},"sound":"default"}}', padding="max",
                             topic=TOPIC, envelope_key="e")),
    ("base-empty", 2, dict(payload="{}", padding=1)),
    ("base-member-named-sealed", 2,
     dict(payload='{"sealed":"a name like any other","aps":{"alert":"Hi"}}', topic=TOPIC)),
    ("base-pushtotalk", 2, dict(payload='{"activeSpeaker":"Jane Müller"}', push_type="pushtotalk", topic=TOPIC)),
    ("base-live-start", 2, dict(payload=START % ('{"order":"A-1094"}', '{"stage":"packed","kilometres":0.5}'),
                                push_type="liveactivity", visible=["aps.content-state.kilometres"], padding=32)),
    ("base-live-broadcast-maximum", 2, dict(payload=MATCH, push_type="liveactivity", topic=TOPIC, broadcast=True,
                                            padding="max", visible=["/aps/content-state/score"])),
    ("shared-minimal", 3, dict(payload=HI, padding="none", topic=TOPIC)),
    ("shared-everything", 3, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 60, sequence=1,
                                  visible=["/kind"], padding=128, envelope_key="com.example_e-1")),
    ("shared-voip", 3, dict(payload='{"caller":"Jane Müller","call":"0b1c","video":true}', push_type="voip",
                            topic=TOPIC, expires_at=ISSUED + 30)),
    ("shared-voip-maximum", 3, dict(payload='{"aps":{},"caller":"Jane Müller"}', push_type="voip", padding="max")),
    ("shared-complication", 3, dict(payload='{"aps":{"content-available":1},"tram":{"line":"N1","minutes":2.5}}',
                                    push_type="complication", topic=TOPIC, sequence=0)),
    ("shared-fileprovider", 3, dict(payload='{"container-identifier":"NSFileProviderWorkingSetContainerItemIdentifier",'
                                            '"domain":"main","change":9}', push_type="fileprovider", topic=TOPIC,
                                    visible=["container-identifier", "domain"])),
    ("shared-live-start-maximum", 3, dict(payload=START % (ATTRIBUTES, STATE), push_type="liveactivity", topic=TOPIC,
                                          padding="max")),
    ("base-controls", 2,
     dict(payload='{"aps":{"content-changed":true}}', push_type="controls", visible=["aps"], padding="none")),
    ("base-mdm", 2, dict(payload='{"mdm":"3A29C7F0"}', push_type="mdm", visible=["mdm"])),
    ("base-live-end", 2, dict(payload=MATCH_END, push_type="liveactivity", topic=TOPIC, envelope_key="e", padding=16,
                              expires_at=ISSUED + 3600)),
]

ENVELOPES = [
    # name, suite, options
    ("auth-fcm", 1, dict(content='{"title":"Payment received","amount":240.00,"account":"DE89 3704 0044 0532 0130 00"}',
                         purpose="fcm", topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 3600, sequence=12)),
    ("auth-widget", 1, dict(content='{"balance":-12.50,"stand":0.1}', purpose="widget", topic=TOPIC, padding="none")),
    ("auth-content-state", 1, dict(content='{"etaMinutes":4.5}', purpose="liveactivity/content-state", topic=TOPIC)),
    ("base-webpush", 2, dict(content='{"n":1}', purpose="webpush", topic="https://example.com", padding=256)),
    ("shared-unifiedpush", 3, dict(content='{"message":"日本語","sealed":{}}', purpose="unifiedpush", audience=AUDIENCE,
                                   sequence=4)),
    ("base-empty", 2, dict(content="{}", purpose="fcm/\u212aevin", padding=1, expires_at=ISSUED + 1)),
]

LIVE = {"push_type": "liveactivity"}
UNSEALABLE = [
    # name, payload as text, options
    ("a null", '{"aps":{"alert":"Hi"},"a":null}', {}),
    ("a null inside an array", '{"aps":{"alert":"Hi"},"a":[{"b":[null]}]}', {}),
    ("an array", '["aps"]', {}),
    ("not JSON", '{"aps":{"alert":"Hi"},}', {}),
    ("a name twice", '{"a":1,"b":{"c":1,"c":1}}', {}),
    ("half of a surrogate pair", '{"a":"\\ud83d"}', {}),
    ("aps is not an object", '{"aps":"Hi"}', {}),
    ("a member named like the envelope key, named visible", '{"aps":{"alert":"Hi"},"sealed":"x"}',
     {"visible": ["/sealed"]}),
    ("the envelope key is aps", '{"a":1}', {"envelope_key": "aps"}),
    ("an empty envelope key", '{"a":1}', {"envelope_key": ""}),
    ("an envelope key of 65 characters", '{"a":1}', {"envelope_key": "e" * 65}),
    ("an envelope key with a quotation mark", '{"a":1}', {"envelope_key": 'a"b'}),
    ("an envelope key outside ASCII, canonically equivalent to K", '{"a":1}', {"envelope_key": "\u212a"}),
    ("a push for widgets whose aps is not named visible", '{"aps":{"content-changed":true}}', {"push_type": "widgets"}),
    ("a file provider push whose domain is not named visible", '{"container-identifier":"c","domain":"d"}',
     {"push_type": "fileprovider", "visible": ["/container-identifier"]}),
    ("an MDM push whose mdm is not named visible", '{"mdm":"magic"}', {"push_type": "mdm"}),
    ("one byte of message too many", '{"aps":{"alert":"Hi"},"a":"%s"}' % ("x" * 2921), {}),
    ("an empty alert named visible", '{"aps":{"alert":{}}}', {"visible": ["/aps/alert"]}),
    ("an alert of the wrong kind named visible", '{"aps":{"alert":0}}', {"visible": ["/aps"]}),
    ("an empty placeholder", '{"a":1}', {"placeholder": {}}),
    ("a Live Activity without aps", '{"content-state":{}}', LIVE),
    ("a Live Activity without content state", '{"aps":{"event":"end","timestamp":1}}', LIVE),
    ("a content state that is an array", '{"aps":{"event":"update","timestamp":1,"content-state":[]}}', LIVE),
    ("a start without attributes", '{"aps":{"event":"start","timestamp":1,"content-state":{}}}', LIVE),
    ("a start whose attributes are text",
     '{"aps":{"event":"start","timestamp":1,"content-state":{},"attributes":"a"}}', LIVE),
    ("a member of a content state named like the envelope key, named visible",
     '{"aps":{"event":"update","timestamp":1,"content-state":{"sealed":1}}}',
     {**LIVE, "visible": ["aps.content-state"]}),
    ("a null in a content state", '{"aps":{"event":"update","timestamp":1,"content-state":{"a":null}}}', LIVE),
    ("one byte of message too many in a broadcast",
     '{"aps":{"event":"update","timestamp":1,"content-state":{"a":"%s"}}}' % ("x" * 3713),
     {**LIVE, "broadcast": True}),
    ("a broadcast's size without being a broadcast",
     '{"aps":{"event":"update","timestamp":1,"content-state":{"a":"%s"}}}'
     % ("x" * 3600), LIVE),
]
