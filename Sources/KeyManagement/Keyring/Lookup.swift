extension Keyring {
    /// The key with this thumbprint.
    ///
    /// - Throws: ``KeyError`` with `notFound`.
    public func key(_ thumbprint: Thumbprint) throws(KeyError) -> Key {
        keys[try index(of: thumbprint)]
    }

    /// The key whose thumbprint or id people wrote: 43 characters of base64url, or 8 hexadecimal digits.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `ambiguous` when two keys share an id.
    public func key(named text: String) throws(KeyError) -> Key {
        let found = keys.filter { $0.thumbprint.description == text || $0.id.description == text.lowercased() }
        guard let key = found.first else { throw KeyError(.notFound, "keyring \(name) has no such key") }
        guard found.count == 1 else {
            throw KeyError(.ambiguous, "\(found.count) keys of keyring \(name) have this id; give the whole thumbprint")
        }
        return key
    }

    /// The place of a key.
    func index(of thumbprint: Thumbprint) throws(KeyError) -> Int {
        guard let index = keys.firstIndex(where: { $0.thumbprint == thumbprint }) else {
            throw KeyError(.notFound, "keyring \(name) has no key \(thumbprint.keyID)")
        }
        return index
    }
}
