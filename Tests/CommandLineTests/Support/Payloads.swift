/// Payloads that tests write into their folders.
enum Payloads {
    /// A push with texts, system fields and data of the app.
    static let payment = """
        {"aps":{"alert":{"title":"Payment received","body":"€ 240.10 from Jane"},"sound":"default"},"amount":0.10}
        """

    /// An update of a Live Activity with numbers that a binary fraction cannot hold.
    static let update = """
        {"aps":{"timestamp":1793448000,"event":"update","content-state":{"score":[2,1],"minute":67.5,"odds":0.1,\
        "id":12345678901234567890},"stale-date":1793451600},"match":"AUT-TUR"}
        """
}
