"""The pushes to the phones before the tests."""

import json

from simulator import alert

MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

# Texts with directional overrides, invisible and combining characters, and long texts.
OVERRIDE = "Transfer \u202e000,01 \u20ac\u202c to Jane \u200b\u200b\u2066done"
STACKED = "Z" + "\u0301\u0489\u035c" * 120 + "algo"
EMOJI = "\U0001f600" * 900
TITLE = "Title" * 700

# A body with unusual white space, escapes, an exact number, right-to-left text, and a DEL in a string.
EXACT = ('{ "aps" : {"alert":{"title":"\u05e9\u05dc\u05d5\u05dd \u202e abc","body":"\\u0041\\/\\n\u007f\u00a0"}},\r\n\t'
         '"amount":240.10, "big":12345678901234567890 }').encode()

BANK = {"account": "DE89 3704 0044 0532 0130 00", "amount": 240.1, "transaction": 12345678901234567890}


def everyday(simulator):
    """Sends the pushes of a bank: threads, interruption levels, sounds, badges, a collapse id, a placeholder."""
    send = simulator.send
    send({**alert("Payment received", "€ 240.10 from Jane Doe, reference “Rent/October”", thread_id="payments",
                  sound="default", badge=1), **BANK}, "jane", "--placeholder-title", "New activity")
    send(alert("Card used", "€ 12.80 at Kiosk, Berlin", thread_id="payments", badge=2), "jane")
    send(alert("Standing order", "€ 39.00 to Stadtwerke", thread_id="payments", badge=3), "jane")
    send(alert("Balance low", "€ 14.20 left on your current account", interruption_level="time-sensitive"),
         "jane", "--collapse-id", "balance")
    send(alert("Balance low", "€ 4.20 left on your current account", interruption_level="time-sensitive", badge=4),
         "jane", "--collapse-id", "balance")
    send(alert("Monthly statement", "Your statement for October is ready", interruption_level="passive"), "jane")
    send(alert("Security alert", "A sign-in from a new device. If this was not you, block your card now.",
               thread_id="security", interruption_level="critical",
               sound={"critical": 1, "name": "alarm.caf", "volume": 0.8}, badge=5), "jane")
    simulator.phone("restart", "jane")
    send(alert("Sealed alert", "before the first unlock", thread_id="security"), "jane",
         "--placeholder-title", "New activity", "--placeholder-body", "Unlock your phone to see it")
    simulator.phone("unlock", "jane")
    send(alert("In the clear", "Intermediaries can read this"), "jane", "--plain")


def hostile(simulator):
    """Sends the hostile payloads."""
    for title, body in [(MARKUP, MARKUP), ("Overridden", OVERRIDE), ("Stacked", STACKED), ("Many", EMOJI),
                        ("\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627, 240 \u20ac \u0645\u0646 Jane")]:
        simulator.push(json.dumps(alert(title, body, False, thread_id=title[:60]), ensure_ascii=False).encode(), "mallory")
    simulator.push(json.dumps(alert(TITLE, None, False), ensure_ascii=False).encode(), "mallory")
    simulator.push(json.dumps(alert("Title", "Body", False, thread_id=MARKUP, sound=MARKUP), ensure_ascii=False).encode(),
                   "mallory")
    deep = '{"aps":{"alert":{"title":"Deep"}},"deep":' + "[" * 60 + "]" * 60 + "}"
    simulator.push(deep.encode(), "mallory")
    simulator.push(EXACT, "mallory")


def many_notifications(simulator, pause):
    """Sends 1,000 notifications: one thread of 600, and 400 threads; calls `pause` after every twenty."""
    for number in range(1000):
        thread = "market" if number % 5 < 3 else f"stock-{number}"
        body = json.dumps(alert(f"Quote {number}", f"ACME is at € {100 + number / 10:.2f}", False, thread_id=thread,
                                badge=number + 1), ensure_ascii=False)
        simulator.push(body.encode(), "crowd")
        if number % 20 == 19:
            pause()
