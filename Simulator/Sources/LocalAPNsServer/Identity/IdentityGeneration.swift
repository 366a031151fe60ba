import Foundation

extension IdentityFiles {
    /// The validity of the certificates, in days.
    static let lifetime = 90

    /// The extensions of both certificates, for `openssl req` (x509v3_config in OpenSSL's manual).
    private static let extensions = """
        [req]
        distinguished_name = name
        [name]
        [authority]
        basicConstraints = critical, CA:TRUE, pathlen:0
        keyUsage = critical, keyCertSign
        subjectKeyIdentifier = hash
        [server]
        basicConstraints = critical, CA:FALSE
        keyUsage = critical, digitalSignature
        extendedKeyUsage = serverAuth
        subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
        authorityKeyIdentifier = keyid

        """

    /// Generates a certificate authority and one certificate for the loopback names, signed by it, in place of the present files.
    ///
    /// The files are complete before the first one is replaced, and the key of the authority is removed before that.
    ///
    /// - Throws: ``IdentityError`` if `openssl` fails, errors of files.
    func generate() async throws {
        let manager = FileManager.default
        let new = IdentityFiles(folder: folder + "/new-identity")
        // An interrupted start may have left it.
        try? manager.removeItem(atPath: new.folder)
        try manager.createDirectory(
            atPath: new.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? manager.removeItem(atPath: new.folder) }
        let (authorityKey, configuration) = (new.folder + "/ca-key.pem", new.folder + "/openssl.cnf")
        try Data(Self.extensions.utf8).write(to: URL(fileURLWithPath: configuration))
        let request =
            ["req", "-x509", "-config", configuration, "-days", "\(Self.lifetime)", "-noenc", "-newkey", "ec"]
            + ["-pkeyopt", "ec_paramgen_curve:P-256"]
        try await OpenSSL.run(
            request + ["-subj", "/CN=SealedPush simulator, this machine only", "-extensions", "authority"]
                + ["-keyout", authorityKey, "-out", new.authority])
        try await OpenSSL.run(
            request + ["-subj", "/CN=localhost", "-extensions", "server", "-CA", new.authority, "-CAkey", authorityKey]
                + ["-keyout", new.key, "-out", new.certificate])
        try manager.removeItem(atPath: authorityKey)
        for (made, path) in [(new.key, key), (new.certificate, certificate), (new.authority, authority)] {
            try? manager.removeItem(atPath: path)
            try manager.moveItem(atPath: made, toPath: path)
        }
    }
}
