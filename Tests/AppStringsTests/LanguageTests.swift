import Foundation
import Testing

@testable import AppStrings

/// Apple, QA1828 "How iOS Determines the Language For Your App".
@Suite("An app speaks the first language of the user that it has")
struct LanguageTests {
    @Test(
        "the first of the user's languages that has a folder is chosen",
        arguments: [
            (["en", "de", "fr"], ["fr", "de"], "fr"), (["en", "de"], ["fr", "de"], "de"),
            // What Foundation on Linux gets wrong.
            (["zh-Hans", "de", "fr", "en"], ["de-AT", "fr"], "de"),
            // A more generic folder will do, a more special one never.
            (["en", "de"], ["en-GB"], "en"), (["en-GB", "de"], ["en", "de"], "de"),
            (["en", "en-GB"], ["en-GB"], "en-GB"), (["en-GB", "en"], ["en-US"], "en"),
            (["en-001", "en"], ["en-GB"], "en-001"), (["es-419", "es"], ["es-MX"], "es-419"),
            (["es-419", "es"], ["es-ES"], "es"), (["pt-PT", "pt-BR", "pt"], ["pt-AO"], "pt-PT"),
            // A script is never taken for another.
            (["zh-Hans", "en"], ["zh-Hant-TW", "en"], "en"), (["zh-Hans", "zh-Hant"], ["zh-TW"], "zh-Hant"),
            (["zh-Hant", "zh-Hans"], ["zh-CN"], "zh-Hans"), (["zh", "en"], ["zh-Hans-CN"], "zh"),
            (["zh_TW", "en"], ["zh-Hant-TW"], "zh_TW"), (["sr", "en"], ["sr-Latn-RS", "en"], "en"),
            (["sr-Latn", "en"], ["sr-Latn-RS"], "sr-Latn"),
            // Old names and any spelling.
            (["English", "German"], ["de-DE"], "German"), (["pt_BR"], ["PT-br"], "pt_BR"),
            (["no", "en"], ["nb-NO"], "no"),
            // "no" is Bokmål; Foundation's property for a parent does not return for "no-NO".
            (["nb", "en"], ["no-NO"], "nb"), (["nb", "en"], ["no"], "nb"), (["nb-NO", "en"], ["no-NO"], "nb-NO"),
            (["no", "en"], ["no-NO"], "no"),
            // Codes that others have replaced.
            (["iw", "en"], ["he-IL"], "iw"), (["he", "en"], ["iw-IL"], "he"), (["id", "en"], ["in-ID"], "id"),
            (["fil", "en"], ["tl-PH"], "fil"), (["sr-Latn", "sr"], ["sh-BA"], "sr-Latn"),
            (["sr", "en"], ["sr-RS"], "sr"), (["zh", "en"], ["zh-CN"], "zh"), (["en", "en-150"], ["en-AT"], "en-150"),
            (["en-AU", "en"], ["en-NZ"], "en-AU"), (["en", "en-US"], ["en-US"], "en-US"),
            (["de", "en"], ["az-Arab"], "-"),
        ] as [([String], [String], String)]
    )
    func chosen(available: [String], preferred: [String], language: String) {
        #expect(LanguageTag.choose(from: available, for: preferred, developmentRegion: nil) ?? "-" == language)
    }

    @Test("without a match the development region is chosen")
    func developmentRegion() {
        #expect(LanguageTag.choose(from: ["de", "en"], for: ["ja"], developmentRegion: "en") == "en")
        #expect(LanguageTag.choose(from: ["de", "en"], for: ["ja"], developmentRegion: "en-US") == "en")
        #expect(LanguageTag.choose(from: ["de", "en"], for: ["ja"], developmentRegion: "fr") == nil)
        #expect(LanguageTag.choose(from: ["de", "en"], for: [], developmentRegion: nil) == nil)
    }

    @Test(
        "any text is a tag with a finite chain of parents",
        arguments: [
            "", "-", "--", "x-y-z", "a-b-c-d", "_", "🔑", "no-NO", "no-NO-x-y", "i-klingon", "en-NO-NO", "en--US",
            "en-\0",
            "\0", "spanish---3", "sr-Latn-Cyrl-RS", "de-u-co-phonebk", "zh-cmn-Hans-CN", "é-É",
            String(repeating: "no-NO-", count: 1_000),
            String(repeating: "a", count: 100_000),
        ])
    func odd(name: String) {
        let tag = LanguageTag(name)
        #expect(tag.chain.count < 6)
        #expect(LanguageTag(tag.canonical) == tag)
    }

    @Test("every language of Foundation has a finite chain of parents, alone and in each region")
    func registered() {
        for language in Locale.LanguageCode.isoLanguageCodes.map(\.identifier) {
            #expect(LanguageTag(language).chain.count < 6, "\(language)")
            for region in ["NO", "US", "GB", "CN", "TW", "RS", "MX", "001", "150", "419", "ZZ"] {
                let chain = LanguageTag("\(language)-\(region)").chain
                #expect(chain.count < 6 && Set(chain).count == chain.count, "\(language)-\(region)")
            }
        }
    }

    /// The tags of RFC 5646 that follow no grammar, or an older one ("grandfathered" in IANA's registry).
    static let grandfathered = [
        "art-lojban", "cel-gaulish", "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon",
        "i-lux",
        "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "no-bok", "no-nyn", "sgn-BE-FR", "sgn-BE-NL",
        "sgn-CH-DE",
        "zh-guoyu", "zh-hakka", "zh-min", "zh-min-nan", "zh-xiang",
    ]

    /// Every language of IANA's registry has two or three letters, but for those that it reserves.
    @Test(
        "every language that can be registered has a finite chain of parents, with scripts, regions, variants and extensions",
        arguments: ["", "-NO", "_no", "-Latn-NO", "-Hant-TW", "-001-fonipa-u-nu-latn-x-a", "-yue-HK"])
    func iana(rest: String) {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        // The law holds for each; those of three letters are sampled where the rest makes them expensive.
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        let codes =
            pairs + pairs.flatMap { pair in (rest.isEmpty || rest == "-NO" ? letters : ["a", "o"]).map { pair + $0 } }
        for tag in (codes + Self.grandfathered).map({ $0 + rest }) {
            let language = LanguageTag(tag)
            let chain = language.chain
            if chain.count > 6 || Set(chain).count != chain.count || LanguageTag(language.canonical) != language {
                Issue.record("\(tag): \(chain)")
            }
        }
    }

    @Test(
        "a malformed tag has a finite chain of parents",
        arguments: ["no", "NO", "en", "zh-Hant", "spanish", "x", "", "\u{E9}", "🔑", "1", "a\0b"],
        [
            "-NO", "--NO", "_-_", "-", ".lproj", "/../NO", "@currency=NOK", "-u-", "-x", " NO", "\u{200F}", "%s",
            "-NO-NO-NO",
        ])
    func malformed(language: String, rest: String) {
        for name in [language + rest, rest + language, String(repeating: language + rest, count: 300)] {
            let tag = LanguageTag(name)
            #expect(tag.chain.count <= 6)
            #expect(LanguageTag(tag.canonical) == tag)
        }
    }
}
