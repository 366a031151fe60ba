/// Payloads that tests write into their folders.
enum Payloads {
    /// A push with texts, system fields and data of the app.
    static let payment = """
        {"aps":{"alert":{"title":"Payment received","body":"€ 240.10 from Jane"},"sound":"default"},"amount":0.10}
        """

    /// What a device gets of it.
    static let deliveredPayment = """
        {"aps":{"alert":{"title":"Payment received","body":"€ 240.10 from Jane"},"mutable-content":1,"sound":"default"},\
        "amount":0.10}
        """
}
