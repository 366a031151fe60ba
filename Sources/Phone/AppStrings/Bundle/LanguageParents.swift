extension LanguageTag {
    /// The parents of the languages whose parent is not the tag without its region.
    ///
    /// They are those of Foundation, so Apple's: `Locale.Language.parent` of Swift 6.3.1, for each language and region of its
    /// lists. That property is not called here, since it does not return for some tags, such as `no-NO`. `no` stands for Bokmål,
    /// as in CLDR: an app that has `nb` has it.
    static let parents: [String: String] = {
        var parents: [String: String] = [:]
        for line in groups.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for child in words.dropFirst() { parents[child] = String(words[0].dropLast()) }
        }
        return parents
    }()

    /// A line for each parent: the parent and its children.
    private static let groups = """
        en-001: en-AF en-AG en-AM en-AO en-AR en-AW en-AX en-AZ en-BF en-BH en-BJ en-BL en-BO en-BQ en-BR en-CD \
        en-CF en-CG en-CI en-CM en-CR en-CU en-CV en-DO en-DZ en-EC en-EG en-EH en-ER en-ET en-FM en-GA en-GB \
        en-GF en-GN en-GP en-GQ en-GT en-HN en-HT en-IC en-ID en-IL en-IQ en-JO en-KG en-KH en-KM en-KW en-KZ \
        en-LA en-LB en-LR en-LY en-MA en-MF en-MG en-ML en-MM en-MN en-MQ en-MR en-MZ en-NC en-NE en-NI en-NP \
        en-OM en-PE en-PF en-PG en-PM en-PN en-PS en-PW en-QA en-RE en-RW en-SJ en-SM en-SN en-SO en-ST en-SV \
        en-SX en-SY en-TD en-TF en-TG en-TH en-TJ en-TK en-TL en-TM en-TN en-UY en-UZ en-VE en-VN en-WF en-YE \
        en-YT
        en-GB: en-150 en-AI en-AU en-BB en-BD en-BM en-BN en-BS en-BW en-BZ en-DG en-DM en-FJ en-FK en-GD en-GG \
        en-GH en-GI en-GM en-GY en-HK en-IE en-IM en-IN en-IO en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LK \
        en-LS en-MO en-MS en-MT en-MU en-MV en-MW en-MY en-NA en-NG en-PK en-SB en-SC en-SD en-SG en-SH en-SL \
        en-SS en-SZ en-TC en-TO en-TT en-TV en-TZ en-UG en-VC en-VG en-VU en-ZA en-ZM en-ZW
        es-419: es-AG es-AI es-AR es-AW es-BB es-BL es-BM es-BO es-BQ es-BR es-BS es-BZ es-CA es-CL es-CO es-CR \
        es-CU es-CW es-DM es-DO es-EC es-FK es-GD es-GF es-GL es-GP es-GT es-GY es-HN es-HT es-JP es-KN es-KY \
        es-LC es-MF es-MQ es-MS es-MX es-NI es-PA es-PE es-PM es-PR es-PY es-SR es-SV es-SX es-TC es-TT es-US \
        es-UY es-VC es-VE es-VG es-VI
        en-150: en-AD en-AL en-AT en-BA en-BE en-BG en-BY en-CH en-CY en-CZ en-DE en-DK en-EE en-ES en-FI en-FO \
        en-FR en-GE en-GL en-GR en-HR en-HU en-IS en-IT en-LI en-LT en-LU en-LV en-MC en-MD en-ME en-MK en-NL \
        en-NO en-PL en-PT en-RO en-RS en-RU en-SE en-SI en-SK en-UA en-VA
        pt-PT: pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL
        en-AU: en-CC en-CK en-CX en-NF en-NR en-NU en-NZ en-WS
        no: nb nn
        zh-Hant-HK: zh-HK zh-Hant-MO
        ar-SA: ars
        en-IN: hi-Latn
        fr-HT: ht
        ks: ks-Arab
        man: man-Nkoo
        nb: no
        nb-NO: no-NO
        pa-Arab: pa-Aran
        sr-Latn-ME: sr-ME
        ur: ur-Arab
        ur-Arab-IN: ur-IN
        yue-HK: yue
        yue-Hans-CN: yue-Hans
        zh: wuu
        zh-CN: zh
        zh-Hant-MO: zh-MO
        zh-Hant-TW: zh-Hant
        """
}
