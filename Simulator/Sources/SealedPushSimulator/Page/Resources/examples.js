// The payloads of the form: copies of files in Fixtures/payloads, except the one of the photo.
export const examples = [
    {
        name: "A payment",
        payload: `{
  "aps": {
    "alert": {
      "title": "Payment received",
      "body": "€ 240.10 from Jane Doe, reference “Rent/October”"
    },
    "sound": "default",
    "mutable-content": 1,
    "interruption-level": "time-sensitive",
    "category": "PAYMENT"
  },
  "account": "DE89 3704 0044 0532 0130 00",
  "amount": {"value": 240.10, "currency": "EUR", "fee": 0.10, "exchange": 1.0},
  "transaction": 12345678901234567890,
  "booked": true
}`,
    },
    {
        name: "Photo",
        hasPhoto: true,
        payload: `{
  "aps": {
    "alert": {"title": "Jane", "body": "The view from here"},
    "sound": "default",
    "mutable-content": 1,
    "thread-id": "jane"
  }
}`,
    },
    {
        name: "Start of a Live Activity",
        payload: `{
  "aps": {
    "timestamp": 1793448000,
    "event": "start",
    "attributes-type": "TaxiRideAttributes",
    "attributes": {
      "ride": "R-77310",
      "pickup": {"name": "Hauptstraße 12", "position": [48.137154, 11.576124]},
      "destination": {"name": "Flughafen, Terminal 2", "position": [48.353783, 11.786086]},
      "fare": {"currency": "EUR", "from": 68.50, "to": 79.90}
    },
    "content-state": {"phase": "approaching", "etaMinutes": 4.5, "driver": "Jörg", "plate": "M-AX 1204", "position": [48.1402, 11.5601]},
    "input-push-token": 1,
    "alert": {"title": "A taxi is on its way", "body": "Open the app for the details", "sound": "default"}
  }
}`,
    },
    {
        name: "Update of a Live Activity",
        payload: `{
  "aps": {
    "timestamp": 1793448420,
    "event": "update",
    "content-state": {"phase": "riding", "etaMinutes": 31.25, "fare": 24.70, "position": [48.2011, 11.6148], "heading": -12.5},
    "stale-date": 1793448720,
    "relevance-score": 87.5
  }
}`,
    },
    {
        name: "End of a Live Activity",
        payload: `{
  "aps": {
    "timestamp": 1793450400,
    "event": "end",
    "content-state": {"phase": "paid", "etaMinutes": 0, "fare": 73.40, "tip": 0.1, "kilometres": 38.62, "card": "•• 4929"},
    "dismissal-date": 1793452200,
    "alert": {"title": "You have arrived", "body": "The receipt is in the app"}
  }
}`,
    },
]
