import Testing

@testable import StrictJSON

@Suite("Names are hashed by SipHash-1-3")
struct SipHashTests {
    /// `hash(b"abcdefghijklmnopqrstuvwxyz"[:count])` by CPython 3.11, which is SipHash-1-3, with PYTHONHASHSEED=1 and
    /// =7; its `lcg_urandom` makes the keys of these seeds.
    static let vectors: [(key: (UInt64, UInt64), count: Int, hash: UInt64)] = [
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 1, 0xd630_0bc9_f7cc_0e73),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 3, 0xbf3a_636e_df17_7675),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 7, 0x2cc7_5771_f020_5010),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 8, 0xfd30_11ff_3947_e7f4),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 9, 0x6d3c_39f0_7e99_250c),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 15, 0x2d20_6ad1_7faa_7e20),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 16, 0x7c36_c062_bdd0_4f5b),
        ((0xaed6_6ce1_84be_2329, 0xebe9_bbf1_f149_9052), 26, 0x5870_42e6_c993_2b76),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 1, 0x58fd_db5a_ae8c_3c14),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 3, 0x9879_e56a_35b4_c0c0),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 7, 0x2db7_f6d5_4ca1_c1b4),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 8, 0x6c0d_d92b_5f82_dc9e),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 9, 0x1f5f_49c0_4590_eca0),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 15, 0x3010_4b5a_365f_c127),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 16, 0x9489_41ee_319a_3045),
        ((0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f), 26, 0x5995_7e02_9537_7899),
    ]

    @Test("it agrees with CPython, for bytes and for short texts", arguments: vectors.indices)
    func agrees(index: Int) {
        let vector = Self.vectors[index]
        let text = String("abcdefghijklmnopqrstuvwxyz".prefix(vector.count))
        #expect(Array(text.utf8).withUnsafeBytes { SipHash(key: vector.key).hash($0) } == vector.hash)
        if let short = ShortText(text) { #expect(SipHash(key: vector.key).hash(short) == vector.hash) }
    }

    @Test("the key is not zero, and not the same twice")
    func key() {
        #expect(SipHash.processKey != (0, 0))
        #expect(SipHash.processKey.0 != SipHash.processKey.1)
    }
}
