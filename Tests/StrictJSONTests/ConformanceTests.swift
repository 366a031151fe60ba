import StrictJSON
import Testing

/// Nicolas Seriot's JSONTestSuite; `Documentation/json.md` gives the reason of each decision on an open case.
@Suite("JSONTestSuite")
struct ConformanceTests {
    /// The outcome of reading a text.
    enum Decision {
        case accepted
        case refused(JSONError.Code)
    }

    /// The texts that the suite calls valid and this reader refuses, each with the code.
    static let refusedThoughValid: [String: JSONError.Code] = [
        "y_object_duplicated_key.json": .duplicateName,
        "y_object_duplicated_key_and_value.json": .duplicateName,
    ]

    /// The cases that RFC 8259 leaves to the reader.
    static let decisions: [String: Decision] = [
        "i_number_double_huge_neg_exp.json": .accepted,
        "i_number_huge_exp.json": .accepted,
        "i_number_neg_int_huge_exp.json": .accepted,
        "i_number_pos_double_huge_exp.json": .accepted,
        "i_number_real_neg_overflow.json": .accepted,
        "i_number_real_pos_overflow.json": .accepted,
        "i_number_real_underflow.json": .accepted,
        "i_number_too_big_neg_int.json": .accepted,
        "i_number_too_big_pos_int.json": .accepted,
        "i_number_very_big_negative_int.json": .accepted,
        "i_object_key_lone_2nd_surrogate.json": .refused(.loneSurrogate),
        "i_string_1st_surrogate_but_2nd_missing.json": .refused(.loneSurrogate),
        "i_string_1st_valid_surrogate_2nd_invalid.json": .refused(.loneSurrogate),
        "i_string_UTF-16LE_with_BOM.json": .refused(.invalidUTF8),
        "i_string_UTF-8_invalid_sequence.json": .refused(.invalidUTF8),
        "i_string_UTF8_surrogate_U+D800.json": .refused(.invalidUTF8),
        "i_string_incomplete_surrogate_and_escape_valid.json": .refused(.loneSurrogate),
        "i_string_incomplete_surrogate_pair.json": .refused(.loneSurrogate),
        "i_string_incomplete_surrogates_escape_valid.json": .refused(.loneSurrogate),
        "i_string_invalid_lonely_surrogate.json": .refused(.loneSurrogate),
        "i_string_invalid_surrogate.json": .refused(.loneSurrogate),
        "i_string_invalid_utf-8.json": .refused(.invalidUTF8),
        "i_string_inverted_surrogates_U+1D11E.json": .refused(.loneSurrogate),
        "i_string_iso_latin_1.json": .refused(.invalidUTF8),
        "i_string_lone_second_surrogate.json": .refused(.loneSurrogate),
        "i_string_lone_utf8_continuation_byte.json": .refused(.invalidUTF8),
        "i_string_not_in_unicode_range.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_2_bytes.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes_null.json": .refused(.invalidUTF8),
        "i_string_truncated-utf-8.json": .refused(.invalidUTF8),
        "i_string_utf16BE_no_BOM.json": .refused(.malformed),
        "i_string_utf16LE_no_BOM.json": .refused(.malformed),
        "i_structure_500_nested_arrays.json": .accepted,
        "i_structure_UTF-8_BOM_empty_object.json": .refused(.byteOrderMark),
    ]

    /// The limit of the suite's largest file.
    static let limits = JSONLimits(maximumByteCount: 1_000_000)

    @Test("the suite is complete")
    func suiteIsComplete() throws {
        let suite = try JSONTestSuite.published()
        #expect(suite.accepted.count == 95)
        #expect(suite.refused.count == 188)
        #expect(Set(suite.either.keys) == Set(Self.decisions.keys))
    }

    @Test("a repeated run is as long as in the suite")
    func repeatedRuns() throws {
        let refused = try JSONTestSuite.published().refused
        let arrays = try #require(refused["n_structure_100000_opening_arrays.json"]).bytes
        let objects = try #require(refused["n_structure_open_array_object.json"]).bytes
        // Compared outside of #expect, which would print 100,000 numbers.
        let arraysAreSame = arrays.elementsEqual(String(repeating: "[", count: 100_000).utf8)
        #expect(arraysAreSame, "\(arrays.count) bytes")
        let objectsAreSame = objects.elementsEqual((String(repeating: #"[{"":"#, count: 50_000) + "\n").utf8)
        #expect(objectsAreSame, "\(objects.count) bytes")
    }

    @Test(
        "a valid text is accepted, and is the same after writing and reading again",
        arguments: try JSONTestSuite.published().accepted.keys.sorted())
    func valid(name: String) throws {
        let bytes = try #require(JSONTestSuite.published().accepted[name]).bytes
        if let code = Self.refusedThoughValid[name] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
            #expect(error?.code == code)
            return
        }
        let value = try JSONValue(parsing: bytes)
        let written = value.serialized()
        #expect(try JSONValue(parsing: written) == value)
    }

    @Test("an invalid text is refused", arguments: try JSONTestSuite.published().refused.keys.sorted())
    func invalid(name: String) throws {
        let bytes = try #require(JSONTestSuite.published().refused[name]).bytes
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes, limits: Self.limits) }
    }

    @Test("an open case is decided as documented", arguments: decisions.keys.sorted())
    func open(name: String) throws {
        let bytes = try #require(JSONTestSuite.published().either[name]).bytes
        switch try #require(Self.decisions[name]) {
        case .accepted:
            let value = try JSONValue(parsing: bytes)
            #expect(try JSONValue(parsing: value.serialized()) == value)
        case .refused(let code):
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
            #expect(error?.code == code)
        }
    }
}
