/// The u-coordinates of points of order 2, 4 and 8 on Curve25519 and its twist, in all their encodings.
///
/// The list is that of libsodium's `crypto_scalarmult` (`has_small_order`) and of cr.yp.to/ecdh.html. The top bit is
/// ignored, since X25519 ignores it (RFC 7748 §5). A public key is not secret, so the check need not take constant
/// time.
enum LowOrderPoint {
    static func contains(_ words: (UInt64, UInt64, UInt64, UInt64)) -> Bool {
        let top = words.3 & 0x7fff_ffff_ffff_ffff
        return points.contains { $0 == (words.0, words.1, words.2, top) }
    }

    private static let points: [(UInt64, UInt64, UInt64, UInt64)] = [
        // 0, of order 2
        (0, 0, 0, 0),
        // 1, of order 4
        (1, 0, 0, 0),
        // 325606250916557431795983626356110631294008115727848805560023387167927233504, of order 8
        little(0xe0eb_7a7c_3b41_b8ae, 0x1656_e3fa_f19f_c46a, 0xda09_8deb_9c32_b1fd, 0x8662_0516_5f49_b800),
        // 39382357235489614581723060781553021112529911719440698176882885853963445705823, of order 8
        little(0x5f9c_95bc_a350_8c24, 0xb1d0_b155_9c83_ef5b, 0x0444_5cc4_581c_8e86, 0xd822_4edd_d09f_1157),
        // p - 1, of order 4; p and p + 1, which equal 0 and 1
        little(0xecff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        little(0xedff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        little(0xeeff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
    ]

    /// Returns the words of 32 bytes given in the byte order of an encoding.
    private static func little(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> (UInt64, UInt64, UInt64, UInt64) {
        (a.byteSwapped, b.byteSwapped, c.byteSwapped, d.byteSwapped)
    }
}
