/// All encodings of u-coordinates of low order, each with and without the top bit, which X25519 ignores.
///
/// Worked out with Python's integers from p = 2^255 - 19: by the doubling law of RFC 7748's curve,
/// u' = (u^2 - 1)^2 / 4u(u^2 + 486662u + 1), 0 stays 0, 1 and -1 become 0, and the two solutions of u' = 1 that
/// cr.yp.to/ecdh.html gives in decimal become 1.
enum LowOrderPoints {
    static let all: [[UInt8]] = canonical.flatMap { point in
        var withTopBit = point
        withTopBit[31] |= 0x80
        return [point, withTopBit]
    }

    private static let canonical: [[UInt8]] =
        ([
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ] as [Hex]).map(\.bytes)
}
