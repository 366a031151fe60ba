/// The points of order 2, 4 and 8 on Curve25519 and its twist, as in libsodium's `has_small_order` and cr.yp.to/ecdh.html.
enum LowOrderPoint {
    /// Returns whether the list contains a point of 32 bytes, not in constant time; X25519 ignores the top bit (RFC 7748 §5).
    static func contains(_ point: [UInt8]) -> Bool {
        points.contains(point.dropLast() + point.suffix(1).map { $0 & 0x7f })
    }

    private static let points: [[UInt8]] = [
        // 0, of order 2; 1, of order 4
        point(0, 0, 0, 0),
        point(0x0100_0000_0000_0000, 0, 0, 0),
        // 325606250916557431795983626356110631294008115727848805560023387167927233504, of order 8
        point(0xe0eb_7a7c_3b41_b8ae, 0x1656_e3fa_f19f_c46a, 0xda09_8deb_9c32_b1fd, 0x8662_0516_5f49_b800),
        // 39382357235489614581723060781553021112529911719440698176882885853963445705823, of order 8
        point(0x5f9c_95bc_a350_8c24, 0xb1d0_b155_9c83_ef5b, 0x0444_5cc4_581c_8e86, 0xd822_4edd_d09f_1157),
        // p - 1, of order 4; p and p + 1, which equal 0 and 1
        point(0xecff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        point(0xedff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        point(0xeeff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
    ]

    private static func point(_ words: UInt64...) -> [UInt8] {
        words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}
